/* The communicator of a group, for the files that call MPI. Only where SPATE_HAVE_MPI is 1. */
#ifndef SPATE_PARALLEL_COMM_GROUP_H
#define SPATE_PARALLEL_COMM_GROUP_H

#include <mpi.h>

#include "parallel/comm.h"

MPI_Comm comm_group(const comm *c);

#endif
