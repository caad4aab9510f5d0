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

/* Fields that are read and never written in a sweep, where a thread keeps them. Offsets are 32 bits (adi_fused_fits). */
typedef struct adi_inputs {
    const real *h, *bed, *p, *q, *q_before;
    const uint8_t *codes;
} adi_inputs;

static __device__ inline adi_inputs adi_inputs_of(const adi_view &v)
{
    const adi_inputs in = {v.h, v.bed, v.p, v.q, v.q_before, v.codes};
    return in;
}

static __device__ inline calc adi_read(const real *field, int o)
{
#ifdef __CUDACC__
    return (calc)__ldg(field + o);
#else
    return (calc)field[o];
#endif
}

/* As adi_mid_depth and adi_mid_flux, of values that were read. */
template <int EXTRAPOLATED>
static __device__ inline calc adi_middle_depth(const adi_view &v, calc h, int o)
{
    return EXTRAPOLATED ? adi_extrapolate_depth(h, adi_read(v.h_before, o)) : h;
}

template <int EXTRAPOLATED>
static __device__ inline calc adi_middle_flux(const adi_view &v, calc p, int o)
{
    return EXTRAPOLATED ? adi_extrapolate(p, adi_read(v.p_before, o)) : p;
}

/* What crosses a line at one cell: depths of the cells beside (adi_seen_depth), and at its low and high side the flux
 * across and the sum of its two times. */
typedef struct adi_beside {
    calc low, high;
    calc q_low, q_high, both_low, both_high;
} adi_beside;

typedef struct adi_slice {
    adi_cell cell;
    adi_beside at;
    calc change; /* that the known fluxes make */
} adi_slice;

/* As adi_cell_at. Depths upstream are looked at where flow is fast alone. */
template <int EXTRAPOLATED>
static __device__ inline void adi_make_cell(const adi_view &v, int o, int along, calc back,
                                            calc front, adi_slice &s)
{
    adi_cell &c = s.cell;
    c.inverse = div_r(C(1), max_r(c.mid, v.k.h_dry));
    const calc flux = adi_flux_through(back, front, c.h, &v.k);
    const calc u = flux * c.inverse;
    c.upwind = adi_upwind_of(u, c.inverse, &v.k);
    c.first = c.second = u;
    if (c.upwind > C(0)) {
        const int from = flux > C(0) ? o - along : o + along;
        const calc mid = adi_middle_depth<EXTRAPOLATED>(v, adi_read(v.h, from), from);
        const calc upstream = adi_inverse(mid, c.inverse, &v.k);
        const adi_weights w =
            adi_weights_of(adi_velocity(flux, back, front, c.upwind, c.inverse, upstream),
                           c.upwind);
        c.first = w.first;
        c.second = w.second;
    }
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
    return extrapolated
               ? adi_across_of(back.q_low + back.q_high, front.q_low + front.q_high, 1)
               : adi_across_of(back.both_low + back.both_high, front.both_low + front.both_high, 0);
}

