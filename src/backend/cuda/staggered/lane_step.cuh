/* The kernel of lane_march.cuh: a warp for each entry of a list. */
#ifndef SPATE_BACKEND_CUDA_STAGGERED_LANE_STEP_CUH
#define SPATE_BACKEND_CUDA_STAGGERED_LANE_STEP_CUH

#include "backend/cuda/staggered/lane_march.cuh"

/* Threads of a block; fewer where SPATE_CUDA_STRIP says so. */
enum { LANE_BLOCK = 128 };

/* Blocks of a multiprocessor, which bound registers: with 16 warps none or few are spilled. With 20 more
 * are, which costs more than the warps hide. */
enum { LANE_BLOCKS = 4 };

/* What a lane has seen of its columns. */
typedef struct lane_peaks {
    calc rate;
    int moved; /* some lane's cell was not at rest */
    int wrong;
} lane_peaks;

/* Whether a rate may be larger than the largest so far, without a root: sqrt(g h) diagonal is at
 * most the room that the flow leaves below it. The factors exceed 1 by more than the roundings of
 * stag_rate and of these lines add up to, so that no larger rate is missed. */
static __device__ __forceinline__ int may_exceed(calc rate, calc deepest, calc u, calc v,
                                                 const stag_pacing &p)
{
    const calc more = C(1) + C(16) * SPATE_CALC_EPSILON;
    const calc flow = abs_r(u) * p.inverse_dx + abs_r(v) * p.inverse_dy;
    const calc room = rate - (flow + p.mixing) * more;
    return !(room > C(0) &&
             ((p.g * p.diagonal) * (p.diagonal * (more * more))) * deepest <= room * room);
}

/* The new state of a row, of which a lane owns the first columns. */
template <int CELLS> struct lane_results {
    const lane_line<CELLS> *line; /* before the step */
    const lane_row<CELLS> *low, *depth;
    const calc *u, *v;
    int owned;
};

/* WHOLE: all columns of the lane are owned. */
template <int WALLS, int WHOLE, int CELLS>
static __device__ __forceinline__ int counts(const lane_results<CELLS> &r, int c)
{
    return (WHOLE || c < r.owned) && !has_bits<WALLS>(*r.line, c, CELL_INACTIVE);
}

template <int WALLS, int WHOLE, int CELLS>
static __device__ __forceinline__ calc largest_rate(const lane_results<CELLS> &r,
                                                    const stag_pacing &pacing, calc rate)
{
    calc deepest[CELLS], x[CELLS], y[CELLS];
    int larger_ones = 0;
#pragma unroll
    for (int c = 0; c < CELLS; ++c) {
        deepest[c] = max_r(of(*r.depth, c), max_r(of(*r.depth, c - 1), of(*r.low, c)));
        x[c] = has_bits<WALLS>(*r.line, c, FACE_WEST_CLAIMED) ? C(0) : r.u[c];
        y[c] = has_bits<WALLS>(*r.line, c, FACE_SOUTH_CLAIMED) ? C(0) : r.v[c];
        larger_ones |=
            counts<WALLS, WHOLE>(r, c) && may_exceed(rate, deepest[c], x[c], y[c], pacing);
    }
    if (!larger_ones)
        return rate;
#pragma unroll
    for (int c = 0; c < CELLS; ++c)
        if (counts<WALLS, WHOLE>(r, c))
            rate = max_r(rate, stag_rate(deepest[c], x[c], y[c], &pacing));
    return rate;
}

/* Whether a depth is NaN. None is negative, so that one shows in the sum. */
template <int WHOLE, int CELLS>
static __device__ __forceinline__ int has_nan(const lane_results<CELLS> &r)
{
    calc sum = C(0);
#pragma unroll
    for (int c = 0; c < CELLS; ++c)
        sum = sum + (WHOLE || c < r.owned ? of(*r.depth, c) : C(0));
    return !(sum >= C(0));
}

/* Whether a cell was not at rest or is not any more. */
template <int WALLS, int CELLS>
static __device__ __forceinline__ int moves(const lane_results<CELLS> &r)
{
    const lane_line<CELLS> &l = *r.line;
    unrest_value all = unrest_of(C(0), C(0));
#pragma unroll
    for (int c = 0; c < CELLS; ++c)
        if (c < r.owned)
            all =
                unrest_both(all, stag_activity(of(l.h, c), of(*r.depth, c), stored<WALLS>(l, 0, c),
                                               r.u[c], stored<WALLS>(l, 1, c), r.v[c]));
    return unrest_seen(all);
}

