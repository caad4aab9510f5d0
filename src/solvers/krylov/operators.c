/* Products with the matrix of the grid, and with an operator of the caller. */
#include "solvers/krylov/precondition.h"

static void grid_residual(kry_solver *s)
{
    for (int n = 0; n < s->part_count; ++n)
        s->cg->residual(&s->parts[n], 0);
}

static void grid_direction(kry_solver *s, int turn)
{
    for (int n = 0; n < s->part_count; ++n)
        s->cg->direction(&s->parts[n], turn);
}

static void grid_product(kry_solver *s)
{
    for (int n = 0; n < s->part_count; ++n)
        s->cg->product(&s->parts[n], 0);
}

static void grid_judge(kry_solver *s, int turn)
{
    for (int n = 0; n < s->part_count; ++n)
        s->cg->judge(&s->parts[n], turn);
}

const kry_operator kry_grid_operator = {.residual = grid_residual,
                                        .direction = grid_direction,
                                        .product = grid_product,
                                        .judge = grid_judge};

/* ---- of the caller ---- */

static void call(kry_solver *s, int n, const void *v)
{
    const kry_part *part = &s->parts[n];
    s->apply(s->user, n, v, part->q, part->shape.pitch, s->device->stream(s->stream));
}

static void caller_residual(kry_solver *s)
{
    for (int n = 0; n < s->part_count; ++n) {
        call(s, n, s->parts[n].p[0]);
        s->cg->residual(&s->parts[n], 1);
    }
}

static void caller_direction(kry_solver *s, int turn)
{
    for (int n = 0; n < s->part_count; ++n) {
        s->cg->combine(&s->parts[n], turn);
        call(s, n, s->parts[n].p[turn]);
        s->cg->dot_pq(&s->parts[n], turn);
    }
}

static void caller_product(kry_solver *s)
{
    for (int n = 0; n < s->part_count; ++n) {
        s->cg->make_z(&s->parts[n], s->products[n]);
        call(s, n, s->products[n]);
        s->cg->product(&s->parts[n], 1);
    }
}

const kry_operator kry_caller_operator = {.residual = caller_residual,
                                          .direction = caller_direction,
                                          .product = caller_product};
