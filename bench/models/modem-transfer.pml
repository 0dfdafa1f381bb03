/*
 * A file over a telephone line, in the way of the modem programs of the 1980s: the receiver asks for
 * blocks, a block goes out byte by byte with its number and a check sum, a damaged block is asked for again,
 * too many failures end the transfer. Two processes that compute a good deal on their own, two channels.
 */

#define BLOCKS		4	/* blocks of the file */
#define LENGTH		4	/* bytes of a block */
#define MODULUS		8	/* numbers of blocks and check sums go round */
#define TRIES		3	/* a block is sent so often at most */
#define DAMAGES		3	/* bytes that the line damages at most */
#define LINE_SLOTS	4
#define ANSWER_SLOTS	1

mtype = {
	/* what the sender writes on the line */
	header, plain, check, end_of_file, cancel,
	/* what the receiver answers */
	go_ahead, positive, negative, give_up
};

chan line = [LINE_SLOTS] of { mtype, byte };
chan answer = [ANSWER_SLOTS] of { mtype };

/* what became of the transfer, as each side sees it */
mtype = { under_way, complete, broken };
mtype sender_says = under_way;
mtype receiver_says = under_way;

/* the content of the file, by position */
#define CONTENT(at)	((at * 3 + 1) % MODULUS)

active proctype sender()
{
	byte buffer[LENGTH];
	byte sum;
	byte at;		/* position in the block */
	byte position;		/* position in the file */
	byte number;		/* of the block, counted from 1 */
	byte tries;
	byte damages;

	/*
	 * Nothing is said before the other side is ready.
	 */
waiting:
	if
	:: answer?go_ahead ->
		number = 1;
		position = 0
	:: answer?give_up ->
		goto failed
	fi;

	/*
	 * The next block is read from the file, and its check sum is computed: all of this is nobody
	 * else's business.
	 */
reading:
	if
	:: number > BLOCKS ->
		goto ending
	:: number <= BLOCKS ->
		at = 0;
		tries = 0
	fi;

	do
	:: at < LENGTH ->
		buffer[at] = CONTENT(position);
		position++;
		at++
	:: at == LENGTH ->
		break
	od;

	sum = number % MODULUS;
	at = 0;
	do
	:: at < LENGTH ->
		sum = (sum + buffer[at]) % MODULUS;
		at++
	:: at == LENGTH ->
		break
	od;
	at = 0;

	/*
	 * The block goes out: header, bytes, check sum. The line may damage a byte; it is the sender that
	 * plays the line.
	 */
sending:
	tries++;
	line!header(number % MODULUS);
	do
	:: at < LENGTH ->
		if
		:: damages < DAMAGES ->
			/* one bit turned over */
			line!plain(buffer[at] ^ 1);
			damages++
		:: line!plain(buffer[at])
		fi;
		at++
	:: at == LENGTH ->
		break
	od;
	at = 0;
	line!check(sum);

	/*
	 * What does the other side say?
	 */
	if
	:: answer?positive ->
		/* on to the next */
		sum = 0;
		do
		:: at < LENGTH ->
			buffer[at] = 0;
			at++
		:: at == LENGTH ->
			break
		od;
		at = 0;
		number++;
		goto reading
	:: answer?negative ->
		if
		:: tries < TRIES ->
			goto sending
		:: tries >= TRIES ->
			goto cancelling
		fi
	:: answer?give_up ->
		goto failed
	fi;

	/*
	 * The end of the file has to be acknowledged too.
	 */
ending:
	tries = 0;
	line!end_of_file(0);
	if
	:: answer?positive ->
		goto succeeded
	:: answer?negative ->
		/* cannot happen: an end of file is not damaged */
		assert(false)
	:: answer?give_up ->
		goto failed
	fi;

	/*
	 * Too many failures. The other side is told, and agrees.
	 */
cancelling:
	line!cancel(0);
	do
	:: answer?give_up ->
		break
	:: answer?positive
	:: answer?negative
	od;
	goto failed;

succeeded:
	assert(position == BLOCKS * LENGTH);
	sender_says = complete;
	goto over;

failed:
	do
	:: at < LENGTH ->
		buffer[at] = 0;
		at++
	:: at == LENGTH ->
		break
	od;
	at = 0;
	sum = 0;
	sender_says = broken;

over:	skip
}

active proctype receiver()
{
	byte buffer[LENGTH];
	byte number;		/* of the block that is wanted, counted from 1 */
	byte position;		/* bytes written to the file */
	byte claimed;		/* the number that the header has */
	byte sum;
	byte told;		/* the check sum that came with the block */
	byte at;
	byte value;
	byte wrong;		/* damaged blocks in a row */
	bool good;

	number = 1;
	if
	:: answer!go_ahead
	:: true ->
		/* nobody is at home */
		answer!give_up;
		goto failed
	fi;

	/*
	 * A block, the end, or the news that there will be none.
	 */
expecting:
	if
	:: line?header(claimed) ->
		at = 0
	:: line?end_of_file(_) ->
		answer!positive;
		goto succeeded
	:: line?cancel(_) ->
		answer!give_up;
		goto failed
	fi;

	/*
	 * The bytes are taken as they come and judged afterwards.
	 */
	do
	:: at < LENGTH ->
		line?plain(value);
		buffer[at] = value;
		value = 0;
		at++
	:: at == LENGTH ->
		break
	od;
	line?check(told);

	/*
	 * Is it what was sent? The check sum is computed once more, here.
	 */
	sum = claimed;
	at = 0;
	do
	:: at < LENGTH ->
		sum = (sum + buffer[at]) % MODULUS;
		at++
	:: at == LENGTH ->
		break
	od;
	at = 0;
	good = (sum == told);
	sum = 0;
	told = 0;

	if
	:: !good ->
		/* once more, but not for ever */
		claimed = 0;
		wrong++;
		if
		:: wrong <= TRIES ->
			answer!negative
		:: wrong > TRIES ->
			answer!give_up;
			goto failed
		fi
	:: good && claimed == number % MODULUS ->
		/* two turned bits may cancel each other: a check sum is no proof */
		claimed = 0;
		wrong = 0;
		do
		:: at < LENGTH ->
			if
			:: buffer[at] == CONTENT(position)
			:: buffer[at] != CONTENT(position) ->
				/* accepted though damaged: not to be told from here */
				skip
			fi;
			buffer[at] = 0;
			position++;
			at++
		:: at == LENGTH ->
			break
		od;
		at = 0;
		good = false;
		number++;
		answer!positive
	:: good && claimed != number % MODULUS ->
		/* the block before, sent again because the answer was misread */
		claimed = 0;
		good = false;
		answer!positive
	fi;
	goto expecting;

succeeded:
	assert(position == BLOCKS * LENGTH);
	receiver_says = complete;
	goto over;

failed:
	do
	:: at < LENGTH ->
		buffer[at] = 0;
		at++
	:: at == LENGTH ->
		break
	od;
	at = 0;
	claimed = 0;
	receiver_says = broken;

over:	skip
}
