/* One rectangle through one stage: rows of primitive values, sides and fluxes roll through scratch
 * memory of a few rows, so the fields are read once and written once. Every face inside a rectangle
 * is computed once, those between two rectangles by both. */
#include "backend/cpu/kurganov/sweep.h"

#include "backend/cpu/kurganov/rows.h"
#include "backend/kurganov/boundary.h"
#include "backend/kurganov/stage.h"
#include "base/memory.h"

#define KP_SYMBOL(name) SPATE_JOIN(SPATE_NAME(name), SPATE_ISA)
#define SWEEP_NOINLINE __attribute__((noinline))

/* Room before cell 0 of a scratch row: keeps cell 0 aligned and cells -2, -1 inside. */
enum { LEAD = SPATE_ALIGNMENT / (int)sizeof(calc) };
/* Odd multiple of the line: rows of scratch must not share a cache set either. */
enum { ROW = LEAD + KP_SWEEP_WIDTH + LEAD + SPATE_ALIGNMENT / 2 / (int)sizeof(calc) };

enum { WATER_ROWS = 4, BED_ROWS = 2, CODE_ROWS = 3, FLUX_ROWS = 5 };
enum {
    ROW_WATER = 0,                          /* ring of 3: rows j - 1, j, j + 1 */
    ROW_BED = ROW_WATER + 3 * WATER_ROWS,   /* ring of 3 */
    ROW_CODES = ROW_BED + 3 * BED_ROWS,     /* ring of 3 */
    ROW_SLOPED = ROW_CODES + 3 * CODE_ROWS, /* ring of 2: rows j - 1, j */
    ROW_NORTH_SIDE = ROW_SLOPED + 2,
    ROW_FLUX_Y = ROW_NORTH_SIDE + WATER_ROWS,  /* ring of 2: faces j - 1, j */
    ROW_SOURCE_Y = ROW_FLUX_Y + 2 * FLUX_ROWS, /* ring of 2 */
    ROW_WEST_SIDE = ROW_SOURCE_Y + 2,
    ROW_EAST_SIDE = ROW_WEST_SIDE + WATER_ROWS,
    ROW_FLUX_X = ROW_EAST_SIDE + WATER_ROWS,
    ROW_SOURCE_X = ROW_FLUX_X + FLUX_ROWS,
    ROW_ACTIVITY,
    ROW_FACE_MAX,
    ROW_CELL_MAX,
    ROW_STRENGTH,
    ROW_GAIN,
    ROW_LISTED, /* south and north sides of listed y-faces */
    ROW_COUNT = ROW_LISTED + 2 * WATER_ROWS
};

size_t KP_SYMBOL(kp_scratch_bytes)(void)
{
    return memory_pitch(sizeof(calc) * ROW * ROW_COUNT);
}

/* What the loops of one sweep share. */
typedef struct sweep {
    const grid_part *part;
    const tile_rectangle *r;
    calc *scratch;
    int width, stage;
    int bilinear, edged;
    calc g, half_theta, h_dry, inv_dx, inv_dy;
    const real *in[STATE_VARIABLES];
    const real *bed;
    int last; /* the stage writes Q^(n+1) */
} sweep;

static inline calc *row(const sweep *s, int index)
{
    return s->scratch + (ptrdiff_t)index * ROW + LEAD;
}

static inline int ring(int j, int size)
{
    return (j + 4 * size) % size; /* j >= -2 */
}

static inline water_row water_rows(const sweep *s, int first)
{
    return (water_row){row(s, first), row(s, first + 1), row(s, first + 2), row(s, first + 3)};
}

static inline water_row water_at(const sweep *s, int j)
{
    return water_rows(s, ROW_WATER + WATER_ROWS * ring(j, 3));
}

static inline bed_row bed_at(const sweep *s, int j)
{
    const int first = ROW_BED + BED_ROWS * ring(j, 3);
    return (bed_row){row(s, first), row(s, first + 1)};
}

static inline flux_row flux_rows(const sweep *s, int first)
{
    return (flux_row){row(s, first), row(s, first + 1), row(s, first + 2), row(s, first + 3),
                      row(s, first + 4)};
}

