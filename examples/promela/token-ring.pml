/* A token goes round a ring of channels; only its holder works. The claim describes the executions
   that must not exist: two at work at once. */
#define N 3

chan ring[N] = [0] of { bit };
byte working;

proctype Station(byte me) {
end:
  do
  :: ring[me]?_ ->
     working++;
progress:
     working--;
     ring[(me + 1) % N]!1
  od
}

init {
  byte i;
  atomic { for (i : 0 .. N - 1) { run Station(i) } };
  ring[0]!1
}

never {
  do
  :: working > 1 -> break
  :: else
  od
}
