/* Any number of readers or one writer. Readers may keep a writer out for ever. */
byte readers;
bool writing;

active [2] proctype Reader() {
  do
  :: atomic { !writing -> readers++ };
read:
     assert(!writing);
     readers--
  od
}

active proctype Writer() {
  do
  :: atomic { !writing && readers == 0 -> writing = true };
write:
     assert(readers == 0);
     writing = false
  od
}

ltl writes { <> Writer@write }
