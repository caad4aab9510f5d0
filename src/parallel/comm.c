/* MPI, where the build has it. */
#include "parallel/comm.h"

#include <stdlib.h>
#include <string.h>

#include "spate_config.h"
#if SPATE_HAVE_MPI
#include <mpi.h>
#if defined(OPEN_MPI)
#include <mpi-ext.h> /* MPIX_Query_cuda_support */
#endif
#endif

struct comm {
    int rank, size, local_rank, local_size;
    int joined; /* this comm started MPI and ends it */
#if SPATE_HAVE_MPI
    MPI_Request *requests;
    int pending, reserved;
#endif
};

int comm_under_mpirun(void)
{
    /* Open MPI, then MPICH and Slurm's PMI. */
    return getenv("OMPI_COMM_WORLD_SIZE") || getenv("PMI_SIZE") || getenv("PMIX_RANK");
}

#if SPATE_HAVE_MPI
static void look_around(comm *c)
{
    MPI_Comm machine;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine);
    MPI_Comm_rank(machine, &c->local_rank);
    MPI_Comm_size(machine, &c->local_size);
    MPI_Comm_free(&machine);
}
#endif

comm *comm_create(int join_mpirun)
{
    comm *c = calloc(1, sizeof *c);
    if (!c)
        return NULL;
    c->size = c->local_size = 1;
#if SPATE_HAVE_MPI
    if (join_mpirun && comm_under_mpirun()) {
        int provided;
        MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided);
        MPI_Comm_rank(MPI_COMM_WORLD, &c->rank);
        MPI_Comm_size(MPI_COMM_WORLD, &c->size);
        look_around(c);
        c->joined = 1;
    }
#else
    (void)join_mpirun;
#endif
    return c;
}

void comm_destroy(comm *c)
{
    if (!c)
        return;
#if SPATE_HAVE_MPI
    free(c->requests);
    if (c->joined)
        MPI_Finalize();
#endif
    free(c);
}

int comm_rank(const comm *c)
{
    return c->rank;
}

int comm_size(const comm *c)
{
    return c->size;
}

int comm_local_rank(const comm *c)
{
    return c->local_rank;
}

int comm_local_size(const comm *c)
{
    return c->local_size;
}

const char *comm_library(void)
{
#if SPATE_HAVE_MPI
    static char text[MPI_MAX_LIBRARY_VERSION_STRING];
    int length = 0;
    MPI_Get_library_version(text, &length);
    text[strcspn(text, ",\n")] = 0;
    return text;
#else
    return NULL;
#endif
}

int comm_takes_device_memory(const comm *c)
{
    const char *said = getenv("SPATE_MPI_DEVICE");
    if (c->size == 1)
        return 0;
    if (said && (strcmp(said, "yes") == 0 || strcmp(said, "no") == 0))
        return said[0] == 'y';
#if SPATE_HAVE_MPI && defined(MPIX_CUDA_AWARE_SUPPORT)
    return MPIX_Query_cuda_support();
#else
    return 0;
#endif
}

void comm_max(comm *c, double *values, int count)
{
#if SPATE_HAVE_MPI
    if (c->size > 1)
        MPI_Allreduce(MPI_IN_PLACE, values, count, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
#else
    (void)c;
    (void)values;
    (void)count;
#endif
}

void comm_sum_count(comm *c, int64_t *values, int count)
{
#if SPATE_HAVE_MPI
    if (c->size > 1)
        MPI_Allreduce(MPI_IN_PLACE, values, count, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD);
#else
    (void)c;
    (void)values;
    (void)count;
#endif
}

void comm_broadcast(comm *c, void *data, size_t bytes)
{
#if SPATE_HAVE_MPI
    const size_t piece = (size_t)1 << 30; /* MPI counts are int */
    for (size_t done = 0; c->size > 1 && done < bytes; done += piece)
        MPI_Bcast((char *)data + done, (int)(bytes - done < piece ? bytes - done : piece), MPI_BYTE,
                  0, MPI_COMM_WORLD);
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
    if (c->size == 1)
        return;
    for (int k = 0; k < count; ++k)
        to_digits(&sums[k], digits + 4 * k);
    MPI_Allreduce(MPI_IN_PLACE, digits, 4 * count, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
    for (int k = 0; k < count; ++k)
        from_digits(digits + 4 * k, &sums[k]);
#else
    (void)c;
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
    *sizes = malloc(sizeof **sizes * (size_t)c->size);
    *offsets = malloc(sizeof **offsets * (size_t)c->size);
    const int own = (int)bytes;
    if (!*sizes || !*offsets)
        return 0;
    MPI_Allgather(&own, 1, MPI_INT, *sizes, 1, MPI_INT, MPI_COMM_WORLD);
    *total = 0;
    for (int r = 0; r < c->size; ++r) {
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
    if (c->size > 1) {
        int *sizes = NULL, *offsets = NULL;
        void *all = NULL;
        if (gather_sizes(c, bytes, &sizes, &offsets, total)) {
            all = malloc(*total + 1);
            if (all)
                MPI_Allgatherv(mine, (int)bytes, MPI_BYTE, all, sizes, offsets, MPI_BYTE,
                               MPI_COMM_WORLD);
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
    if (c->size > 1) {
        int first = mine == SPATE_OK ? c->size : c->rank, status = (int)mine;
        MPI_Allreduce(MPI_IN_PLACE, &first, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
        if (first == c->size)
            return SPATE_OK;
        MPI_Bcast(&status, 1, MPI_INT, first, MPI_COMM_WORLD);
        MPI_Bcast(ctx->message, (int)sizeof ctx->message, MPI_CHAR, first, MPI_COMM_WORLD);
        return (spate_status)status;
    }
#else
    (void)ctx;
#endif
    return mine;
}

#if SPATE_HAVE_MPI
int comm_reserve(comm *c, int messages)
{
    if (messages <= c->reserved)
        return 1;
    MPI_Request *more = realloc(c->requests, sizeof *more * (size_t)messages);
    if (!more)
        return 0;
    c->requests = more;
    c->reserved = messages;
    return 1;
}

void comm_send_start(comm *c, const void *data, size_t bytes, int rank, int tag)
{
    MPI_Isend(data, (int)bytes, MPI_BYTE, rank, tag, MPI_COMM_WORLD, &c->requests[c->pending++]);
}

void comm_receive_start(comm *c, void *data, size_t bytes, int rank, int tag)
{
    MPI_Irecv(data, (int)bytes, MPI_BYTE, rank, tag, MPI_COMM_WORLD, &c->requests[c->pending++]);
}

void comm_wait_all(comm *c)
{
    if (c->pending) /* without messages MPI may not be initialised */
        MPI_Waitall(c->pending, c->requests, MPI_STATUSES_IGNORE);
    c->pending = 0;
}
#else
/* One process: nothing is ever sent. */
int comm_reserve(comm *c, int messages)
{
    (void)c;
    return messages == 0;
}

void comm_send_start(comm *c, const void *data, size_t bytes, int rank, int tag)
{
    (void)c;
    (void)data;
    (void)bytes;
    (void)rank;
    (void)tag;
}

void comm_receive_start(comm *c, void *data, size_t bytes, int rank, int tag)
{
    comm_send_start(c, data, bytes, rank, tag);
}

void comm_wait_all(comm *c)
{
    (void)c;
}
#endif
