/* A barrier for three processes: nobody starts the second round before all have ended the first. */
#define N 3

byte arrived;
byte round[N];

active [N] proctype P() {
  byte i;
  for (i : 1 .. 2) {
    round[_pid] = i;
    assert(round[0] >= i - 1 && round[1] >= i - 1 && round[2] >= i - 1);
    arrived++;
    (arrived >= N * i)
  }
}

ltl ends { <> (arrived == 2 * N) }