static inline flux_row flux_y_at(const sweep *s, int j)
{
    return flux_rows(s, ROW_FLUX_Y + FLUX_ROWS * ring(j, 2));
}

/* Index in a field of the rectangle's west end in row j. */
static inline ptrdiff_t origin(const sweep *s, int j)
{
    return (ptrdiff_t)j * s->part->shape.pitch + s->r->x0;
}

static inline code_row codes_at(const sweep *s, int j)
{
    const int first = ROW_CODES + CODE_ROWS * ring(j, 3);
    return (code_row){row(s, first), row(s, first + 1), row(s, first + 2)};
}

/* ---- rows, specialised by bed model and by whether faces may be closed ---- */

static SWEEP_NOINLINE void primitive(const sweep *s, int j)
{
    const ptrdiff_t o = origin(s, j), pitch = s->part->shape.pitch;
    if (s->edged)
        row_codes(s->part->codes + o, codes_at(s, j), s->width);
    const real *h = s->in[FIELD_DEPTH] + o, *hu = s->in[FIELD_MOMENTUM_X] + o,
               *hv = s->in[FIELD_MOMENTUM_Y] + o;
    const water_row out = water_at(s, j);
    const bed_row beds = bed_at(s, j);
    if (s->bilinear)
        row_primitive(h, hu, hv, s->bed + o, pitch, 1, out, beds, s->width, s->h_dry);
    else
        row_primitive(h, hu, hv, s->bed + o, pitch, 0, out, beds, s->width, s->h_dry);
}

#define BY_MODEL(s, call)                                                                          \
    do {                                                                                           \
        if ((s)->bilinear) {                                                                       \
            if ((s)->edged)                                                                        \
                call(1, 1);                                                                        \
            else                                                                                   \
                call(1, 0);                                                                        \
        } else {                                                                                   \
            if ((s)->edged)                                                                        \
                call(0, 1);                                                                        \
            else                                                                                   \
                call(0, 0);                                                                        \
        }                                                                                          \
    } while (0)

static SWEEP_NOINLINE void submerged(const sweep *s, int j)
{
#define CALL(bilinear, edged)                                                                      \
    row_submerged(water_at(s, j - 1), water_at(s, j), water_at(s, j + 1), bed_at(s, j), bilinear,  \
                  edged, codes_at(s, j), codes_at(s, j + 1), row(s, ROW_SLOPED + ring(j, 2)),      \
                  s->width)
    BY_MODEL(s, CALL);
#undef CALL
}

#define FACES_Y(bilinear, edged, flux)                                                             \
    row_faces_y(water_at(s, j - 1), water_at(s, j), water_at(s, j + 1), bed_at(s, j),              \
                row(s, ROW_SLOPED + ring(j, 2)), bilinear, edged, flux, codes_at(s, j - 1),        \
                codes_at(s, j), codes_at(s, j + 1), water_rows(s, ROW_NORTH_SIDE),                 \
                flux_y_at(s, j), row(s, ROW_SOURCE_Y + ring(j, 2)), s->width, s->half_theta, s->g)

static SWEEP_NOINLINE void faces_y(const sweep *s, int j)
{
#define CALL(bilinear, edged) FACES_Y(bilinear, edged, 1)
    BY_MODEL(s, CALL);
#undef CALL
}

/* The row south of the rectangle: its north sides only. */
static SWEEP_NOINLINE void first_sides_y(const sweep *s, int j)
{
#define CALL(bilinear, edged) FACES_Y(bilinear, edged, 0)
    BY_MODEL(s, CALL);
#undef CALL
}

static SWEEP_NOINLINE void sides_x(const sweep *s, int j)
{
#define CALL(bilinear, edged)                                                                      \
    row_sides_x(water_at(s, j), bed_at(s, j), row(s, ROW_SLOPED + ring(j, 2)), bilinear, edged,    \
                codes_at(s, j), water_rows(s, ROW_WEST_SIDE), water_rows(s, ROW_EAST_SIDE),        \
                row(s, ROW_SOURCE_X), s->width, s->half_theta, s->g)
    BY_MODEL(s, CALL);
#undef CALL
}

