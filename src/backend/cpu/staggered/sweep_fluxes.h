/* Fluxes, shares and new depths of rows. */
#ifndef SPATE_BACKEND_CPU_STAGGERED_SWEEP_FLUXES_H
#define SPATE_BACKEND_CPU_STAGGERED_SWEEP_FLUXES_H

#include "backend/cpu/staggered/sweep_scratch.h"

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

#endif
