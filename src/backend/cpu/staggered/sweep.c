/* One rectangle through one step: rows of fluxes, new depths and new velocities roll through
 * scratch memory of a few rows, so that the fields are read once and written once: h, u, v, bed
 * read, h, u, v written, 7 words per cell. What lies around a rectangle is computed again by each
 * of its neighbours. */
#include "backend/cpu/staggered/sweep.h"

#include <math.h>

#include "backend/cpu/staggered/gravity_rows.h"
#include "backend/cpu/staggered/rows.h"
#include "base/memory.h"

#define STAG_SYMBOL(name) SPATE_JOIN(SPATE_NAME(name), SPATE_ISA)
#define SWEEP_NOINLINE __attribute__((noinline))

/* Room before cell 0 of a scratch row: keeps cell 0 aligned and the cells before it inside. */
enum { LEAD = SPATE_ALIGNMENT / (int)sizeof(calc) };
/* Odd multiple of the line: rows of scratch must not share a cache set. */
enum { ROW = LEAD + STAG_SWEEP_WIDTH + 2 * LEAD + SPATE_ALIGNMENT / 2 / (int)sizeof(calc) };

/* Rings of rows: fluxes, shares and new values of 4 rows, old velocities and masks of 8. */
enum { FEW = 4, MANY = 8 };
enum {
    ROWS_QX = 0,
    ROWS_QY = ROWS_QX + FEW,
    ROWS_SHARE = ROWS_QY + FEW,
    ROWS_DEPTH = ROWS_SHARE + FEW,
    ROWS_NEW_U = ROWS_DEPTH + FEW,
    ROWS_U = ROWS_NEW_U + FEW, /* edged rectangles: velocities of claimed faces replace fluxes */
    ROWS_V = ROWS_U + MANY,
    ROWS_OPEN_X = ROWS_V + MANY,
    ROWS_OPEN_Y = ROWS_OPEN_X + MANY,
    ROWS_PULL_X = ROWS_OPEN_Y + MANY,
    ROWS_PULL_Y = ROWS_PULL_X + MANY,
    ROW_CHANGE = ROWS_PULL_Y + MANY,
    ROW_STRENGTH,
    ROW_ACTIVITY,
    ROW_RATE,
    ROW_COUNT
};

/* What the loops of one sweep share. */
typedef struct sweep {
    const grid_part *part;
    const tile_rectangle *r;
    calc *scratch;
    int width, edged, masks;
    int gravity; /* nothing else acts */
    stag_view v;
    int shorts[FEW]; /* 1: some share of the row is below 1 */
    int wrong;       /* some depth is NaN */
    int moving;      /* all tiles of this row are known to move */
} sweep;

static inline calc *row(const sweep *s, int index)
{
    return s->scratch + (ptrdiff_t)index * ROW + LEAD;
}

static inline calc *few(const sweep *s, int rows, int j)
{
    return row(s, rows + ((j + FEW) & (FEW - 1))); /* j >= -4 */
}

static inline calc *many(const sweep *s, int rows, int j)
{
    return row(s, rows + ((j + MANY) & (MANY - 1)));
}

/* Index in a field of the rectangle's west end in row j. */
static inline ptrdiff_t origin(const sweep *s, int j)
{
    return (ptrdiff_t)j * s->part->shape.pitch + s->r->x0;
}

/* Old velocities of a row of faces, claimed ones included. */
static inline const calc *velocities(const sweep *s, int y, int j)
{
    return s->edged ? many(s, y ? ROWS_V : ROWS_U, j) : (const calc *)s->v.vel[y] + origin(s, j);
}

/* ---- fluxes ---- */

static inline int is_sloped(const sweep *s)
{
    return s->v.terms.advection == STAG_LIMITED;
}

/* Whether one of the other faces of the two cells of a face is closed. */
static int sees_closed(const sweep *s, int y, ptrdiff_t o)
{
    const ptrdiff_t next = s->v.step[y], beside = s->v.step[!y];
    const uint8_t *c = s->v.codes + o;
    return ((c[-next] | c[next]) & stag_closed_bit(y)) != 0 ||
           ((c[0] | c[beside] | c[-next] | c[beside - next]) & stag_closed_bit(!y)) != 0;
}

