/* Derived fields: depth, level, velocity from what is stored. */
#include "run/field_rows.h"
#include "physics/hazard.h"

#include <math.h>
#include <string.h>

#include "physics/shown.h"

static void stored_piece(const spate_sim *sim, const void *field, ptrdiff_t o, int n, double *to)
{
    if (sim->options.precision == 32) {
        const float *from = (const float *)field + o;
        for (int k = 0; k < n; ++k)
            to[k] = (double)from[k];
    } else {
        const double *from = (const double *)field + o;
        for (int k = 0; k < n; ++k)
            to[k] = from[k];
    }
}

/* Where a piece begins. */
typedef struct piece {
    const spate_sim *sim;
    int part, n;
    ptrdiff_t offset, pitch;
} piece;

static void read_field(const piece *p, int which, double *to)
{
    stored_piece(p->sim, p->sim->ops->field(p->sim->scheme, p->part, which), p->offset, p->n, to);
}

/* Relative to the datum, as bed_of_cell; sums in the same order. */
static void read_bed(const piece *p, double *bed)
{
    const void *stored = p->sim->ops->field(p->sim->scheme, p->part, FIELD_BED);
    stored_piece(p->sim, stored, p->offset, p->n, bed);
    if (p->sim->options.bed_model == SPATE_BED_CELLS)
        return;
    const ptrdiff_t others[3] = {1, p->pitch, p->pitch + 1};
    double corner[FIELD_PIECE];
    for (int c = 0; c < 3; ++c) {
        stored_piece(p->sim, stored, p->offset + others[c], p->n, corner);
        for (int k = 0; k < p->n; ++k)
            bed[k] += corner[k];
    }
    for (int k = 0; k < p->n; ++k)
        bed[k] *= 0.25;
}

static void read_elevation(const piece *p, int depth, double *values)
{
    double bed[FIELD_PIECE];
    const double datum = p->sim->lattice.datum;
    read_field(p, depth, values);
    read_bed(p, bed);
    for (int k = 0; k < p->n; ++k)
        values[k] = values[k] + bed[k] + datum;
}

static void read_velocity(const piece *p, int momentum, double *values)
{
    double h[FIELD_PIECE];
    const double dry = p->sim->options.dry_depth;
    read_field(p, FIELD_DEPTH, h);
    read_field(p, momentum, values);
    for (int k = 0; k < p->n; ++k)
        values[k] = shown_velocity(values[k], h[k], dry);
}

/* ---- maxima ---- */

static double stored_precision(const spate_sim *sim, double value)
{
    return sim->options.precision == 32 ? (double)(float)value : value;
}

static void read_max_level(const piece *p, double *values)
{
    double depth[FIELD_PIECE];
    const double wet = stored_precision(p->sim, p->sim->wet_depth);
    read_elevation(p, FIELD_MAX_DEPTH, values);
    read_field(p, FIELD_MAX_DEPTH, depth);
    for (int k = 0; k < p->n; ++k)
        values[k] = depth[k] >= wet ? values[k] : NAN;
}

static void read_root(const piece *p, int square, double *values)
{
    read_field(p, square, values);
    for (int k = 0; k < p->n; ++k)
        values[k] = sqrt(values[k]);
}

/* Cells that were never wet have no class. */
static void read_hazard(const piece *p, int british, double *values)
{
    double depth[FIELD_PIECE], speed[FIELD_PIECE], product[FIELD_PIECE];
    const double wet = stored_precision(p->sim, p->sim->wet_depth);
    read_field(p, FIELD_MAX_DEPTH, depth);
    read_root(p, FIELD_MAX_SPEED_SQUARED, speed);
    read_root(p, FIELD_MAX_MOMENTUM_SQUARED, product);
    for (int k = 0; k < p->n; ++k) {
        const int class = british ? hazard_uk_class(hazard_uk_rating(depth[k], product[k]))
                                  : hazard_arr_class(depth[k], speed[k], product[k]);
        values[k] = depth[k] >= wet ? (double)class : (double)NAN;
    }
}

static void read_arrival(const piece *p, double *values)
{
    read_field(p, FIELD_ARRIVAL, values);
    for (int k = 0; k < p->n; ++k)
        values[k] = values[k] >= 0 ? values[k] : NAN;
}

