/* A lock that is tested first and taken later: between the two another process gets in. */
bool locked;
byte inside;

active [2] proctype P() {
  !locked;
  locked = true;
  inside++;
  assert(inside == 1);
  inside--;
  locked = false
}
