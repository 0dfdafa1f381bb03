/* Each process reads a counter, adds one and writes it back. Some of it can get lost. */
byte count;

proctype Add() {
  byte t;
  t = count;
  count = t + 1
}

init {
  atomic { run Add(); run Add() };
  _nr_pr == 1;
  assert(count == 2)
}
