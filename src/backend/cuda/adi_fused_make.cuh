/* Rows of the fused sweep, from values that are at hand: what follows from a cell is made once for its two faces, what
 * is read is kept for the next line (along x) or the next row (along y). The arithmetic is that of backend/adi_view.h. */
#ifndef SPATE_BACKEND_CUDA_ADI_FUSED_MAKE_CUH
#define SPATE_BACKEND_CUDA_ADI_FUSED_MAKE_CUH

#include "backend/cuda/adi_fused_tree.cuh"

/* In shared memory: read by all threads, made by none of them. */
typedef struct adi_frame {
    adi_view v;
    real *flux, *depth; /* where they go */
} adi_frame;

/* For a thread, with what the compiler may know. */
template <int AXIS>
static __device__ inline adi_view adi_view_along(const adi_device &d, const adi_frame &frame)
{
    adi_view v = frame.v;
    v.along = AXIS == 0 ? 1 : d.pitch;
    v.across = AXIS == 0 ? d.pitch : 1;
    return v;
}

/* What crosses a line at one cell: depths of the cells beside, and at its low and high side the flux across and the sum
 * of its two times. */
typedef struct adi_beside {
    calc h_low, h_high, mid_low, mid_high;
    calc q_low, q_high, both_low, both_high;
} adi_beside;

typedef struct adi_slice {
    adi_cell cell;
    adi_beside at;
    calc change; /* that the known fluxes make */
} adi_slice;

/* As adi_cell_at. Depths upstream are looked at where flow is fast alone. */
static __device__ inline void adi_make_cell(const adi_view &v, ptrdiff_t o, calc back, calc front,
                                            int extrapolated, adi_slice &s)
{
    adi_cell &c = s.cell;
    c.inverse = div_r(C(1), max_r(c.mid, v.k.h_dry));
    const calc flux = adi_cell_flux(back, front, c.h, &v.k);
    calc velocity = flux * c.inverse;
    c.upwind = adi_upwind_of(velocity, c.inverse, &v.k);
    if (c.upwind > C(0)) {
        const calc from = adi_mid_depth(&v, flux > C(0) ? o - v.along : o + v.along, extrapolated);
        const calc upstream = adi_inverse(from, c.inverse, &v.k);
        velocity = flux * (c.inverse + c.upwind * (upstream - c.inverse));
    }
    const adi_weights w = adi_weights_of(velocity, c.upwind);
    c.first = w.first;
    c.second = w.second;
    s.change = v.k.along * (front - back) + v.k.across * (s.at.both_high - s.at.both_low);
    c.predicted = (c.h + c.bed) - s.change;
}

/* Fluxes along of a face and of those beside. */
typedef struct adi_fluxes {
    calc p, cross, low, high;
} adi_fluxes;

static __device__ inline calc adi_mean_across(const adi_beside &back, const adi_beside &front,
                                              int extrapolated)
{
    if (extrapolated)
        return C(0.25) * ((back.q_low + front.q_low) + (back.q_high + front.q_high));
    return C(0.125) * ((back.both_low + front.both_low) + (back.both_high + front.both_high));
}

/* The row of the face between two cells. o: the one in front; i, j: its place. */
template <int LAW, int EXTRAPOLATED>
static __device__ inline adi_row adi_make_row(const adi_device &d, const adi_view &v, int axis,
                                              int i, int j, const adi_slice &back,
                                              const adi_slice &front, const adi_fluxes &p)
{
    const ptrdiff_t o = (ptrdiff_t)j * d.pitch + i;
    const unsigned code = v.codes[o];
    const adi_terms terms = {LAW, EXTRAPOLATED, v.terms.mixed};
    if (code & v.closed)
        return adi_closed_row(&d, axis, code, i, j);
    const calc strength = LAW == FRICTION_NONE ? C(0) : adi_strength_of(&v, o);
    const calc damping = adi_damping(p.cross, adi_mean_across(back.at, front.at, EXTRAPOLATED),
                                     back.cell.inverse, front.cell.inverse, strength, LAW, &v.k);
    adi_face f;
    f.back = back.cell;
    f.front = front.cell;
    f.low = {back.at.h_low, front.at.h_low, back.at.mid_low, front.at.mid_low,
             back.at.q_low, front.at.q_low, p.low,           C(0)};
    f.high = {back.at.h_high, front.at.h_high, back.at.mid_high, front.at.mid_high,
              back.at.q_high, front.at.q_high, p.high,           C(0)};
    f.p = p.p;
    f.cross = p.cross;
    f.damping = damping;
    if (terms.mixed) {
        f.low.closed = v.codes[o - v.across] & v.closed ? C(1) : C(0);
        f.high.closed = v.codes[o + v.across] & v.closed ? C(1) : C(0);
    }
    return adi_face_row(&f, &terms, &v.k);
}