/* Faces that are closed, and those beside them. */
static void close_fluxes(const sweep *s, int y, int j, calc *q, calc *open)
{
    const ptrdiff_t o = origin(s, j);
    const uint8_t *codes = s->v.codes + o;
    const unsigned closed = stag_closed_bit(y);
    for (int i = 1 - ROW_BEFORE; i < s->width + ROW_BEYOND; ++i) {
        if (codes[i] & closed || (is_sloped(s) && sees_closed(s, y, o + i)))
            q[i] = stag_flux_at(&s->v, y, o + i);
        if (s->masks && codes[i] & closed)
            open[i] = codes[i] & stag_claimed_bit(y) ? C(1) : C(0);
    }
}

static inline void flux_row(const sweep *s, const flux_rows *a, int y)
{
    const stag_axis k = s->v.axis[y];
    if (s->masks && is_sloped(s))
        row_flux(a, s->width, 1, 1, k);
    else if (s->masks)
        row_flux(a, s->width, 1, 0, k);
    else if (is_sloped(s))
        row_flux(a, s->width, 0, 1, k);
    else
        row_flux(a, s->width, 0, 0, k);
}

static inline flux_rows flux_rows_of(const sweep *s, int y, int j)
{
    const ptrdiff_t o = origin(s, j), next = s->v.step[y], beside = s->v.step[!y];
    const calc *h = (const calc *)s->v.h + o, *bed = (const calc *)s->v.bed + o,
               *u = (const calc *)s->v.vel[y] + o, *across = (const calc *)s->v.vel[!y] + o;
    const flux_rows a = {.h_behind = h - 2 * next,
                         .h_back = h - next,
                         .h_front = h,
                         .h_ahead = h + next,
                         .bed_back = bed - next,
                         .bed_front = bed,
                         .u = u,
                         .u_back = u - next,
                         .u_front = u + next,
                         .low_back = across - next,
                         .low_front = across,
                         .high_back = across - next + beside,
                         .high_front = across + beside};
    return a;
}

static SWEEP_NOINLINE void fluxes(const sweep *s, int y, int j, calc *q)
{
    flux_rows a = flux_rows_of(s, y, j);
    a.q = q;
    a.open = many(s, y ? ROWS_OPEN_Y : ROWS_OPEN_X, j);
    flux_row(s, &a, y);
    if (s->edged)
        close_fluxes(s, y, j, q, a.open);
}

/* Half of what pressure adds to velocities. */
static SWEEP_NOINLINE void pulls(const sweep *s, int y, int j)
{
    const flux_rows a = flux_rows_of(s, y, j);
    const uint8_t *codes = s->v.codes + origin(s, j);
    calc *to = many(s, y ? ROWS_PULL_Y : ROWS_PULL_X, j);
    row_pulls(&a, to, s->width, s->v.axis[y].pull);
    for (int i = 1 - ROW_BEFORE; i < s->width + ROW_BEYOND && s->edged; ++i)
        if (codes[i] & stag_closed_bit(y))
            to[i] = C(0);
}

/* Velocities of a row where some faces are claimed. */
static SWEEP_NOINLINE void seen_velocities(const sweep *s, int y, int j)
{
    const ptrdiff_t o = origin(s, j);
    const uint8_t *codes = s->v.codes + o;
    calc *to = many(s, y ? ROWS_V : ROWS_U, j);
    for (int i = -ROW_BEFORE; i < s->width + ROW_BEYOND; ++i)
        to[i] = codes[i] & stag_claimed_bit(y) ? stag_velocity_at(&s->v, y, o + i)
                                               : (calc)s->v.vel[y][o + i];
}

/* Masks of faces two rows ahead, where fluxes are not needed yet, go with their fluxes: into a row
 * that is written again later. */
static void rows_ahead(const sweep *s, int j)
{
    if (s->edged) {
        seen_velocities(s, 0, j);
        seen_velocities(s, 1, j);
    }
    if (s->masks)
        fluxes(s, 0, j, row(s, ROW_CHANGE));
    if (is_sloped(s)) {
        pulls(s, 0, j);
        pulls(s, 1, j);
    }
}

