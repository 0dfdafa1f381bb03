byte x;

active proctype once()
{
	x = 1;
	assert(x == 1)
}