static SWEEP_NOINLINE void faces_x(const sweep *s, int j)
{
    const water_row west = water_rows(s, ROW_WEST_SIDE), east = water_rows(s, ROW_EAST_SIDE);
    const flux_row out = flux_rows(s, ROW_FLUX_X);
    if (s->edged)
        row_faces_x(west, east, 1, codes_at(s, j), out, s->width, s->g);
    else
        row_faces_x(west, east, 0, codes_at(s, j), out, s->width, s->g);
}

/* ---- listed faces: boundaries, crests, probes ---- */

static face_claim claim_of(const sweep *s, const boundary_face *face, int axis_y)
{
    return face_claimed_by(face, axis_y, s->r->x0, s->r->x1, s->r->y0, s->r->y1);
}

/* Replaces, or measures, the flux of a listed face; i: its column in the rectangle. */
static void treat_face(const sweep *s, boundary_face *face, face_claim claim, flux_row row, int i,
                       kp_water l, kp_water r)
{
    if (face->kind != FACE_PROBE)
        store_flux(row, i, kp_listed_flux(s->part, face, l, r, s->stage, s->g));
    else if (claim.keeps)
        face->stage_mass[s->stage] = (double)row.mass[i];
}

static void listed_faces_x(const sweep *s, int j)
{
    const boundary_list *list = &s->part->boundary_x;
    const water_row west = water_rows(s, ROW_WEST_SIDE), east = water_rows(s, ROW_EAST_SIDE);
    if (!s->edged || !list->count)
        return;
    for (int k = list->row_start[j]; k < list->row_start[j + 1]; ++k) {
        const face_claim claim = claim_of(s, &list->faces[k], 0);
        const int i = list->faces[k].i - s->r->x0;
        if (claim.here)
            treat_face(s, &list->faces[k], claim, flux_rows(s, ROW_FLUX_X), i,
                       load_water(east, i - 1), load_water(west, i));
    }
}

/* South side of a cell of row j: the sweep keeps no row of them. */
static kp_water south_side(const sweep *s, int j, int i)
{
    const kp_water q = kp_turned(load_water(water_at(s, j), i));
    const kp_sight there = {kp_turned(load_water(water_at(s, j - 1), i)),
                            kp_turned(load_water(water_at(s, j + 1), i))};
    const kp_sight n = kp_seen(there, q, barrier_of(codes_at(s, j).south[i]),
                               barrier_of(codes_at(s, j + 1).south[i]));
    return kp_backward_side(q, kp_cell_slope(n.back, q, n.forward, s->bilinear,
                                             s->bilinear ? bed_at(s, j).half_y[i] : C(0),
                                             row(s, ROW_SLOPED + ring(j, 2))[i], s->half_theta));
}

/* The y-faces south of row j, with the listed ones replaced. Their sides are set aside first:
 * faces_y overwrites the north sides of row j - 1. */
static void faces_y_with_list(const sweep *s, int j)
{
    const boundary_list *list = &s->part->boundary_y;
    const int first = list->row_start[j], end = list->row_start[j + 1];
    const water_row north = water_rows(s, ROW_NORTH_SIDE);
    const water_row below = water_rows(s, ROW_LISTED),
                    above = water_rows(s, ROW_LISTED + WATER_ROWS);
    for (int k = first; k < end; ++k) {
        const int i = list->faces[k].i - s->r->x0;
        if (list->faces[k].kind != FACE_PROBE && claim_of(s, &list->faces[k], 1).here) {
            store_water(below, i, load_water(north, i));
            store_water(above, i, south_side(s, j, i));
        }
    }
    faces_y(s, j);
    for (int k = first; k < end; ++k) {
        const face_claim claim = claim_of(s, &list->faces[k], 1);
        const int i = list->faces[k].i - s->r->x0;
        if (claim.here)
            treat_face(s, &list->faces[k], claim, flux_y_at(s, j), i, load_water(below, i),
                       load_water(above, i));
    }
}

/* ---- update ---- */

static inline real *field_row(void *field, ptrdiff_t o, void *otherwise)
{
    return field ? (real *)field + o : (real *)otherwise;
}

