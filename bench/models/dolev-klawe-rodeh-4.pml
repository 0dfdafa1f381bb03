#define N 4
#include "dolev-klawe-rodeh.pml"
