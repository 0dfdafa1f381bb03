/* Processes in a ring send their numbers around; only the highest comes back to its owner. */
#define N 3

chan link[N] = [N] of { byte };
byte leaders;
byte elected;

active [N] proctype Node() {
  byte mine = (_pid * 2 + 1) % N + 1;
  byte number;
  link[(_pid + 1) % N]!mine;
end:
  do
  :: link[_pid]?number ->
     if
     :: number > mine -> link[(_pid + 1) % N]!number
     :: number == mine -> leaders++; elected = mine; assert(leaders == 1)
     :: else -> skip
     fi
  od
}

ltl one_is_elected { <> (leaders == 1) }
ltl the_highest { [] (leaders == 1 -> <> (elected == N)) }
