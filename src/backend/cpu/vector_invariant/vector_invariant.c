/* The vector-invariant kernels of the CPU backend. The arithmetic is in sweep.c, the order of
 * rectangles in cpu/common/tile_stages.c. Compiled once per precision. */
#include "backend/cpu/common/instruction_sets.h"
#include "backend/cpu/common/tile_stages.h"
#include "backend/cpu/vector_invariant/mass.h"
#include "backend/cpu/vector_invariant/sweep.h"
#include "backend/cpu/vector_invariant/tile_rate.h"
#include "backend/vector_invariant/loops.h"

static const tile_plan plans[] = TILE_PLANS(VI_U, VI_V, VI_SWEEP_WIDTH, 1);
/* Higher ones: more rows around them are computed again. */
#define WHOLE_PLAN(height) TILE_PLAN(VI_U, VI_V, VI_WHOLE_WIDTH(sizeof(real)), 1, height)
static const tile_plan whole_plans[TILE_HEIGHTS] = {WHOLE_PLAN(VI_WHOLE_HEIGHT),
                                                    WHOLE_PLAN(VI_WHOLE_HEIGHT / 2),
                                                    WHOLE_PLAN(VI_WHOLE_HEIGHT / 4),
                                                    WHOLE_PLAN(VI_WHOLE_HEIGHT / 8),
                                                    WHOLE_PLAN(VI_WHOLE_HEIGHT / 16)};

static int prepare(grid_part *part, int threads, tile_sweep_fn *sweep, size_t scratch_bytes,
                   const tile_plan *its_plans)
{
    return SPATE_NAME(tile_stages_prepare)(part, threads, sweep, scratch_bytes,
                                           tile_plan_for(its_plans, &part->shape, threads));
}

/* ---- rates ---- */

static double scan_tile(const grid_part *part, tile_rectangle r)
{
    const vi_state now = vi_slot(part, part->clock->now);
    return vi_tile_rate(part, &now, &r);
}

static void scan(grid_part *part)
{
    SPATE_NAME(tile_stages_scan)(part, scan_tile);
}

/* ---- steps ---- */

/* Stages are told apart by vi_part.stage: those of tile_stages.c belong to tiles at rest, and no
 * tile is skipped here. */
static void stage(grid_part *part, part_region region, int which)
{
    ((vi_part *)part->own)->stage = which;
    SPATE_NAME(tile_stages_run)(part, region, 0);
    part->tiles_computed = (int64_t)tile_count(&part->shape);
    spate_clock *clock = part->clock;
    clock->face_rate = fmax(clock->face_rate, largest_of_tiles(part, part->tile_face_rate));
    clock->next_rate = largest_of_tiles(part, part->tile_cell_rate);
}

#define VI_TABLE(isa_name)                                                                         \
    static int SPATE_JOIN(prepare, isa_name)(grid_part * part, int threads)                        \
    {                                                                                              \
        return vi_of(part)->whole                                                                  \
                   ? prepare(part, threads, SPATE_JOIN(SPATE_NAME(vi_whole_sweep), isa_name),      \
                             SPATE_JOIN(SPATE_NAME(vi_whole_bytes), isa_name)(), whole_plans)      \
                   : prepare(part, threads, SPATE_JOIN(SPATE_NAME(vi_sweep), isa_name),            \
                             SPATE_JOIN(SPATE_NAME(vi_scratch_bytes), isa_name)(), plans);         \
    }                                                                                              \
    extern const vi_newton_kernels SPATE_JOIN(SPATE_NAME(vi_newton_kernels_cpu), isa_name);        \
    extern const vi_kernels SPATE_JOIN(SPATE_NAME(vi_kernels_cpu), isa_name);                      \
    const vi_kernels SPATE_JOIN(SPATE_NAME(vi_kernels_cpu), isa_name) = {                          \
        .steps = {.base = {.isa = #isa_name,                                                       \
                           .prepare = SPATE_JOIN(prepare, isa_name),                               \
                           .dispose = SPATE_NAME(tile_stages_dispose),                             \
                           .scan = scan,                                                           \
                           .limiting = vi_limiting_cell,                                           \
                           .show = vi_show},                                                       \
                  .begin = vi_begin,                                                               \
                  .stage = stage,                                                                  \
                  .finish = vi_finish},                                                            \
        .takes_whole = 1,                                                                          \
        .mass_rows = SPATE_JOIN(SPATE_NAME(vi_mass_rows), isa_name),                               \
        .accelerate = SPATE_JOIN(SPATE_NAME(vi_accelerate), isa_name),                             \
        .accelerate_all = SPATE_JOIN(SPATE_NAME(vi_accelerate_all), isa_name),                     \
        .mass_product = SPATE_JOIN(SPATE_NAME(vi_mass_product), isa_name),                         \
        .filter = vi_filter,                                                                       \
        .centre_changed = vi_centre_changed,                                                       \
        .to_faces = vi_to_faces,                                                                   \
        .newton = &SPATE_JOIN(SPATE_NAME(vi_newton_kernels_cpu), isa_name),                        \
    };

CPU_EACH_NAME(VI_TABLE)
