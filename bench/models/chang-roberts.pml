/*
 * Leader election of Chang and Roberts on a ring of N nodes with rendezvous only. A node passes on
 * numbers larger than its own; of several that it has to pass on the largest is enough.
 */
#ifndef N
#define N 9
#endif
#ifndef STRIDE
#define STRIDE 7
#endif

chan to[N + 1] = [0] of { byte };	/* nobody listens to the last: what a node with nothing to say writes to */
byte leaders;

active [N] proctype node()
{
	byte own = (_pid * STRIDE) % N + 1, outgoing = (_pid * STRIDE) % N + 1, got;

end:	do
	:: to[(outgoing > 0 -> (_pid + 1) % N : N)]!outgoing; outgoing = 0
	:: to[_pid]?got;
		d_step {
			if
			:: got == own -> leaders++; assert(leaders == 1)
			:: got > own && got > outgoing -> outgoing = got
			:: else
			fi;
			got = 0
		}
	od
}
