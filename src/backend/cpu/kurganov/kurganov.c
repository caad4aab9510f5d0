/* The Kurganov kernels of the CPU backend. The arithmetic is in sweep.c, the order of rectangles in
 * cpu/common/tile_stages.c. Compiled once per precision. */
#include "backend/common/step_clock.h"
#include "backend/cpu/common/instruction_sets.h"
#include "backend/cpu/common/tile_stages.h"
#include "backend/cpu/kurganov/sweep.h"
#include "backend/kurganov/limiting.h"
#include "physics/kurganov_update.h"

static const tile_plan plan = {.state = {FIELD_DEPTH, FIELD_MOMENTUM_X, FIELD_MOMENTUM_Y},
                               .width = KP_SWEEP_WIDTH,
                               .height = KP_SWEEP_HEIGHT};

/* Largest cell rate of one tile of Q^n. */
static double scan_tile(const grid_part *part, tile_rectangle r)
{
    const part_params *k = &part->params;
    const int now = part->clock->now;
    const real *h = part->field[FIELD_DEPTH][now], *hu = part->field[FIELD_MOMENTUM_X][now],
               *hv = part->field[FIELD_MOMENTUM_Y][now];
    const calc h_dry = (calc)(real)k->dry_depth;
    calc rate = C(0);
    for (int j = r.y0; j < r.y1; ++j)
        for (int i = r.x0; i < r.x1; ++i) {
            const ptrdiff_t o = (ptrdiff_t)j * part->shape.pitch + i;
            const kp_water q = kp_primitive((calc)h[o], (calc)hu[o], (calc)hv[o], C(0), h_dry);
            rate = max_r(rate,
                         kp_cell_rate(q, (calc)k->gravity, (calc)(1 / k->dx), (calc)(1 / k->dy)));
        }
    return (double)rate;
}

static void scan(grid_part *part)
{
    SPATE_NAME(tile_stages_scan)(part, scan_tile);
}

/* ---- one table per instruction set ---- */

#define KP_TABLE(isa_name)                                                                         \
    static int SPATE_JOIN(prepare, isa_name)(grid_part * part, int threads)                        \
    {                                                                                              \
        return SPATE_NAME(                                                                         \
            tile_stages_prepare)(part, threads, SPATE_JOIN(SPATE_NAME(kp_sweep), isa_name),        \
                                 SPATE_JOIN(SPATE_NAME(kp_scratch_bytes), isa_name)(), &plan);     \
    }                                                                                              \
    extern const kurganov_kernels SPATE_JOIN(SPATE_NAME(kurganov_kernels_cpu), isa_name);          \
    const kurganov_kernels SPATE_JOIN(SPATE_NAME(kurganov_kernels_cpu), isa_name) = {              \
        .base = {.isa = #isa_name,                                                                 \
                 .prepare = SPATE_JOIN(prepare, isa_name),                                         \
                 .dispose = SPATE_NAME(tile_stages_dispose),                                       \
                 .scan = scan,                                                                     \
                 .wake = SPATE_NAME(tile_stages_wake),                                             \
                 .limiting = kp_limiting_cell},                                                    \
        .begin = clock_begin,                                                                      \
        .stage = SPATE_NAME(tile_stages_run),                                                      \
        .finish = SPATE_NAME(tile_stages_finish),                                                  \
    };

CPU_EACH_NAME(KP_TABLE)
