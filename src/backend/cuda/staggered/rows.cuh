/* Rows of an item in shared memory: rings of a few rows, a thread for each column. The same order of
 * work as the sweep of the CPU (cpu/staggered/sweep.c). */
#ifndef SPATE_BACKEND_CUDA_STAGGERED_ROWS_CUH
#define SPATE_BACKEND_CUDA_STAGGERED_ROWS_CUH

#include "backend/cuda/staggered/part.cuh"

/* Kinds of kernels: of items without closed faces, and of all. */
enum { STEP_FULL, STEP_EDGED };

/* Rings of 8 rows (old values, which the widest stencil reads over 5 rows, fluxes in y), and of 4. */
enum { BIG = 8, SMALL = 4 };

/* First row of each ring in shared memory; -1: the kernel does not have it. */
typedef struct row_layout {
    int h, bed, u, v;   /* old state; of claimed faces the flux */
    int u_seen, v_seen; /* velocities, claimed faces included; those above where none is */
    int qy, qx, depth, share;
    int new_u;          /* Sielecki's order */
    int open_x, open_y; /* masks */
    int pull_x, pull_y; /* limited slopes */
    int codes;          /* bytes, after all rows */
    int rows;
} row_layout;

static inline int take_rows(row_layout *l, int count)
{
    const int first = l->rows;
    l->rows += count;
    return first;
}

static inline row_layout layout_of(int kind, const stag_part *own)
{
    const int masks = own->advection == STAG_CENTRAL || own->viscous != STAG_INVISCID;
    row_layout l = {};
    l.h = take_rows(&l, BIG);
    l.bed = take_rows(&l, BIG);
    l.u = l.u_seen = take_rows(&l, BIG);
    l.v = l.v_seen = take_rows(&l, BIG);
    l.qy = take_rows(&l, BIG);
    l.qx = take_rows(&l, SMALL);
    l.depth = take_rows(&l, SMALL);
    l.share = take_rows(&l, SMALL);
    l.open_x = masks ? take_rows(&l, BIG) : -1;
    l.open_y = masks ? take_rows(&l, BIG) : -1;
    l.pull_x = l.pull_y = l.codes = -1;
    l.new_u = take_rows(&l, SMALL);
    if (own->advection == STAG_LIMITED) {
        l.pull_x = take_rows(&l, BIG);
        l.pull_y = take_rows(&l, BIG);
    }
    if (kind == STEP_EDGED) {
        l.u_seen = take_rows(&l, BIG);
        l.v_seen = take_rows(&l, BIG);
        l.codes = 0;
    }
    return l;
}

/* Values beyond the first and last column that a stencil may touch without using them. */
enum { ROW_PADDING = STAG_HALO };

static inline size_t layout_bytes(const row_layout *l)
{
    const size_t values = (size_t)l->rows * STRIP_THREADS + 2 * ROW_PADDING;
    return sizeof(calc) * values +
           (l->codes >= 0 ? (size_t)BIG * STRIP_THREADS + 2 * ROW_PADDING : 0);
}

/* What a thread has of its block's rows. Pointers lead to its own column. */
typedef struct strip {
    row_layout l;
    calc *rows;
    uint8_t *codes;
} strip;

static __device__ __forceinline__ strip strip_of(const row_layout &l)
{
    calc *memory = (calc *)cuda_shared_memory();
    strip s;
    s.l = l;
    s.rows = memory + ROW_PADDING + threadIdx.x;
    s.codes = (uint8_t *)(memory + (ptrdiff_t)l.rows * STRIP_THREADS + 2 * ROW_PADDING) +
              ROW_PADDING + threadIdx.x;
    return s;
}

static __device__ __forceinline__ calc *big(const strip &s, int ring, int j)
{
    return s.rows + (ring + (j & (BIG - 1))) * STRIP_THREADS;
}

static __device__ __forceinline__ calc *small(const strip &s, int ring, int j)
{
    return s.rows + (ring + (j & (SMALL - 1))) * STRIP_THREADS;
}

static __device__ __forceinline__ uint8_t *codes_of(const strip &s, int j)
{
    return s.codes + (j & (BIG - 1)) * STRIP_THREADS;
}

/* Rows of both axes by number: y = 0 for values at west faces. */
static __device__ __forceinline__ const calc *raw(const strip &s, int y, int j)
{
    return big(s, y ? s.l.v : s.l.u, j);
}

static __device__ __forceinline__ const calc *seen(const strip &s, int y, int j)
{
    return big(s, y ? s.l.v_seen : s.l.u_seen, j);
}

static __device__ __forceinline__ const calc *fluxes(const strip &s, int y, int j)
{
    return y ? big(s, s.l.qy, j) : small(s, s.l.qx, j);
}

static __device__ __forceinline__ const calc *opens(const strip &s, int y, int j)
{
    return big(s, y ? s.l.open_y : s.l.open_x, j);
}