template <int WALLS, int WHOLE, int CELLS>
static __device__ __forceinline__ void finish_lane(const lane_fields &k, const stag_pacing &pacing,
                                                   const lane_results<CELLS> &r, int j,
                                                   lane_peaks *peaks)
{
    const ptrdiff_t o = (ptrdiff_t)j * k.pitch + k.x;
    const int owned = WHOLE ? CELLS : r.owned;
    store_row<CELLS>(k.to_h + o, r.depth->at + LANE_REACH, owned);
    store_row<CELLS>(k.to_u + o, r.u, owned);
    store_row<CELLS>(k.to_v + o, r.v, owned);
    peaks->wrong |= has_nan<WHOLE>(r);
    peaks->rate = largest_rate<WALLS, WHOLE>(r, pacing, peaks->rate);
}

/* Stores a row and notes what it has become. All lanes come here. */
template <int ADVECTION, int WALLS, int CELLS>
static __device__ __forceinline__ void finish_lanes(const lane_fields &k, const stag_pacing &pacing,
                                                    const lane_results<CELLS> &r, int j,
                                                    lane_peaks *peaks)
{
    if (r.owned == CELLS)
        finish_lane<WALLS, 1>(k, pacing, r, j, peaks);
    else if (r.owned > 0)
        finish_lane<WALLS, 0>(k, pacing, r, j, peaks);
    if (!peaks->moved && __any_sync(0xffffffffu, moves<WALLS>(r))) {
        peaks->moved = 1;
        /* an item at rest may sleep in the next step, and needs its own rate; others only what
         * exceeds that of the items before. By gravity alone memory is the limit, not roots */
        if (ADVECTION != STAG_LINEAR)
            peaks->rate = max_r(peaks->rate, (calc)bits_rate(*k.reached));
    }
}

/* What a march up an item has in registers. With the row j + LAG the depths of row j become known, and
 * then its velocities. */
template <int ADVECTION, int CELLS> struct lane_march {
    enum { LAG = ADVECTION == STAG_CENTRAL ? 2 : 1, LINES = 2 * LAG + 1 };
    lane_line<CELLS> lines[LINES]; /* lines[LAG] is row j */
    lane_row<CELLS> depth, low;    /* after the step: of row j and of the one below */
    lane_row<CELLS> u_here, u_low; /* as v sees them */
    lane_open<CELLS> open;
    lane_loads<CELLS> loads; /* of the row that comes next */
    unsigned counted;        /* bits of columns whose outflow counts */
    int seen;                /* velocities of the item see some of the columns */
    int sielecki;
};

/* The row j + LAG arrives. */
template <int ADVECTION, int LAW, int WALLS, int CELLS>
static __device__ __forceinline__ void march_on(lane_march<ADVECTION, CELLS> &m,
                                                const lane_fields &k, const stag_view &v, int j)
{
    enum { LAG = lane_march<ADVECTION, CELLS>::LAG, LINES = lane_march<ADVECTION, CELLS>::LINES };
    const lane_loads<CELLS> now = m.loads;
    if (j + LAG < k.last)
        m.loads = load_row<WALLS, CELLS>(k, j + LAG + 1);
#pragma unroll
    for (int n = 0; n + 1 < LINES; ++n)
        m.lines[n] = m.lines[n + 1];
    add_row(m.open,
            row_arrives<ADVECTION, LAW, WALLS>(m.lines[2 * LAG], m.lines[2 * LAG - 1], now, v));
    see_columns<ADVECTION>(m.lines[LAG], m.lines[LAG + 1]);
}

/* Depths of row j. Returns 0 if a cell gives more than it has. */
template <int ADVECTION, int LAW, int WALLS, int CELLS>
static __device__ __forceinline__ int march_depths(lane_march<ADVECTION, CELLS> &m,
                                                   const stag_view &v)
{
    enum { LAG = lane_march<ADVECTION, CELLS>::LAG };
    m.low = m.depth;
    return !depths_after<ADVECTION, WALLS>(m.lines[LAG], m.lines[LAG + 1], v, m.counted, m.depth);
}

