/* The same election on a ring of ten nodes. */
#define N 10
#include "chang-roberts.pml"
