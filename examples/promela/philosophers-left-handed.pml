/* One philosopher takes the forks in the other order, and nobody waits for ever. */
#define N 3

bool taken[N];

inline take(f) { atomic { !taken[f] -> taken[f] = true } }
inline put(f) { taken[f] = false }

active [N] proctype Philosopher() {
  byte first = (_pid == 0 -> 1 : _pid);
  byte second = (_pid == 0 -> 0 : (_pid + 1) % N);
  do
  :: take(first);
     take(second);
eat: put(second);
     put(first)
  od
}

ltl neighbours { [] !(Philosopher[0]@eat && Philosopher[1]@eat) }
ltl somebody_eats { <> (Philosopher[0]@eat || Philosopher[1]@eat || Philosopher[2]@eat) }
