/* Sources of water on a row that the last stage has just written: rain, then ground, then inflows.
 * Included by sweep.c only. */
#ifndef SPATE_BACKEND_CPU_KURGANOV_SWEEP_SOURCES_H
#define SPATE_BACKEND_CPU_KURGANOV_SWEEP_SOURCES_H

#include "backend/cpu/kurganov/sweep_scratch.h"
#include "backend/kurganov/stage.h"

/* What rain and ground read and write of a row that the last stage has written. */
typedef struct source_row {
    const calc *gain, *outside;
    const real *carry_in, *conductivity, *suction, *deficit;
    const double *infiltrated_in;
    real *h, *hu, *hv, *carry_out;
    double *infiltrated_out;
    calc *activity, *cell_max;
} source_row;

/* Beyond the row just written, reads and writes 1 word; with ground also 1 or 3, and 2 of f64. */
SPATE_FN void row_sources(source_row a, int width, int edged, int water, int green_ampt, kp_stage k)
{
    const int ground = water == WATER_INFILTRATES;
#pragma omp simd
    for (int i = 0; i < width; ++i) {
        const int active = !edged || a.outside[i] <= C(0);
        const source_input s = {.carry = (calc)a.carry_in[i],
                                .gain = active ? a.gain[i] : C(0),
                                .conductivity = ground ? (calc)a.conductivity[i] : C(0),
                                .suction = green_ampt ? (calc)a.suction[i] : C(0),
                                .deficit = green_ampt ? (calc)a.deficit[i] : C(0),
                                .infiltrated = ground ? a.infiltrated_in[i] : 0};
        const kp_conserved q = {(calc)a.h[i], (calc)a.hu[i], (calc)a.hv[i]};
        const kp_sourced r = kp_water_sources(q, &s, water, green_ampt, &k);
        a.h[i] = (real)r.q.h;
        a.hu[i] = (real)r.q.hu;
        a.hv[i] = (real)r.q.hv;
        a.carry_out[i] = (real)r.carry;
        if (ground)
            a.infiltrated_out[i] = r.infiltrated;
        a.activity[i] = max_r(a.activity[i], r.activity);
        a.cell_max[i] = max_r(a.cell_max[i], r.cell_rate);
    }
}

static inline source_row source_rows(const sweep *s, int j)
{
    const grid_part *p = s->part;
    const int now = p->clock->now, ground = p->field[FIELD_CONDUCTIVITY][0] != NULL;
    const ptrdiff_t o = origin(s, j);
    const source_row a = {
        .gain = row(s, ROW_GAIN),
        .outside = codes_at(s, j).outside,
        .carry_in = (const real *)p->field[FIELD_CARRY][now] + o,
        .carry_out = (real *)p->field[FIELD_CARRY][1 - now] + o,
        .conductivity = field_row(p->field[FIELD_CONDUCTIVITY][0], o, NULL),
        .suction = field_row(p->field[FIELD_SUCTION][0], o, NULL),
        .deficit = field_row(p->field[FIELD_DEFICIT][0], o, NULL),
        .infiltrated_in = ground ? (const double *)p->field[FIELD_INFILTRATED][now] + o : NULL,
        .infiltrated_out = ground ? (double *)p->field[FIELD_INFILTRATED][1 - now] + o : NULL,
        .h = (real *)p->field[FIELD_DEPTH][1 - now] + o,
        .hu = (real *)p->field[FIELD_MOMENTUM_X][1 - now] + o,
        .hv = (real *)p->field[FIELD_MOMENTUM_Y][1 - now] + o,
        .activity = row(s, ROW_ACTIVITY),
        .cell_max = row(s, ROW_CELL_MAX),
    };
    return a;
}

#define SOURCES(edged, water, green_ampt)                                                          \
    row_sources(source_rows(s, j), s->width, edged, water, green_ampt,                             \
                kp_stage_of(s->part, s->stage))

static SWEEP_NOINLINE void rain_of_row(const sweep *s, int j)
{
    if (s->edged)
        SOURCES(1, WATER_GAINED, 0);
    else
        SOURCES(0, WATER_GAINED, 0);
}

static SWEEP_NOINLINE void ground_of_row(const sweep *s, int j)
{
    const int green_ampt = s->part->field[FIELD_SUCTION][0] != NULL;
    if (s->edged)
        green_ampt ? SOURCES(1, WATER_INFILTRATES, 1) : SOURCES(1, WATER_INFILTRATES, 0);
    else
        green_ampt ? SOURCES(0, WATER_INFILTRATES, 1) : SOURCES(0, WATER_INFILTRATES, 0);
}

/* Rain of a row. */
static void gain_of_row(const sweep *s, int j)
{
    const real *map = (const real *)s->part->field[FIELD_RAIN_MAP][0] + origin(s, j);
    const calc everywhere = (calc)s->part->clock->rain_amount, dt = (calc)s->part->clock->dt;
    calc *gain = row(s, ROW_GAIN);
    for (int i = 0; i < s->width; ++i)
        gain[i] = source_gain(everywhere, dt, (calc)map[i]);
}

/* Inflows of a row that the last stage has written. */
static void inflows_of_row(const sweep *s, int j)
{
    const inflow_list *list = &s->part->sources.inflow_cells;
    const int out = part_slot_out(s->part, s->stage);
    for (int n = list->row_start[j]; n < list->row_start[j + 1]; ++n) {
        const int i = list->cells[n].i - s->r->x0;
        if (i < 0 || i >= s->width)
            continue;
        calc rate;
        const calc added = kp_inflow_cell(s->part, n, origin(s, j) + i, out, &rate);
        calc *activity = row(s, ROW_ACTIVITY) + i, *cell_max = row(s, ROW_CELL_MAX) + i;
        *activity = max_r(*activity, abs_r(added));
        *cell_max = max_r(*cell_max, rate);
    }
}

/* Rain, then ground, then inflows. */
static void water_of_row(const sweep *s, int j)
{
    const int water = part_water_kind(s->part);
    if (s->part->field[FIELD_RAIN_MAP][0])
        gain_of_row(s, j);
    if (water == WATER_INFILTRATES)
        ground_of_row(s, j);
    else if (water == WATER_GAINED)
        rain_of_row(s, j);
    if (s->part->sources.inflow_cells.count)
        inflows_of_row(s, j);
}

#endif
