/* Progress, sums and extremes of a flow over all parts and ranks. */
#include <math.h>

#include "parallel/comm.h"
#include "physics/guard.h"
#include "schemes/flow.h"

scheme_progress flow_progress(void *self)
{
    const flow *k = self;
    const spate_clock *c = &k->clocks[0];
    double awake = 0, tiles = 0;
    for (int n = 0; n < k->setup.part_count; ++n) {
        awake += (double)k->parts[n].tiles_computed;
        tiles += (double)k->parts[n].shape.tiles_x * k->parts[n].shape.tiles_y;
    }
    return (scheme_progress){.t = c->t,
                             .dt = c->dt,
                             .steps = c->step,
                             .redone = c->redone,
                             .failed = {k->failed[0], k->failed[1]},
                             .awake = awake / tiles};
}

/* The largest speed, m/s, of all parts of this rank; negative where it must be computed from the
 * fields. */
double flow_fastest(void *self)
{
    flow *k = self;
    double top = -1;
    for (int n = 0; n < k->setup.part_count; ++n) {
        grid_part *p = &k->parts[n];
        if (!p->common->fastest)
            return -1;
        flow_show(p);
        top = fmax(top, p->common->fastest(p));
    }
    return top;
}

double flow_depth_sum(void *self)
{
    flow *k = self;
    exact_sum sum = {0};
    for (int n = 0; n < k->setup.part_count; ++n)
        k->parts[n].common->sum(&k->parts[n], &sum);
    comm_sum_exact(k->setup.ctx->comm, &sum);
    return exact_sum_value(&sum);
}

void flow_through(void *self, double *entered, double *left)
{
    flow *k = self;
    exact_sum in = {0}, out = {0};
    for (int n = 0; n < k->setup.part_count; ++n)
        for (int axis = 0; axis < 2; ++axis) {
            const boundary_list *list = flow_faces(k, n, axis);
            for (int f = 0; f < list->count; ++f)
                if (list->faces[f].outward && list->faces[f].kind != FACE_PROBE) {
                    exact_sum_add(&in, list->faces[f].entered);
                    exact_sum_add(&out, list->faces[f].volume + list->faces[f].entered);
                }
        }
    comm_sum_exact(k->setup.ctx->comm, &in);
    comm_sum_exact(k->setup.ctx->comm, &out);
    *entered = exact_sum_value(&in);
    *left = exact_sum_value(&out);
}

double flow_film(void *self)
{
    const flow *k = self;
    return k->kind->film ? k->kind->film(&k->parts[0]) : GUARD_FILM;
}

scheme_survey flow_survey(void *self, double lowest)
{
    flow *k = self;
    water_survey all = {.highest = -INFINITY};
    for (int n = 0; n < k->setup.part_count; ++n) {
        flow_show(&k->parts[n]);
        k->parts[n].common->survey(&k->parts[n], lowest, flow_film(k), &all);
    }
    double most[2] = {all.speed_squared, all.highest};
    comm_sum_exact(k->setup.ctx->comm, &all.energy);
    comm_max(k->setup.ctx->comm, most, 2);
    return (scheme_survey){.energy =
                               exact_sum_value(&all.energy) * k->setup.grid->dx * k->setup.grid->dy,
                           .speed = sqrt(most[0]),
                           .highest = most[1]};
}

double flow_least_dt(void *self, double speed, double waves)
{
    const flow *k = self;
    const part_params *p = &k->parts[0].params;
    const double dt = k->kind->least_dt
                          ? k->kind->least_dt(&k->parts[0], speed, waves)
                          : guard_explicit_dt(speed, waves, fmin(p->dx, p->dy), p->cfl);
    return fmin(dt, p->dt_limit);
}

void flow_limiting_cell(void *self, int64_t *i, int64_t *j)
{
    const flow *k = self;
    const scheme_setup *s = &k->setup;
    double top = 0, first = -INFINITY; /* first: minus the number of the cell, exact below 2^53 */
    for (int n = 0; n < s->part_count; ++n) {
        int x, y;
        flow_use_image(k, &k->parts[n], PART_STATE);
        const double rate = k->parts[n].kernels->limiting(&k->parts[n], &x, &y);
        const box b = partition_box(s->partition, s->grid, s->first_part + n);
        const double number = -((double)(b.j0 + y) * (double)s->grid->nx + (double)(b.i0 + x));
        if (rate > top || (rate == top && number > first)) {
            top = rate;
            first = number;
        }
    }
    double most = top;
    comm_max(s->ctx->comm, &most, 1);
    first = top == most ? first : -INFINITY;
    comm_max(s->ctx->comm, &first, 1);
    *i = most > 0 ? (int64_t)-first % s->grid->nx : -1;
    *j = most > 0 ? (int64_t)-first / s->grid->nx : -1;
}
