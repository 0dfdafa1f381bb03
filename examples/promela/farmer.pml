/* The farmer, the wolf, the goat and the cabbage. The property says that they can never all be
   across; the execution against it shows how to do it. */
bool farmer, wolf, goat, cabbage;

#define together(a, b) (a == b && a != farmer)
#define trouble (together(wolf, goat) || together(goat, cabbage))

active proctype Boat() {
  do
  :: atomic { !trouble && wolf == farmer -> wolf = !wolf; farmer = !farmer }
  :: atomic { !trouble && goat == farmer -> goat = !goat; farmer = !farmer }
  :: atomic { !trouble && cabbage == farmer -> cabbage = !cabbage; farmer = !farmer }
  :: atomic { !trouble -> farmer = !farmer }
  :: trouble -> break
  od
}

ltl stuck { [] !(farmer && wolf && goat && cabbage) }
