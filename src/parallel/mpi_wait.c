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

/* How long a rank waits awake. On cores of its own: long beside a message, and long beside the sleep.
 * On shared ones: a message of a rank that runs now. */
static double awake_seconds = 1e-3;

void mpi_wait_prepare(void)
{
    /* Where Open MPI yields, every test of a message gives a time slice to each program that
     * computes. */
    setenv("OMPI_MCA_mpi_yield_when_idle", "0", 0);
}

void mpi_wait_begin(int ranks)
{
    awake_seconds = ranks > cores_usable() ? 20e-6 : 1e-3;
}

void mpi_wait_all(int count, MPI_Request *requests)
{
    const struct timespec pause = {0, 20000};
    int done = 0;
    MPI_Testall(count, requests, &done, MPI_STATUSES_IGNORE);
    const double begun = done ? 0 : timers_now();
    while (!done) {
        if (timers_now() - begun > awake_seconds)
            nanosleep(&pause, NULL);
        MPI_Testall(count, requests, &done, MPI_STATUSES_IGNORE);
    }
}
#endif
