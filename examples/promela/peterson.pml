/* Peterson's algorithm for two processes: only one is in its critical section at a time. That who
   wants to enter does so in the end is true only where every process gets its turn: otherwise the
   other one may go round for ever. */
bool want[2];
byte turn;
byte inside;

active [2] proctype P() {
  do
  :: want[_pid] = true;
     turn = 1 - _pid;
     (!want[1 - _pid] || turn == _pid);
     inside++;
critical:
     assert(inside == 1);
     inside--;
     want[_pid] = false
  od
}

ltl mutex { [] !(P[0]@critical && P[1]@critical) }
ltl served { [] (want[0] && turn == 0 -> <> P[0]@critical) }