template <int ADVECTION, int CELLS>
static __device__ __forceinline__ lane_window<CELLS> window_of(
    const lane_march<ADVECTION, CELLS> &m)
{
    enum { LAG = lane_march<ADVECTION, CELLS>::LAG };
    const lane_line<CELLS> *l = m.lines;
    const lane_window<CELLS> w = {&l[0],  &l[LAG - 1], &l[LAG],       &l[LAG + 1], &l[2 * LAG],
                                  &m.low, &m.depth,    &l[LAG - 1].u, &l[LAG].u,   &m.open};
    return w;
}

/* Whether row j is smooth, to all lanes. If not, they see which faces are open beside them. */
template <int ADVECTION, int WALLS, int CELLS>
static __device__ __forceinline__ int march_smooth(lane_march<ADVECTION, CELLS> &m,
                                                   const stag_view &v)
{
    if (ADVECTION != STAG_CENTRAL)
        return 0;
    const int smooth = row_is_smooth<WALLS>(window_of(m), v, m.seen);
    if (!smooth)
        see_open_beside(m.open);
    return smooth;
}

/* In Sielecki's order: the u that v of row j sees. */
template <int ADVECTION, int WALLS, int CELLS>
static __device__ __forceinline__ void see_new_u(lane_march<ADVECTION, CELLS> &m, const calc *u)
{
    const lane_line<CELLS> &here = *window_of(m).here;
    m.u_low = m.u_here;
#pragma unroll
    for (int n = 0; n < CELLS; ++n)
        m.u_here.at[LANE_REACH + n] =
            m.sielecki && !has_bits<WALLS>(here, n, FACE_WEST_CLAIMED) ? u[n] : of(here.u, n);
    see_beside<0, 1>(m.u_here);
}

/* New velocities of row j, which is smooth or not. In Hansen's order those along x and y do not wait for
 * each other. ALONG_X: u alone. */
template <int ADVECTION, int LAW, int WALLS, int ORDER, int SMOOTH, int ALONG_X, int CELLS>
static __device__ __forceinline__ void march_row(lane_march<ADVECTION, CELLS> &m,
                                                 const lane_fields &k, const stag_view &v, int j,
                                                 calc *x, calc *y)
{
    lane_window<CELLS> w = window_of(m);
    velocities_of<ADVECTION, LAW, WALLS, SMOOTH>(w, k, v, 0, j, x);
    if (ORDER != ORDER_HANSEN) {
        see_new_u<ADVECTION, WALLS>(m, x);
        w.u_low = &m.u_low;
        w.u_here = &m.u_here;
    }
    if (!ALONG_X)
        velocities_of<ADVECTION, LAW, WALLS, SMOOTH>(w, k, v, 1, j, y);
}

template <int ADVECTION, int LAW, int WALLS, int ORDER, int ALONG_X, int CELLS>
static __device__ __forceinline__ void march_either_row(lane_march<ADVECTION, CELLS> &m,
                                                        const lane_fields &k, const stag_view &v,
                                                        int j, calc *x, calc *y)
{
    if (march_smooth<ADVECTION, WALLS>(m, v))
        march_row<ADVECTION, LAW, WALLS, ORDER, 1, ALONG_X>(m, k, v, j, x, y);
    else
        march_row<ADVECTION, LAW, WALLS, ORDER, 0, ALONG_X>(m, k, v, j, x, y);
}

/* Velocities of row j, and all results of its cells. */
template <int ADVECTION, int LAW, int WALLS, int ORDER, int CELLS>
static __device__ __forceinline__ void march_velocities(lane_march<ADVECTION, CELLS> &m,
                                                        const lane_fields &k, const stag_view &v,
                                                        int j, lane_peaks *peaks)
{
    calc x[CELLS], y[CELLS];
    march_either_row<ADVECTION, LAW, WALLS, ORDER, 0>(m, k, v, j, x, y);
    const lane_results<CELLS> r = {window_of(m).here, &m.low, &m.depth, x, y, k.owned};
    finish_lanes<ADVECTION, WALLS>(k, v.pacing, r, j, peaks);
}

/* Marches up an item. Returns 0 if a cell gives more than it has: then nothing of it counts. Depths
 * are followed from two rows before the item, of which v sees one, to the row after it. In Sielecki's
 * order v sees the new u of the row before the item. */
