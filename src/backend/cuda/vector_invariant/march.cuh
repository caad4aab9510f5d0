/* One stage of the vector-invariant schemes: a warp marches up an item with rows in registers,
 * without shared memory and barriers. Row by row it reads h, u, v and the bed once, and the state
 * from which the stage steps, and writes h, u, v: 7 words per cell where that is the same state, else
 * 10. What lies around the item is read again, mostly from L2. Items with closed faces (WALLS) read
 * a byte more.
 *
 * Counted, not measured, for a leapfrog step of the energy form in f64 on an H200 (132 x 4 warp
 * instructions at 1.98 GHz, copy 4220 GB/s). Bytes: 80 per cell, at most 53 Gcell/s. Instructions:
 * PTX has 680 in the kernel for a row of 60 cells, at most 92 Gcell/s; 145 of them are f64 and
 * would allow 215. Three blocks (168 registers, no spills) have 43 KB of loads under way in a
 * multiprocessor, where copy at 0.8 us needs 26 KB. So bytes should bound it. Rows read twice
 * (3 in 100) and rates of tiles (0.04 words) leave 0.9 of copy; 0.75 to 0.85 is expected. */
#ifndef SPATE_BACKEND_CUDA_VECTOR_INVARIANT_MARCH_CUH
#define SPATE_BACKEND_CUDA_VECTOR_INVARIANT_MARCH_CUH

#include "backend/cuda/vector_invariant/rows.cuh"

/* From which state a stage steps: from the one it reads, from another one, or with both. With a mass
 * matrix depths step from the base, blending or not, and forces are stored in place of velocities. */
enum { VI_FROM_READ, VI_FROM_BASE, VI_BLENDING, VI_FORCES };

/* Largest values of a lane's columns in the rows of a tile, and whether a depth was too small. */
typedef struct vi_seen {
    calc deepest, swiftest_u, swiftest_v;
    int dry;
} vi_seen;

/* The value of the lane so many lanes to the east, if it is in the same tile. */
static __device__ __forceinline__ void take_from_east(calc *mine, int step, int same)
{
    const calc other = __shfl_down_sync(0xffffffffu, *mine, (unsigned)step);
    *mine = same ? max_r(*mine, other) : *mine;
}

/* The tiles that the warp has passed get what it has seen in them. All lanes come here. x: a lane's
 * first column. A tile is complete when all items over it have passed. */
static __device__ __forceinline__ void report_tiles(const vi_device &c, int x, int j, vi_seen *seen)
{
    const int lane = (int)(threadIdx.x % 32), tile = (x + SPATE_TILE_X) / SPATE_TILE_X - 1;
    for (int step = 1; step < SPATE_TILE_X / VI_CELLS; step *= 2) {
        const int there = (x + step * VI_CELLS + SPATE_TILE_X) / SPATE_TILE_X - 1;
        const int same = lane + step < 32 && there == tile;
        take_from_east(&seen->deepest, step, same);
        take_from_east(&seen->swiftest_u, step, same);
        take_from_east(&seen->swiftest_v, step, same);
    }
    const int before = (x - VI_CELLS + SPATE_TILE_X) / SPATE_TILE_X - 1;
    if ((lane == 0 || before != tile) && tile >= 0 && tile < c.p.shape.tiles_x) {
        vi_peaks *to = &c.tiles[(ptrdiff_t)(j / SPATE_TILE_Y) * c.p.shape.tiles_x + tile];
        raise_bits(&to->deepest, seen->deepest);
        raise_bits(&to->swiftest_u, seen->swiftest_u);
        raise_bits(&to->swiftest_v, seen->swiftest_v);
    }
    seen->deepest = seen->swiftest_u = seen->swiftest_v = C(0);
}

template <int STEP>
static __device__ __forceinline__ calc stepped(const vi_view &v, calc base, calc in, calc rate)
{
    const int blends = STEP == VI_BLENDING || (STEP == VI_FORCES && v.blends);
    return blends ? vi_blended(base, in, v.dt, rate, v.weight)
                  : vi_advanced(STEP == VI_FROM_READ ? in : base, v.dt, rate);
}

/* Rows around the one whose new state is computed. */
typedef struct vi_window {
    const vi_line *low, *here, *north;
    const vi_row *h, *u, *v; /* of the base */
} vi_window;