static inline cell_rows cells_of(const sweep *s, int j)
{
    return (cell_rows){.h = (const calc *)s->v.h + origin(s, j),
                       .qx = few(s, ROWS_QX, j),
                       .south = few(s, ROWS_QY, j),
                       .north = few(s, ROWS_QY, j + 1)};
}

static inline int is_short(const sweep *s, int j)
{
    return s->shorts[(j + FEW) & (FEW - 1)];
}

static void dry_inactive(const sweep *s, int j)
{
    const uint8_t *codes = s->v.codes + origin(s, j);
    calc *to = few(s, ROWS_DEPTH, j);
    for (int i = 1 - ROW_BEFORE; i < s->width + ROW_BEYOND - 1; ++i)
        if (codes[i] & CELL_INACTIVE)
            to[i] = C(0);
}

/* Depths of a row with fluxes as they are, and whether some cell cannot supply its outflow. */
static SWEEP_NOINLINE void depths(sweep *s, int j)
{
    const int found = row_depths(cells_of(s, j), few(s, ROWS_DEPTH, j), s->width, s->v.axis[0].pace,
                                 s->v.axis[1].pace);
    s->shorts[(j + FEW) & (FEW - 1)] = found & 1;
    if (j >= s->r->y0 && j < s->r->y1)
        s->wrong |= found >> 1;
    if (s->edged)
        dry_inactive(s, j);
}

/* Shares of a row of cells, where some are below 1. Outside there is always enough water. */
static SWEEP_NOINLINE void shares(sweep *s, int j)
{
    calc *share = few(s, ROWS_SHARE, j);
    const uint8_t *codes = s->v.codes + origin(s, j);
    if (!is_short(s, j))
        return;
    row_shares(cells_of(s, j), share, s->width, s->v.axis[0].pace, s->v.axis[1].pace);
    for (int i = 1 - ROW_BEFORE; i < s->width + ROW_BEYOND - 1 && s->edged; ++i)
        if (codes[i] & CELL_INACTIVE)
            share[i] = C(1);
}

/* Shares of the cells at the back of a row of y-faces: 1 where none is below. */
static const calc *shares_of(const sweep *s, int j)
{
    calc *share = few(s, ROWS_SHARE, j);
    if (!is_short(s, j))
        for (int i = -ROW_BEFORE; i < s->width + ROW_BEYOND; ++i)
            share[i] = C(1);
    return share;
}

static SWEEP_NOINLINE void limit_y(const sweep *s, int j)
{
    if (is_short(s, j - 1) || is_short(s, j))
        row_limit(few(s, ROWS_QY, j), shares_of(s, j - 1), shares_of(s, j), s->width);
}

static SWEEP_NOINLINE void limit_x(const sweep *s, int j)
{
    const calc *share = few(s, ROWS_SHARE, j);
    if (is_short(s, j))
        row_limit(few(s, ROWS_QX, j), share - 1, share, s->width);
}

/* Depths of a row once the fluxes around it are limited, where that changes them. The share of a row
 * stays that of the fluxes before. */
static SWEEP_NOINLINE void limited_depths(sweep *s, int j)
{
    if (!is_short(s, j - 1) && !is_short(s, j) && !is_short(s, j + 1))
        return;
    const int found = row_depths(cells_of(s, j), few(s, ROWS_DEPTH, j), s->width, s->v.axis[0].pace,
                                 s->v.axis[1].pace);
    if (j >= s->r->y0)
        s->wrong |= found >> 1;
    if (s->edged)
        dry_inactive(s, j);
}

/* ---- velocities ---- */

static inline const calc *friction_row(const sweep *s, ptrdiff_t o)
{
    return s->v.friction ? (const calc *)s->v.friction + o : row(s, ROW_STRENGTH);
}

