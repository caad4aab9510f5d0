/* The kernel of lane_march.cuh: a warp for each entry of a list. */
#ifndef SPATE_BACKEND_CUDA_STAGGERED_LANE_STEP_CUH
#define SPATE_BACKEND_CUDA_STAGGERED_LANE_STEP_CUH

#include "backend/cuda/staggered/lane_results.cuh"
#include "backend/cuda/staggered/lane_shelf.cuh"

/* Threads of a block; fewer where SPATE_CUDA_STRIP says so. */
enum { LANE_BLOCK = 128 };

/* Blocks of a multiprocessor, which bound registers: with 16 warps none or few are spilled. With 20 more
 * are, which costs more than the warps hide. Central advection in f64 takes less time with 12, which have
 * registers for all that they want. */
enum { LANE_BLOCKS = 4, CENTRAL_BLOCKS = sizeof(real) == 8 ? 3 : 4 };

static constexpr int lane_blocks(int advection, int walls)
{
    return advection == STAG_CENTRAL && !walls ? CENTRAL_BLOCKS : LANE_BLOCKS;
}

/* What a march up an item has. With the row j + LAG the depths of row j + LAG - 1 become known, and then
 * the velocities of row j. With central advection lines lie in shared memory, and `lines` has what a step
 * of the march sees of them. */
template <int ADVECTION, int WALLS, int CELLS> struct lane_march {
    enum {
        CENTRAL = ADVECTION == STAG_CENTRAL,
        LAG = CENTRAL ? 2 : 1,
        LINES = 2 * LAG + 1,
        LAST = LINES - 1
    };
    lane_line<CELLS> lines[LINES]; /* lines[LAG] is row j */
    lane_row<CELLS> depth, low;    /* after the step: of row j, and of the one below */
    lane_row<CELLS> made;          /* of row j + LAG - 1 */
    lane_row<CELLS> u_here, u_low; /* as v sees them */
    lane_open<CELLS> open;
    lane_loads<CELLS> loads; /* of the row that comes next */
    lane_shelf<CELLS> shelf;
    ptrdiff_t at;     /* offset of the lane in row j */
    int stirred;      /* some depth of the item is not what it was */
    unsigned counted; /* bits of columns whose outflow counts */
    int seen;         /* velocities of the item see some of the columns */
    int sielecki;
};

/* Asks for a row so many above row j. */
template <int ADVECTION, int WALLS, int CELLS>
static __device__ __forceinline__ void march_ask(lane_march<ADVECTION, WALLS, CELLS> &m,
                                                 const lane_fields &k, int above)
{
    const ptrdiff_t o = m.at + above * k.pitch;
    if (ADVECTION != STAG_CENTRAL) {
        m.loads = load_row<WALLS, CELLS>(k, o);
        return;
    }
    ask_row(m.shelf, k, o);
    if (WALLS)
        m.loads.codes = load_codes<CELLS>(k.codes, o);
}

/* Gets the row that was asked for, and asks for the next one if there are more. */
template <int ADVECTION, int WALLS, int CELLS>
static __device__ __forceinline__ void march_get(lane_march<ADVECTION, WALLS, CELLS> &m,
                                                 const lane_fields &k, int more)
{
    enum {
        LAG = lane_march<ADVECTION, WALLS, CELLS>::LAG,
        LAST = lane_march<ADVECTION, WALLS, CELLS>::LAST
    };
    const lane_loads<CELLS> now = m.loads;
#pragma unroll
    for (int n = 0; n < LAST; ++n)
        if (ADVECTION == STAG_CENTRAL)
            m.lines[n].codes = m.lines[n + 1].codes;
        else
            m.lines[n] = m.lines[n + 1];
    if (ADVECTION == STAG_CENTRAL) {
        turn_shelf(m.shelf);
        cuda_await_copies();
        take_arrived(m.shelf, m.lines);
        m.lines[LAST].codes = now.codes;
    }
    if (more)
        march_ask(m, k, LAG + 1);
    if (ADVECTION != STAG_CENTRAL)
        unpack_own(now, m.lines[LAST]);
}

