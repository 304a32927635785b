// The clock of a server that is CLOCK_AHEAD seconds ahead: SQLite asks gettimeofday, and LD_PRELOAD puts this in its place.
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
	(void)zone;
	const char *ahead = getenv("CLOCK_AHEAD");
	struct timespec right;
	if (clock_gettime(CLOCK_REALTIME, &right) != 0)
		return -1;
	now->tv_sec = right.tv_sec + (ahead ? atol(ahead) : 0);
	now->tv_usec = right.tv_nsec / 1000;
	return 0;
}