static inline update_row update_rows(const sweep *s, int j)
{
    const grid_part *p = s->part;
    const ptrdiff_t o = origin(s, j);
    const int to = part_slot_out(p, s->stage), now = p->clock->now;
    const update_row a = {
        .x = flux_rows(s, ROW_FLUX_X),
        .south = flux_y_at(s, j),
        .north = flux_y_at(s, j + 1),
        .source_x = row(s, ROW_SOURCE_X),
        .source_y = row(s, ROW_SOURCE_Y + ring(j, 2)),
        .here = water_at(s, j),
        .h = s->in[FIELD_DEPTH] + o,
        .hu = s->in[FIELD_MOMENTUM_X] + o,
        .hv = s->in[FIELD_MOMENTUM_Y] + o,
        .h0 = (const real *)p->field[FIELD_DEPTH][now] + o,
        .hu0 = (const real *)p->field[FIELD_MOMENTUM_X][now] + o,
        .hv0 = (const real *)p->field[FIELD_MOMENTUM_Y][now] + o,
        .strength = field_row(p->field[FIELD_FRICTION][0], o, row(s, ROW_STRENGTH)),
        .outside = codes_at(s, j).outside,
        .h_out = (real *)p->field[FIELD_DEPTH][to] + o,
        .hu_out = (real *)p->field[FIELD_MOMENTUM_X][to] + o,
        .hv_out = (real *)p->field[FIELD_MOMENTUM_Y][to] + o,
        .activity = row(s, ROW_ACTIVITY),
        .face_max = row(s, ROW_FACE_MAX),
        .cell_max = row(s, ROW_CELL_MAX),
    };
    return a;
}

/* Flags as constants, so that each combination is a loop of its own. */
#define UPDATE(law_, last_, averaged_, pushed_, edged_)                                            \
    do {                                                                                           \
        kp_stage k = kp_stage_of(s->part, s->stage);                                               \
        k.law = law_, k.last = last_, k.averaged = averaged_, k.pushed = pushed_;                  \
        row_update(update_rows(s, j), s->width, edged_, k);                                        \
    } while (0)

#define DEFINE_UPDATE(name, last, averaged, pushed)                                                \
    static SWEEP_NOINLINE void name(const sweep *s, int j)                                         \
    {                                                                                              \
        const int law = (int)s->part->params.friction;                                             \
        if (law == FRICTION_NONE && !s->edged)                                                     \
            UPDATE(FRICTION_NONE, last, averaged, pushed, 0);                                      \
        else if (law == FRICTION_NONE)                                                             \
            UPDATE(FRICTION_NONE, last, averaged, pushed, 1);                                      \
        else if (law == FRICTION_MANNING && !s->edged)                                             \
            UPDATE(FRICTION_MANNING, last, averaged, pushed, 0);                                   \
        else if (law == FRICTION_MANNING)                                                          \
            UPDATE(FRICTION_MANNING, last, averaged, pushed, 1);                                   \
        else if (!s->edged)                                                                        \
            UPDATE(FRICTION_CHEZY, last, averaged, pushed, 0);                                     \
        else                                                                                       \
            UPDATE(FRICTION_CHEZY, last, averaged, pushed, 1);                                     \
    }

DEFINE_UPDATE(update_between, 0, 0, 0)
DEFINE_UPDATE(update_between_pushed, 0, 0, 1)
DEFINE_UPDATE(update_euler, 1, 0, 0)
DEFINE_UPDATE(update_euler_pushed, 1, 0, 1)
DEFINE_UPDATE(update_second, 1, 1, 0)
DEFINE_UPDATE(update_second_pushed, 1, 1, 1)

static void update(const sweep *s, int j)
{
    const int pushed = kp_is_pushed(s->part, s->stage);
    if (!s->last)
        pushed ? update_between_pushed(s, j) : update_between(s, j);
    else if (s->stage == 0)
        pushed ? update_euler_pushed(s, j) : update_euler(s, j);
    else
        pushed ? update_second_pushed(s, j) : update_second(s, j);
}

/* ---- sources of water: on a row that the last stage has just written ---- */

