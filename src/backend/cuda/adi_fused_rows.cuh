/* Rows of the fused sweep, from values that are at hand: what follows from a cell is made once for its two faces. The
 * arithmetic is that of backend/adi_view.h; in open water, which most threads have, the short form of it. */
#ifndef SPATE_BACKEND_CUDA_ADI_FUSED_ROWS_CUH
#define SPATE_BACKEND_CUDA_ADI_FUSED_ROWS_CUH

#include "backend/cuda/adi_fused_tree.cuh"

/* Unknowns before the first and at the last of some rows of a line. */
typedef struct adi_ends {
    real before, last;
} adi_ends;

/* Where fluxes and depths go. */
typedef struct adi_out {
    real *flux, *depth;
} adi_out;

/* As adi_mid_depth and adi_mid_flux, of values that were read. */
template <class Kind> static __device__ inline calc adi_middle_depth(calc h, int o)
{
    return Kind::EXTRAPOLATED ? adi_extrapolate_depth(h, adi_read(Kind::view().h_before, o)) : h;
}

template <class Kind> static __device__ inline calc adi_middle_flux(calc p, int o)
{
    return Kind::EXTRAPOLATED ? adi_extrapolate(p, adi_read(Kind::view().p_before, o)) : p;
}

/* A cell and what crosses the line there: depths of the cells beside, fluxes at its low and high side, and the sum of
 * their two times. */
typedef struct adi_slice {
    adi_cell cell;
    calc h_low, h_high, mid_low, mid_high;
    calc q_low, q_high, both_low, both_high;
    calc level;  /* of the water */
    calc change; /* of the depth, that the known fluxes make */
    int calm;    /* no fast flow, and water to speak of here and beside */
} adi_slice;

/* Velocity where flow is fast: with the depth upstream. */
template <class Kind>
static __device__ inline void adi_make_fast(int o, int along, calc back, calc front, calc flux,
                                            adi_cell &c)
{
    const adi_view &v = Kind::view();
    const int from = flux > C(0) ? o - along : o + along;
    const calc mid = adi_middle_depth<Kind>(adi_read(v.h, from), from);
    const calc upstream = adi_inverse(mid, c.inverse, &v.k);
    const adi_weights w =
        adi_weights_of(adi_velocity(flux, back, front, c.upwind, c.inverse, upstream), c.upwind);
    c.first = w.first;
    c.second = w.second;
}

/* As adi_cell_at, from what was read; back, front: fluxes at its two faces. */
template <class Kind>
static __device__ inline void adi_make_cell(int o, int along, calc back, calc front, adi_slice &s)
{
    const adi_sweep &k = Kind::view().k;
    adi_cell &c = s.cell;
    c.inverse = div_r(C(1), max_r(c.mid, k.h_dry));
    const calc flux = adi_flux_through(back, front, c.h, &k);
    const calc u = flux * c.inverse;
    c.upwind = C(0);
    c.first = c.second = u;
    s.calm = adi_froude_squared(u, c.inverse, &k) <= C(ADI_SLOW_FROUDE_SQUARED) &&
             min_r(min_r(s.h_low, s.h_high), c.h) > k.h_flood;
    if (!s.calm) {
        c.upwind = adi_upwind_of(u, c.inverse, &k);
        if (c.upwind > C(0))
            adi_make_fast<Kind>(o, along, back, front, flux, c);
    }
    s.change = k.along * (front - back) + k.across * (s.both_high - s.both_low);
    s.level = c.h + c.bed;
    c.predicted = s.level - s.change;
}

/* Fluxes along of a face and of those beside. */
typedef struct adi_fluxes {
    calc p, cross, low, high;
} adi_fluxes;

template <class Kind>
static __device__ inline calc adi_mean_across(const adi_slice &back, const adi_slice &front)
{
    return Kind::EXTRAPOLATED
               ? adi_across_of(back.q_low + back.q_high, front.q_low + front.q_high, 1)
               : adi_across_of(back.both_low + back.both_high, front.both_low + front.both_high, 0);
}

/* Whether the short form has the same bits: the face is open for either limit, carries the mean depth, and nothing is
 * upwind. */
template <class Kind>
static __device__ inline bool adi_is_open_face(const adi_slice &back, const adi_slice &front)
{
    const calc step = abs_r(back.cell.bed - front.cell.bed);
    const calc room = min_r(back.cell.h, front.cell.h) - step;
    const calc over = max_r(back.level, front.level) - max_r(back.cell.bed, front.cell.bed);
    return back.calm && front.calm && room >= at_least_tiny(step) && over > Kind::view().k.h_flood;
}

