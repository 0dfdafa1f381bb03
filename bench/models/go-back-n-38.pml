/* The same protocol with a window of three and channels of eight slots. */
#define W 3
#define SLOTS 8
#include "go-back-n.pml"