/* The row of the face between two cells, the one in front at o; it is not closed. */
template <int LAW, int EXTRAPOLATED>
static __device__ inline adi_row adi_make_row(const adi_view &v, const adi_inputs &in, int o,
                                              int along, int across, const adi_slice &back,
                                              const adi_slice &front, const adi_fluxes &p)
{
    const adi_terms terms = {LAW, EXTRAPOLATED, v.terms.mixed, v.terms.unpushed, 0};
    calc strength = v.strength;
    if (LAW != FRICTION_NONE && v.friction)
        strength = C(0.5) * (adi_read(v.friction, o - along) + adi_read(v.friction, o));
    const calc damping = adi_damping(p.cross, adi_mean_across(back.at, front.at, EXTRAPOLATED),
                                     back.cell.inverse, front.cell.inverse, strength, LAW, &v.k);
    adi_face f;
    f.back = back.cell;
    f.front = front.cell;
    f.low = {back.at.low, front.at.low, back.at.q_low, front.at.q_low, p.low, C(0)};
    f.high = {back.at.high, front.at.high, back.at.q_high, front.at.q_high, p.high, C(0)};
    f.p = p.p;
    f.cross = p.cross;
    f.damping = damping;
    if (terms.mixed) {
        f.low.closed = in.codes[o - across] & v.closed ? C(1) : C(0);
        f.high.closed = in.codes[o + across] & v.closed ? C(1) : C(0);
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
    __device__ void begin(const adi_view &v, const adi_inputs &in, int o, int across)
    {
        h[1] = adi_read(in.h, o - across);
        h[2] = adi_read(in.h, o);
        mid[1] = adi_middle_depth<EXTRAPOLATED>(v, h[1], o - across);
        mid[2] = adi_middle_depth<EXTRAPOLATED>(v, h[2], o);
        q[1] = adi_read(in.q, o);
        both[1] = q[1] + adi_read(in.q_before, o);
    }
    /* To the line that is below `above`. */
    __device__ void advance(const adi_view &v, const adi_inputs &in, int above)
    {
        h[0] = h[1];
        h[1] = h[2];
        h[2] = adi_read(in.h, above);
        mid[0] = mid[1];
        mid[1] = mid[2];
        mid[2] = adi_middle_depth<EXTRAPOLATED>(v, h[2], above);
        q[0] = q[1];
        both[0] = both[1];
        q[1] = adi_read(in.q, above);
        both[1] = q[1] + adi_read(in.q_before, above);
    }
    __device__ void show(const adi_view &v, const adi_inputs &in, int o, adi_slice &s) const
    {
        s.cell.h = h[1];
        s.cell.mid = mid[1];
        s.cell.bed = adi_read(in.bed, o);
        s.at = {adi_seen_depth(h[0], mid[0], mid[1], &v.k),
                adi_seen_depth(h[2], mid[2], mid[1], &v.k),
                q[0],
                q[1],
                both[0],
                both[1]};
    }
};

/* Fluxes along of a column of faces. */
template <int EXTRAPOLATED> struct adi_flux_column {
    calc p[3], cross[3];
    __device__ void begin(const adi_view &v, const adi_inputs &in, int o, int across)
    {
        p[2] = adi_read(in.p, o);
        cross[1] = adi_middle_flux<EXTRAPOLATED>(v, adi_read(in.p, o - across), o - across);
        cross[2] = adi_middle_flux<EXTRAPOLATED>(v, p[2], o);
    }
    __device__ void advance(const adi_view &v, const adi_inputs &in, int above)
    {
        cross[0] = cross[1];
        cross[1] = cross[2];
        p[1] = p[2];
        p[2] = adi_read(in.p, above);
        cross[2] = adi_middle_flux<EXTRAPOLATED>(v, p[2], above);
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
    const adi_inputs in = adi_inputs_of(v);
    const int lane = (int)threadIdx.x % ADI_LANES, warps = (int)blockDim.x / ADI_LANES;
    const int pitch = (int)d.pitch;
    for (int strip = (int)threadIdx.x / ADI_LANES; strip * ADI_WARP_FACES < b.rows;
         strip += warps) {
        const int row = strip * ADI_WARP_FACES + lane - 1;
        const int i = min(b.first + row, tile.faces - 1);
        const bool mine = lane > 0 && row < b.rows;
        int place = mine ? adi_row_at_place(store, 0, row) : 0, change_at = row;
        int o = b.first_line * pitch + i;
        adi_column<EXTRAPOLATED> back, front;
        adi_flux_column<EXTRAPOLATED> flux;
        back.begin(v, in, o - 1, pitch);
        front.begin(v, in, o, pitch);
        flux.begin(v, in, o, pitch);
#pragma unroll 1
        for (int line = 0; line < b.lines; ++line) {
            const int above = o + pitch;
            adi_slice behind, ahead;
            back.advance(v, in, above - 1);
            front.advance(v, in, above);
            flux.advance(v, in, above);
            back.show(v, in, o - 1, behind);
            front.show(v, in, o, ahead);
            const unsigned code = in.codes[o];
            adi_make_cell<EXTRAPOLATED>(v, o, 1, flux.p[1], adi_read(in.p, o + 1), ahead);
            adi_take_from_lane_below(&ahead.cell, &behind.cell);
            if (mine) {
                const adi_row made =
                    code & v.closed ? adi_closed_row(&d, 0, code, i, b.first_line + line)
                                    : adi_make_row<LAW, EXTRAPOLATED>(v, in, o, 1, pitch, behind,
                                                                      ahead, flux.show());
                adi_put_row(store, place, made);
                store.change[change_at] = (real)ahead.change;
            }
            o = above;
            place += store.by_line;
            change_at += store.change_by_line;
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
static __device__ inline void adi_read_slice(const adi_view &v, const adi_inputs &in, int o,
                                             adi_slice &s)
{
    const calc h_low = adi_read(in.h, o - 1), h_high = adi_read(in.h, o + 1);
    s.cell.h = adi_read(in.h, o);
    s.cell.bed = adi_read(in.bed, o);
    s.cell.mid = adi_middle_depth<EXTRAPOLATED>(v, s.cell.h, o);
    s.at.low =
        adi_seen_depth(h_low, adi_middle_depth<EXTRAPOLATED>(v, h_low, o - 1), s.cell.mid, &v.k);
    s.at.high =
        adi_seen_depth(h_high, adi_middle_depth<EXTRAPOLATED>(v, h_high, o + 1), s.cell.mid, &v.k);
    s.at.q_low = adi_read(in.q, o);
    s.at.q_high = adi_read(in.q, o + 1);
    s.at.both_low = s.at.q_low + adi_read(in.q_before, o);
    s.at.both_high = s.at.q_high + adi_read(in.q_before, o + 1);
}

/* Makes and eliminates rows first ... first + rows - 1 of the line at column i; at: where the chunk lies. */
template <int LAW, int EXTRAPOLATED>
static __device__ inline void adi_eliminate_along_y(const adi_device &d, const adi_frame &frame,
                                                    const adi_tile &tile, int i, int first,
                                                    int rows, const adi_store &store, int at,
                                                    int change_at, seg_whole &s)
{
    const adi_view &v = frame.v;
    const adi_inputs in = adi_inputs_of(v);
    const int pitch = (int)d.pitch, step = tile.lines;
    int o = first * pitch + i;
    adi_slice back, front;
    calc p = adi_read(in.p, o);
    adi_read_slice<EXTRAPOLATED>(v, in, o - pitch, back);
    adi_make_cell<EXTRAPOLATED>(v, o - pitch, pitch, adi_read(in.p, o - pitch), p, back);
#pragma unroll 1
    for (int k = 0; k < rows; ++k) {
        const calc next = adi_read(in.p, o + pitch);
        const calc p_low = adi_read(in.p, o - 1), p_high = adi_read(in.p, o + 1);
        const unsigned code = in.codes[o];
        adi_read_slice<EXTRAPOLATED>(v, in, o, front);
        const adi_fluxes flux = {p, adi_middle_flux<EXTRAPOLATED>(v, p, o),
                                 adi_middle_flux<EXTRAPOLATED>(v, p_low, o - 1),
                                 adi_middle_flux<EXTRAPOLATED>(v, p_high, o + 1)};
        adi_make_cell<EXTRAPOLATED>(v, o, pitch, p, next, front);
        const adi_row made = code & v.closed ? adi_closed_row(&d, 1, code, i, first + k)
                                             : adi_make_row<LAW, EXTRAPOLATED>(v, in, o, pitch, 1,
                                                                               back, front, flux);
        seg_given row = {(real)made.a, (real)made.b, (real)made.c, (real)made.d};
        if (!tile.ring && first + k == 0)
            row.a = 0;
        if (!tile.ring && first + k == tile.faces - 1)
            row.c = 0;
        store.change[change_at] = (real)front.change;
        if (k == 0) {
            seg_begin(&s, &row);
        } else {
            seg_left kept;
            seg_append(&s, &row, &kept);
            store.y[at - step] = kept.y;
            store.q[at - step] = kept.q;
            store.r[at - step] = kept.r;
        }
        back = front;
        p = next;
        o += pitch;
        at += step;
        change_at += step;
    }
}

#endif
