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
#include "parallel/comm_group.h"
#include "parallel/mpi_wait.h"
#endif

struct comm {
    int rank, size, local_rank, local_size;
    comm_counts counts;
#if SPATE_HAVE_MPI
    MPI_Comm group; /* ours: messages of the caller cannot be mistaken for it */
    int joined;
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
/* Groups that are there, if MPI was initialised here: the last one finalises it. */
static int started_here, groups;

static int is_running(void)
{
    int begun = 0, ended = 0;
    MPI_Initialized(&begun);
    MPI_Finalized(&ended);
    return begun && !ended;
}

static void start(void)
{
    int begun = 0, provided;
    MPI_Initialized(&begun);
    if (begun)
        return;
    mpi_wait_prepare();
    MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided);
    started_here = 1;
}

static void join(comm *c, MPI_Comm world)
{
    MPI_Comm machine;
    MPI_Comm_dup(world, &c->group);
    c->joined = 1;
    ++groups;
    MPI_Comm_rank(c->group, &c->rank);
    MPI_Comm_size(c->group, &c->size);
    MPI_Comm_split_type(c->group, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine);
    MPI_Comm_rank(machine, &c->local_rank);
    MPI_Comm_size(machine, &c->local_size);
    MPI_Comm_free(&machine);
    mpi_wait_begin(c->local_size);
}
#endif

comm *comm_create(int join_mpirun)
{
    comm *c = calloc(1, sizeof *c);
    if (!c)
        return NULL;
    c->size = c->local_size = 1;
#if SPATE_HAVE_MPI
    if (join_mpirun && comm_under_mpirun())
        start();
    if (join_mpirun && is_running())
        join(c, MPI_COMM_WORLD);
#else
    (void)join_mpirun;
#endif
    return c;
}

comm *comm_create_in(int communicator)
{
#if SPATE_HAVE_MPI
    if (!is_running())
        return NULL;
    const MPI_Comm world = MPI_Comm_f2c(communicator);
    comm *c = world == MPI_COMM_NULL ? NULL : calloc(1, sizeof *c);
    if (c)
        join(c, world);
    return c;
#else
    (void)communicator;
    return NULL;
#endif
}

void comm_destroy(comm *c)
{
    if (!c)
        return;
#if SPATE_HAVE_MPI
    free(c->requests);
    if (c->joined && is_running()) {
        MPI_Comm_free(&c->group);
        if (--groups == 0 && started_here)
            MPI_Finalize();
    }
#endif
    free(c);
}

#if SPATE_HAVE_MPI
MPI_Comm comm_group(const comm *c)
{
    return c->group;
}
#endif

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

comm_counts *comm_counted(comm *c)
{
    return &c->counts;
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
    ++c->counts.messages;
    c->counts.bytes += (int64_t)bytes;
    MPI_Isend(data, (int)bytes, MPI_BYTE, rank, tag, c->group, &c->requests[c->pending++]);
}

void comm_receive_start(comm *c, void *data, size_t bytes, int rank, int tag)
{
    MPI_Irecv(data, (int)bytes, MPI_BYTE, rank, tag, c->group, &c->requests[c->pending++]);
}

void comm_wait_all(comm *c)
{
    if (c->pending) /* without messages MPI may not be initialised */
        mpi_wait_all(c->pending, c->requests);
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
