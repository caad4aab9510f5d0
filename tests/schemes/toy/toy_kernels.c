/* The kernels of the toy scheme on the CPU: plain loops over the cells of a part. */
#define SPATE_REAL_BITS 64
#include "backend/common/kernels.h"
#include "backend/common/step_clock.h"
#include "toy.h"

/* The cell at offset o as a face of it in direction (di, dj) sees it. */
static toy_water water_at(const grid_part *p, int slot, ptrdiff_t o, int di, int dj)
{
    const calc h = ((const real *)p->field[FIELD_DEPTH][slot])[o], h_dry = p->params.dry_depth;
    const calc u = toy_velocity(h, ((const real *)p->field[FIELD_MOMENTUM_X][slot])[o], h_dry);
    const calc v = toy_velocity(h, ((const real *)p->field[FIELD_MOMENTUM_Y][slot])[o], h_dry);
    return (toy_water){((const real *)p->field[FIELD_BED][0])[o], h, di * u + dj * v, di ? v : u};
}

static double cell_rate(const grid_part *p, int slot, ptrdiff_t o)
{
    return toy_cell_rate(water_at(p, slot, o, 1, 0), p->params.gravity, p->params.dx, p->params.dy);
}

/* A wall mirrors the water in front of it. */
static toy_flux flux_out(const grid_part *p, ptrdiff_t o, int di, int dj)
{
    const ptrdiff_t step = di + dj * p->shape.pitch, face = o + (di + dj > 0 ? step : 0);
    const toy_water inside = water_at(p, p->clock->now, o, di, dj);
    toy_water outside = water_at(p, p->clock->now, o + step, di, dj);
    if (p->codes[face] & (di ? FACE_WEST_CLOSED : FACE_SOUTH_CLOSED))
        outside = (toy_water){inside.z, inside.h, -inside.out, inside.along};
    return toy_flux_between(inside, outside, p->params.gravity);
}

static void update_cell(grid_part *p, ptrdiff_t o)
{
    static const int sides[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    calc loss[3] = {0}, rate = 0; /* of depth and momentum, per second */
    for (int s = 0; s < 4; ++s) {
        const int di = sides[s][0], dj = sides[s][1];
        const calc per_m = 1 / (di ? p->params.dx : p->params.dy);
        const toy_flux f = flux_out(p, o, di, dj);
        loss[0] += per_m * f.mass;
        loss[1] += per_m * (di ? di * f.out : f.along);
        loss[2] += per_m * (di ? f.along : dj * f.out);
        rate += C(0.5) * per_m * f.speed;
    }
    calc q[3];
    for (int n = 0; n < 3; ++n)
        q[n] = ((const real *)p->field[n][p->clock->now])[o] - p->clock->dt * loss[n];
    for (int n = 0; n < 3; ++n)
        ((real *)p->field[n][1 - p->clock->now])[o] = n && q[0] <= p->params.dry_depth ? 0 : q[n];
    p->clock->face_rate = q[0] >= 0 ? fmax(p->clock->face_rate, rate) : INFINITY;
    p->clock->next_rate = fmax(p->clock->next_rate, cell_rate(p, 1 - p->clock->now, o));
}

static void stage(grid_part *p, part_region region, int index)
{
    (void)index; /* there is one */
    if (region == REGION_INNER)
        return; /* all cells are computed once the ghosts are there */
    for (int j = 0; j < p->shape.ny; ++j)
        for (int i = 0; i < p->shape.nx; ++i)
            if (!(p->codes[j * p->shape.pitch + i] & CELL_INACTIVE))
                update_cell(p, j * p->shape.pitch + i);
    p->clock->flags &= ~(uint32_t)CLOCK_STILL; /* water at rest is computed, too */
}

static double limiting(const grid_part *p, int *at_i, int *at_j)
{
    double top = -1;
    for (int j = 0; j < p->shape.ny; ++j)
        for (int i = 0; i < p->shape.nx; ++i) {
            const double rate = cell_rate(p, p->clock->now, j * p->shape.pitch + i);
            *at_i = rate > top ? i : *at_i;
            *at_j = rate > top ? j : *at_j;
            top = fmax(top, rate);
        }
    return top;
}

const stage_kernels toy_kernels_cpu = {
    .base = {.isa = "plain", .limiting = limiting},
    .begin = clock_begin,
    .stage = stage,
    .finish = clock_finish,
};
