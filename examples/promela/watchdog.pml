/* A worker that can hang, and a watchdog that notices when nothing else can happen any more.
   The alarm interrupts the worker wherever it is. */
bool alarm;
byte work;
byte restarts;

active proctype Worker() {
  do
  :: {
       do
       :: work < 2 -> work++
       :: work == 2 -> false           /* it hangs here */
       od
     } unless {
       alarm -> d_step { alarm = false; work = 0; restarts++ }
     };
     if
     :: restarts == 2 -> break
     :: else -> skip
     fi
  od
}

active proctype Watchdog() {
end:
  do
  :: timeout -> if :: restarts < 2 -> alarm = true :: else -> break fi
  od
}

ltl restarted { <> (restarts == 2) }
ltl never_more { [] (restarts <= 2) }
