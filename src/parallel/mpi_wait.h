/* Waiting for MPI messages on cores that are shared. MPI libraries test for messages in a loop. Where
 * ranks or other programs share cores, that loop uses the time slices in which the sender could run. */
#ifndef SPATE_PARALLEL_MPI_WAIT_H
#define SPATE_PARALLEL_MPI_WAIT_H

#include <mpi.h>

/* To be called before MPI_Init_thread. */
void mpi_wait_prepare(void);
/* `ranks` run on this machine; with more of them than CPUs, waits sleep soon. */
void mpi_wait_begin(int ranks);
void mpi_wait_all(int count, MPI_Request *requests);

#endif