static inline source_row source_rows(const sweep *s, int j)
{
    const grid_part *p = s->part;
    const int now = p->clock->now, ground = p->field[FIELD_CONDUCTIVITY][0] != NULL;
    const ptrdiff_t o = origin(s, j);
    const source_row a = {
        .gain = row(s, ROW_GAIN),
        .outside = codes_at(s, j).outside,
        .carry_in = (const real *)p->field[FIELD_CARRY][now] + o,
        .carry_out = (real *)p->field[FIELD_CARRY][1 - now] + o,
        .conductivity = field_row(p->field[FIELD_CONDUCTIVITY][0], o, NULL),
        .suction = field_row(p->field[FIELD_SUCTION][0], o, NULL),
        .deficit = field_row(p->field[FIELD_DEFICIT][0], o, NULL),
        .infiltrated_in = ground ? (const double *)p->field[FIELD_INFILTRATED][now] + o : NULL,
        .infiltrated_out = ground ? (double *)p->field[FIELD_INFILTRATED][1 - now] + o : NULL,
        .h = (real *)p->field[FIELD_DEPTH][1 - now] + o,
        .hu = (real *)p->field[FIELD_MOMENTUM_X][1 - now] + o,
        .hv = (real *)p->field[FIELD_MOMENTUM_Y][1 - now] + o,
        .activity = row(s, ROW_ACTIVITY),
        .cell_max = row(s, ROW_CELL_MAX),
    };
    return a;
}

#define SOURCES(edged, water, green_ampt)                                                          \
    row_sources(source_rows(s, j), s->width, edged, water, green_ampt,                             \
                kp_stage_of(s->part, s->stage))

static SWEEP_NOINLINE void rain_of_row(const sweep *s, int j)
{
    if (s->edged)
        SOURCES(1, WATER_GAINED, 0);
    else
        SOURCES(0, WATER_GAINED, 0);
}

static SWEEP_NOINLINE void ground_of_row(const sweep *s, int j)
{
    const int green_ampt = s->part->field[FIELD_SUCTION][0] != NULL;
    if (s->edged)
        green_ampt ? SOURCES(1, WATER_INFILTRATES, 1) : SOURCES(1, WATER_INFILTRATES, 0);
    else
        green_ampt ? SOURCES(0, WATER_INFILTRATES, 1) : SOURCES(0, WATER_INFILTRATES, 0);
}

/* Rain of a row. */
static void gain_of_row(const sweep *s, int j)
{
    const real *map = (const real *)s->part->field[FIELD_RAIN_MAP][0] + origin(s, j);
    const calc everywhere = (calc)s->part->clock->rain_amount, dt = (calc)s->part->clock->dt;
    calc *gain = row(s, ROW_GAIN);
    for (int i = 0; i < s->width; ++i)
        gain[i] = source_gain(everywhere, dt, (calc)map[i]);
}

/* Inflows of a row that the last stage has written. */
static void inflows_of_row(const sweep *s, int j)
{
    const inflow_list *list = &s->part->sources.inflow_cells;
    const int out = part_slot_out(s->part, s->stage);
    for (int n = list->row_start[j]; n < list->row_start[j + 1]; ++n) {
        const int i = list->cells[n].i - s->r->x0;
        if (i < 0 || i >= s->width)
            continue;
        calc rate;
        const calc added = kp_inflow_cell(s->part, n, origin(s, j) + i, out, &rate);
        calc *activity = row(s, ROW_ACTIVITY) + i, *cell_max = row(s, ROW_CELL_MAX) + i;
        *activity = max_r(*activity, abs_r(added));
        *cell_max = max_r(*cell_max, rate);
    }
}

/* Rain, then ground, then inflows. */
static void water_of_row(const sweep *s, int j)
{
    const int water = part_water_kind(s->part);
    if (s->part->field[FIELD_RAIN_MAP][0])
        gain_of_row(s, j);
    if (water == WATER_INFILTRATES)
        ground_of_row(s, j);
    else if (water == WATER_GAINED)
        rain_of_row(s, j);
    if (s->part->sources.inflow_cells.count)
        inflows_of_row(s, j);
}

