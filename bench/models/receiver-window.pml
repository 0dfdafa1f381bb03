/*
 * A block transfer protocol in which the receiver rules: it grants credit, and the transmitter may have no
 * more blocks under way than were granted. Blocks may be lost on the line, control messages too. Three
 * processes, six channels of five slots.
 *
 *                 request            line
 *      user  ---------------->  transmitter  ---------------->  receiver
 *      user  <----------------  transmitter  <----------------  receiver
 *                 confirm            control
 *      user  <------------------------------------------------  receiver      (deliver)
 *      user  ------------------------------------------------>  receiver      (grant)
 */

#define SLOTS	5	/* messages a channel can hold */
#define ITEMS	2	/* items that are sent in one session */
#define WINDOW	2	/* most blocks under way */
#define NUMBERS	4	/* block numbers go round: more than twice WINDOW minus one */
#define CREDIT	1	/* items that the user is ready to take at the start */
#define LOSSES	1	/* most blocks that the line loses */

#define NEXT(n)		((n + 1) % NUMBERS)
#define DISTANCE(a, b)	((b + NUMBERS - a) % NUMBERS)

mtype = {
	/* between user and transmitter */
	open, opened, item, taken, close, closed,
	/* on the line */
	start, block, enquiry, finish,
	/* control messages of the receiver */
	started, acknowledge, reject, busy, ready, finished
};

chan request = [SLOTS] of { mtype, byte };		/* user to transmitter */
chan confirm = [SLOTS] of { mtype };			/* transmitter to user */
chan line = [SLOTS] of { mtype, byte, byte };		/* transmitter to receiver */
chan control = [SLOTS] of { mtype, byte };		/* receiver to transmitter */
chan deliver = [SLOTS] of { byte };			/* receiver to user */
chan grant = [SLOTS] of { byte };			/* user to receiver */

/*
 * The user at both ends: hands over the items 0, 1, 2 ... and wants them back in this order.
 */
active proctype user()
{
	byte offered;		/* items handed over */
	byte outstanding;	/* of these, not yet taken by the transmitter */
	byte wanted;		/* the item that must come next */
	byte got;

	/* the session is opened before anything else */
	request!open(0);
	confirm?opened;

	do
	:: offered < ITEMS && outstanding < 2 ->
		request!item(offered);
		offered++;
		outstanding++
	:: confirm?taken ->
		assert(outstanding > 0);
		outstanding--
	:: deliver?got ->
		assert(got == wanted);
		wanted++;
		got = 0;
		if
		:: wanted + CREDIT <= ITEMS ->
			/* room for one more */
			grant!1
		:: else
		fi
	:: wanted == ITEMS && outstanding == 0 ->
		break
	od;

	/* and closed after everything else */
	request!close(0);
	confirm?closed;
	assert(wanted == ITEMS)
}

/*
 * The transmitter: keeps what was not yet acknowledged, and sends it again when the receiver asks for it
 * or when nothing was heard. Loss on the line is its choice: what it "sends" may vanish.
 */
