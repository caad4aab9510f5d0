/* The update of one row from its fluxes, specialised by stage, friction law and whether cells may
 * be inactive. Included by sweep.c only. */
#ifndef SPATE_BACKEND_CPU_KURGANOV_SWEEP_UPDATE_H
#define SPATE_BACKEND_CPU_KURGANOV_SWEEP_UPDATE_H

#include "backend/cpu/kurganov/sweep_scratch.h"
#include "backend/kurganov/stage.h"

/* Everything the update of a row reads and writes. */
typedef struct update_row {
    flux_row x, south, north;
    const calc *source_x, *source_y;
    water_row here;       /* primitive values of the stage's state */
    state_row in, first;  /* the stage's state; Q^n */
    const real *strength; /* of friction, per cell (or the constant, repeated) */
    const calc *outside;
    real *h_out, *hu_out, *hv_out;
    calc *activity, *face_max, *cell_max; /* largest so far by column */
} update_row;

/* Stage one reads 4 words of the fields and writes 3; stage two also reads Q^n: 10 words. */
SPATE_FN void row_update(update_row a, int width, int edged, kp_stage k)
{
#pragma omp simd
    for (int i = 0; i < width; ++i) {
        const kp_surround f = {.west = load_flux(a.x, i),
                               .east = load_flux(a.x, i + 1),
                               .south = load_flux(a.south, i),
                               .north = load_flux(a.north, i),
                               .source_x = a.source_x[i],
                               .source_y = a.source_y[i]};
        const kp_conserved q = load_state(a.in, i);
        const kp_conserved q0 = k.averaged ? load_state(a.first, i) : q;
        kp_result r =
            kp_update(&f, q, load_water(a.here, i), q0, k.law ? (calc)a.strength[i] : C(0), &k);
        if (edged) {
            const int active = a.outside[i] <= C(0);
            r.q.h = active ? r.q.h : C(0);
            r.q.hu = active ? r.q.hu : C(0);
            r.q.hv = active ? r.q.hv : C(0);
            r.face_rate = active ? r.face_rate : C(0);
            r.cell_rate = active ? r.cell_rate : C(0);
            r.activity = active ? r.activity : C(0);
        }
        a.h_out[i] = (real)r.q.h;
        a.hu_out[i] = (real)r.q.hu;
        a.hv_out[i] = (real)r.q.hv;
        a.activity[i] = max_r(a.activity[i], r.activity);
        a.face_max[i] = max_r(a.face_max[i], r.face_rate);
        if (k.last)
            a.cell_max[i] = max_r(a.cell_max[i], r.cell_rate);
    }
}

static inline update_row update_rows(const sweep *s, int j)
{
    const grid_part *p = s->part;
    const ptrdiff_t o = origin(s, j);
    const int to = part_slot_out(p, s->stage), now = p->clock->now;
    const update_row a = {
        .x = flux_rows(s, ROW_FLUX_X),
        .south = flux_y_at(s, j),
        .north = flux_y_at(s, j + 1),
        .source_x = row(s, ROW_SOURCE_X),
        .source_y = source_y_at(s, j),
        .here = water_at(s, j),
        .in = {s->in[FIELD_DEPTH] + o, s->in[FIELD_MOMENTUM_X] + o, s->in[FIELD_MOMENTUM_Y] + o},
        .first = {(const real *)p->field[FIELD_DEPTH][now] + o,
                  (const real *)p->field[FIELD_MOMENTUM_X][now] + o,
                  (const real *)p->field[FIELD_MOMENTUM_Y][now] + o},
        .strength = field_row(p->field[FIELD_FRICTION][0], o, row(s, ROW_STRENGTH)),
        .outside = codes_at(s, j).outside,
        .h_out = (real *)p->field[FIELD_DEPTH][to] + o,
        .hu_out = (real *)p->field[FIELD_MOMENTUM_X][to] + o,
        .hv_out = (real *)p->field[FIELD_MOMENTUM_Y][to] + o,
        .activity = row(s, ROW_ACTIVITY),
        .face_max = row(s, ROW_FACE_MAX),
        .cell_max = row(s, ROW_CELL_MAX),
    };
    return a;
}

/* Flags as constants, so that each combination is a loop of its own. */
#define UPDATE(law_, last_, averaged_, pushed_, edged_)                                            \
    do {                                                                                           \
        kp_stage k = kp_stage_in_row(kp_stage_of(s->part, s->stage), s->part, j);                  \
        k.law = law_, k.last = last_, k.averaged = averaged_, k.pushed = pushed_;                  \
        row_update(update_rows(s, j), s->width, edged_, k);                                        \
    } while (0)

#define DEFINE_UPDATE(name, last, averaged, pushed)                                                \
    static SWEEP_NOINLINE void name(const sweep *s, int j)                                         \
    {                                                                                              \
        const int law = (int)s->part->params.friction;                                             \
        if (law == FRICTION_NONE && !s->edged)                                                     \
            UPDATE(FRICTION_NONE, last, averaged, pushed, 0);                                      \
        else if (law == FRICTION_NONE)                                                             \
            UPDATE(FRICTION_NONE, last, averaged, pushed, 1);                                      \
        else if (law == FRICTION_MANNING && !s->edged)                                             \
            UPDATE(FRICTION_MANNING, last, averaged, pushed, 0);                                   \
        else if (law == FRICTION_MANNING)                                                          \
            UPDATE(FRICTION_MANNING, last, averaged, pushed, 1);                                   \
        else if (!s->edged)                                                                        \
            UPDATE(FRICTION_CHEZY, last, averaged, pushed, 0);                                     \
        else                                                                                       \
            UPDATE(FRICTION_CHEZY, last, averaged, pushed, 1);                                     \
    }

DEFINE_UPDATE(update_between, 0, 0, 0)
DEFINE_UPDATE(update_between_pushed, 0, 0, 1)
DEFINE_UPDATE(update_euler, 1, 0, 0)
DEFINE_UPDATE(update_euler_pushed, 1, 0, 1)
DEFINE_UPDATE(update_second, 1, 1, 0)
DEFINE_UPDATE(update_second_pushed, 1, 1, 1)

static void update(const sweep *s, int j)
{
    const int pushed = kp_is_pushed(s->part, s->stage);
    if (!s->last)
        pushed ? update_between_pushed(s, j) : update_between(s, j);
    else if (s->stage == 0)
        pushed ? update_euler_pushed(s, j) : update_euler(s, j);
    else
        pushed ? update_second_pushed(s, j) : update_second(s, j);
}

#endif