static inline face_rows faces_x(const sweep *s, int j, calc *to)
{
    const ptrdiff_t o = origin(s, j);
    const calc *u = velocities(s, 0, j), *v = velocities(s, 1, j), *north = velocities(s, 1, j + 1);
    const calc *h = few(s, ROWS_DEPTH, j), *q = few(s, ROWS_QX, j), *p = few(s, ROWS_QY, j),
               *p_north = few(s, ROWS_QY, j + 1), *open = many(s, ROWS_OPEN_X, j),
               *pull = many(s, ROWS_PULL_X, j);
    const face_rows a = {.h_back = h - 1,
                         .h_front = h,
                         .bed_back = (const calc *)s->v.bed + o - 1,
                         .bed_front = (const calc *)s->v.bed + o,
                         .here = u,
                         .back = u - 1,
                         .front = u + 1,
                         .back2 = u - 2,
                         .front2 = u + 2,
                         .low = velocities(s, 0, j - 1),
                         .high = velocities(s, 0, j + 1),
                         .low2 = velocities(s, 0, j - 2),
                         .high2 = velocities(s, 0, j + 2),
                         .low_back = v - 1,
                         .low_front = v,
                         .high_back = north - 1,
                         .high_front = north,
                         .q = q,
                         .q_back = q - 1,
                         .q_front = q + 1,
                         .p_low_back = p - 1,
                         .p_low_front = p,
                         .p_high_back = p_north - 1,
                         .p_high_front = p_north,
                         .open_back = open - 1,
                         .open_front = open + 1,
                         .open_low = many(s, ROWS_OPEN_X, j - 1),
                         .open_high = many(s, ROWS_OPEN_X, j + 1),
                         .open_low2 = many(s, ROWS_OPEN_X, j - 2),
                         .open_high2 = many(s, ROWS_OPEN_X, j + 2),
                         .pull = pull,
                         .pull_back = pull - 1,
                         .pull_front = pull + 1,
                         .pull_low = many(s, ROWS_PULL_X, j - 1),
                         .pull_high = many(s, ROWS_PULL_X, j + 1),
                         .strength_back = friction_row(s, o - 1),
                         .strength_front = friction_row(s, o),
                         .change = row(s, ROW_CHANGE),
                         .to = to};
    return a;
}

static inline face_rows faces_y(const sweep *s, int j, calc *to)
{
    const ptrdiff_t o = origin(s, j), south = origin(s, j - 1);
    const calc *v = velocities(s, 1, j);
    const calc *u_back = s->v.sielecki ? few(s, ROWS_NEW_U, j - 1) : velocities(s, 0, j - 1);
    const calc *u = s->v.sielecki ? few(s, ROWS_NEW_U, j) : velocities(s, 0, j);
    const calc *p_back = few(s, ROWS_QX, j - 1), *p = few(s, ROWS_QX, j);
    const calc *open = many(s, ROWS_OPEN_Y, j), *pull = many(s, ROWS_PULL_Y, j);
    const face_rows a = {.h_back = few(s, ROWS_DEPTH, j - 1),
                         .h_front = few(s, ROWS_DEPTH, j),
                         .bed_back = (const calc *)s->v.bed + south,
                         .bed_front = (const calc *)s->v.bed + o,
                         .here = v,
                         .back = velocities(s, 1, j - 1),
                         .front = velocities(s, 1, j + 1),
                         .back2 = velocities(s, 1, j - 2),
                         .front2 = velocities(s, 1, j + 2),
                         .low = v - 1,
                         .high = v + 1,
                         .low2 = v - 2,
                         .high2 = v + 2,
                         .low_back = u_back,
                         .low_front = u,
                         .high_back = u_back + 1,
                         .high_front = u + 1,
                         .q = few(s, ROWS_QY, j),
                         .q_back = few(s, ROWS_QY, j - 1),
                         .q_front = few(s, ROWS_QY, j + 1),
                         .p_low_back = p_back,
                         .p_low_front = p,
                         .p_high_back = p_back + 1,
                         .p_high_front = p + 1,
                         .open_back = many(s, ROWS_OPEN_Y, j - 1),
                         .open_front = many(s, ROWS_OPEN_Y, j + 1),
                         .open_low = open - 1,
                         .open_high = open + 1,
                         .open_low2 = open - 2,
                         .open_high2 = open + 2,
                         .pull = pull,
                         .pull_back = many(s, ROWS_PULL_Y, j - 1),
                         .pull_front = many(s, ROWS_PULL_Y, j + 1),
                         .pull_low = pull - 1,
                         .pull_high = pull + 1,
                         .strength_back = friction_row(s, south),
                         .strength_front = friction_row(s, o),
                         .change = row(s, ROW_CHANGE),
                         .to = to};
    return a;
}

