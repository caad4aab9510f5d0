/* What measured runs leave for later rows: times, what a step needs of its neighbours, points of the
 * picture. */
#include <math.h>

#include "bench/scaling.h"
#include "grid/grid.h"

/* ---- times ---- */

static int same_task(const scaling_setup *a, const scaling_setup *b)
{
    return a->kind == b->kind && a->scheme == b->scheme && a->system == b->system;
}

static int same_run(const scaling_setup *a, const scaling_setup *b)
{
    return same_task(a, b) && a->members == b->members && a->threads == b->threads &&
           a->nx == b->nx && a->ny == b->ny && a->parts_x == b->parts_x && a->parts_y == b->parts_y;
}

static scaling_best *find(const scaling_bench *w, const scaling_setup *s)
{
    for (int k = 0; k < w->best_count; ++k)
        if (same_run(&w->bests[k].setup, s))
            return (scaling_best *)&w->bests[k];
    return NULL;
}

const scaling_best *scaling_remember(scaling_bench *w, const scaling_best *measured)
{
    scaling_best *known = find(w, &measured->setup);
    if (!known && w->best_count < SCALING_TIMES) {
        known = &w->bests[w->best_count++];
        *known = *measured;
    } else if (known && measured->seconds < known->seconds) {
        *known = *measured;
    }
    if (known)
        known->setup.silent = 0;
    return known;
}

double scaling_recall(const scaling_bench *w, const scaling_setup *s)
{
    const scaling_best *known = find(w, s);
    return known ? known->seconds : (double)NAN;
}

double scaling_recall_alone(const scaling_bench *w, const scaling_setup *s)
{
    for (int k = 0; k < w->best_count; ++k) {
        const scaling_setup *o = &w->bests[k].setup;
        if (same_task(o, s) && o->members == SCALING_ALONE)
            return w->bests[k].seconds / ((double)o->nx * (double)o->ny);
    }
    return (double)NAN;
}

double scaling_efficiency(const bench *b, const scaling_setup *s, double seconds)
{
    const int processes = scaling_processes(b, s);
    const double grids = s->members == SCALING_BUSY ? processes : 1;
    const double cells = grids * (double)s->nx * (double)s->ny;
    return scaling_strong(scaling_recall_alone(b->kind->user, s) * cells, seconds,
                          processes * s->threads);
}

/* ---- what a step needs ---- */

static scaling_grid grid_of(const scaling_setup *s)
{
    return (scaling_grid){.nx = s->nx,
                          .ny = s->ny,
                          .px = s->parts_x,
                          .py = s->parts_y,
                          .tile_x = SPATE_TILE_X,
                          .tile_y = SPATE_TILE_Y};
}

void scaling_learn(const bench *b, const scaling_setup *s, const scaling_counts *c)
{
    scaling_bench *w = b->kind->user;
    const int parts = s->parts_x * s->parts_y, ranks = scaling_processes(b, s);
    scaling_scheme *needs = &w->needs[s->scheme - w->schemes.scheme];
    w->iterations[s->scheme - w->schemes.scheme] = c->iterations;
    if (parts < 2 || (ranks > 1 && parts != ranks))
        return;
    scaling_scheme one = {.exchanges = 1,
                          .fields = 1,
                          .reductions = c->reductions,
                          .width = s->scheme->ops->about->halo_width,
                          .value_bytes = w->precision / 8};
    const scaling_grid g = grid_of(s);
    const scaling_load l = scaling_load_of(&one, &g, 0, 0);
    *needs = one;
    needs->exchanges = c->exchanges;
    needs->fields = c->fields;
    /* Messages of solvers, too, in exchanges of as many. Rank 0 has part 0. */
    if (ranks > 1 && b->tool->rank == 0) {
        needs->exchanges = c->messages / l.messages;
        needs->fields = c->bytes / l.bytes;
    }
}

/* Cells of the largest part. */
static double largest_box(const scaling_setup *s)
{
    const scaling_scheme nothing = {.width = 1};
    const scaling_grid g = grid_of(s);
    return scaling_largest_load(&nothing, &g).cells;
}

/* Parts of one process exchange one after the other: the load is that of all of them. Ranks share a
 * memory: the rate is that of a rank while all compute. */
double scaling_expected(const bench *b, const scaling_setup *s, const scaling_counts *c)
{
    const scaling_bench *w = b->kind->user;
    const int parts = s->parts_x * s->parts_y, ranks = scaling_processes(b, s);
    scaling_setup base = *s;
    base.parts_x = base.parts_y = 1;
    if (parts < 2 || !(w->bandwidth > 0) || (ranks > 1 && parts != ranks))
        return (double)NAN;
    if (ranks == 1 && s->threads == 1)
        base.members = SCALING_ALONE;
    if (ranks > 1) {
        base.members = SCALING_BUSY;
        base.nx = base.ny = w->n;
    }
    const double cells = (double)base.nx * (double)base.ny;
    const scaling_machine m = {cells / scaling_recall(w, &base), w->latency, w->bandwidth};
    const scaling_load l = {.processes = ranks,
                            .cells = ranks > 1 ? largest_box(s) : cells,
                            .messages = ranks > 1 ? c->messages : c->copies,
                            .bytes = ranks > 1 ? c->bytes : c->copied_bytes,
                            .reductions = c->reductions};
    return scaling_predict(&m, &l).whole;
}

/* ---- the picture ---- */

void scaling_add_point(scaling_bench *w, const char *series, int weak, int modelled, int processes,
                       double efficiency)
{
    if (w->point_count == SCALING_POINTS)
        return;
    scaling_point *p = &w->points[w->point_count++];
    *p = (scaling_point){.weak = weak,
                         .modelled = modelled,
                         .processes = processes,
                         .efficiency = efficiency};
    snprintf(p->series, sizeof p->series, "%s", series);
}