/* The row j + LAG arrives. */
template <int ADVECTION, int LAW, int WALLS, int CELLS>
static __device__ __forceinline__ void march_on(lane_march<ADVECTION, WALLS, CELLS> &m,
                                                const lane_fields &k, const stag_view &v, int more)
{
    enum {
        LAG = lane_march<ADVECTION, WALLS, CELLS>::LAG,
        LAST = lane_march<ADVECTION, WALLS, CELLS>::LAST
    };
    march_get(m, k, more);
    lane_line<CELLS> &arrived = m.lines[LAST];
    see_beside<1, 0>(arrived.h);
    see_beside<1, 0>(arrived.bed);
    add_row(m.open, row_arrives<ADVECTION, LAW, WALLS>(arrived, m.lines[LAST - 1], v));
    if (ADVECTION != STAG_CENTRAL)
        return;
    keep_arrived<WALLS>(m.shelf, arrived);
    take_around(m.shelf, m.lines);
    see_columns(m.lines[LAG - 1], m.lines[LAG], m.lines[LAG + 1]);
}

/* Depths of row j + LAG - 1. Returns 0 if a cell gives more than it has. */
template <int ADVECTION, int LAW, int WALLS, int CELLS>
static __device__ __forceinline__ int march_depths(lane_march<ADVECTION, WALLS, CELLS> &m,
                                                   const stag_view &v)
{
    enum { LAST = lane_march<ADVECTION, WALLS, CELLS>::LAST };
    const int is_short =
        depths_after<WALLS>(m.lines[LAST - 1], m.lines[LAST], v, m.counted, m.made);
    if (ADVECTION == STAG_CENTRAL) {
        turn_depths(m.shelf, m.made, m.depth, m.low);
    } else {
        m.low = m.depth;
        m.depth = m.made;
    }
    see_beside<1, 0>(m.depth);
    return !is_short;
}

template <int ADVECTION, int WALLS, int CELLS>
static __device__ __forceinline__ lane_window<CELLS> window_of(
    const lane_march<ADVECTION, WALLS, CELLS> &m)
{
    enum { LAG = lane_march<ADVECTION, WALLS, CELLS>::LAG };
    const lane_line<CELLS> *l = m.lines;
    const lane_window<CELLS> w = {&l[0],  &l[LAG - 1], &l[LAG],       &l[LAG + 1], &l[2 * LAG],
                                  &m.low, &m.depth,    &l[LAG - 1].u, &l[LAG].u,   &m.open};
    return w;
}

