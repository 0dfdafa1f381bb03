/* Philosophers who all take the fork on their left first: they can all wait for the other one. */
#define N 3

chan fork[N] = [1] of { bit };

active [N] proctype Philosopher() {
  fork[_pid]!0;                       /* one fork lies to the left of each */
end:
  do
  :: fork[_pid]?_;
     fork[(_pid + 1) % N]?_;
     fork[_pid]!0;
     fork[(_pid + 1) % N]!0
  od
}

/* At `end` a philosopher may rest; but waiting for a second fork for ever is a deadlock. */
