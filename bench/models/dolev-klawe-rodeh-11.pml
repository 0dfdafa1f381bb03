/* The same election on a ring of eleven nodes. */
#define N 11
#include "dolev-klawe-rodeh.pml"
