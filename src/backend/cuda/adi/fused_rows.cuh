/* Matrix rows of the fused sweep in open water, from values in registers: what follows from a cell
 * is computed once for its two faces. Rows of other faces are computed as in all backends
 * (backend/adi/view.h). */
#ifndef SPATE_BACKEND_CUDA_ADI_FUSED_ROWS_CUH
#define SPATE_BACKEND_CUDA_ADI_FUSED_ROWS_CUH

#include <string.h>

#include "backend/cuda/adi/fused_tree.cuh"

namespace
{

/* Unknowns before the first and at the last of some rows of a line. */
typedef struct adi_ends {
    real before, last;
} adi_ends;

/* Where fluxes and depths are written; and cell sizes as in adi_cell_rate, for the rate of the
 * next step. */
typedef struct adi_out {
    real *flux, *depth;
    calc inverse_dx, inverse_dy;
} adi_out;

/* As adi_mid_depth and adi_mid_flux, from values in registers. */
template <class Kind> static __device__ inline calc adi_middle_depth(calc h, int o)
{
    return Kind::EXTRAPOLATED ? adi_extrapolate_depth(h, adi_read(Kind::view().h_before, o)) : h;
}

template <class Kind> static __device__ inline calc adi_middle_flux(calc p, int o)
{
    return Kind::EXTRAPOLATED ? adi_extrapolate(p, adi_read(Kind::view().p_before, o)) : p;
}

/* The upper bits of a value as an integer: positive values have the order of these, nearly equal
 * ones the same; negative ones are below. Comparisons then run on integer units, which are idle.
 * In doubt a face is not treated as open water; the bits are the same. */
#if SPATE_CALC_BITS == 64
enum { ADI_OCTAVE = 1 << 20 };
#else
enum { ADI_OCTAVE = 1 << 23 };
#endif
static __device__ inline int adi_order(calc x)
{
#if !defined(__CUDACC__)
    int parts[sizeof x / sizeof(int)];
    memcpy(parts, &x, sizeof x);
    return parts[sizeof x / sizeof(int) - 1];
#elif SPATE_CALC_BITS == 64
    return __double2hiint(x);
#else
    return __float_as_int(x);
#endif
}

/* A cell of quiet water (slow and deep) with what crosses the line there: depths of its neighbours
 * across, fluxes at its low and high face, and the sum of those of both times. In other cells only
 * change, level and h are valid. */
typedef struct adi_slice {
    calc h, bed, mid, inverse, predicted, velocity; /* as in adi_cell */
    calc mid_low, mid_high;
    calc q_low, q_high, flow;
    calc level;  /* of the water */
    calc change; /* decrease of the depth by the known fluxes (adi_fall) */
    int shallow; /* adi_order of the least depth here and in the neighbours across */
    int quiet;   /* slow, and all of these are deeper than h_flood */
} adi_slice;

/* As adi_cell_at. h_low, h_high: depths of the neighbours across; both: sums of both times of the
 * fluxes across; back, front: fluxes at its two faces. */
template <class Kind>
static __device__ inline void adi_make_cell(calc h_low, calc h_high, calc both_low, calc both_high,
                                            calc back, calc front, adi_slice &s)
{
    const adi_sweep &k = Kind::view().k;
    /* as printed, quiet water is deeper than h_dry */
    s.inverse = div_r(C(1), Kind::EXTRAPOLATED ? max_r(s.mid, k.h_dry) : s.mid);
    s.velocity = adi_open_velocity(back, front, s.inverse);
    s.flow = Kind::EXTRAPOLATED ? s.q_low + s.q_high : both_low + both_high;
    s.change = adi_fall(back, front, both_low, both_high, &k);
    s.level = s.h + s.bed;
    s.predicted = s.level - s.change;
    /* level - bed: a face at a higher bed has at least this depth over it */
    s.shallow = min(min(adi_order(h_low), adi_order(h_high)),
                    min(adi_order(s.h), adi_order(s.level - s.bed)));
    s.quiet = adi_order(adi_froude_squared(s.velocity, s.inverse, &k)) <
                  adi_order(C(ADI_SLOW_FROUDE_SQUARED)) &&
              s.shallow > adi_order(k.h_flood);
}

/* Fluxes along the line of a face and of its neighbours across. */
typedef struct adi_fluxes {
    calc p, cross, low, high;
} adi_fluxes;

/* Whether the formula of open water has the same bits: the face is open for h_dry and h_flood,
 * carries the mean depth (because depths are at least twice the step of the bed: two octaves, less
 * what adi_order drops), and nothing is upwind. */
static __device__ inline bool adi_is_open_face(const adi_slice &back, const adi_slice &front)
{
    const int step = adi_order(abs_r(back.bed - front.bed));
    return back.quiet && front.quiet && min(back.shallow, front.shallow) >= step + 2 * ADI_OCTAVE;
}

static __device__ inline adi_cell adi_open_cell(const adi_slice &s)
{
    adi_cell c = {};
    c.h = s.h;
    c.bed = s.bed;
    c.mid = s.mid;
    c.inverse = s.inverse;
    c.predicted = s.predicted;
    c.first = c.second = s.velocity;
    return c;
}

/* The row in open water of the face between two cells, the one in front at o. */
template <class Kind>
static __device__ inline adi_row adi_open_face_row(int o, int along, int across,
                                                   const adi_slice &back, const adi_slice &front,
                                                   const adi_fluxes &p)
{
    const adi_view &v = Kind::view();
    const int law = Kind::RICH ? v.terms.law : FRICTION_MANNING;
    const int mixed = Kind::RICH && v.terms.mixed;
    const int aired = Kind::RICH && v.terms.aired;
    const adi_terms terms = {law, Kind::EXTRAPOLATED, mixed, v.terms.unpushed, 1, aired};
    calc strength = v.strength;
    if (Kind::RICH && law != FRICTION_NONE && v.friction)
        strength = adi_mean(adi_read(v.friction, o - along), adi_read(v.friction, o));
    adi_face f;
    f.damping = adi_damping(p.cross, adi_across_of(back.flow, front.flow, Kind::EXTRAPOLATED),
                            back.inverse, front.inverse, strength, law, &v.k);
    f.back = adi_open_cell(back);
    f.front = adi_open_cell(front);
    f.low = {back.mid_low, front.mid_low, back.q_low, front.q_low, p.low, C(0)};
    f.high = {back.mid_high, front.mid_high, back.q_high, front.q_high, p.high, C(0)};
    f.p = p.p;
    f.cross = p.cross;
    if (terms.aired)
        f.air = adi_air_at(&v, o - along) - adi_air_at(&v, o);
    if (terms.mixed) {
        f.low.closed = adi_read_code(v.codes, o - across) & v.closed ? C(1) : C(0);
        f.high.closed = adi_read_code(v.codes, o + across) & v.closed ? C(1) : C(0);
    }
    if (Kind::RICH && v.coriolis.beta != 0) {
        const adi_sweep k = adi_sweep_in_row(&v, o);
        return adi_face_row(&f, &terms, &k);
    }
    return adi_face_row(&f, &terms, &v.k);
}

/* Kind of a face, known before its row is computed. */
enum { ADI_WALL, ADI_OPEN_WATER, ADI_OTHER };

template <class Kind> static __device__ inline bool adi_is_wall(unsigned code)
{
    const unsigned claimed = Kind::AXIS == 0 ? FACE_WEST_CLAIMED : FACE_SOUTH_CLAIMED;
    return (code & Kind::view().closed) && !(code & claimed);
}

template <class Kind>
static __device__ inline int adi_face_kind(unsigned code, const adi_slice &back,
                                           const adi_slice &front)
{
    if (code & Kind::view().closed)
        return adi_is_wall<Kind>(code) ? ADI_WALL : ADI_OTHER;
    return adi_is_open_face(back, front) ? ADI_OPEN_WATER : ADI_OTHER;
}

/* The row of a face at a shore, in fast flow, or with a boundary. All input is read again, so that
 * no registers are kept for it while other rows are computed. */
template <class Kind>
static __device__ inline adi_row adi_other_row(const adi_device &d, int i, int j)
{
    const adi_view &v = Kind::view();
    const int o = j * (int)d.pitch + i, along = Kind::AXIS == 0 ? 1 : (int)d.pitch;
    return adi_device_row(&d, &v, Kind::AXIS, i, j, adi_cell_at(&v, o - along, Kind::EXTRAPOLATED),
                          adi_cell_at(&v, o, Kind::EXTRAPOLATED));
}

/* The row of any face. */
template <class Kind>
static __device__ inline adi_row adi_row_anew(const adi_device &d, int i, int j)
{
    const unsigned code = adi_read_code(Kind::view().codes, j * (int)d.pitch + i);
    if (adi_is_wall<Kind>(code))
        return adi_still_row();
    return adi_other_row<Kind>(d, i, j);
}

/* ---- what is kept of a cell for its new depth ---- */

/* The fast build keeps the depth predicted from the known fluxes, so that nothing is read again.
 * The strict build reads all again, because the order of rounding matters. Inactive cells are
 * marked by a NaN whose bits no arithmetic produces. */
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

/* Stored with the face in front of the cell. code: 0 for the periodic image of a cell; sum: of the
 * fluxes across. */
template <class Kind, class Store>
static __device__ inline void adi_put_rest(const Store &store, int at, unsigned code, calc h,
                                           calc change, calc sum)
{
#ifdef SPATE_CUDA_FAST
    store.rest[at] = code & CELL_INACTIVE ? adi_inactive_rest() : (real)(h - change);
#else
    (void)code, (void)h, (void)change;
#endif
    if (Kind::AXIS == 1)
        store.sum[at] = (real)sum;
}

/* The same for cell o, reading its values. */
template <class Kind, class Store>
static __device__ inline void adi_put_rest_anew(const Store &store, int at, int o, int along,
                                                int across)
{
    const adi_view &v = Kind::view();
    adi_put_rest<Kind>(store, at, adi_read_code(v.codes, o), adi_read(v.h, o),
                       adi_fall(adi_read(v.p, o), adi_read(v.p, o + along), adi_both(&v, o),
                                adi_both(&v, o + across), &v.k),
                       adi_read(v.q, o) + adi_read(v.q, o + across));
}

/* Findings of a thread: depths that are negative or NaN, and maxima over active cells. */
typedef struct adi_tally {
    int wrong;
    calc deepest, swiftest; /* swiftest: as in adi_rate */
} adi_tally;

/* The cell behind a face: its index, and the distances to the next cell along and across the line.
 * seam: the face is the first one of a periodic line, and what was kept with it is of the image of
 * the cell. */
typedef struct adi_cell_behind {
    int o, along, across;
    bool seam;
} adi_cell_behind;

/* Depth of a cell after the sweep; at: position of the face in front of it in the store, back and
 * front: the new fluxes. inactive: set to whether the cell is inactive. */
template <class Kind, class Store>
static __device__ inline calc adi_new_depth_of(const Store &store, int at,
                                               const adi_cell_behind &cell, calc back, calc front,
                                               bool &inactive)
{
    const adi_view &v = Kind::view();
    const int o = cell.o;
#ifdef SPATE_CUDA_FAST
    const real rest = store.rest[at];
    inactive = adi_is_inactive_rest(rest) ||
               (cell.seam && (adi_read_code(v.codes, o) & CELL_INACTIVE) != 0);
    return adi_moved_along((calc)rest, back, front, &v.k);
#else
    (void)store, (void)at;
    inactive = (adi_read_code(v.codes, o) & CELL_INACTIVE) != 0;
    return adi_moved(adi_read(v.h, o), adi_read(v.p, o) + back,
                     adi_read(v.p, o + cell.along) + front, adi_both(&v, o),
                     adi_both(&v, o + cell.across), &v.k);
#endif
}

/* Writes it. The rate of a state follows from its largest depth and flow (physics/adi_rates.h). */
template <class Kind, class Store>
static __device__ inline void adi_write_depth(const adi_out &to, const Store &store, int at,
                                              const adi_cell_behind &cell, real back, real front,
                                              adi_tally &tally)
{
    bool inactive;
    const calc h = adi_new_depth_of<Kind>(store, at, cell, back, front, inactive);
    const real stored = inactive ? (real)0 : (real)h;
    adi_write(to.depth, cell.o, stored);
    tally.wrong += !(stored >= 0);
    if (Kind::AXIS == 1 && !inactive) {
        const calc flux = adi_cell_flux((calc)store.sum[at], (calc)back + (calc)front,
                                        to.inverse_dx, to.inverse_dy);
        const calc flow = adi_cell_flow((calc)stored, flux, Kind::view().k.h_flood);
        tally.deepest = max_r(tally.deepest, (calc)stored);
        tally.swiftest = max_r(tally.swiftest, flow);
    }
}

} // namespace

#endif
