/* Peterson's filter lock for N processes: N - 1 gates, at each of which the last to come waits. */
#ifndef N
#define N 5
#endif

byte gate[N];	/* the gate at which a process is, 0: none */
byte last[N];	/* who came last to a gate */
byte inside;

active [N] proctype user()
{
	byte g = 0, other = 0;

wait:	do
	:: d_step { g < N - 1 -> g++; gate[_pid] = g }
		last[g] = _pid;
		do
		:: d_step { other < N && (other == _pid || gate[other] < g) -> other++ }
		:: d_step { last[g] != _pid -> other = N }
		:: d_step { other == N -> other = 0 } break
		od
	:: d_step { g == N - 1 -> inside++; assert(inside == 1) }
		d_step { inside--; g = 0; gate[_pid] = 0 }
	od
}
