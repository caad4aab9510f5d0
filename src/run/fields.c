/* Filling the fields of a simulation from functions of the place. */
#include <math.h>

#include "parallel/comm.h"
#include "run/sim.h"

double value_get(const spate_sim *sim, const void *field, ptrdiff_t offset)
{
    return sim->options.precision == 32 ? (double)((const float *)field)[offset]
                                        : ((const double *)field)[offset];
}

void value_set(const spate_sim *sim, void *field, ptrdiff_t offset, double value)
{
    if (sim->options.precision == 32)
        ((float *)field)[offset] = (float)value;
    else
        ((double *)field)[offset] = value;
}

double bed_of_cell(const spate_sim *sim, int local_part, int i, int j)
{
    const part_shape *s = sim->ops->shape(sim->scheme, local_part);
    const void *bed = sim->ops->field(sim->scheme, local_part, FIELD_BED);
    const ptrdiff_t o = (ptrdiff_t)j * s->pitch + i;
    if (sim->options.bed_model == SPATE_BED_CELLS)
        return value_get(sim, bed, o);
    return 0.25 * (value_get(sim, bed, o) + value_get(sim, bed, o + 1) +
                   value_get(sim, bed, o + s->pitch) + value_get(sim, bed, o + s->pitch + 1));
}

/* ---- visiting the values of a field ---- */

/* One value: its place, and whether an active cell needs it. */
typedef struct place {
    int part, i, j;
    ptrdiff_t offset;
    double x, y;
    int needed;
} place;

/* Returns 0 if the value is wrong. Called from several threads. low and high: range seen so far by the
 * thread. */
typedef int visit_fn(spate_sim *sim, const place *p, void *user, double *low, double *high);

static int cell_active(const uint8_t *codes, const part_shape *s, int i, int j)
{
    const int w = s->halo;
    return i >= -w && i < s->nx + w && j >= -w && j < s->ny + w &&
           !(codes[(ptrdiff_t)j * s->pitch + i] & CELL_INACTIVE);
}

static int value_needed(const uint8_t *codes, const part_shape *s, int i, int j, int corner)
{
    if (!corner)
        return cell_active(codes, s, i, j);
    return cell_active(codes, s, i, j) || cell_active(codes, s, i - 1, j) ||
           cell_active(codes, s, i, j - 1) || cell_active(codes, s, i - 1, j - 1);
}

typedef struct sweep_range {
    double low, high;
    int bad;
    place where; /* of the first wrong value */
} sweep_range;

static void visit_part(spate_sim *sim, int part, field_location location, int ghosts,
                       visit_fn *visit, void *user, sweep_range *range)
{
    const part_shape *s = sim->ops->shape(sim->scheme, part);
    const box b = partition_box(&sim->partition, &sim->grid, sim->first_part + part);
    const uint8_t *codes = sim->ops->field(sim->scheme, part, FIELD_CODES);
    const int w = ghosts ? s->halo : 0, more = location == AT_CORNER;
#pragma omp parallel
    {
        double low = INFINITY, high = -INFINITY;
#pragma omp for schedule(static)
        for (int j = -w; j < s->ny + w + more; ++j)
            for (int i = -w; i < s->nx + w + more; ++i) {
                const place p = {.part = part,
                                 .i = i,
                                 .j = j,
                                 .offset = (ptrdiff_t)j * s->pitch + i,
                                 .x = grid_x(&sim->grid, b.i0 + i, location),
                                 .y = grid_y(&sim->grid, b.j0 + j, location),
                                 .needed = value_needed(codes, s, i, j, more)};
                if (!visit(sim, &p, user, &low, &high)) {
#pragma omp critical(spate_fields)
                    if (!range->bad || j < range->where.j ||
                        (j == range->where.j && i < range->where.i)) {
                        range->bad = 1;
                        range->where = p;
                    }
                }
            }
#pragma omp critical(spate_fields)
        {
            range->low = fmin(range->low, low);
            range->high = fmax(range->high, high);
        }
    }
}

/* Visits all local values; range is that of all ranks. A wrong value fails on all of them, naming the
 * argument. */
static spate_status visit_field(spate_sim *sim, field_location location, int ghosts,
                                visit_fn *visit, void *user, const char *argument,
                                const char *demand, sweep_range *out)
{
    sweep_range range = {.low = INFINITY, .high = -INFINITY};
    spate_status status = SPATE_OK;
    for (int n = 0; n < sim->part_count && !range.bad; ++n)
        visit_part(sim, n, location, ghosts, visit, user, &range);
    if (range.bad)
        status = spate_fail(sim->ctx, SPATE_ERROR_DATA, "%s is wrong at x = %.10g, y = %.10g: %s",
                            argument, range.where.x, range.where.y, demand);
    double extremes[2] = {-range.low, range.high};
    comm_max(sim->ctx->comm, extremes, 2);
    *out = (sweep_range){.low = -extremes[0], .high = extremes[1]};
    return comm_agree(sim->ctx, status);
}

