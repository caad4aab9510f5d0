/* Calls of comm.h that all ranks make together. */
#include <stdlib.h>
#include <string.h>

#include "parallel/comm.h"
#include "spate_config.h"
#if SPATE_HAVE_MPI
#include "parallel/comm_group.h"
#include "parallel/mpi_wait.h"
#endif

#if SPATE_HAVE_MPI
/* Not the blocking calls of MPI, which wait in their own way. */
static void reduce(const comm *c, void *values, int count, MPI_Datatype type, MPI_Op op)
{
    MPI_Request request;
    MPI_Iallreduce(MPI_IN_PLACE, values, count, type, op, comm_group(c), &request);
    mpi_wait_all(1, &request);
}

static void broadcast(const comm *c, void *data, int bytes, int rank)
{
    MPI_Request request;
    MPI_Ibcast(data, bytes, MPI_BYTE, rank, comm_group(c), &request);
    mpi_wait_all(1, &request);
}
#endif

void comm_max(comm *c, double *values, int count)
{
    ++comm_counted(c)->reductions;
#if SPATE_HAVE_MPI
    if (comm_size(c) > 1)
        reduce(c, values, count, MPI_DOUBLE, MPI_MAX);
#else
    (void)values;
    (void)count;
#endif
}

void comm_sum_count(comm *c, int64_t *values, int count)
{
    ++comm_counted(c)->reductions;
#if SPATE_HAVE_MPI
    if (comm_size(c) > 1)
        reduce(c, values, count, MPI_INT64_T, MPI_SUM);
#else
    (void)values;
    (void)count;
#endif
}

void comm_broadcast(comm *c, void *data, size_t bytes)
{
#if SPATE_HAVE_MPI
    const size_t piece = (size_t)1 << 30; /* MPI counts are int */
    for (size_t done = 0; comm_size(c) > 1 && done < bytes; done += piece)
        broadcast(c, (char *)data + done, (int)(bytes - done < piece ? bytes - done : piece), 0);
#else
    (void)c;
    (void)data;
    (void)bytes;
#endif
}

#if SPATE_HAVE_MPI
/* MPI has no 128-bit integer. The words travel as four 32-bit digits, whose 64-bit sums cannot
 * overflow, and are recombined with their carries. */
static void to_digits(const exact_sum *sum, uint64_t digits[4])
{
    digits[0] = sum->low & UINT32_MAX;
    digits[1] = sum->low >> 32;
    digits[2] = (uint64_t)sum->high & UINT32_MAX;
    digits[3] = (uint64_t)sum->high >> 32;
}

static void from_digits(uint64_t digits[4], exact_sum *sum)
{
    for (int k = 0; k < 3; ++k) {
        digits[k + 1] += digits[k] >> 32;
        digits[k] &= UINT32_MAX;
    }
    sum->low = digits[0] | digits[1] << 32;
    sum->high = (int64_t)(digits[2] | digits[3] << 32);
}
#endif

void comm_sum_exact_list(comm *c, exact_sum *sums, int count)
{
#if SPATE_HAVE_MPI
    uint64_t digits[4 * COMM_SUMS];
    ++comm_counted(c)->reductions;
    if (comm_size(c) == 1)
        return;
    for (int k = 0; k < count; ++k)
        to_digits(&sums[k], digits + 4 * k);
    reduce(c, digits, 4 * count, MPI_UINT64_T, MPI_SUM);
    for (int k = 0; k < count; ++k)
        from_digits(digits + 4 * k, &sums[k]);
#else
    ++comm_counted(c)->reductions;
    (void)sums;
    (void)count;
#endif
}

void comm_sum_exact(comm *c, exact_sum *sum)
{
    comm_sum_exact_list(c, sum, 1);
}

#if SPATE_HAVE_MPI
/* Sizes and offsets of all ranks' bytes; 0 where there is no memory. */
static int gather_sizes(comm *c, size_t bytes, int **sizes, int **offsets, size_t *total)
{
    *sizes = malloc(sizeof **sizes * (size_t)comm_size(c));
    *offsets = malloc(sizeof **offsets * (size_t)comm_size(c));
    const int own = (int)bytes;
    if (!*sizes || !*offsets)
        return 0;
    MPI_Request request;
    MPI_Iallgather(&own, 1, MPI_INT, *sizes, 1, MPI_INT, comm_group(c), &request);
    mpi_wait_all(1, &request);
    *total = 0;
    for (int r = 0; r < comm_size(c); ++r) {
        (*offsets)[r] = (int)*total;
        *total += (size_t)(*sizes)[r];
    }
    return 1;
}
#endif

void *comm_gather_all(comm *c, const void *mine, size_t bytes, size_t *total)
{
    *total = bytes;
#if SPATE_HAVE_MPI
    if (comm_size(c) > 1) {
        int *sizes = NULL, *offsets = NULL;
        void *all = NULL;
        if (gather_sizes(c, bytes, &sizes, &offsets, total)) {
            all = malloc(*total + 1);
            if (all) {
                MPI_Request request;
                MPI_Iallgatherv(mine, (int)bytes, MPI_BYTE, all, sizes, offsets, MPI_BYTE,
                                comm_group(c), &request);
                mpi_wait_all(1, &request);
            }
        }
        free(sizes);
        free(offsets);
        return all;
    }
#else
    (void)c;
#endif
    void *copy = malloc(bytes + 1);
    if (copy && bytes)
        memcpy(copy, mine, bytes);
    return copy;
}

spate_status comm_agree(spate_context *ctx, spate_status mine)
{
#if SPATE_HAVE_MPI
    comm *c = ctx->comm;
    if (comm_size(c) > 1) {
        int first = mine == SPATE_OK ? comm_size(c) : comm_rank(c), status = (int)mine;
        reduce(c, &first, 1, MPI_INT, MPI_MIN);
        if (first == comm_size(c))
            return SPATE_OK;
        broadcast(c, &status, (int)sizeof status, first);
        broadcast(c, ctx->message, (int)sizeof ctx->message, first);
        return (spate_status)status;
    }
#else
    (void)ctx;
#endif
    return mine;
}
