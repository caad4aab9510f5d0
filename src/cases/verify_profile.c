/* Cells of one row or column, and the solution at their centres. */
#include "cases/verify_profile.h"

#include <math.h>
#include <stdlib.h>

#include "cases/verify_run.h"

enum { ARRAYS = 6 };

static double level_of(double bed, double depth, double dry_depth)
{
    return depth > dry_depth ? bed + depth : (double)NAN;
}

static void add_cell(const verify_finished *run, int64_t i, int64_t j, verify_profile *p)
{
    const spate_options *o = run->opt;
    const builtin_case *c = run->c;
    const int along_y = c->strip == 'y';
    const double x = o->x0 + ((double)i + 0.5) * o->dx, y = o->y0 + ((double)j + 0.5) * o->dy;
    if (!verify_in_window(c, x, y))
        return;
    const case_state e = c->exact(x, y, run->t, c->data);
    const int64_t cell = j * o->nx + i, n = p->count++;
    p->place[n] = along_y ? y : x;
    p->bed[n] = run->bed[cell];
    p->level[n] = level_of(run->bed[cell], run->h[cell], o->dry_depth);
    p->flow[n] = along_y ? run->hv[cell] : run->hu[cell];
    p->solution_level[n] = level_of(c->bed ? c->bed(x, y, c->data) : 0.0, e.h, o->dry_depth);
    p->solution_flow[n] = e.h * (along_y ? e.v : e.u);
}

spate_status verify_profile_make(const verify_finished *run, verify_profile *profile)
{
    const spate_options *o = run->opt;
    const int along_y = run->c->strip == 'y';
    const int64_t most = along_y ? o->ny : o->nx;
    verify_profile p = {.nx = o->nx, .ny = o->ny, .precision = o->precision, .t = run->t};
    *profile = (verify_profile){0};
    p.place = malloc(ARRAYS * (size_t)most * sizeof *p.place);
    if (!p.place)
        return SPATE_ERROR_MEMORY;
    p.bed = p.place + most;
    p.level = p.place + 2 * most;
    p.solution_level = p.place + 3 * most;
    p.flow = p.place + 4 * most;
    p.solution_flow = p.place + 5 * most;
    for (int64_t n = 0; n < most; ++n)
        add_cell(run, along_y ? o->nx / 2 : n, along_y ? n : o->ny / 2, &p);
    *profile = p;
    return SPATE_OK;
}

void verify_profile_free(verify_profile *profile)
{
    free(profile->place);
    *profile = (verify_profile){0};
}