/* The new state of a row. */
template <int FORM, int STEP, int WALLS>
static __device__ __forceinline__ void results(const vi_frame &f, const vi_window &w,
                                               const vi_lane &k, ptrdiff_t o, vi_seen *seen)
{
    const vi_metric &m = f.v.metric;
    const vi_line &low = *w.low, &here = *w.here, &north = *w.north;
    calc h[VI_CELLS], u[VI_CELLS], v[VI_CELLS];
#pragma unroll
    for (int c = 0; c < VI_CELLS; ++c) {
        const calc du = u_rate<FORM>(here, north, c, m), dv = v_rate<FORM>(low, here, north, c, m);
        h[c] = stepped<STEP>(f.v, of(*w.h, c), of(here.h, c), depth_rate(here, north, c, m));
        if (STEP == VI_FORCES) {
            u[c] = f.force_scale * du;
            v[c] = f.force_scale * dv;
        } else {
            u[c] = plus_zero(stepped<STEP>(f.v, of(*w.u, c), of(here.u, c), du));
            v[c] = plus_zero(stepped<STEP>(f.v, of(*w.v, c), of(here.v, c), dv));
        }
        if (WALLS) {
            u[c] = has_bits(here, c, FACE_WEST_CLOSED) ? C(0) : u[c];
            v[c] = has_bits(here, c, FACE_SOUTH_CLOSED) ? C(0) : v[c];
        }
        if (c >= k.owned)
            continue;
        seen->deepest = max_r(seen->deepest, h[c]);
        seen->swiftest_u = max_r(seen->swiftest_u, abs_r(STEP == VI_FORCES ? of(here.u, c) : u[c]));
        seen->swiftest_v = max_r(seen->swiftest_v, abs_r(STEP == VI_FORCES ? of(here.v, c) : v[c]));
        seen->dry |= !(h[c] > f.h_dry) && !(WALLS && has_bits(here, c, CELL_INACTIVE));
    }
    if (k.owned > 0) {
        store_row<VI_CELLS>(f.v.out.h + o, h, k.owned);
        store_row<VI_CELLS>((STEP == VI_FORCES ? f.v.force_x : f.v.out.u) + o, u, k.owned);
        store_row<VI_CELLS>((STEP == VI_FORCES ? f.v.force_y : f.v.out.v) + o, v, k.owned);
    }
}

/* Marches up an item. With row j + 1 the rates of row j become known. It starts two rows below: of
 * the first row q is asked for, of the second one kinetic energy and weights. */
template <int FORM, int STEP, int WALLS>
static __device__ __forceinline__ void march(const vi_device &c, const vi_frame &f, item_box box,
                                             int last_stage)
{
    const vi_lane k = lane_of(c, box);
    const ptrdiff_t pitch = f.v.pitch;
    vi_line lines[3] = {}; /* rows j - 1, j, j + 1 */
    vi_row h, u, v;
    vi_seen seen = {C(0), C(0), C(0), 0};
    vi_loads loads = load_row<WALLS>(f.v, (box.y0 - 2) * pitch + k.from);
    vi_stored base = {};
#pragma unroll 1
    for (int j = box.y0 - 3; j < box.y1; ++j) {
        const vi_loads now = loads;
        const vi_stored base_now = base;
        if (j + 1 < box.y1)
            loads = load_row<WALLS>(f.v, (j + 2) * pitch + k.from);
        if (STEP != VI_FROM_READ && j + 1 >= box.y0 && j + 1 < box.y1)
            base = load_base<STEP != VI_FORCES>(f.v, (j + 1) * pitch + k.from);
        lines[0] = lines[1];
        lines[1] = lines[2];
        row_arrives<FORM, WALLS>(lines[2], lines[1], now, f.v.metric, vi_coriolis(&c.p, j + 1));
        if (j < box.y0)
            continue;
        if (STEP != VI_FROM_READ) {
            unpack(base_now.h, h);
            if (STEP != VI_FORCES) {
                unpack(base_now.u, u);
                unpack(base_now.v, v);
            }
        }
        const int own = STEP == VI_FROM_READ;
        const vi_window w = {&lines[0],
                             &lines[1],
                             &lines[2],
                             own ? &lines[1].h : &h,
                             own ? &lines[1].u : &u,
                             own ? &lines[1].v : &v};
        results<FORM, STEP, WALLS>(f, w, k, j * pitch + k.x, &seen);
        if (last_stage && ((j + 1) % SPATE_TILE_Y == 0 || j + 1 == box.y1))
            report_tiles(c, k.x, j, &seen);
    }
    if (__any_sync(0xffffffffu, seen.dry) && threadIdx.x % 32 == 0)
        c.control->dry = 1;
}

/* Blocks of a multiprocessor, as many as registers allow: weights take more. */
template <int FORM> struct stage_blocks {
    enum { COUNT = FORM == VI_ENSTROPHY ? 2 : 3 };
};

/* The items of a region with closed faces, or those without. */
template <int FORM, int STEP, int WALLS>
static __global__ void __launch_bounds__(VI_BLOCK, (stage_blocks<FORM>::COUNT))
    stage_kernel(const __grid_constant__ vi_device c, const vi_frame *__restrict__ frame,
                 int region, int last_stage)
{
    const int item = (int)blockIdx.x * VI_ITEMS + (int)threadIdx.x / 32;
    if (!c.control->running || item >= c.columns * c.rows || (c.edged[item] != 0) != WALLS)
        return;
    const item_box box = item_of(c, item);
    if (region != REGION_ALL && item_near_link(c, box) != (region == REGION_RIM))
        return;
    const vi_frame f = *frame;
    march<FORM, STEP, WALLS>(c, f, box, last_stage);
}

#endif
