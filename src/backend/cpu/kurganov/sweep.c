/* One rectangle through one stage: rows of primitive values, sides and fluxes roll through scratch
 * memory of a few rows, so the fields are read once and written once. Every face inside a rectangle
 * is computed once, those between two rectangles by both. */
#include "backend/cpu/kurganov/sweep.h"

#include "backend/cpu/common/tile_maxima.h"
#include "backend/cpu/kurganov/sweep_faces.h"
#include "backend/cpu/kurganov/sweep_listed_faces.h"
#include "backend/cpu/kurganov/sweep_sources.h"
#include "backend/cpu/kurganov/sweep_update.h"

#define KP_SYMBOL(name) SPATE_JOIN(SPATE_NAME(name), SPATE_ISA)

size_t KP_SYMBOL(kp_scratch_bytes)(void)
{
    return memory_pitch(sizeof(calc) * ROW * ROW_COUNT);
}

/* Rows in place of a field that the run does not have. */
static void fill_constant_rows(const sweep *s)
{
    const grid_part *p = s->part;
    const int needs_strength = p->params.friction && !p->field[FIELD_FRICTION][0];
    real *strength = (real *)row(s, ROW_STRENGTH);
    calc *gain = row(s, ROW_GAIN);
    for (int i = 0; i < s->width && needs_strength; ++i)
        strength[i] = (real)p->params.friction_strength;
    for (int i = 0; i < s->width && s->last && p->field[FIELD_CARRY][0]; ++i)
        gain[i] = (calc)p->clock->rain_amount;
}

/* ---- reductions ---- */

static void clear_maxima(const sweep *s)
{
    tile_clear(row(s, ROW_ACTIVITY), s->width);
    tile_clear(row(s, ROW_FACE_MAX), s->width);
    tile_clear(row(s, ROW_CELL_MAX), s->width);
}

/* Stores activity and rates of the tiles whose last row was j, from the largest values of each
 * column. */
static void report_tiles(const sweep *s, int j)
{
    const grid_part *p = s->part;
    const ptrdiff_t first =
        (ptrdiff_t)(j / SPATE_TILE_Y) * p->shape.tiles_x + s->r->x0 / SPATE_TILE_X;
    const int last = s->stage + 1 == p->params.stages;
    for (int i = 0; i < s->width; i += SPATE_TILE_X) {
        const ptrdiff_t tile = first + i / SPATE_TILE_X;
        p->tile_moving[s->stage][tile] = tile_largest(row(s, ROW_ACTIVITY) + i) > 0;
        p->tile_face_rate[tile] = (double)tile_largest(row(s, ROW_FACE_MAX) + i);
        if (last)
            p->tile_cell_rate[tile] = (double)tile_largest(row(s, ROW_CELL_MAX) + i);
    }
    clear_maxima(s);
}

static sweep start_sweep(const grid_part *part, const tile_rectangle *r, int stage, void *scratch)
{
    const part_params *k = &part->params;
    const int in = part_slot_in(part, stage);
    const sweep s = {
        .part = part,
        .r = r,
        .scratch = scratch,
        .width = r->x1 - r->x0,
        .stage = stage,
        .bilinear = k->bed_model == BED_BILINEAR,
        .edged = r->edged,
        .g = (calc)k->gravity,
        .half_theta = (calc)(0.5 * k->theta),
        .h_dry = (calc)(real)k->dry_depth,
        .in = {part->field[FIELD_DEPTH][in], part->field[FIELD_MOMENTUM_X][in],
               part->field[FIELD_MOMENTUM_Y][in]},
        .bed = part->field[FIELD_BED][0],
        .last = stage + 1 == k->stages,
    };
    return s;
}

void KP_SYMBOL(kp_sweep)(const grid_part *part, const tile_rectangle *r, int stage, void *scratch)
{
    const sweep s = start_sweep(part, r, stage, scratch);
    clear_maxima(&s);
    fill_constant_rows(&s);

    primitive(&s, r->y0 - 2);
    primitive(&s, r->y0 - 1);
    primitive(&s, r->y0);
    submerged(&s, r->y0 - 1);
    first_sides_y(&s, r->y0 - 1);
    for (int j = r->y0; j <= r->y1; ++j) {
        primitive(&s, j + 1);
        submerged(&s, j);
        if (s.edged && part->boundary_y.count)
            faces_y_with_list(&s, j);
        else
            faces_y(&s, j);
        if (j == r->y0)
            continue;
        sides_x(&s, j - 1);
        faces_x(&s, j - 1);
        listed_faces_x(&s, j - 1);
        update(&s, j - 1);
        if (s.last)
            water_of_row(&s, j - 1);
        if (j % SPATE_TILE_Y == 0 || j == r->y1)
            report_tiles(&s, j - 1);
    }
}
