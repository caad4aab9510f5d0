/* The staggered kernels of the CPU backend. The arithmetic is in sweep.c, the order of rectangles in
 * cpu/common/tile_stages.c. Compiled once per precision. */
#include "backend/cpu/common/instruction_sets.h"
#include "backend/cpu/common/tile_stages.h"
#include "backend/cpu/staggered/sweep.h"
#include "backend/staggered/loops.h"

static const tile_plan plans[] = TILE_PLANS(STAG_U, STAG_V, STAG_SWEEP_WIDTH, 0);

static double scan_tile(const grid_part *part, tile_rectangle r)
{
    const stag_pacing pacing = stag_pacing_of_part(part);
    calc rate = C(0);
    for (int j = r.y0; j < r.y1; ++j)
        for (int i = r.x0; i < r.x1; ++i)
            rate = max_r(rate, stag_rate_at(part, &pacing, part->clock->now,
                                            (ptrdiff_t)j * part->shape.pitch + i));
    return (double)rate;
}

static void scan(grid_part *part)
{
    SPATE_NAME(tile_stages_scan)(part, scan_tile);
}

static void stage(grid_part *part, part_region region, int index)
{
    SPATE_NAME(tile_stages_run)(part, region, index);
    if (region == REGION_INNER || part->clock->flags & CLOCK_JUMP)
        return;
    const stag_view v = stag_view_of(part);
    stag_note_faces(part, &v);
}

static void finish(grid_part *part)
{
    stag_judge_length(part->clock);
    SPATE_NAME(tile_stages_finish)(part);
}

#define STAG_TABLE(isa_name)                                                                       \
    static int SPATE_JOIN(prepare, isa_name)(grid_part * part, int threads)                        \
    {                                                                                              \
        tile_sweep_fn *sweep = SPATE_JOIN(SPATE_NAME(stag_sweep), isa_name);                       \
        const size_t scratch = SPATE_JOIN(SPATE_NAME(stag_scratch_bytes), isa_name)();             \
        return SPATE_NAME(tile_stages_prepare)(part, threads, sweep, scratch,                      \
                                               tile_plan_for(plans, &part->shape, threads));       \
    }                                                                                              \
    extern const staggered_kernels SPATE_JOIN(SPATE_NAME(staggered_kernels_cpu), isa_name);        \
    const staggered_kernels SPATE_JOIN(SPATE_NAME(staggered_kernels_cpu), isa_name) = {            \
        .steps = {.base = {.isa = #isa_name,                                                       \
                           .prepare = SPATE_JOIN(prepare, isa_name),                               \
                           .dispose = SPATE_NAME(tile_stages_dispose),                             \
                           .scan = scan,                                                           \
                           .wake = SPATE_NAME(tile_stages_wake),                                   \
                           .limiting = stag_limiting_cell,                                         \
                           .show = stag_show},                                                     \
                  .begin = clock_begin,                                                            \
                  .stage = stage,                                                                  \
                  .finish = finish},                                                               \
        .faces = stag_faces,                                                                       \
        .centre_changed = stag_centre_changed,                                                     \
        .to_faces = stag_to_faces,                                                                 \
    };

CPU_EACH_NAME(STAG_TABLE)
