/* Two lights at a crossing, told by a controller over channels without buffer who may go. */
mtype = { red, green }
mtype:order = { go, stop, stopped }

mtype light[2] = red;
chan command[2] = [0] of { mtype:order };

proctype Light(byte me) {
  do
  :: command[me]?go;
     light[me] = green;
     command[me]?stop;
     light[me] = red;
     command[me]!stopped
  od
}

init {
  byte next;
  atomic { run Light(0); run Light(1) };
  do
  :: command[next]!go;
     command[next]!stop;
     command[next]?stopped;
     next = 1 - next
  od
}

ltl safe { [] !(light[0] == green && light[1] == green) }
ltl both_served { ([] <> (light[0] == green)) && ([] <> (light[1] == green)) }