/* The row of the face between two cells, the one in front at o; it is not closed. */
template <class Kind, int OPEN>
static __device__ inline adi_row adi_make_row(int o, int along, int across, const adi_slice &back,
                                              const adi_slice &front, const adi_fluxes &p)
{
    const adi_view &v = Kind::view();
    const adi_terms terms = {Kind::LAW, Kind::EXTRAPOLATED, v.terms.mixed, v.terms.unpushed, OPEN};
    calc strength = v.strength;
    if (Kind::LAW != FRICTION_NONE && v.friction)
        strength = C(0.5) * (adi_read(v.friction, o - along) + adi_read(v.friction, o));
    adi_face f;
    f.damping = adi_damping(p.cross, adi_mean_across<Kind>(back, front), back.cell.inverse,
                            front.cell.inverse, strength, Kind::LAW, &v.k);
    f.back = back.cell;
    f.front = front.cell;
    f.low = {back.mid_low, front.mid_low, back.q_low, front.q_low, p.low, C(0)};
    f.high = {back.mid_high, front.mid_high, back.q_high, front.q_high, p.high, C(0)};
    if (!OPEN) {
        f.low.back = adi_seen_depth(back.h_low, back.mid_low, back.cell.mid, &v.k);
        f.low.front = adi_seen_depth(front.h_low, front.mid_low, front.cell.mid, &v.k);
        f.high.back = adi_seen_depth(back.h_high, back.mid_high, back.cell.mid, &v.k);
        f.high.front = adi_seen_depth(front.h_high, front.mid_high, front.cell.mid, &v.k);
    }
    f.p = p.p;
    f.cross = p.cross;
    if (terms.mixed) {
        f.low.closed = adi_read_code(v.codes, o - across) & v.closed ? C(1) : C(0);
        f.high.closed = adi_read_code(v.codes, o + across) & v.closed ? C(1) : C(0);
    }
    return adi_face_row(&f, &terms, &v.k);
}

/* The row of any face: (i, j) is the cell in front, its code and offset. */
template <class Kind>
static __device__ inline adi_row adi_row_of(const adi_device &d, unsigned code, int i, int j, int o,
                                            int along, int across, const adi_slice &back,
                                            const adi_slice &front, const adi_fluxes &p)
{
    if (code & Kind::view().closed)
        return adi_closed_row(&d, Kind::AXIS, code, i, j);
    if (adi_is_open_face<Kind>(back, front))
        return adi_make_row<Kind, 1>(o, along, across, back, front, p);
    return adi_make_row<Kind, 0>(o, along, across, back, front, p);
}

/* ---- what is kept of a cell for its depth ---- */

/* The fast build keeps the depth that the known fluxes leave, so that nothing is read again; the strict one reads all
 * again, because rounding has an order. Cells without flow have a NaN that no arithmetic makes (its numbers that are none
 * have other bits). */
#if defined(SPATE_CUDA_FAST) && SPATE_REAL_BITS == 64
enum { ADI_INACTIVE_BITS = 0x7ff8ad10 };
static __device__ inline real adi_inactive_rest(void)
{
    return __hiloint2double(ADI_INACTIVE_BITS, 0);
}
static __device__ inline bool adi_is_inactive_rest(real rest)
{
    return __double2hiint(rest) == ADI_INACTIVE_BITS;
}
#elif defined(SPATE_CUDA_FAST)
enum { ADI_INACTIVE_BITS = 0x7fc0ad10 };
static __device__ inline real adi_inactive_rest(void)
{
    return __int_as_float(ADI_INACTIVE_BITS);
}
static __device__ inline bool adi_is_inactive_rest(real rest)
{
    return __float_as_int(rest) == ADI_INACTIVE_BITS;
}
#endif

/* To the place of the face in front of the cell; code: 0 of the image of a cell. */
template <class Store>
static __device__ inline void adi_put_rest(const Store &store, int at, unsigned code, calc h,
                                           calc change)
{
#ifdef SPATE_CUDA_FAST
    store.rest[at] = code & CELL_INACTIVE ? adi_inactive_rest() : (real)(h - change);
#else
    (void)store, (void)at, (void)code, (void)h, (void)change;
#endif
}

/* Depth of cell o after the sweep; at: the place of the face in front of it, back and front: the new fluxes. seam: that
 * face is the first one of a ring, and what was kept is of the cell's image. */
template <class Kind, class Store>
static __device__ inline calc adi_new_depth_of(const Store &store, int at, int o, bool seam,
                                               int along, int across, calc back, calc front)
{
    const adi_view &v = Kind::view();
#ifdef SPATE_CUDA_FAST
    (void)along, (void)across;
    const real rest = store.rest[at];
    if (seam && (adi_read_code(v.codes, o) & CELL_INACTIVE))
        return C(0);
    return adi_is_inactive_rest(rest) ? C(0) : (calc)rest - v.k.along * (front - back);
#else
    (void)store, (void)at, (void)seam;
    if (adi_read_code(v.codes, o) & CELL_INACTIVE)
        return C(0);
    return adi_moved(adi_read(v.h, o), adi_read(v.p, o) + back, adi_read(v.p, o + along) + front,
                     adi_both(&v, o), adi_both(&v, o + across), &v.k);
#endif
}

#endif
