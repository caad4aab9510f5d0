/* The machine of J. Saunders (2014, MSc dissertation, University of Bath): Tesla M2090 GPUs of the
 * cluster Emerald, one process each, f64, doubly periodic square, sqrt(P) x sqrt(P) boxes. Numbers
 * are those of its tables. Nothing here is fitted to the times that the model predicts. */
#include "bench/scaling.h"

const int scaling_gpus[SCALING_COUNTS_OF_GPUS] = {1, 4, 9, 16, 25, 36, 64};

/* Exchanges of one field each, and sums over all GPUs. Conjugate gradients exchange the search
 * direction once an iteration and make two sums, and one before the first.
 *
 * One evaluation of the tendencies: three fields of the state, the potential vorticity, and three
 * iterations for each of the two mass matrices: 4 + 2 x 3 exchanges and 2 x (2 x 3 + 1) sums. The
 * dissertation counts ten exchanges, too. RK3 has three evaluations.
 *
 * One Newton iteration of the semi-implicit scheme, by the stencils of its equations: three fields
 * of the state, potential vorticity, Bernoulli function, two residuals of velocity, three iterations
 * for the Helmholtz equation and its solution: 11 exchanges and 2 x 3 + 1 sums. A step has two. */
#define ONE_FIELD(number, sums)                                                                    \
    {                                                                                              \
        .exchanges = (number), .fields = (number), .reductions = (sums), .width = 1,               \
        .value_bytes = 8                                                                           \
    }

/* Tables 12 to 17: ripple, CFL 0.1. */
const scaling_table scaling_tables[] = {{"leapfrog",
                                         ONE_FIELD(10, 14),
                                         {25.71, 7.02, 3.83, 2.58, 2.05, 1.71, 1.41},
                                         {25.71, 26.60, 27.29, 29.20, 28.01, 28.38, 30.55}},
                                        {"RK3",
                                         ONE_FIELD(30, 42),
                                         {91.52, 27.13, 17.69, 13.38, 11.42, 10.33, 4.44},
                                         {91.52, 99.53, 106.21, 104.14, 105.30, 105.92, 107.61}},
                                        {"semi-implicit",
                                         ONE_FIELD(22, 14),
                                         {52.34, 14.62, 7.25, 4.55, 3.43, 2.73, 2.04},
                                         {52.34, 55.86, 55.39, 54.94, 55.93, 54.73, 57.37}},
                                        {.name = NULL}};

/* Table 6: Helmholtz, mass matrix along x, along y. */
const double scaling_paper_cg[SCALING_SYSTEMS] = {5.61, 5.53, 5.56};

/* ---- network ---- */

/* Tables 18 and 19. The bandwidths printed there count the sides of the whole domain; here each GPU
 * sends its own. */
const scaling_halo_time scaling_halo_times[] = {{4, 2560, 0, .055},  {9, 1706, 0, .051},
                                                {16, 1280, 0, .056}, {25, 1024, 0, .048},
                                                {36, 853, 0, .053},  {4, 5120, 1, .079},
                                                {9, 5120, 1, .096},  {16, 5120, 1, .123},
                                                {25, 5120, 1, .136}, {36, 5120, 1, .110},
                                                {.gpus = 0}};

static const scaling_scheme one_field = ONE_FIELD(1, 0);

scaling_load scaling_halo_load(const scaling_halo_time *t)
{
    const int64_t whole = 2 * (int64_t)t->edge;
    const scaling_grid g = {whole, whole, 2, 2, 1, 1, 1};
    return scaling_largest_load(&one_field, &g);
}

void scaling_paper_network(double *latency, double *bandwidth)
{
    scaling_exchange all[sizeof scaling_halo_times / sizeof *scaling_halo_times];
    int count = 0;
    for (const scaling_halo_time *t = scaling_halo_times; t->gpus > 0; ++t) {
        const scaling_load l = scaling_halo_load(t);
        all[count++] =
            (scaling_exchange){l.messages, l.bytes, t->seconds / SCALING_PAPER_EXCHANGES};
    }
    scaling_fit(all, count, latency, bandwidth);
}
