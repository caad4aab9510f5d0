/* Filling a simulation with water, by level or by depth. */
#include <math.h>

#include "base/need.h"
#include "run/set_bed.h"
#include "run/visit.h"

/* Widens the lattice to hold an elevation above the datum, or a depth. */
static spate_status reach_for(spate_sim *sim, double size)
{
    if (!lattice_widen(&sim->lattice, size, sim->options.precision))
        return SPATE_OK;
    spate_log(sim->ctx, SPATE_LOG_INFO, "water %g m from the datum: elevations are rounded to %g m",
              size, sim->lattice.spacing);
    return bed_round_again(sim);
}

static int is_given(const field_source *s)
{
    return s->at || s->row;
}

/* The level is used where it is not NaN, else the depth. One of the two may be missing. */
typedef struct water_source {
    field_source level, depth;
} water_source;

typedef struct water_piece {
    uint8_t by_level[VISIT_PIECE];
    double
        value[VISIT_PIECE]; /* level above the datum, or depth; undefined where it is not needed */
} water_piece;

static void read_water(const spate_sim *sim, const water_source *s, const row_piece *p,
                       water_piece *w)
{
    double depth[VISIT_PIECE];
    uint8_t by_depth[VISIT_PIECE];
    const int levels = is_given(&s->level), depths = is_given(&s->depth);
    if (levels)
        piece_read(sim, &s->level, p, p->needed, w->value);
    int asked = 0;
    for (int k = 0; k < p->n; ++k) {
        by_depth[k] = p->needed[k] && depths && !(levels && !isnan(w->value[k]));
        w->by_level[k] = !by_depth[k];
        asked |= by_depth[k];
        w->value[k] = levels && p->needed[k] ? w->value[k] - sim->lattice.datum : 0;
    }
    if (!asked)
        return;
    piece_read(sim, &s->depth, p, by_depth, depth);
    for (int k = 0; k < p->n; ++k)
        w->value[k] = by_depth[k] ? depth[k] : w->value[k];
}

/* Range: the largest of |level - datum| and the depth below a level. */
static int visit_water_range(spate_sim *sim, const row_piece *p, void *user, visit_range *range)
{
    water_piece w;
    double bed[VISIT_PIECE];
    int wrong = p->n;
    read_water(sim, user, p, &w);
    piece_bed(sim, p, bed);
    for (int k = p->n - 1; k >= 0; --k) {
        const double value = w.value[k], below = value - bed[k];
        const double size = fabs(value) > below ? fabs(value) : below;
        if (p->needed[k] && w.by_level[k] && size > range->high)
            range->high = size;
        if (p->needed[k] && !(is_sane(value) && (w.by_level[k] || value >= 0)))
            wrong = k;
    }
    return wrong;
}

static int visit_water_store(spate_sim *sim, const row_piece *p, void *user, visit_range *range)
{
    (void)range;
    static const double nothing[VISIT_PIECE];
    water_piece w;
    double bed[VISIT_PIECE], level[VISIT_PIECE];
    read_water(sim, user, p, &w);
    piece_bed(sim, p, bed);
    for (int k = 0; k < p->n; ++k)
        level[k] = w.value[k];
    lattice_round_row(&sim->lattice, 1, p->n, level);
    for (int k = 0; k < p->n; ++k) {
        const double above = level[k] - bed[k] > 0 ? level[k] - bed[k] : 0;
        const double depth = w.by_level[k] ? above : w.value[k];
        w.value[k] = p->needed[k] ? depth : 0;
    }
    piece_store(sim, p, FIELD_DEPTH, w.value);
    piece_store(sim, p, FIELD_MOMENTUM_X, nothing);
    piece_store(sim, p, FIELD_MOMENTUM_Y, nothing);
    return p->n;
}

static spate_status set_water(spate_sim *sim, water_source s, const char *argument,
                              const char *demand)
{
    visit_range range;
    SPATE_TRY(visit_field(sim, AT_CELL, 0, visit_water_range, &s, argument, demand, &range));
    if (is_given(&s.level) &&
        range.high > -INFINITY) /* two spacings for the rounding of bed and level */
        SPATE_TRY(reach_for(sim, range.high + 2 * sim->lattice.spacing));
    sim->started = 0;
    return visit_field(sim, AT_CELL, 0, visit_water_store, &s, argument, "", &range);
}

spate_status sim_set_water(spate_sim *sim, field_source level, field_source depth)
{
    return set_water(sim, (water_source){.level = level, .depth = depth}, "initial water",
                     "every active cell needs a level within +-1e6 m, or a depth from 0 to 1e6 m");
}

spate_status sim_set_level(spate_sim *sim, field_source level)
{
    return set_water(sim, (water_source){.level = level}, "level",
                     "it must be a number within +-1e6 m at every active cell");
}

spate_status sim_set_depth(spate_sim *sim, field_source depth)
{
    return set_water(sim, (water_source){.depth = depth}, "depth",
                     "it must be a number from 0 to 1e6 m at every active cell");
}

spate_status spate_set_water(spate_sim *sim, spate_field_fn level, spate_field_fn depth, void *user)
{
    SIM_ENTER(sim);
    SPATE_NEED(sim->ctx, level || depth, "level and depth are NULL; one of them must be given");
    return sim_set_water(sim, (field_source){.at = level, .user = user},
                         (field_source){.at = depth, .user = user});
}

spate_status spate_set_level(spate_sim *sim, spate_field_fn level, void *user)
{
    SIM_ENTER(sim);
    SPATE_NEED(sim->ctx, level, "the function is NULL");
    return sim_set_level(sim, (field_source){.at = level, .user = user});
}

spate_status spate_set_depth(spate_sim *sim, spate_field_fn depth, void *user)
{
    SIM_ENTER(sim);
    SPATE_NEED(sim->ctx, depth, "the function is NULL");
    return sim_set_depth(sim, (field_source){.at = depth, .user = user});
}
