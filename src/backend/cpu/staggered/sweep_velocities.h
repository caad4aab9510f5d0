/* New velocities of rows. */
#ifndef SPATE_BACKEND_CPU_STAGGERED_SWEEP_VELOCITIES_H
#define SPATE_BACKEND_CPU_STAGGERED_SWEEP_VELOCITIES_H

#include "backend/cpu/staggered/sweep_fluxes.h"

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
    const stag_axis row = stag_axis_in_row(&s->v, y, j), *const k = &row;
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

#endif
