/* A program that has its own MPI gives the library a part of its ranks. Under mpirun -n 3. */
#include <mpi.h>

#include "api_fixture.h"

enum { NX = 80, NY = 40 };

static double bed(double x, double y, void *user)
{
    (void)user;
    return 0.01 * x + 0.02 * y;
}

static double level(double x, double y, void *user)
{
    (void)user;
    return x < 30 ? 3 : bed(x, y, NULL);
}

/* Depths after some steps, on the first rank of the context. */
static void run(spate_context *group, double *depth)
{
    spate_options o;
    spate_sim *sim = NULL;
    spate_options_default(&o);
    o.nx = NX, o.ny = NY, o.dx = o.dy = 1;
    o.threads = 1;
    CHECK(spate_sim_create(group, &o, &sim) == SPATE_OK);
    CHECK(spate_set_bed(sim, bed, NULL) == SPATE_OK);
    CHECK(spate_set_level(sim, level, NULL) == SPATE_OK);
    CHECK(spate_advance_steps(sim, 10) == SPATE_OK);
    const spate_array a = {.values = spate_rank(group) == 0 ? depth : NULL, .precision = 64};
    CHECK(spate_get_array(sim, SPATE_DEPTH, &a) == SPATE_OK);
    spate_sim_destroy(sim);
}

static int world_rank, world_size;

static void a_communicator_of_the_caller_is_the_group(void)
{
    static double alone[NX * NY], together[NX * NY];
    spate_context *group = NULL;
    MPI_Comm pair;
    /* Ranks 1 and 2 compute together, in the order 2, 1; rank 0 by itself. */
    MPI_Comm_split(MPI_COMM_WORLD, world_rank > 0, -world_rank, &pair);
    CHECK(spate_context_create_mpi(MPI_Comm_c2f(pair), &group) == SPATE_OK);
    CHECK(spate_rank_count(group) == (world_rank > 0 ? world_size - 1 : 1));
    CHECK(spate_rank(group) == (world_rank > 0 ? world_size - 1 - world_rank : 0));
    run(group, together);
    MPI_Comm_free(&pair); /* the library has its own */
    run(group, together);
    spate_context_destroy(group);
    CHECK(spate_context_create(&group) == SPATE_OK);
    run(group, alone);
    spate_context_destroy(group);
    if (world_rank == 0 || world_rank == world_size - 1)
        CHECK(memcmp(alone, together, sizeof alone) == 0);
}

static void mpi_of_the_caller_goes_on(void)
{
    spate_context *group = NULL, *second = NULL;
    int finalised = 1;
    CHECK(spate_context_create_parallel(&group) == SPATE_OK);
    CHECK(spate_context_create_parallel(&second) == SPATE_OK); /* two at a time */
    CHECK(spate_rank_count(group) == world_size && spate_rank(second) == world_rank);
    spate_context_destroy(group);
    spate_context_destroy(second);
    MPI_Finalized(&finalised);
    CHECK(!finalised);
    double sum = world_rank;
    MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    CHECK(sum == 0.5 * world_size * (world_size - 1));
    CHECK(spate_context_create_mpi(MPI_Comm_c2f(MPI_COMM_NULL), &group) == SPATE_ERROR_ARGUMENT);
    CHECK(!group);
}

int main(int argc, char **argv)
{
    spate_context *early = NULL;
    CHECK(spate_context_create_mpi(0, &early) == SPATE_ERROR_ARGUMENT); /* MPI is not running */
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &world_rank);
    MPI_Comm_size(MPI_COMM_WORLD, &world_size);
    RUN(a_communicator_of_the_caller_is_the_group);
    RUN(mpi_of_the_caller_goes_on);
    const int failed = check_done();
    MPI_Finalize();
    CHECK(spate_context_create_parallel(&early) == SPATE_OK); /* one process by itself */
    CHECK(spate_rank_count(early) == 1);
    spate_context_destroy(early);
    return failed || check_state.wrong > 0;
}