#define CHANGES(name, advection)                                                                   \
    static SWEEP_NOINLINE void name(const face_rows *a, int count, const stag_axis *k)             \
    {                                                                                              \
        row_changes(*a, count, advection, *k);                                                     \
    }
CHANGES(changes_linear, STAG_LINEAR)
CHANGES(changes_energy, STAG_ENERGY)
CHANGES(changes_momentum, STAG_MOMENTUM)
CHANGES(changes_automatic, STAG_AUTOMATIC)
CHANGES(changes_central, STAG_CENTRAL)
CHANGES(changes_limited, STAG_LIMITED)

static void changes(const sweep *s, const face_rows *a, int count, const stag_axis *k)
{
    switch (s->v.terms.advection) {
    case STAG_ENERGY: changes_energy(a, count, k); break;
    case STAG_MOMENTUM: changes_momentum(a, count, k); break;
    case STAG_AUTOMATIC: changes_automatic(a, count, k); break;
    case STAG_CENTRAL: changes_central(a, count, k); break;
    case STAG_LIMITED: changes_limited(a, count, k); break;
    default: changes_linear(a, count, k);
    }
}

static SWEEP_NOINLINE void mixing(const face_rows *a, int count, int viscous, const stag_axis *k)
{
    if (viscous == STAG_NO_SLIP)
        row_mixing(*a, count, STAG_NO_SLIP, *k);
    else
        row_mixing(*a, count, STAG_FREE_SLIP, *k);
}

#define VELOCITIES(name, linear, pushed)                                                           \
    static SWEEP_NOINLINE void name(const face_rows *a, int count, int law, const stag_axis *k)    \
    {                                                                                              \
        if (law == FRICTION_MANNING)                                                               \
            row_velocities(*a, count, linear, FRICTION_MANNING, pushed, *k);                       \
        else if (law == FRICTION_CHEZY)                                                            \
            row_velocities(*a, count, linear, FRICTION_CHEZY, pushed, *k);                         \
        else                                                                                       \
            row_velocities(*a, count, linear, FRICTION_NONE, pushed, *k);                          \
    }
VELOCITIES(velocities_linear, 1, 0)
VELOCITIES(velocities_linear_pushed, 1, 1)
VELOCITIES(velocities_changed, 0, 0)
VELOCITIES(velocities_changed_pushed, 0, 1)

/* Closed faces stand still; claimed ones keep their flux. */
static void close_faces(const sweep *s, int y, int j, calc *to, int count)
{
    const uint8_t *codes = s->v.codes + origin(s, j);
    const calc *u = (const calc *)s->v.vel[y] + origin(s, j);
    for (int i = 0; i < count; ++i)
        if (codes[i] & stag_closed_bit(y))
            to[i] = codes[i] & stag_claimed_bit(y) ? u[i] : C(0);
}

static void new_velocities(const sweep *s, int y, int j, const face_rows *a, int count)
{
    const stag_terms *t = &s->v.terms;
    const stag_axis *k = &s->v.axis[y];
    const int linear = t->advection == STAG_LINEAR && t->viscous == STAG_INVISCID;
    if (!linear)
        changes(s, a, count, k);
    if (t->viscous != STAG_INVISCID)
        mixing(a, count, t->viscous, k);
    if (t->pushed)
        (linear ? velocities_linear_pushed : velocities_changed_pushed)(a, count, t->law, k);
    else
        (linear ? velocities_linear : velocities_changed)(a, count, t->law, k);
    if (s->edged)
        close_faces(s, y, j, a->to, count);
}

/* In Sielecki's order v sees the new u of a column more, and the velocities of claimed faces. */
static void seen_new_u(const sweep *s, int j)
{
    calc *to = few(s, ROWS_NEW_U, j);
    const face_rows a = faces_x(s, j, to);
    new_velocities(s, 0, j, &a, s->width + 1);
    const ptrdiff_t o = origin(s, j);
    for (int i = 0; i < s->width + 1 && s->edged; ++i)
        if (s->v.codes[o + i] & FACE_WEST_CLAIMED)
            to[i] = many(s, ROWS_U, j)[i];
}