static int is_sane(double value)
{
    return fabs(value) <= SPATE_LARGEST_INPUT; /* false for NaN */
}

/* ---- active cells ---- */

typedef struct source {
    spate_field_fn fn, fn_y;
    void *user;
} source;

static int visit_active(spate_sim *sim, const place *p, void *user, double *low, double *high)
{
    (void)low;
    (void)high;
    const source *s = user;
    uint8_t *codes = sim->ops->field(sim->scheme, p->part, FIELD_CODES);
    const box b = partition_box(&sim->partition, &sim->grid, sim->first_part + p->part);
    int64_t gi = b.i0 + p->i, gj = b.j0 + p->j;
    const double active = s->fn(p->x, p->y, s->user);
    codes[p->offset] =
        grid_inside(&sim->grid, &gi, &gj) && active != 0 && !isnan(active) ? 0 : CELL_INACTIVE;
    return 1;
}

spate_status spate_set_active(spate_sim *sim, spate_field_fn nonzero_where_active, void *user)
{
    if (sim->has_bed)
        return spate_fail(
            sim->ctx, SPATE_ERROR_ARGUMENT,
            "active: set the active cells before the bed, so that the bed is checked there");
    source s = {.fn = nonzero_where_active, .user = user};
    sweep_range range;
    SPATE_TRY(visit_field(sim, AT_CELL, 1, visit_active, &s, "active", "", &range));
    return comm_agree(sim->ctx, sim->ops->close_faces(sim->scheme));
}

/* ---- bed ---- */

static int visit_bed_range(spate_sim *sim, const place *p, void *user, double *low, double *high)
{
    (void)sim;
    const source *s = user;
    if (!p->needed)
        return 1;
    const double bed = s->fn(p->x, p->y, s->user);
    *low = fmin(*low, bed);
    *high = fmax(*high, bed);
    return is_sane(bed);
}

static int lattice_steps(const spate_sim *sim)
{
    return sim->options.bed_model == SPATE_BED_BILINEAR ? 4 : 1;
}

static int visit_bed_store(spate_sim *sim, const place *p, void *user, double *low, double *high)
{
    (void)low;
    (void)high;
    const source *s = user;
    const double bed = p->needed ? s->fn(p->x, p->y, s->user) - sim->lattice.datum : 0;
    value_set(sim, sim->ops->field(sim->scheme, p->part, FIELD_BED), p->offset,
              lattice_round(&sim->lattice, bed, lattice_steps(sim)));
    return 1;
}

spate_status spate_set_bed(spate_sim *sim, spate_field_fn bed, void *user)
{
    const field_location location = sim->ops->location(sim->scheme, FIELD_BED);
    source s = {.fn = bed, .user = user};
    sweep_range range;
    SPATE_TRY(visit_field(sim, location, 1, visit_bed_range, &s, "bed",
                          "it must be a number within +-1e6 m at every active cell", &range));
    if (range.low <= range.high)
        sim->lattice = lattice_for(range.low, range.high, sim->options.precision);
    sim->has_bed = 1;
    spate_log(sim->ctx, SPATE_LOG_INFO,
              "bed from %g to %g m, stored relative to %g m, rounded to %g m", range.low,
              range.high, sim->lattice.datum, sim->lattice.spacing);
    return visit_field(sim, location, 1, visit_bed_store, &s, "bed", "", &range);
}

static int visit_bed_again(spate_sim *sim, const place *p, void *user, double *low, double *high)
{
    (void)user;
    (void)low;
    (void)high;
    void *bed = sim->ops->field(sim->scheme, p->part, FIELD_BED);
    value_set(sim, bed, p->offset,
              lattice_round(&sim->lattice, value_get(sim, bed, p->offset), lattice_steps(sim)));
    return 1;
}

/* Makes room on the lattice for an elevation above the datum, or a depth. */
static spate_status reach_for(spate_sim *sim, double size)
{
    sweep_range range;
    if (!lattice_widen(&sim->lattice, size, sim->options.precision))
        return SPATE_OK;
    spate_log(sim->ctx, SPATE_LOG_INFO, "water %g m from the datum: elevations are rounded to %g m",
              size, sim->lattice.spacing);
    return visit_field(sim, sim->ops->location(sim->scheme, FIELD_BED), 1, visit_bed_again, NULL,
                       "bed", "", &range);
}

/* ---- water ---- */

/* Range: the largest of |level - datum| and depth. */
static int visit_level_range(spate_sim *sim, const place *p, void *user, double *low, double *high)
{
    (void)low;
    const source *s = user;
    if (!p->needed)
        return 1;
    const double level = s->fn(p->x, p->y, s->user) - sim->lattice.datum;
    *high = fmax(*high, fmax(fabs(level), level - bed_of_cell(sim, p->part, p->i, p->j)));
    return is_sane(level);
}

