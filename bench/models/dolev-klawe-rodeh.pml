/* Leader election of Dolev, Klawe and Rodeh on a ring of N nodes with channels of four slots. */
#ifndef N
#define N 10
#endif
#define SLOTS 4
#define NEXT to[(_pid + 1) % N]

mtype = { one, two, winner };
chan to[N] = [SLOTS] of { mtype, byte };
byte leaders;

active [N] proctype node()
{
	byte highest = (_pid * 7 + 2) % N + 1, left, got;
	bool passive, knows;

	NEXT!one(highest);
end:	do
	:: d_step { !passive && nfull(NEXT) && to[_pid]?[one] -> to[_pid]?one(left);
			if
			:: left != highest -> NEXT!two(left)
			:: left == highest -> knows = true; leaders++; assert(leaders == 1); NEXT!winner(left); left = 0
			fi }
	:: d_step { !passive && to[_pid]?[two] -> to[_pid]?two(got);
			if
			:: left > got && left > highest -> highest = left
			:: else -> passive = true
			fi;
			left = 0; got = 0 }
		if
		:: !passive -> NEXT!one(highest)
		:: passive
		fi
	:: d_step { passive && to[_pid]?[one] -> to[_pid]?one(got) }
		NEXT!one(got);
		got = 0
	:: d_step { passive && to[_pid]?[two] -> to[_pid]?two(got) }
		NEXT!two(got);
		got = 0
	:: d_step { !knows && to[_pid]?[winner] -> to[_pid]?winner(got); knows = true }
		NEXT!winner(got);
		got = 0
	:: d_step { knows && to[_pid]?[winner] -> to[_pid]?winner(_) }
	od
}