static inline calc *field_row(const sweep *s, int field, int j)
{
    return (calc *)s->part->field[field][1 - s->part->clock->now] + origin(s, j);
}

static void row_of_u(const sweep *s, int j)
{
    calc *to = field_row(s, STAG_U, j);
    if (!s->v.sielecki) {
        const face_rows a = faces_x(s, j, to);
        new_velocities(s, 0, j, &a, s->width);
        return;
    }
    seen_new_u(s, j);
    const calc *from = few(s, ROWS_NEW_U, j);
    for (int i = 0; i < s->width; ++i)
        to[i] = from[i];
    if (s->edged)
        close_faces(s, 0, j, to, s->width);
}

static void row_of_v(const sweep *s, int j)
{
    const face_rows a = faces_y(s, j, field_row(s, STAG_V, j));
    new_velocities(s, 1, j, &a, s->width);
}

/* ---- results and sources ---- */

static inline result_rows results_of(const sweep *s, int j)
{
    const ptrdiff_t o = origin(s, j);
    const result_rows a = {.h = (const calc *)s->v.h + o,
                           .u = (const calc *)s->v.vel[0] + o,
                           .v = (const calc *)s->v.vel[1] + o,
                           .h_new = few(s, ROWS_DEPTH, j),
                           .west = few(s, ROWS_DEPTH, j) - 1,
                           .south = few(s, ROWS_DEPTH, j - 1),
                           .to = field_row(s, FIELD_DEPTH, j),
                           .u_new = field_row(s, STAG_U, j),
                           .v_new = field_row(s, STAG_V, j),
                           .activity = row(s, ROW_ACTIVITY),
                           .rate = row(s, ROW_RATE)};
    return a;
}

/* Where faces may be claimed and cells inactive. */
static void edged_results(const sweep *s, int j)
{
    const result_rows a = results_of(s, j);
    const uint8_t *codes = s->v.codes + origin(s, j);
    for (int i = 0; i < s->width; ++i) {
        const unrest_value moved =
            stag_activity(a.h[i], a.h_new[i], a.u[i], a.u_new[i], a.v[i], a.v_new[i]);
        const calc deepest = max_r(a.h_new[i], max_r(a.west[i], a.south[i]));
        const calc u = codes[i] & FACE_WEST_CLAIMED ? C(0) : a.u_new[i];
        const calc v = codes[i] & FACE_SOUTH_CLAIMED ? C(0) : a.v_new[i];
        a.to[i] = a.h_new[i];
        a.activity[i] = max_r(a.activity[i], moved);
        if (!(codes[i] & CELL_INACTIVE))
            a.rate[i] = max_r(a.rate[i], stag_rate(deepest, u, v, &s->v.pacing));
    }
}

/* Whether all tiles of the row that j is in have been seen moving. */
static int all_move(const sweep *s)
{
    const calc *activity = row(s, ROW_ACTIVITY);
    for (int i = 0; i < s->width; i += SPATE_TILE_X) {
        calc some = C(0);
        for (int k = i; k < i + SPATE_TILE_X && k < s->width; ++k)
            some = some + activity[k];
        if (!(some > C(0)))
            return 0;
    }
    return 1;
}

/* The activity of further rows does not matter once all tiles are known to move. */
static SWEEP_NOINLINE void plain_results(sweep *s, int j)
{
    row_results(results_of(s, j), s->width, s->v.pacing);
    if (s->moving)
        return;
    row_activity(results_of(s, j), s->width);
    s->moving = all_move(s);
}

static void note_source(const sweep *s, ptrdiff_t o, int i, int active)
{
    calc *activity = row(s, ROW_ACTIVITY) + i, *rate = row(s, ROW_RATE) + i;
    const int next = 1 - s->part->clock->now;
    *activity = max_r(*activity, active ? C(1) : C(0));
    *rate = max_r(*rate, stag_own_rate_at(s->part, &s->v.pacing, next, o));
}