/* ---- along x: lanes along the line, which march from line to line ---- */

/* Faces of a warp: its first lane has a cell alone. */
enum { ADI_LANES = 32, ADI_WARP_FACES = ADI_LANES - 1 };

/* One line after the other at a column of cells: what crosses below becomes what crosses above. */
template <int EXTRAPOLATED> struct adi_column {
    calc h[3], mid[3];  /* of the line below, this, the one above */
    calc q[2], both[2]; /* below and above this line */
    __device__ void begin(const adi_view &v, ptrdiff_t o)
    {
        h[1] = (calc)v.h[o - v.across];
        h[2] = (calc)v.h[o];
        mid[1] = adi_mid_depth(&v, o - v.across, EXTRAPOLATED);
        mid[2] = adi_mid_depth(&v, o, EXTRAPOLATED);
        q[1] = (calc)v.q[o];
        both[1] = adi_both(&v, o);
    }
    __device__ void advance(const adi_view &v, ptrdiff_t o)
    {
        const ptrdiff_t above = o + v.across;
        h[0] = h[1];
        h[1] = h[2];
        h[2] = (calc)v.h[above];
        mid[0] = mid[1];
        mid[1] = mid[2];
        mid[2] = EXTRAPOLATED ? adi_mid_depth(&v, above, EXTRAPOLATED) : h[2];
        q[0] = q[1];
        both[0] = both[1];
        q[1] = (calc)v.q[above];
        both[1] = q[1] + (calc)v.q_before[above];
    }
    __device__ void show(const adi_view &v, ptrdiff_t o, adi_slice &s) const
    {
        s.cell.h = h[1];
        s.cell.mid = mid[1];
        s.cell.bed = (calc)v.bed[o];
        s.at = {h[0], h[2], mid[0], mid[2], q[0], q[1], both[0], both[1]};
    }
};

/* Fluxes along of a column of faces. */
template <int EXTRAPOLATED> struct adi_flux_column {
    calc p[3], cross[3];
    __device__ void begin(const adi_view &v, ptrdiff_t o)
    {
        p[2] = (calc)v.p[o];
        cross[1] = adi_mid_flux(&v, o - v.across, EXTRAPOLATED);
        cross[2] = adi_mid_flux(&v, o, EXTRAPOLATED);
    }
    __device__ void advance(const adi_view &v, ptrdiff_t o)
    {
        const ptrdiff_t above = o + v.across;
        cross[0] = cross[1];
        cross[1] = cross[2];
        p[1] = p[2];
        p[2] = (calc)v.p[above];
        cross[2] = EXTRAPOLATED ? adi_mid_flux(&v, above, EXTRAPOLATED) : p[2];
    }
    __device__ adi_fluxes show(void) const
    {
        return {p[1], cross[1], cross[0], cross[2]};
    }
};

static __device__ inline void adi_put_row(const adi_store &s, int at, const adi_row &row)
{
    s.y[at] = (real)row.a;
    s.q[at] = (real)row.b;
    s.r[at] = (real)row.c;
    s.d[at] = (real)row.d;
}

/* All rows of the block's share to its store: a warp takes ADI_WARP_FACES columns of faces through all lines. */
template <int LAW, int EXTRAPOLATED>
static __device__ inline void adi_make_along_x(const adi_device &d, const adi_frame &frame,
                                               const adi_share_of &b, const adi_tile &tile,
                                               const adi_store &store)
{
    const adi_view &v = frame.v;
    const int lane = (int)threadIdx.x % ADI_LANES, warps = (int)blockDim.x / ADI_LANES;
    for (int strip = (int)threadIdx.x / ADI_LANES; strip * ADI_WARP_FACES < b.rows;
         strip += warps) {
        const int row = strip * ADI_WARP_FACES + lane - 1;
        const int i = min(b.first + row, tile.faces - 1);
        const bool mine = lane > 0 && row < b.rows;
        const int place = mine ? adi_row_at_place(store, 0, row) : 0;
        ptrdiff_t o = (ptrdiff_t)b.first_line * d.pitch + i;
        adi_column<EXTRAPOLATED> back, front;
        adi_flux_column<EXTRAPOLATED> flux;
        back.begin(v, o - 1);
        front.begin(v, o);
        flux.begin(v, o);
#pragma unroll 1
        for (int line = 0; line < b.lines; ++line, o += d.pitch) {
            adi_slice behind, ahead;
            back.advance(v, o - 1);
            front.advance(v, o);
            flux.advance(v, o);
            back.show(v, o - 1, behind);
            front.show(v, o, ahead);
            adi_make_cell(v, o, flux.p[1], (calc)v.p[o + 1], EXTRAPOLATED, ahead);
            behind.change = C(0);
            adi_take_from_lane_below(&ahead.cell, &behind.cell);
            if (mine) {
                const adi_row made =
                    adi_make_row<LAW, EXTRAPOLATED>(d, v, 0, i, b.first_line + line, behind, ahead,
                                                    flux.show());
                adi_put_row(store, place + line * store.by_line, made);
                store.change[line * store.change_by_line + row] = (real)ahead.change;
            }
        }
    }
}

