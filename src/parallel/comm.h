/* The group of processes: MPI behind a small interface, or a single process. Every call is
 * collective except the queries (rank, size, local_..., library, takes_device_memory). MPI stays on
 * the main thread. */
#ifndef SPATE_PARALLEL_COMM_H
#define SPATE_PARALLEL_COMM_H

#include <stddef.h>

#include "base/context.h"
#include "base/exact_sum.h"

typedef struct comm comm;

/* Without MPI in the build, or outside mpirun, the group is this process. MPI is initialised where
 * nobody did, and finalised with the last group. NULL: no memory. */
comm *comm_create(int join_mpirun);
/* The ranks of a communicator, by its integer of Fortran. NULL: MPI is not running or not in the
 * build, the communicator is none, or no memory. */
comm *comm_create_in(int communicator);
void comm_destroy(comm *c);
int comm_rank(const comm *c);
int comm_size(const comm *c);
/* Rank among the ranks of this machine, from 0, and their number. */
int comm_local_rank(const comm *c);
int comm_local_size(const comm *c);
const char *comm_library(void); /* the MPI library with its version, or NULL */
int comm_under_mpirun(void);

/* Whether messages may lie in the memory of a GPU: what the MPI library reports, unless
 * SPATE_MPI_DEVICE (yes, no) overrides it. */
int comm_takes_device_memory(const comm *c);

void comm_max(comm *c, double *values, int count);
void comm_sum_exact(comm *c, exact_sum *sum);
/* Several sums in one message; at most COMM_SUMS. */
enum { COMM_SUMS = 16 };
void comm_sum_exact_list(comm *c, exact_sum *sums, int count);
void comm_sum_count(comm *c, int64_t *values, int count);
/* Copies the data of rank 0 to every rank. */
void comm_broadcast(comm *c, void *data, size_t bytes);

/* Gathers the bytes of all ranks, in order of rank, on every rank. Returns a new block, or NULL if
 * any rank has no memory. */
void *comm_gather_all(comm *c, const void *mine, size_t bytes, size_t *total);

/* All ranks return the same status; the message of the lowest rank that failed reaches all. */
spate_status comm_agree(spate_context *ctx, spate_status mine);

/* Messages between ranks; several may be under way. */
void comm_send_start(comm *c, const void *data, size_t bytes, int rank, int tag);
void comm_receive_start(comm *c, void *data, size_t bytes, int rank, int tag);
/* Allocates room for so many messages at once. Returns 0 if there is no memory. */
int comm_reserve(comm *c, int messages);
void comm_wait_all(comm *c);

/* What this rank has sent and reduced so far. A single process reduces without messages. */
typedef struct comm_counts {
    int64_t messages, bytes; /* of comm_send_start */
    int64_t reductions;      /* comm_max and sums */
} comm_counts;
comm_counts *comm_counted(comm *c);

#endif