/* Rain and ground, then inflows, of a row whose depths are stored. */
static void sources_of_row(const sweep *s, int j)
{
    const inflow_list *list = &s->part->sources.inflow_cells;
    const int water = part_water_kind(s->part);
    const ptrdiff_t o = origin(s, j);
    for (int i = 0; i < s->width && water != WATER_KEPT; ++i)
        if (!(s->v.codes[o + i] & CELL_INACTIVE))
            note_source(s, o + i, i, stag_water_cell(s->part, water, o + i));
    for (int n = list->count ? list->row_start[j] : 0; list->count && n < list->row_start[j + 1];
         ++n) {
        const int i = list->cells[n].i - s->r->x0;
        if (i >= 0 && i < s->width)
            note_source(s, o + i, i, stag_inflow_cell(s->part, n));
    }
}

/* ---- reductions ---- */

static void clear_maxima(const sweep *s)
{
    calc *activity = row(s, ROW_ACTIVITY), *rate = row(s, ROW_RATE);
    for (int i = 0; i < s->width; ++i)
        activity[i] = rate[i] = C(0);
}

static double largest(const calc *values, int width)
{
    calc m = C(0);
    for (int i = 0; i < width; ++i)
        m = max_r(m, values[i]);
    return (double)m;
}

/* Stores activity and rates of the tiles whose last row was j. */
static void report_tiles(sweep *s, int j)
{
    const grid_part *p = s->part;
    const ptrdiff_t first =
        (ptrdiff_t)(j / SPATE_TILE_Y) * p->shape.tiles_x + s->r->x0 / SPATE_TILE_X;
    for (int i = 0; i < s->width; i += SPATE_TILE_X) {
        const int n = s->width - i < SPATE_TILE_X ? s->width - i : SPATE_TILE_X;
        const ptrdiff_t tile = first + i / SPATE_TILE_X;
        p->tile_moving[0][tile] = largest(row(s, ROW_ACTIVITY) + i, n) > 0;
        p->tile_face_rate[tile] = s->wrong ? (double)INFINITY : 0; /* the step fails */
        p->tile_cell_rate[tile] = largest(row(s, ROW_RATE) + i, n);
    }
    clear_maxima(s);
    s->moving = 0;
}

/* ---- by gravity alone ---- */

/* Fluxes in y of row j + 1 and depths of row j. */
static SWEEP_NOINLINE void gravity_depths(sweep *s, int j)
{
    const ptrdiff_t o = origin(s, j);
    const gravity_cells a = {.h = (const calc *)s->v.h + o,
                             .bed = (const calc *)s->v.bed + o,
                             .u = (const calc *)s->v.vel[0] + o,
                             .v = (const calc *)s->v.vel[1] + o,
                             .codes = s->v.codes + o,
                             .next = s->v.step[1],
                             .south = few(s, ROWS_QY, j),
                             .north = few(s, ROWS_QY, j + 1),
                             .to = few(s, ROWS_DEPTH, j)};
    const calc dt_dx = s->v.axis[0].pace, dt_dy = s->v.axis[1].pace;
    const int found = s->edged ? row_gravity_depths(a, s->width, 1, dt_dx, dt_dy)
                               : row_gravity_depths(a, s->width, 0, dt_dx, dt_dy);
    s->shorts[(j + FEW) & (FEW - 1)] = found & 1;
    if (j >= s->r->y0 && j < s->r->y1)
        s->wrong |= found >> 1;
}

/* Fluxes in x are not kept: computes those of row j + 1, whose cells need shares, and of row j, whose
 * depths are limited by the rows beside it. */
static void missing_fluxes(const sweep *s, int j)
{
    if (is_short(s, j + 1))
        fluxes(s, 0, j + 1, few(s, ROWS_QX, j + 1));
    if (!is_short(s, j) && (is_short(s, j - 1) || is_short(s, j + 1)))
        fluxes(s, 0, j, few(s, ROWS_QX, j));
}