static __device__ __forceinline__ const calc *pulls(const strip &s, int y, int j)
{
    return big(s, y ? s.l.pull_y : s.l.pull_x, j);
}

/* The cells of the face of an axis in row j, before the step. */
static __device__ __forceinline__ stag_pair old_pair(const strip &s, int y, int j)
{
    const calc *h = big(s, s.l.h, j), *bed = big(s, s.l.bed, j);
    const calc *h_back = y ? big(s, s.l.h, j - 1) : h - 1;
    const calc *bed_back = y ? big(s, s.l.bed, j - 1) : bed - 1;
    const stag_pair c = {*h_back, *h, *bed_back, *bed};
    return c;
}

/* ---- claimed and closed faces ---- */

template <int KIND>
static __device__ __forceinline__ int has_code(const strip &s, int j, int by, unsigned bits)
{
    return KIND == STEP_EDGED && (codes_of(s, j)[by] & bits) != 0;
}

/* Velocities of row j, when its values are there. */
template <int KIND>
static __device__ __forceinline__ void see_velocities(const strip &s, calc g, int j)
{
    for (int y = 0; y < 2 && KIND == STEP_EDGED; ++y) {
        const calc u = *raw(s, y, j);
        const stag_pair c = old_pair(s, y, j);
        *big(s, y ? s.l.v_seen : s.l.u_seen, j) =
            has_code<KIND>(s, j, 0, stag_claimed_bit(y))
                ? stag_boundary_velocity(u, c.h_back, c.h_front, g)
                : u;
    }
}

/* ---- fluxes ---- */

/* As stag_spread_at: of the cell `by` columns and `up` rows away. */
static __device__ __forceinline__ calc spread_of(const strip &s, int y, int j, int by,
                                                 const stag_axis &k)
{
    const calc *u = seen(s, 0, j) + by, *v = seen(s, 1, j) + by, *north = seen(s, 1, j + 1) + by;
    return y ? stag_half_spread(*v, *north, u[0], u[1], k.pace, k.pace_across)
             : stag_half_spread(u[0], u[1], *v, *north, k.pace, k.pace_across);
}

/* Flux through the face of row j before it is limited. */
template <int KIND>
static __device__ __forceinline__ calc flux_of(const strip &s, const stag_view &v, int y, int j)
{
    const calc u = *raw(s, y, j);
    const stag_pair c = old_pair(s, y, j);
    if (has_code<KIND>(s, j, 0, stag_claimed_bit(y)))
        return u;
    if (v.terms.advection != STAG_LIMITED)
        return stag_face_flux(u, &c);
    const int ahead = u > C(0) ? -1 : 1;
    if (has_code<KIND>(s, y ? j + ahead : j, y ? 0 : ahead, stag_closed_bit(y)))
        return stag_face_flux(u, &c);
    const calc *h = big(s, s.l.h, j);
    const stag_reach r = {.h_behind = y ? *big(s, s.l.h, j - 2) : h[-2],
                          .h_ahead = y ? *big(s, s.l.h, j + 1) : h[1],
                          .spread_back = y ? spread_of(s, 1, j - 1, 0, v.axis[1])
                                           : spread_of(s, 0, j, -1, v.axis[0]),
                          .spread_front = spread_of(s, y, j, 0, v.axis[y])};
    return stag_sloped_depth(u, &c, &r, v.axis[y].pace) * u;
}

template <int KIND>
static __device__ __forceinline__ calc open_of(const strip &s, const stag_view &v, int y, int j)
{
    const stag_pair c = old_pair(s, y, j);
    return stag_face_open(stag_face_depth(*raw(s, y, j), &c), v.axis[y].h_dry,
                          has_code<KIND>(s, j, 0, stag_closed_bit(y)),
                          has_code<KIND>(s, j, 0, stag_claimed_bit(y)));
}

template <int KIND>
static __device__ __forceinline__ calc pull_of(const strip &s, const stag_view &v, int y, int j)
{
    const stag_pair c = old_pair(s, y, j);
    return has_code<KIND>(s, j, 0, stag_closed_bit(y))
               ? C(0)
               : stag_half_pull(*raw(s, y, j), &c, v.axis[y].pull);
}

/* ---- depths ---- */

static __device__ __forceinline__ stag_sides sides_of(const strip &s, int j)
{
    const calc *qx = small(s, s.l.qx, j);
    const stag_sides q = {qx[0], qx[1], *big(s, s.l.qy, j), *big(s, s.l.qy, j + 1)};
    return q;
}

template <int KIND>
static __device__ __forceinline__ void store_depth(const strip &s, const stag_view &v, int j)
{
    const calc h =
        stag_new_depth(*big(s, s.l.h, j), sides_of(s, j), v.axis[0].pace, v.axis[1].pace);
    *small(s, s.l.depth, j) = has_code<KIND>(s, j, 0, CELL_INACTIVE) ? C(0) : h;
}

