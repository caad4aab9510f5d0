/* Filling the fields of a simulation: active cells, bed, velocity, friction. */
#include <math.h>

#include "base/need.h"
#include "parallel/comm.h"
#include "run/set_bed.h"
#include "run/visit.h"

double value_get(const spate_sim *sim, const void *field, ptrdiff_t offset)
{
    return sim->options.precision == 32 ? (double)((const float *)field)[offset]
                                        : ((const double *)field)[offset];
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

static field_source from_function(spate_field_fn fn, void *user)
{
    return (field_source){.at = fn, .user = user};
}

/* ---- active cells ---- */

static int visit_active(spate_sim *sim, const row_piece *p, void *user, visit_range *range)
{
    (void)range;
    uint8_t *codes = sim->ops->field(sim->scheme, p->part, FIELD_CODES), all[VISIT_PIECE];
    const box b = partition_box(&sim->partition, &sim->grid, sim->first_part + p->part);
    double active[VISIT_PIECE];
    for (int k = 0; k < p->n; ++k)
        all[k] = 1;
    piece_read(sim, user, p, all, active);
    for (int k = 0; k < p->n; ++k) {
        int64_t i = b.i0 + p->i + k, j = b.j0 + p->j;
        codes[p->offset + k] =
            grid_inside(&sim->grid, &i, &j) && active[k] != 0 && !isnan(active[k]) ? 0
                                                                                   : CELL_INACTIVE;
    }
    return p->n;
}

spate_status sim_set_active(spate_sim *sim, field_source s)
{
    if (sim->has_bed)
        return fail_argument(
            sim->ctx,
            "active: set the active cells before the bed, so that the bed is checked there");
    visit_range range;
    SPATE_TRY(visit_field(sim, AT_CELL, 1, visit_active, &s, "active", "", &range));
    sim_find_extent(sim);
    return comm_agree(sim->ctx, sim->ops->close_faces(sim->scheme));
}

spate_status spate_set_active(spate_sim *sim, spate_field_fn nonzero_where_active, void *user)
{
    SIM_ENTER(sim);
    SPATE_NEED(sim->ctx, nonzero_where_active, "the function is NULL");
    return sim_set_active(sim, from_function(nonzero_where_active, user));
}

/* ---- bed ---- */

static int visit_bed_range(spate_sim *sim, const row_piece *p, void *user, visit_range *range)
{
    double bed[VISIT_PIECE];
    int wrong = p->n;
    piece_read(sim, user, p, p->needed, bed);
    for (int k = p->n - 1; k >= 0; --k) {
        if (!p->needed[k])
            continue;
        range->low = bed[k] < range->low ? bed[k] : range->low;
        range->high = bed[k] > range->high ? bed[k] : range->high;
        wrong = is_sane(bed[k]) ? wrong : k;
    }
    return wrong;
}

static int lattice_steps(const spate_sim *sim)
{
    return sim->options.bed_model == SPATE_BED_BILINEAR ? 4 : 1;
}

static int visit_bed_store(spate_sim *sim, const row_piece *p, void *user, visit_range *range)
{
    (void)range;
    double bed[VISIT_PIECE];
    piece_read(sim, user, p, p->needed, bed);
    for (int k = 0; k < p->n; ++k)
        bed[k] = p->needed[k] ? bed[k] - sim->lattice.datum : 0;
    lattice_round_row(&sim->lattice, lattice_steps(sim), p->n, bed);
    piece_store(sim, p, FIELD_BED, bed);
    return p->n;
}

static int visit_bed_again(spate_sim *sim, const row_piece *p, void *user, visit_range *range)
{
    (void)user;
    (void)range;
    double bed[VISIT_PIECE];
    piece_load(sim, p, FIELD_BED, bed);
    lattice_round_row(&sim->lattice, lattice_steps(sim), p->n, bed);
    piece_store(sim, p, FIELD_BED, bed);
    return p->n;
}

spate_status bed_round_again(spate_sim *sim)
{
    visit_range range;
    return visit_field(sim, sim->ops->location(sim->scheme, FIELD_BED), 1, visit_bed_again, NULL,
                       "bed", "", &range);
}

spate_status sim_set_bed(spate_sim *sim, field_source s)
{
    const field_location location = sim->ops->location(sim->scheme, FIELD_BED);
    visit_range range;
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

spate_status spate_set_bed(spate_sim *sim, spate_field_fn bed, void *user)
{
    SIM_ENTER(sim);
    SPATE_NEED(sim->ctx, bed, "the function is NULL");
    return sim_set_bed(sim, from_function(bed, user));
}

/* ---- velocity ---- */

typedef struct velocity_source {
    field_source u, v;
} velocity_source;

/* Depth times velocity where the water moves. Returns the index of the first velocity that is not
 * valid, or n. */
static int put_momentum(spate_sim *sim, const row_piece *p, const field_source *s,
                        const uint8_t *moves, const double *depth, int which)
{
    double velocity[VISIT_PIECE], momentum[VISIT_PIECE];
    int wrong = p->n;
    const int given = s->at || s->row;
    if (given)
        piece_read(sim, s, p, moves, velocity);
    for (int k = p->n - 1; k >= 0; --k) {
        const double along = given && moves[k] ? velocity[k] : 0;
        momentum[k] = depth[k] * along;
        wrong = is_sane(along) ? wrong : k;
    }
    piece_store(sim, p, which, momentum);
    return wrong;
}

static int visit_velocity(spate_sim *sim, const row_piece *p, void *user, visit_range *range)
{
    (void)range;
    const velocity_source *s = user;
    double depth[VISIT_PIECE];
    uint8_t moves[VISIT_PIECE];
    piece_load(sim, p, FIELD_DEPTH, depth);
    for (int k = 0; k < p->n; ++k)
        moves[k] = p->needed[k] && depth[k] > sim->options.dry_depth;
    const int wrong_u = put_momentum(sim, p, &s->u, moves, depth, FIELD_MOMENTUM_X);
    const int wrong_v = put_momentum(sim, p, &s->v, moves, depth, FIELD_MOMENTUM_Y);
    return wrong_u < wrong_v ? wrong_u : wrong_v;
}

/* Velocities at the faces that water flows through. */
static int visit_face_velocity(spate_sim *sim, const row_piece *p, void *user, visit_range *range)
{
    (void)range;
    const field_source *s = user;
    const int x = p->location == AT_FACE_X;
    const uint8_t *codes = sim->ops->field(sim->scheme, p->part, FIELD_CODES);
    double velocity[VISIT_PIECE];
    uint8_t open[VISIT_PIECE];
    int wrong = p->n;
    for (int k = 0; k < p->n; ++k)
        open[k] = !(codes[p->offset + k] & (x ? FACE_WEST_CLOSED : FACE_SOUTH_CLOSED));
    if (s->at)
        piece_read(sim, s, p, open, velocity);
    for (int k = p->n - 1; k >= 0; --k) {
        velocity[k] = s->at && open[k] ? velocity[k] : 0;
        wrong = is_sane(velocity[k]) ? wrong : k;
    }
    piece_store(sim, p, sim->ops->face_velocity(sim->scheme, !x), velocity);
    return wrong;
}

static const char velocity_demand[] =
    "it must be a number within +-1e6 m/s wherever there is water";

static spate_status set_face_velocity(spate_sim *sim, field_source *u, field_source *v)
{
    visit_range range;
    SPATE_TRY(visit_field(sim, AT_FACE_X, 0, visit_face_velocity, u, "velocity", velocity_demand,
                          &range));
    return visit_field(sim, AT_FACE_Y, 0, visit_face_velocity, v, "velocity", velocity_demand,
                       &range);
}

spate_status sim_set_velocity(spate_sim *sim, field_source u, field_source v)
{
    velocity_source s = {.u = u, .v = v};
    visit_range range;
    sim->started = 0;
    SPATE_TRY(
        visit_field(sim, AT_CELL, 0, visit_velocity, &s, "velocity", velocity_demand, &range));
    /* Data of a raster have values at cells alone. */
    return sim->ops->face_velocity && !u.row && !v.row ? set_face_velocity(sim, &u, &v) : SPATE_OK;
}

spate_status spate_set_velocity(spate_sim *sim, spate_field_fn u, spate_field_fn v, void *user)
{
    SIM_ENTER(sim);
    return sim_set_velocity(sim, from_function(u, user), from_function(v, user));
}

/* ---- friction ---- */

static int visit_friction(spate_sim *sim, const row_piece *p, void *user, visit_range *range)
{
    (void)range;
    double values[VISIT_PIECE];
    int wrong = p->n;
    piece_read(sim, user, p, p->needed, values);
    for (int k = p->n - 1; k >= 0; --k) {
        const double c = p->needed[k] ? values[k] : 1;
        const int zero_is_wrong = sim->options.friction == SPATE_FRICTION_CHEZY;
        values[k] = sim->ops->friction_strength(&sim->options, c);
        wrong = c >= 0 && is_sane(c) && (c > 0 || !zero_is_wrong) ? wrong : k;
    }
    piece_store(sim, p, FIELD_FRICTION, values);
    return wrong;
}

spate_status sim_set_friction(spate_sim *sim, field_source s)
{
    visit_range range;
    spate_status status = SPATE_OK;
    if (sim->options.friction == SPATE_FRICTION_NONE)
        return fail_argument(
            sim->ctx,
            "friction: choose options.friction (Manning or Chezy) before giving coefficients");
    for (int n = 0; n < sim->part_count && status == SPATE_OK; ++n)
        if (!sim->ops->field(sim->scheme, n, FIELD_FRICTION))
            status = fail_memory(sim->ctx, "no memory for the friction map");
    SPATE_TRY(comm_agree(sim->ctx, status));
    sim->has_friction_map = 1;
    return visit_field(sim, AT_CELL, 1, visit_friction, &s, "friction coefficient",
                       "it must be a number above 0 (Manning: at least 0)", &range);
}

spate_status spate_set_friction(spate_sim *sim, spate_field_fn coefficient, void *user)
{
    SIM_ENTER(sim);
    SPATE_NEED(sim->ctx, coefficient, "the function is NULL");
    return sim_set_friction(sim, from_function(coefficient, user));
}