/* Velocities and results of a row. */
static SWEEP_NOINLINE void gravity_results(sweep *s, int j)
{
    const result_rows r = results_of(s, j);
    const ptrdiff_t o = origin(s, j);
    const gravity_faces a = {.u = r.u,
                             .v = r.v,
                             .bed = (const calc *)s->v.bed + o,
                             .bed_south = (const calc *)s->v.bed + o - s->v.step[1],
                             .h = r.h_new,
                             .h_south = r.south,
                             .codes = s->v.codes + o,
                             .to_h = r.to,
                             .to_u = field_row(s, STAG_U, j),
                             .to_v = field_row(s, STAG_V, j),
                             .rate = r.rate};
    if (s->edged)
        row_gravity_velocities(a, s->width, 1, s->v.axis[0], s->v.axis[1], s->v.pacing);
    else
        row_gravity_velocities(a, s->width, 0, s->v.axis[0], s->v.axis[1], s->v.pacing);
    if (s->moving)
        return;
    row_activity(r, s->width);
    s->moving = all_move(s);
}

static int is_gravity_alone(const stag_terms *t)
{
    return t->advection == STAG_LINEAR && t->viscous == STAG_INVISCID && !t->pushed &&
           t->law == FRICTION_NONE;
}

/* ---- the sweep ---- */

size_t STAG_SYMBOL(stag_scratch_bytes)(void)
{
    return sizeof(calc) * (size_t)ROW * ROW_COUNT;
}

static sweep start_sweep(const grid_part *part, const tile_rectangle *r, void *scratch)
{
    sweep s = {.part = part,
               .r = r,
               .scratch = scratch,
               .width = r->x1 - r->x0,
               .edged = r->edged,
               .v = stag_view_of(part)};
    s.masks = s.v.terms.advection == STAG_CENTRAL || s.v.terms.viscous != STAG_INVISCID;
    s.gravity = is_gravity_alone(&s.v.terms);
    for (int i = -ROW_BEFORE; i < s.width + ROW_BEYOND + ROW_LANES; ++i)
        row(&s, ROW_STRENGTH)[i] = s.v.strength;
    return s;
}

/* Rows before the first: fluxes of two, shares, and the depths and u of the last. */
static void begin_sweep(sweep *s)
{
    const int y0 = s->r->y0;
    clear_maxima(s);
    for (int j = y0 - 3; j <= y0 + 1 && !s->gravity; ++j)
        rows_ahead(s, j);
    for (int j = y0 - 2; j <= y0; ++j)
        fluxes(s, 0, j, few(s, ROWS_QX, j));
    for (int j = y0 - 2; j <= y0 + 1; ++j)
        fluxes(s, 1, j, few(s, ROWS_QY, j));
    for (int j = y0 - 2; j <= y0; ++j) {
        depths(s, j);
        shares(s, j);
    }
    limit_x(s, y0 - 1);
    limit_y(s, y0 - 1);
    limit_y(s, y0);
    limited_depths(s, y0 - 1);
    if (s->v.sielecki && !s->gravity)
        seen_new_u(s, y0 - 1);
}

/* Depths of row j, once those of row j + 1 are known before limits. */
static void follow_depths(sweep *s, int j)
{
    if (s->gravity) {
        gravity_depths(s, j + 1);
        missing_fluxes(s, j);
    } else {
        rows_ahead(s, j + 2);
        fluxes(s, 0, j + 1, few(s, ROWS_QX, j + 1));
        fluxes(s, 1, j + 2, few(s, ROWS_QY, j + 2));
        depths(s, j + 1);
    }
    shares(s, j + 1);
    limit_x(s, j);
    limit_y(s, j + 1);
    limited_depths(s, j);
}

static void follow_velocities(sweep *s, int j)
{
    if (s->gravity) {
        gravity_results(s, j);
        return;
    }
    row_of_u(s, j);
    row_of_v(s, j);
    s->edged ? edged_results(s, j) : plain_results(s, j);
}

void STAG_SYMBOL(stag_sweep)(const grid_part *part, const tile_rectangle *r, int stage,
                             void *scratch)
{
    (void)stage; /* there is one */
    sweep s = start_sweep(part, r, scratch);
    const int sources = part_water_kind(part) != WATER_KEPT || part->sources.inflow_cells.count;
    begin_sweep(&s);
    for (int j = r->y0; j < r->y1; ++j) {
        follow_depths(&s, j);
        follow_velocities(&s, j);
        if (sources)
            sources_of_row(&s, j);
        if ((j + 1) % SPATE_TILE_Y == 0 || j + 1 == r->y1)
            report_tiles(&s, j);
    }
}
