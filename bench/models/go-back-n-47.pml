/* The same protocol with channels of seven slots. */
#define SLOTS 7
#include "go-back-n.pml"