/* Rows in place of a field that the run does not have. */
static void fill_constant_rows(const sweep *s)
{
    const grid_part *p = s->part;
    const int needs_strength = p->params.friction && !p->field[FIELD_FRICTION][0];
    real *strength = (real *)row(s, ROW_STRENGTH);
    calc *gain = row(s, ROW_GAIN);
    for (int i = 0; i < s->width && needs_strength; ++i)
        strength[i] = (real)p->params.friction_strength;
    for (int i = 0; i < s->width && s->last && p->field[FIELD_CARRY][0]; ++i)
        gain[i] = (calc)p->clock->rain_amount;
}

/* ---- reductions ---- */

static void clear_row(calc *values, int width)
{
    for (int i = 0; i < width; ++i)
        values[i] = C(0);
}

static double largest(const calc *values, int width)
{
    calc m = C(0);
    for (int i = 0; i < width; ++i)
        m = max_r(m, values[i]);
    return (double)m;
}

static void clear_maxima(const sweep *s)
{
    clear_row(row(s, ROW_ACTIVITY), s->width);
    clear_row(row(s, ROW_FACE_MAX), s->width);
    clear_row(row(s, ROW_CELL_MAX), s->width);
}

/* Stores activity and rates of the tiles whose last row was j, from the largest values of each
 * column. */
static void report_tiles(const sweep *s, int j)
{
    const grid_part *p = s->part;
    const ptrdiff_t first =
        (ptrdiff_t)(j / SPATE_TILE_Y) * p->shape.tiles_x + s->r->x0 / SPATE_TILE_X;
    const int last = s->stage + 1 == p->params.stages;
    for (int i = 0; i < s->width; i += SPATE_TILE_X) {
        const int n = s->width - i < SPATE_TILE_X ? s->width - i : SPATE_TILE_X;
        const ptrdiff_t tile = first + i / SPATE_TILE_X;
        p->tile_moving[s->stage][tile] = largest(row(s, ROW_ACTIVITY) + i, n) > 0;
        p->tile_face_rate[tile] = largest(row(s, ROW_FACE_MAX) + i, n);
        if (last)
            p->tile_cell_rate[tile] = largest(row(s, ROW_CELL_MAX) + i, n);
    }
    clear_maxima(s);
}

static sweep start_sweep(const grid_part *part, const tile_rectangle *r, int stage, void *scratch)
{
    const part_params *k = &part->params;
    const int in = part_slot_in(part, stage);
    const sweep s = {
        .part = part,
        .r = r,
        .scratch = scratch,
        .width = r->x1 - r->x0,
        .stage = stage,
        .bilinear = k->bed_model == BED_BILINEAR,
        .edged = r->edged,
        .g = (calc)k->gravity,
        .half_theta = (calc)(0.5 * k->theta),
        .h_dry = (calc)(real)k->dry_depth,
        .inv_dx = (calc)(1.0 / k->dx),
        .inv_dy = (calc)(1.0 / k->dy),
        .in = {part->field[FIELD_DEPTH][in], part->field[FIELD_MOMENTUM_X][in],
               part->field[FIELD_MOMENTUM_Y][in]},
        .bed = part->field[FIELD_BED][0],
        .last = stage + 1 == k->stages,
    };
    return s;
}

void KP_SYMBOL(kp_sweep)(const grid_part *part, const tile_rectangle *r, int stage, void *scratch)
{
    const sweep s = start_sweep(part, r, stage, scratch);
    clear_maxima(&s);
    fill_constant_rows(&s);

    primitive(&s, r->y0 - 2);
    primitive(&s, r->y0 - 1);
    primitive(&s, r->y0);
    submerged(&s, r->y0 - 1);
    first_sides_y(&s, r->y0 - 1);
    for (int j = r->y0; j <= r->y1; ++j) {
        primitive(&s, j + 1);
        submerged(&s, j);
        if (s.edged && part->boundary_y.count)
            faces_y_with_list(&s, j);
        else
            faces_y(&s, j);
        if (j == r->y0)
            continue;
        sides_x(&s, j - 1);
        faces_x(&s, j - 1);
        listed_faces_x(&s, j - 1);
        update(&s, j - 1);
        if (s.last)
            water_of_row(&s, j - 1);
        if (j % SPATE_TILE_Y == 0 || j == r->y1)
            report_tiles(&s, j - 1);
    }
}
