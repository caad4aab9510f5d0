/* The common kernels of the reference backend: one plain loop each. */
#include "backend/common/conveyance.h"
#include "backend/common/kernels.h"
#include "backend/common/maxima.h"
#include "backend/common/survey.h"

static void sum(grid_part *p, exact_sum *depth)
{
    const real *h = p->field[FIELD_DEPTH][p->clock->now];
    const real *carry = p->field[FIELD_CARRY][p->clock->now];
    for (int j = 0; j < p->shape.ny; ++j)
        for (int i = 0; i < p->shape.nx; ++i) {
            const ptrdiff_t o = (ptrdiff_t)j * p->shape.pitch + i;
            exact_sum_add(depth, (double)h[o]);
            if (carry)
                exact_sum_add(depth, (double)carry[o]);
        }
}

static void sum_infiltrated(grid_part *p, exact_sum *depth)
{
    const double *infiltrated = p->field[FIELD_INFILTRATED][p->clock->now];
    for (int j = 0; j < p->shape.ny && infiltrated; ++j)
        for (int i = 0; i < p->shape.nx; ++i)
            exact_sum_add(depth, infiltrated[(ptrdiff_t)j * p->shape.pitch + i]);
}

static void conveyance(grid_part *part, int boundary, exact_sum sums[2])
{
    const face_team alone = {.rank = 0, .size = 1, .scratch = NULL};
    list_conveyance(part, &part->boundary_x, 0, boundary, &alone, sums);
    list_conveyance(part, &part->boundary_y, 1, boundary, &alone, sums);
}

static void survey(grid_part *p, double lowest, double film, water_survey *out)
{
    for (int j = 0; j < p->shape.ny; ++j)
        for (int i = 0; i < p->shape.nx; ++i)
            survey_cell(p, (ptrdiff_t)j * p->shape.pitch + i, lowest, film, out);
}

static void maxima(grid_part *part, int begin_anew)
{
    const maxima_view v = maxima_view_of(part);
    for (int j = 0; j < part->shape.ny && begin_anew; ++j)
        maxima_begin_row(part, j);
    for (int j = 0; j < part->shape.ny && !begin_anew; ++j)
        for (int i = 0; i < part->shape.nx; ++i) {
            const ptrdiff_t o = (ptrdiff_t)j * v.pitch + i;
            maxima_store(&v, o, maxima_higher(maxima_stored(&v, o), maxima_now(&v, o)));
            maxima_cross_cell(&v, o);
        }
}

static int prepare(grid_part *part, int threads)
{
    (void)part;
    (void)threads;
    return 1;
}

static void dispose(grid_part *part)
{
    (void)part;
}

extern const common_kernels SPATE_NAME(common_kernels_reference);
const common_kernels SPATE_NAME(common_kernels_reference) = {
    .prepare = prepare,
    .dispose = dispose,
    .sum = sum,
    .sum_infiltrated = sum_infiltrated,
    .maxima = maxima,
    .survey = survey,
    .conveyance = conveyance,
};
