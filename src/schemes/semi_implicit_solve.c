/* The system of the semi-implicit scheme: conjugate gradients, and Newton's method for the wet
 * volume around them. */
#include <stdlib.h>

#include "parallel/comm.h"
#include "schemes/flow_solver.h"
#include "schemes/semi_implicit_own.h"

/* Steps of Newton's method. Each one after the first only turns wet cells dry, and a shore moves by
 * about a cell in a step of time, so that a few are enough. */
enum { MOST_STEPS = 40, MOST_FIELDS = 8 };

void semi_exchange(flow *k, const int *fields, int count)
{
    halo_field list[MOST_FIELDS];
    for (int n = 0; n < count; ++n)
        list[n] = (halo_field){fields[n], 0};
    flow_exchange(k, list, count);
}

/* One linear system, from x as it is. */
static spate_status solve_linear(flow *k, kry_matrix *matrices, kry_array *right, kry_array *x)
{
    static const int centre[] = {SEMI_CENTRE};
    semi_implicit *own = k->own;
    semi_exchange(k, centre, 1);
    for (int n = 0; n < k->setup.part_count; ++n) {
        const grid_part *p = &k->parts[n];
        matrices[n] = flow_matrix(p, SEMI_CENTRE, SEMI_COUPLING_X, SEMI_COUPLING_Y);
        right[n] = flow_array(p, SEMI_RIGHT);
        x[n] = flow_array(p, SEMI_CHANGE);
    }
    SPATE_TRY(kry_use_matrix(own->solver, matrices));
    SPATE_TRY(spate_krylov_setup(own->solver));
    return kry_solve_arrays(own->solver, right, x);
}

/* Compares the wet cells of the rows with x, over all ranks. */
static semi_newton compare(flow *k)
{
    double most[2] = {0, 0};
    for (int n = 0; n < k->setup.part_count; ++n) {
        const semi_newton found = semi_kernels_of(&k->parts[n])->newton(&k->parts[n]);
        most[0] = found.largest > most[0] ? found.largest : most[0];
        most[1] = found.wrong > most[1] ? found.wrong : most[1];
    }
    comm_max(k->setup.ctx->comm, most, 2);
    return (semi_newton){most[0], most[1]};
}

/* Given outflows that take more than there is are limited to it. Returns whether there are any, on
 * any rank. */
static int limit_edges(flow *k)
{
    static const int change[] = {SEMI_CHANGE};
    static const int faces[] = {SEMI_AMOUNT_X, SEMI_AMOUNT_Y, SEMI_GAIN_X, SEMI_GAIN_Y};
    double limited = 0;
    int takes = 0;
    for (int b = 0; b < k->parts[0].boundary_count; ++b)
        takes |= k->parts[0].boundaries[b].takes_water;
    if (!takes)
        return 0;
    semi_exchange(k, change, 1);
    for (int n = 0; n < k->setup.part_count; ++n)
        limited += (double)semi_kernels_of(&k->parts[n])->limit_edges(&k->parts[n]);
    comm_max(k->setup.ctx->comm, &limited, 1);
    if (!(limited > 0))
        return 0;
    semi_exchange(k, faces, 4);
    for (int n = 0; n < k->setup.part_count; ++n)
        semi_kernels_of(&k->parts[n])->cells(&k->parts[n], 0);
    return 1;
}

/* The rows have the right cells wet: none is wrong by more than the solver leaves open. */
static int is_settled(const flow *k, semi_newton found)
{
    return found.wrong <= k->setup.options->tolerance * found.largest;
}

static spate_status solve_in(flow *k, kry_matrix *matrices, kry_array *right, kry_array *x)
{
    const int newton = k->setup.options->drying == SPATE_DRYING_NEWTON;
    for (int step = 0; step < MOST_STEPS; ++step) {
        SPATE_TRY(solve_linear(k, matrices, right, x));
        if (!newton)
            return SPATE_OK;
        const int settled = is_settled(k, compare(k));
        if (!limit_edges(k) && settled)
            return SPATE_OK;
    }
    return spate_fail(k->setup.ctx, SPATE_ERROR_NOT_CONVERGED,
                      "at %g s: wet and dry cells did not settle in %d steps of Newton's method; "
                      "use a smaller courant or tolerance, or drying masks",
                      k->clocks[0].t, MOST_STEPS);
}

spate_status semi_solve(flow *k)
{
    const size_t count = (size_t)k->setup.part_count + 1;
    kry_matrix *matrices = calloc(count, sizeof *matrices);
    kry_array *arrays = calloc(2 * count, sizeof *arrays);
    spate_status status = matrices && arrays ? SPATE_OK : fail_memory(k->setup.ctx, "no memory");
    status = comm_agree(k->setup.ctx, status);
    if (status == SPATE_OK)
        status = solve_in(k, matrices, arrays, arrays + count);
    free(matrices);
    free(arrays);
    return status;
}
