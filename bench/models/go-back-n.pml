/* Go-back-N over two channels that may lose messages. Numbers go round modulo W + 1. */
#ifndef W
#define W 4
#endif
#ifndef SLOTS
#define SLOTS 6
#endif
#define NEXT(x) ((x + 1) % (W + 1))
#define USED ((next + W + 1 - base) % (W + 1))

chan data = [SLOTS] of { byte };
chan acknowledge = [SLOTS] of { byte };

active proctype sender()
{
	byte base, next, sent, a;

	do
	:: d_step { USED < W && nfull(data) -> data!next; next = NEXT(next); sent = 0 }
	:: d_step { sent < USED && nfull(data) -> data!((base + sent) % (W + 1)); sent++ }
	:: d_step { acknowledge?a ->
		if
		:: (a + W + 1 - base) % (W + 1) < USED -> base = NEXT(a)
		:: else
		fi;
		a = 0; sent = 0 }
	:: d_step { nempty(acknowledge) -> acknowledge?a; a = 0 }	/* lost */
	:: d_step { sent == USED && sent > 0 -> sent = 0 }
	od
}

active proctype receiver()
{
	byte expected, d;

	do
	:: d_step { nempty(data) && nfull(acknowledge) ->
		data?d;
		if
		:: d == expected -> expected = NEXT(expected)
		:: else
		fi;
		acknowledge!((expected + W) % (W + 1)); d = 0 }
	:: d_step { nempty(data) -> data?d; d = 0 }	/* lost */
	od
}
