/* Tests for messages, first in a loop, then with sleep in between. A thread that slept is scheduled
 * at once when it wakes, so a message that has arrived waits for some 0.1 ms and not for the time
 * slices of other programs. */
#define _POSIX_C_SOURCE 200112L
#include "spate_config.h"
#if SPATE_HAVE_MPI
#include <stdlib.h>
#include <time.h>

#include "base/cores.h"
#include "base/timers.h"
#include "parallel/mpi_wait.h"

/* Long beside messages between cores that nobody shares, and long beside the sleep. */
static const double awake_seconds = 1e-3;
static int is_crowded;

void mpi_wait_prepare(void)
{
    /* Where Open MPI yields, every test of a message gives a time slice to each program that
     * computes. */
    setenv("OMPI_MCA_mpi_yield_when_idle", "0", 0);
}

void mpi_wait_begin(int ranks)
{
    is_crowded = ranks > cores_usable();
}

void mpi_wait_all(int count, MPI_Request *requests)
{
    const struct timespec pause = {0, 50000};
    int done = 0;
    MPI_Testall(count, requests, &done, MPI_STATUSES_IGNORE);
    const double begun = done || is_crowded ? 0 : timers_now();
    while (!done) {
        if (is_crowded || timers_now() - begun > awake_seconds)
            nanosleep(&pause, NULL);
        MPI_Testall(count, requests, &done, MPI_STATUSES_IGNORE);
    }
}
#endif