template <int ADVECTION, int LAW, int WALLS, int ORDER, int CELLS>
static __device__ __forceinline__ int march_item(const stag_device &c, const stag_view &v,
                                                 item_box box, lane_peaks *peaks)
{
    const lane_fields k = lane_fields_of<CELLS>(c, v, box, lane_march<ADVECTION, CELLS>::LAG);
    lane_march<ADVECTION, CELLS> m = {};
    m.sielecki = ORDER == ORDER_SIELECKI || (ORDER == ORDER_EITHER && v.sielecki);
    /* Cells that share a face with one whose depth velocities see. What flows through the sides of
     * cells further outside is not known. */
    for (int n = 0; n < CELLS; ++n)
        if (k.x + n >= box.x0 - 2 && k.x + n <= box.x1 + m.sielecki)
            m.counted |= 1u << n;
    m.seen = k.x <= box.x1 + 1;
    const int base = box.y0 - 3 - (ORDER != ORDER_HANSEN), first = base - m.LAG;
    m.loads = load_row<WALLS, CELLS>(k, base);
    /* One row a trip: two would spare a tenth of the instructions, but their code is twice as long and
     * takes 0.5 % (f64) to 2.5 % (f32) more time on an H200. */
#pragma unroll 1
    for (int j = first; j <= box.y1; ++j) {
        march_on<ADVECTION, LAW, WALLS>(m, k, v, j);
        if (j <= first + m.LAG)
            continue;
        if (!march_depths<ADVECTION, LAW, WALLS>(m, v))
            return 0;
        calc u[CELLS], none[CELLS];
        if (ORDER != ORDER_HANSEN && j == box.y0 - 1)
            march_either_row<ADVECTION, LAW, WALLS, ORDER, 1>(m, k, v, j, u, none);
        if (j >= box.y0 && j < box.y1)
            march_velocities<ADVECTION, LAW, WALLS, ORDER>(m, k, v, j, peaks);
    }
    return 1;
}

/* The entry of a warp, or -1. Of the plain list the last items are computed in pieces: as many as make
 * multiprocessors end together, or all if there are few. */
template <int WALLS>
static __device__ __forceinline__ int lane_entry(const stag_device &c, int place)
{
    const int count = WALLS ? c.control->edged : c.control->plain;
    const int whole = WALLS ? count : count - min(count, c.last_items), behind = place - whole;
    if (behind < 0)
        return (WALLS ? c.edged_list : c.plain_list)[place];
    if (behind >= ITEM_PIECES * (count - whole))
        return -1;
    const int entry = c.plain_list[whole + behind / ITEM_PIECES];
    const int piece = behind % ITEM_PIECES;
    if (piece_in(entry))
        return piece == 0 ? entry : -1;
    return piece * c.piece < c.height ? entry + 1 + piece : -1;
}

/* What is the same in all steps, from the arguments of the kernel. */
static __device__ __forceinline__ stag_view lane_view(const stag_device &c, const stag_view &view)
{
    stag_view v = view;
    v.strength = c.constants.strength;
    v.g = c.constants.g;
    v.pacing = c.constants.pacing;
    v.axis[0].h_dry = v.axis[1].h_dry = c.constants.h_dry;
    v.axis[0].h_flood = v.axis[1].h_flood = c.constants.h_flood;
    return v;
}

template <int ADVECTION, int LAW, int WALLS, int ORDER, int CELLS>
static __global__ void __launch_bounds__(LANE_BLOCK, LANE_BLOCKS)
    lane_kernel(const __grid_constant__ stag_device c, const stag_view *__restrict__ view)
{
    const int place = (int)((blockIdx.x * blockDim.x + threadIdx.x) / 32);
    const int leads = threadIdx.x % 32 == 0;
    stag_control *control = c.control;
    const int entry = control->running ? lane_entry<WALLS>(c, place) : -1;
    if (entry < 0)
        return;
    const item_box box = entry_box(c, entry);
    if (box.y0 >= box.y1)
        return;
    const stag_view v = lane_view(c, *view);
    lane_peaks peaks = {C(0), 0, 0};
    if (!march_item<ADVECTION, LAW, WALLS, ORDER, CELLS>(c, v, box, &peaks)) {
        if (leads) {
            c.short_list[atomicAdd(&control->short_items, 1)] = entry;
            CUDA_NOTE("item computed again");
        }
        return;
    }
    const double rate = warp_largest((double)peaks.rate);
    if (peaks.wrong)
        control->wrong = 1;
    if (leads)
        report_item(c, item_in(entry), rate, peaks.moved);
}

#endif