/* Whether row j is smooth, to all lanes. If not, they see which faces are open beside them. */
template <int ADVECTION, int WALLS, int CELLS>
static __device__ __forceinline__ int march_smooth(lane_march<ADVECTION, WALLS, CELLS> &m,
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
static __device__ __forceinline__ void see_new_u(lane_march<ADVECTION, WALLS, CELLS> &m,
                                                 const calc *u)
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
static __device__ __forceinline__ void march_row(lane_march<ADVECTION, WALLS, CELLS> &m,
                                                 const lane_fields &k, const stag_view &v, calc *x,
                                                 calc *y)
{
    lane_window<CELLS> w = window_of(m);
    velocities_of<ADVECTION, LAW, WALLS, SMOOTH>(w, k, v, 0, m.at, x);
    if (ORDER != ORDER_HANSEN) {
        see_new_u<ADVECTION, WALLS>(m, x);
        w.u_low = &m.u_low;
        w.u_here = &m.u_here;
    }
    if (!ALONG_X)
        velocities_of<ADVECTION, LAW, WALLS, SMOOTH>(w, k, v, 1, m.at, y);
}

template <int ADVECTION, int LAW, int WALLS, int ORDER, int ALONG_X, int CELLS>
static __device__ __forceinline__ void march_either_row(lane_march<ADVECTION, WALLS, CELLS> &m,
                                                        const lane_fields &k, const stag_view &v,
                                                        calc *x, calc *y)
{
    if (march_smooth<ADVECTION, WALLS>(m, v))
        march_row<ADVECTION, LAW, WALLS, ORDER, 1, ALONG_X>(m, k, v, x, y);
    else
        march_row<ADVECTION, LAW, WALLS, ORDER, 0, ALONG_X>(m, k, v, x, y);
}

/* Velocities of row j, and all results of its cells. */
template <int ADVECTION, int LAW, int WALLS, int ORDER, int CELLS>
static __device__ __forceinline__ void march_velocities(lane_march<ADVECTION, WALLS, CELLS> &m,
                                                        const lane_fields &k, const stag_view &v,
                                                        lane_peaks *peaks)
{
    calc x[CELLS], y[CELLS];
    march_either_row<ADVECTION, LAW, WALLS, ORDER, 0>(m, k, v, x, y);
    const lane_results<CELLS> r = {window_of(m).here, &m.low, &m.depth, x, y, k.owned, m.stirred};
    finish_lanes<ADVECTION, WALLS>(k, v.pacing, r, m.at, peaks);
}

/* Marches up an item. Returns 0 if a cell gives more than it has: then nothing of it counts. Depths
 * are followed from two rows before the item, of which v sees one, to the row after it. In Sielecki's
 * order v sees the new u of the row before the item. */
template <int ADVECTION, int LAW, int WALLS, int ORDER, int CELLS>
static __device__ __forceinline__ int march_item(const stag_device &c, const stag_view &v,
                                                 item_box box, lane_peaks *peaks)
{
    const lane_fields k = lane_fields_of<CELLS>(c, v, box);
    lane_march<ADVECTION, WALLS, CELLS> m = {};
    m.sielecki = ORDER == ORDER_SIELECKI || (ORDER == ORDER_EITHER && v.sielecki);
    /* Cells that share a face with one whose depth velocities see. What flows through the sides of
     * cells further outside is not known. */
    for (int n = 0; n < CELLS; ++n)
        if (k.x + n >= box.x0 - 2 && k.x + n <= box.x1 + m.sielecki)
            m.counted |= 1u << n;
    m.seen = k.x <= box.x1 + 1;
    const int base = box.y0 - 3 - (ORDER != ORDER_HANSEN), first = base - m.LAG;
    if (ADVECTION == STAG_CENTRAL)
        clear_shelf(m.shelf);
    m.at = (ptrdiff_t)(first - 1) * k.pitch + k.from;
    march_ask(m, k, m.LAG + 1);
    /* One row a trip: with rows in registers two spared a tenth of the instructions, but their code was
     * twice as long and took 0.5 % (f64) to 2.5 % (f32) more time on an H200. */
#pragma unroll 1
    for (int j = first; j <= box.y1 + 1 - m.LAG; ++j) {
        m.at += k.pitch;
        /* one row too many costs less than a branch in each, but where memory is the limit */
        march_on<ADVECTION, LAW, WALLS>(m, k, v, m.CENTRAL || j < box.y1);
        if (j <= first + 1)
            continue;
        if (WALLS && m.CENTRAL && j >= box.y0 - 1)
            take_stored(k, m.at, m.lines[m.LAG]);
        if (!march_depths<ADVECTION, LAW, WALLS>(m, v))
            return 0;
        const int made = j + m.LAG - 1;
        if (!peaks->moved && made >= box.y0 && made < box.y1)
            m.stirred |= depth_changes(m.lines[m.LAST - 1].h, m.made, k.owned);
        calc u[CELLS], none[CELLS];
        if (ORDER != ORDER_HANSEN && j == box.y0 - 1)
            march_either_row<ADVECTION, LAW, WALLS, ORDER, 1>(m, k, v, u, none);
        if (j >= box.y0 && j < box.y1)
            march_velocities<ADVECTION, LAW, WALLS, ORDER>(m, k, v, peaks);
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
static __global__ void __launch_bounds__(LANE_BLOCK, lane_blocks(ADVECTION, WALLS))
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