static void store_still_water(spate_sim *sim, const place *p, double depth)
{
    value_set(sim, sim->ops->field(sim->scheme, p->part, FIELD_DEPTH), p->offset, depth);
    value_set(sim, sim->ops->field(sim->scheme, p->part, FIELD_MOMENTUM_X), p->offset, 0);
    value_set(sim, sim->ops->field(sim->scheme, p->part, FIELD_MOMENTUM_Y), p->offset, 0);
}

static int visit_level_store(spate_sim *sim, const place *p, void *user, double *low, double *high)
{
    (void)low;
    (void)high;
    const source *s = user;
    double depth = 0;
    if (p->needed) {
        const double level =
            lattice_round(&sim->lattice, s->fn(p->x, p->y, s->user) - sim->lattice.datum, 1);
        depth = fmax(level - bed_of_cell(sim, p->part, p->i, p->j), 0);
    }
    store_still_water(sim, p, depth);
    return 1;
}

spate_status spate_set_level(spate_sim *sim, spate_field_fn level, void *user)
{
    source s = {.fn = level, .user = user};
    sweep_range range;
    SPATE_TRY(visit_field(sim, AT_CELL, 0, visit_level_range, &s, "level",
                          "it must be a number within +-1e6 m at every active cell", &range));
    SPATE_TRY(
        reach_for(sim, range.high + 2 * sim->lattice.spacing)); /* rounding of bed and level */
    sim->started = 0;
    return visit_field(sim, AT_CELL, 0, visit_level_store, &s, "level", "", &range);
}

static int visit_depth(spate_sim *sim, const place *p, void *user, double *low, double *high)
{
    (void)low;
    (void)high;
    const source *s = user;
    const double depth = p->needed ? s->fn(p->x, p->y, s->user) : 0;
    store_still_water(sim, p, depth);
    return depth >= 0 && is_sane(depth);
}

spate_status spate_set_depth(spate_sim *sim, spate_field_fn depth, void *user)
{
    source s = {.fn = depth, .user = user};
    sweep_range range;
    sim->started = 0;
    return visit_field(sim, AT_CELL, 0, visit_depth, &s, "depth",
                       "it must be a number from 0 to 1e6 m at every active cell", &range);
}

static int visit_velocity(spate_sim *sim, const place *p, void *user, double *low, double *high)
{
    (void)low;
    (void)high;
    const source *s = user;
    const double depth =
        value_get(sim, sim->ops->field(sim->scheme, p->part, FIELD_DEPTH), p->offset);
    const int moves = p->needed && depth > sim->options.dry_depth;
    const double u = moves && s->fn ? s->fn(p->x, p->y, s->user) : 0;
    const double v = moves && s->fn_y ? s->fn_y(p->x, p->y, s->user) : 0;
    value_set(sim, sim->ops->field(sim->scheme, p->part, FIELD_MOMENTUM_X), p->offset, depth * u);
    value_set(sim, sim->ops->field(sim->scheme, p->part, FIELD_MOMENTUM_Y), p->offset, depth * v);
    return is_sane(u) && is_sane(v);
}

spate_status spate_set_velocity(spate_sim *sim, spate_field_fn u, spate_field_fn v, void *user)
{
    source s = {.fn = u, .fn_y = v, .user = user};
    sweep_range range;
    sim->started = 0;
    return visit_field(sim, AT_CELL, 0, visit_velocity, &s, "velocity",
                       "it must be a number within +-1e6 m/s wherever there is water", &range);
}

static int visit_friction(spate_sim *sim, const place *p, void *user, double *low, double *high)
{
    (void)low;
    (void)high;
    const source *s = user;
    const double c = p->needed ? s->fn(p->x, p->y, s->user) : 1;
    value_set(sim, sim->ops->field(sim->scheme, p->part, FIELD_FRICTION), p->offset,
              sim->ops->friction_strength(&sim->options, c));
    return c >= 0 && is_sane(c) && (c > 0 || sim->options.friction != SPATE_FRICTION_CHEZY);
}

spate_status spate_set_friction(spate_sim *sim, spate_field_fn coefficient, void *user)
{
    source s = {.fn = coefficient, .user = user};
    sweep_range range;
    spate_status status = SPATE_OK;
    if (sim->options.friction == SPATE_FRICTION_NONE)
        return spate_fail(
            sim->ctx, SPATE_ERROR_ARGUMENT,
            "friction: choose options.friction (Manning or Chezy) before giving coefficients");
    for (int n = 0; n < sim->part_count && status == SPATE_OK; ++n)
        if (!sim->ops->field(sim->scheme, n, FIELD_FRICTION))
            status = spate_fail(sim->ctx, SPATE_ERROR_MEMORY, "no memory for the friction map");
    SPATE_TRY(comm_agree(sim->ctx, status));
    sim->has_friction_map = 1;
    return visit_field(sim, AT_CELL, 0, visit_friction, &s, "friction coefficient",
                       "it must be a number above 0 (Manning: at least 0)", &range);
}