static __device__ __forceinline__ calc outflow_of(const strip &s, const stag_view &v, int j)
{
    return stag_outflow(sides_of(s, j), v.axis[0].pace, v.axis[1].pace);
}

/* ---- velocities ---- */

static __device__ __forceinline__ stag_face face_of(const strip &s, const stag_view &v, int y,
                                                    int j, calc strength)
{
    const int advection = v.terms.advection;
    const calc *h = small(s, s.l.depth, j), *bed = big(s, s.l.bed, j);
    const calc *u = seen(s, y, j);
    const calc *w = seen(s, !y, j); /* across */
    const int sielecki = v.sielecki && y;
    const calc *low = sielecki ? small(s, s.l.new_u, j) : w;
    const calc *low_back = y ? (sielecki ? small(s, s.l.new_u, j - 1) : seen(s, 0, j - 1)) : w - 1;
    const calc *high = y ? low + 1 : seen(s, 1, j + 1);
    const calc *high_back = y ? low_back + 1 : high - 1;
    stag_face f = {};
    f.cells.h_back = y ? *small(s, s.l.depth, j - 1) : h[-1];
    f.cells.h_front = *h;
    f.cells.bed_back = y ? *big(s, s.l.bed, j - 1) : bed[-1];
    f.cells.bed_front = *bed;
    f.u.here = *raw(s, y, j);
    f.u.back = y ? *seen(s, 1, j - 1) : u[-1];
    f.u.front = y ? *seen(s, 1, j + 1) : u[1];
    f.u.low = y ? u[-1] : *seen(s, 0, j - 1);
    f.u.high = y ? u[1] : *seen(s, 0, j + 1);
    f.u.across_low = C(0.5) * (*low_back + *low);
    f.u.across_high = C(0.5) * (*high_back + *high);
    f.across = C(0.5) * (f.u.across_low + f.u.across_high);
    f.strength = strength;
    if (advection == STAG_CENTRAL || advection == STAG_LIMITED) {
        f.u.back2 = y ? *seen(s, 1, j - 2) : u[-2];
        f.u.front2 = y ? *seen(s, 1, j + 2) : u[2];
        f.u.low2 = y ? u[-2] : *seen(s, 0, j - 2);
        f.u.high2 = y ? u[2] : *seen(s, 0, j + 2);
    }
    if (advection == STAG_CENTRAL || v.terms.viscous != STAG_INVISCID) {
        const calc *open = opens(s, y, j);
        f.open.back = y ? *opens(s, 1, j - 1) : open[-1];
        f.open.front = y ? *opens(s, 1, j + 1) : open[1];
        f.open.low = y ? open[-1] : *opens(s, 0, j - 1);
        f.open.high = y ? open[1] : *opens(s, 0, j + 1);
        f.open.low2 = y ? open[-2] : *opens(s, 0, j - 2);
        f.open.high2 = y ? open[2] : *opens(s, 0, j + 2);
    }
    if (advection == STAG_LIMITED) {
        const calc *pull = pulls(s, y, j);
        f.pulls.here = *pull;
        f.pulls.back = y ? *pulls(s, 1, j - 1) : pull[-1];
        f.pulls.front = y ? *pulls(s, 1, j + 1) : pull[1];
        f.pulls.low = y ? pull[-1] : *pulls(s, 0, j - 1);
        f.pulls.high = y ? pull[1] : *pulls(s, 0, j + 1);
    }
    if (stag_moves_mass(advection)) {
        const calc *q = fluxes(s, y, j), *p = fluxes(s, !y, j);
        const calc q_back = y ? *fluxes(s, 1, j - 1) : q[-1];
        const calc q_front = y ? *fluxes(s, 1, j + 1) : q[1];
        const calc *p_back = y ? fluxes(s, 0, j - 1) : p - 1;
        const calc *p_high = y ? p + 1 : fluxes(s, 1, j + 1);
        const calc *p_high_back = y ? p_back + 1 : p_high - 1;
        f.mass = stag_turnover_of(q_back, *q, q_front, *p_back + *p, *p_high_back + *p_high,
                                  f.cells.h_back + f.cells.h_front, v.axis[y].pace,
                                  v.axis[y].pace_across);
    }
    return f;
}

/* The new velocity of the face of row j; of a claimed face its flux. */
template <int KIND>
static __device__ __forceinline__ calc velocity_of(const strip &s, const stag_view &v, int y, int j,
                                                   calc strength)
{
    const stag_face f = face_of(s, v, y, j, strength);
    const stag_axis k = stag_axis_in_row(&v, y, j);
    const calc u = stag_new_velocity(&f, &v.terms, &k);
    if (!has_code<KIND>(s, j, 0, stag_closed_bit(y)))
        return u;
    return has_code<KIND>(s, j, 0, stag_claimed_bit(y)) ? *raw(s, y, j) : C(0);
}

#endif
