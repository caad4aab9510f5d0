/* Filling the fields of a simulation from functions of the place. */
#include <math.h>

#include "parallel/comm.h"
#include "run/visit.h"

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

/* Level and depth of a place: a level that is a number counts, otherwise the depth. */
typedef struct water_source {
    spate_field_fn level, depth; /* one of them may be NULL */
    void *user;
} water_source;

typedef struct water_at {
    int by_level;
    double value; /* level above the datum, or depth */
} water_at;

static water_at water_of(const spate_sim *sim, const water_source *s, const place *p)
{
    const double level = s->level ? s->level(p->x, p->y, s->user) : NAN;
    if (!s->depth || !isnan(level))
        return (water_at){.by_level = 1, .value = level - sim->lattice.datum};
    return (water_at){.by_level = 0, .value = s->depth(p->x, p->y, s->user)};
}

/* Range: the largest of |level - datum| and the depth below a level. */
static int visit_water_range(spate_sim *sim, const place *p, void *user, double *low, double *high)
{
    (void)low;
    if (!p->needed)
        return 1;
    const water_at w = water_of(sim, user, p);
    if (!w.by_level)
        return w.value >= 0 && is_sane(w.value);
    const double bed = bed_of_cell(sim, p->part, p->i, p->j);
    *high = fmax(*high, fmax(fabs(w.value), w.value - bed));
    return is_sane(w.value);
}

static int visit_water_store(spate_sim *sim, const place *p, void *user, double *low, double *high)
{
    (void)low;
    (void)high;
    double depth = 0;
    if (p->needed) {
        const water_at w = water_of(sim, user, p);
        depth = !w.by_level ? w.value
                            : fmax(lattice_round(&sim->lattice, w.value, 1) -
                                       bed_of_cell(sim, p->part, p->i, p->j),
                                   0);
    }
    value_set(sim, sim->ops->field(sim->scheme, p->part, FIELD_DEPTH), p->offset, depth);
    value_set(sim, sim->ops->field(sim->scheme, p->part, FIELD_MOMENTUM_X), p->offset, 0);
    value_set(sim, sim->ops->field(sim->scheme, p->part, FIELD_MOMENTUM_Y), p->offset, 0);
    return 1;
}

static spate_status set_water(spate_sim *sim, water_source s, const char *argument,
                              const char *demand)
{
    sweep_range range;
    SPATE_TRY(visit_field(sim, AT_CELL, 0, visit_water_range, &s, argument, demand, &range));
    if (s.level && range.high > -INFINITY) /* two spacings: rounding of bed and level */
        SPATE_TRY(reach_for(sim, range.high + 2 * sim->lattice.spacing));
    sim->started = 0;
    return visit_field(sim, AT_CELL, 0, visit_water_store, &s, argument, "", &range);
}

spate_status spate_set_level(spate_sim *sim, spate_field_fn level, void *user)
{
    return set_water(sim, (water_source){.level = level, .user = user}, "level",
                     "it must be a number within +-1e6 m at every active cell");
}

spate_status spate_set_depth(spate_sim *sim, spate_field_fn depth, void *user)
{
    return set_water(sim, (water_source){.depth = depth, .user = user}, "depth",
                     "it must be a number from 0 to 1e6 m at every active cell");
}

spate_status spate_set_water(spate_sim *sim, spate_field_fn level, spate_field_fn depth, void *user)
{
    return set_water(sim, (water_source){.level = level, .depth = depth, .user = user},
                     "initial water",
                     "every active cell needs a level within +-1e6 m, or a depth from 0 to 1e6 m");
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
