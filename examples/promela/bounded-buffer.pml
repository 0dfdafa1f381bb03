/* Two producers and a consumer with a channel of two places between them. */
#define ITEMS 2

chan buffer = [2] of { byte, byte };
byte taken;

proctype Producer(byte id) {
  byte i;
  for (i : 1 .. ITEMS) {
    buffer!id,i
  }
}

proctype Consumer() {
  byte id;
  byte item;
  byte last[3];
  do
  :: taken < 2 * ITEMS ->
     buffer?id,item;
     assert(item == last[id] + 1);    /* each producer's items come in order */
     last[id] = item;
     taken++
  :: else -> break
  od
}

init {
  atomic { run Producer(1); run Producer(2); run Consumer() }
}

ltl all_arrive { <> (taken == 2 * ITEMS) }
ltl never_overfull { [] (len(buffer) <= 2) }
