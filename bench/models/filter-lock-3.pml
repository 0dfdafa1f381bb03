#define N 3
#include "filter-lock.pml"