active proctype transmitter()
{
	byte stored[NUMBERS];	/* items under way, by block number */
	byte oldest;		/* number of the oldest block under way */
	byte fresh;		/* number of the next new block */
	byte value;
	byte number;
	byte cursor;		/* next block to send again */
	byte lost;
	bool halted;		/* the receiver is busy */
	bool again;		/* blocks from cursor on are sent again */

idle:
	request?open(_);

	/*
	 * The start is repeated until it is answered. Old answers of the line before cannot be there: the
	 * session before ended with the channels empty.
	 */
starting:
	do
	:: nfull(line) ->
		line!start(0, 0);
		goto await_start
	:: full(line) ->
		goto await_start
	od;

await_start:
	do
	:: control?started(_) ->
		break
	:: control?finished(_)		/* too late */
	:: empty(control) && empty(line) ->
		/* nothing heard: once more */
		goto starting
	od;
	confirm!opened;

	oldest = 0;
	fresh = 0;
	halted = false;
	again = false;

transfer:
	do
	/* a new block, if the window allows it */
	:: !again && !halted && DISTANCE(oldest, fresh) < WINDOW && request?[item] ->
		request?item(value);
		stored[fresh] = value;
		value = 0;
		confirm!taken;
		number = fresh;
		fresh = NEXT(fresh);
		goto transmit

	/* a block once more */
	:: again && !halted ->
		if
		:: cursor == fresh ->
			again = false;
			cursor = 0
		:: cursor != fresh ->
			number = cursor;
			cursor = NEXT(cursor);
			goto transmit
		fi

	/* everything up to this number has arrived */
	:: control?acknowledge(number) ->
		if
		:: DISTANCE(oldest, number) <= DISTANCE(oldest, fresh) ->
			do
			:: oldest != number ->
				stored[oldest] = 0;
				if
				:: again && cursor == oldest ->
					cursor = NEXT(cursor)
				:: else
				fi;
				oldest = NEXT(oldest)
			:: oldest == number ->
				break
			od
		:: else			/* an old one */
		fi;
		number = 0

	/* this number was expected, another one came */
	:: control?reject(number) ->
		if
		:: DISTANCE(oldest, number) < DISTANCE(oldest, fresh) ->
			again = true;
			cursor = number
		:: else
		fi;
		number = 0

	/* flow control */
	:: control?busy(_) ->
		halted = true
	:: control?ready(number) ->
		halted = false;
		if
		:: DISTANCE(oldest, number) < DISTANCE(oldest, fresh) ->
			again = true;
			cursor = number
		:: else
		fi;
		number = 0
	:: control?started(_)		/* an answer to a start that was repeated */

	/* nothing was heard: ask for the state of the receiver */
	:: empty(control) && empty(line) && oldest != fresh && (!again || halted) ->
		line!enquiry(0, 0)

	/* all is done */
	:: oldest == fresh && request?[close] ->
		request?close(_);
		goto finishing
	od;

transmit:
	/* on a full line the block is lost, and on any line it may be */
	if
	:: nfull(line) ->
		line!block(number, stored[number])
	:: full(line)
	:: lost < LOSSES ->
		lost++
	fi;
	number = 0;
	goto transfer;

finishing:
	do
	:: nfull(line) ->
		line!finish(0, 0);
		goto await_finish
	:: full(line) ->
		goto await_finish
	od;

await_finish:
	do
	:: control?finished(_) ->
		break
	:: control?acknowledge(_)
	:: control?reject(_)
	:: control?busy(_)
	:: control?ready(_)
	:: empty(control) && empty(line) ->
		goto finishing
	od;

	oldest = 0;
	fresh = 0;
	halted = false;
	confirm!closed;

	/* late answers to a finish that was repeated */
end:	do
	:: control?_(_)
	od
}

/*
 * The receiver: takes blocks in their order only, as long as it has credit for them. A control message
 * that finds no room is lost; the enquiry of the transmitter repairs that.
 */
active proctype receiver()
{
	byte expected;		/* the number that must come next */
	byte credit;		/* items the user will take */
	byte number;
	byte value;
	byte more;
	bool rejected;		/* a reject for the expected number is under way */
	bool stopped;		/* the transmitter was told to halt */
	bool running;

end:
	do
	:: line?start(_, _) ->
		if
		:: !running ->
			running = true;
			expected = 0;
			credit = CREDIT;
			rejected = false;
			stopped = false
		:: running		/* a repeated start */
		fi;
		if
		:: nfull(control) ->
			control!started(0)
		:: full(control)
		fi

	:: line?block(number, value) ->
		if
		/* not in a session: left over */
		:: !running ->
			skip

		/* the right one, and somebody will take it */
		:: running && number == expected && credit > 0 ->
			deliver!value;
			credit--;
			expected = NEXT(expected);
			rejected = false;
			if
			:: nfull(control) ->
				control!acknowledge(expected)
			:: full(control)
			fi

		/* the right one, at the wrong time */
		:: running && number == expected && credit == 0 ->
			stopped = true;
			if
			:: nfull(control) ->
				control!busy(0)
			:: full(control)
			fi

		/* one that was here already: the acknowledgement was lost */
		:: running && number != expected && DISTANCE(number, expected) <= WINDOW ->
			if
			:: nfull(control) ->
				control!acknowledge(expected)
			:: full(control)
			fi

		/* a gap: told once */
		:: running && number != expected && DISTANCE(number, expected) > WINDOW ->
			if
			:: rejected
			:: !rejected ->
				if
				:: nfull(control) ->
					control!reject(expected);
					rejected = true
				:: full(control)
				fi
			fi
		fi;
		number = 0;
		value = 0

	:: line?enquiry(_, _) ->
		if
		:: !running
		:: running && stopped && credit == 0 ->
			if
			:: nfull(control) ->
				control!busy(0)
			:: full(control)
			fi
		:: running && !(stopped && credit == 0) ->
			/* whatever is under way may be lost: say where to go on */
			stopped = false;
			rejected = false;
			if
			:: nfull(control) ->
				control!acknowledge(expected)
			:: full(control)
			fi;
			if
			:: nfull(control) ->
				control!ready(expected)
			:: full(control)
			fi
		fi

	:: grant?more ->
		credit = credit + more;
		more = 0;
		if
		:: stopped ->
			stopped = false;
			if
			:: nfull(control) ->
				control!ready(expected)
			:: full(control)
			fi
		:: !stopped
		fi

	:: line?finish(_, _) ->
		if
		:: running ->
			running = false;
			expected = 0;
			credit = 0;
			rejected = false;
			stopped = false
		:: !running		/* a repeated finish */
		fi;
		if
		:: nfull(control) ->
			control!finished(0)
		:: full(control)
		fi
	od
}
