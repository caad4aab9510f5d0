/* The paper's way to a line of the ADI scheme, for comparison: levels and fluxes are unknowns in turn, so that momentum
 * rows have five entries. Two stages: each momentum row is rid of its outer two by the mass rows beside it, then one
 * tridiagonal system of twice the length is solved. All else solves for fluxes alone (Schur form, physics/adi.h):
 * the same answer but for rounding. Compiled once per precision. */
#include <math.h>
#include <stdlib.h>

#include "backend/reference/adi_line.h"
#include "backend/reference/adi_thomas.h"
#include "physics/adi_penta.h"

/* A face that a boundary has, as adi_listed_row. */
static adi_momentum open_momentum(const adi_line *l, const adi_view *v, const adi_place *at,
                                  ptrdiff_t cell)
{
    const boundary_face *f = at->listed;
    const adi_cell inside = adi_inner_cell_at(v, cell);
    const calc outward = (calc)f->outward, p = (calc)v->p[at->o];
    const calc q = C(0.5) * ((calc)v->q[cell] + (calc)v->q[cell + v->across]);
    const calc strength = v->friction ? (calc)v->friction[cell] : v->strength;
    const double level = adi_value_mid(f, l->stage);
    if (f->kind == FACE_WAVE)
        return adi_radiating_momentum(&inside, outward, (calc)(2 * level - f->coefficient), p, v->g,
                                      &v->k);
    if (f->kind == FACE_LEVEL && l->part->boundaries[f->owner].absorbing > 0)
        return adi_radiating_momentum(&inside, outward, (calc)level, p, v->g, &v->k);
    if (f->kind == FACE_LEVEL)
        return adi_level_momentum(&inside, outward, (calc)level, p, q, strength, &v->terms, &v->k);
    return adi_momentum_without_levels(adi_listed_row(l->part, v, f, at->o, l->stage));
}

/* Levels that were told for a pressure are compared with the level inside and the weight of the air. */
static adi_momentum listed_momentum(const adi_line *l, const adi_view *v, const adi_place *at)
{
    const ptrdiff_t cell = at->listed->outward > 0 ? at->o - v->along : at->o;
    adi_momentum m = open_momentum(l, v, at, cell);
    if (v->terms.aired && !v->levels_as_given)
        m.d -= (m.a + m.c) * adi_air_at(v, cell);
    return m;
}

static adi_momentum momentum_of(const adi_line *l, const adi_view *v, const adi_place *at)
{
    if (at->listed)
        return listed_momentum(l, v, at);
    if (v->codes[at->o] & v->closed)
        return adi_still_momentum();
    const adi_cell back = adi_cell_at(v, at->o - v->along, v->terms.extrapolated),
                   front = adi_cell_at(v, at->o, v->terms.extrapolated);
    const calc damping =
        adi_damping_at(v, at->o, back.inverse, front.inverse, adi_strength_of(v, at->o), &v->terms);
    const adi_face f = adi_face_between(v, at->o, back, front, damping, &v->terms);
    adi_momentum m = adi_face_momentum(&f, &v->terms, &v->k);
    m.d += adi_forced(l, v, at);
    return m;
}

/* Room for a line: rows and unknowns, two for each cell. */
typedef struct room {
    adi_row *rows;
    calc *predicted, *upper, *value, *reply;
    int *
        copied; /* of a face: -1 or 1, its flux is that of the face before or after; 0: it has a row */
} room;

/* An open face has the flux of the face before it, which falls out of its own row: that says no more than that the level
 * of the cell between is the predicted one. Its flux is put in when the line is solved. */
static int copied_from(const adi_momentum *m)
{
    return m->b + (m->l + m->r) == C(0) ? (m->l < C(0) ? -1 : 1) : 0;
}

/* Rows of p_0, w_0, p_1, w_1, ... after the first stage. */
static void make_rows(const adi_line *l, const adi_view *v, int cells, int ring, const room *to)
{
    const calc k = v->k.along, *predicted = to->predicted;
    const int count = 2 * cells + !ring;
    for (int n = 0; n < cells; ++n)
        to->rows[2 * n + 1] = (adi_row){.a = -k, .b = C(1), .c = k, .d = predicted[n]};
    for (int n = 0; n < cells + !ring; ++n) {
        const adi_place at = adi_place_of(l, n);
        const adi_momentum m = momentum_of(l, v, &at);
        const calc back = n > 0 ? predicted[n - 1] : ring ? predicted[cells - 1] : C(0);
        to->rows[2 * n] = adi_eliminated(&m, back, n < cells ? predicted[n] : C(0), &v->k);
        to->copied[n] = copied_from(&m);
        if (to->copied[n]) {
            adi_row *level = &to->rows[(2 * n + to->copied[n] + count) % count];
            level->a = level->c = C(0);
            to->rows[2 * n] = adi_still_row();
        }
    }
}

static void solve_line(const adi_line *l, const adi_view *v, int cells, int ring, const room *r,
                       real *x)
{
    const int count = 2 * cells + !ring;
    for (int n = 0; n < cells; ++n)
        r->predicted[n] = adi_cell_at(v, adi_place_of(l, n).o, v->terms.extrapolated).predicted;
    make_rows(l, v, cells, ring, r);
    if (ring)
        adi_thomas_ring(r->rows, count, r->upper, r->value, r->reply);
    else
        adi_thomas(r->rows, count, r->upper, r->value);
    for (int n = 0; 2 * n < count; ++n)
        x[n * v->along] = (real)r->value[(2 * (n + r->copied[n]) + count) % count];
}

extern void SPATE_NAME(adi_penta_sweep)(kp_part *part, int stage);

void SPATE_NAME(adi_penta_sweep)(kp_part *part, int stage)
{
    const int x = stage == ADI_SWEEP_X, ring = part->adi->ring[!x];
    const int cells = x ? part->shape.nx : part->shape.ny,
              lines = x ? part->shape.ny : part->shape.nx;
    const adi_view v = adi_view_of(part, stage);
    real *to = part->state[ADI_NEW][x ? KP_HU : KP_HV];
    const size_t most = 2 * (size_t)cells + 1;
    adi_row *rows = malloc(sizeof *rows * most);
    calc *work = malloc(sizeof *work * 4 * most);
    int *copied = malloc(sizeof *copied * most);
    const int ok = rows && work && copied;
    for (int n = 0; n < lines && ok; ++n) {
        const adi_line l = {part, stage, n};
        const room r = {rows, work, work + most, work + 2 * most, work + 3 * most, copied};
        solve_line(&l, &v, cells, ring, &r, to + n * v.across);
    }
    if (!ok)
        part->clock->face_rate = (double)INFINITY; /* the step fails */
    free(rows);
    free(work);
    free(copied);
}