/* A chunk from its rows in the store. */
static __device__ inline void adi_eliminate_stored(const adi_store &store, int at, int rows,
                                                   bool begins, bool ends, seg_whole &s)
{
    for (int k = 0; k < rows; ++k, at += store.by_row) {
        seg_given row = {store.y[at], store.q[at], store.r[at], store.d[at]};
        if (begins && k == 0)
            row.a = 0;
        if (ends && k == rows - 1)
            row.c = 0;
        if (k == 0) {
            seg_begin(&s, &row);
        } else {
            seg_left kept;
            seg_append(&s, &row, &kept);
            store.y[at - store.by_row] = kept.y;
            store.q[at - store.by_row] = kept.q;
            store.r[at - store.by_row] = kept.r;
        }
    }
}

/* ---- along y: a thread marches along its chunk of a line ---- */

/* Everything that crosses the line at cell o. */
template <int EXTRAPOLATED>
static __device__ inline void adi_read_slice(const adi_view &v, ptrdiff_t o, adi_slice &s)
{
    const ptrdiff_t low = o - v.across, high = o + v.across;
    s.cell.h = (calc)v.h[o];
    s.cell.bed = (calc)v.bed[o];
    s.at.h_low = (calc)v.h[low];
    s.at.h_high = (calc)v.h[high];
    s.cell.mid = EXTRAPOLATED ? adi_mid_depth(&v, o, 1) : s.cell.h;
    s.at.mid_low = EXTRAPOLATED ? adi_mid_depth(&v, low, 1) : s.at.h_low;
    s.at.mid_high = EXTRAPOLATED ? adi_mid_depth(&v, high, 1) : s.at.h_high;
    s.at.q_low = (calc)v.q[o];
    s.at.q_high = (calc)v.q[high];
    s.at.both_low = s.at.q_low + (calc)v.q_before[o];
    s.at.both_high = s.at.q_high + (calc)v.q_before[high];
}

/* Makes and eliminates rows first ... first + rows - 1 of the line at column i; at: where the chunk lies. */
template <int LAW, int EXTRAPOLATED>
static __device__ inline void adi_eliminate_along_y(const adi_device &d, const adi_frame &frame,
                                                    const adi_tile &tile, int i, int first,
                                                    int rows, const adi_store &store, int at,
                                                    int change_at, seg_whole &s)
{
    const adi_view &v = frame.v;
    ptrdiff_t o = (ptrdiff_t)first * d.pitch + i;
    adi_slice back, front;
    calc p = (calc)v.p[o];
    adi_read_slice<EXTRAPOLATED>(v, o - d.pitch, back);
    adi_make_cell(v, o - d.pitch, (calc)v.p[o - d.pitch], p, EXTRAPOLATED, back);
#pragma unroll 1
    for (int k = 0; k < rows; ++k, o += d.pitch) {
        const calc next = (calc)v.p[o + d.pitch];
        adi_fluxes flux;
        adi_read_slice<EXTRAPOLATED>(v, o, front);
        flux.p = p;
        flux.cross = EXTRAPOLATED ? adi_extrapolate(p, (calc)v.p_before[o]) : p;
        flux.low = adi_mid_flux(&v, o - v.across, EXTRAPOLATED);
        flux.high = adi_mid_flux(&v, o + v.across, EXTRAPOLATED);
        adi_make_cell(v, o, p, next, EXTRAPOLATED, front);
        const adi_row made =
            adi_make_row<LAW, EXTRAPOLATED>(d, v, 1, i, first + k, back, front, flux);
        seg_given row = {(real)made.a, (real)made.b, (real)made.c, (real)made.d};
        if (!tile.ring && first + k == 0)
            row.a = 0;
        if (!tile.ring && first + k == tile.faces - 1)
            row.c = 0;
        store.change[change_at + k * store.change_by_row] = (real)front.change;
        if (k == 0) {
            seg_begin(&s, &row);
        } else {
            seg_left kept;
            const int before = at + (k - 1) * store.by_row;
            seg_append(&s, &row, &kept);
            store.y[before] = kept.y;
            store.q[before] = kept.q;
            store.r[before] = kept.r;
        }
        back = front;
        p = next;
    }
}

#endif