/* The finished durations and the current one. */
static void read_duration(const piece *p, double *values)
{
    double since[FIELD_PIECE];
    const double t = stored_precision(p->sim, p->sim->ops->progress(p->sim->scheme).t);
    read_field(p, FIELD_DURATION, values);
    read_field(p, FIELD_DEEP_SINCE, since);
    for (int k = 0; k < p->n; ++k)
        values[k] += since[k] >= 0 ? t - since[k] : 0;
}

static void read_active(const piece *p, double *values)
{
    const uint8_t *codes =
        (const uint8_t *)p->sim->ops->field(p->sim->scheme, p->part, FIELD_CODES) + p->offset;
    for (int k = 0; k < p->n; ++k)
        values[k] = !(codes[k] & CELL_INACTIVE);
}

void field_bed_piece(const spate_sim *sim, int part, int i, int j, int n, double *bed)
{
    const ptrdiff_t pitch = sim->ops->shape(sim->scheme, part)->pitch;
    const piece p = {.sim = sim, .part = part, .n = n, .offset = j * pitch + i, .pitch = pitch};
    read_bed(&p, bed);
}

void field_piece(const spate_sim *sim, spate_field_name name, int part, int i, int j, int n,
                 double *values)
{
    const ptrdiff_t pitch = sim->ops->shape(sim->scheme, part)->pitch;
    const piece p = {.sim = sim, .part = part, .n = n, .offset = j * pitch + i, .pitch = pitch};
    switch (name) {
    case SPATE_DEPTH: read_field(&p, FIELD_DEPTH, values); break;
    case SPATE_LEVEL: read_elevation(&p, FIELD_DEPTH, values); break;
    case SPATE_BED:
        read_bed(&p, values);
        for (int k = 0; k < n; ++k)
            values[k] += sim->lattice.datum;
        break;
    case SPATE_MOMENTUM_X: read_field(&p, FIELD_MOMENTUM_X, values); break;
    case SPATE_MOMENTUM_Y: read_field(&p, FIELD_MOMENTUM_Y, values); break;
    case SPATE_VELOCITY_X: read_velocity(&p, FIELD_MOMENTUM_X, values); break;
    case SPATE_VELOCITY_Y: read_velocity(&p, FIELD_MOMENTUM_Y, values); break;
    case SPATE_ACTIVE: read_active(&p, values); break;
    case SPATE_MAX_DEPTH: read_field(&p, FIELD_MAX_DEPTH, values); break;
    case SPATE_MAX_LEVEL: read_max_level(&p, values); break;
    case SPATE_MAX_SPEED: read_root(&p, FIELD_MAX_SPEED_SQUARED, values); break;
    case SPATE_MAX_HAZARD: read_root(&p, FIELD_MAX_MOMENTUM_SQUARED, values); break;
    case SPATE_ARRIVAL: read_arrival(&p, values); break;
    case SPATE_DURATION: read_duration(&p, values); break;
    case SPATE_HAZARD_ARR: read_hazard(&p, 0, values); break;
    case SPATE_HAZARD_UK: read_hazard(&p, 1, values); break;
    case SPATE_FRICTION: break; /* field_available refuses it */
    case SPATE_INFILTRATED:
        memcpy(values,
               (const double *)sim->ops->field(sim->scheme, part, FIELD_INFILTRATED) + p.offset,
               (size_t)n * sizeof *values);
        break;
    }
}

spate_status field_available(spate_sim *sim, spate_field_name name)
{
    if ((name >= SPATE_MAX_DEPTH && name <= SPATE_DURATION) || name == SPATE_HAZARD_ARR ||
        name == SPATE_HAZARD_UK) {
        if (sim->wet_depth > 0)
            return sim_start(sim); /* tracking begins with the current state */
        return fail_argument(
            sim->ctx,
            "field is %d: maxima are not tracked; call spate_track_maxima before the first step",
            (int)name);
    }
    if (name == SPATE_INFILTRATED) {
        if (sim->ops->field(sim->scheme, 0, FIELD_INFILTRATED))
            return SPATE_OK;
        return fail_argument(sim->ctx,
                             "field: nothing infiltrates in this run; call spate_set_infiltration");
    }
    if (name == SPATE_FRICTION)
        return fail_argument(sim->ctx, "field: friction coefficients can be set, and not read");
    if ((unsigned)name > SPATE_ACTIVE)
        return fail_argument(sim->ctx, "field is %d: there is no such field", (int)name);
    return SPATE_OK;
}
