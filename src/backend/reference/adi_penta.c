/* Lines of the ADI scheme as in Aackermann & Pedersen (2012), for comparison: levels and fluxes
 * are alternating unknowns, so that momentum rows have five entries. Two stages: the outer two
 * entries of each momentum row are eliminated with the neighbouring mass rows, then one
 * tridiagonal system of twice the length is solved. All other code solves for fluxes alone (Schur
 * form, physics/adi.h); the solutions differ by rounding only. Compiled once per precision. */
#include <math.h>
#include <stdlib.h>

#include "backend/reference/adi_line.h"
#include "backend/reference/adi_thomas.h"
#include "physics/adi_penta.h"

static adi_momentum momentum_of(const adi_line *l, const adi_view *v, const adi_place *at)
{
    if (at->listed)
        return adi_momentum_without_levels(adi_listed_row(l->part, v, at->listed, at->o, l->stage));
    if (v->codes[at->o] & v->closed)
        return adi_still_momentum();
    const adi_cell back = adi_cell_at(v, at->o - v->along, v->terms.extrapolated),
                   front = adi_cell_at(v, at->o, v->terms.extrapolated);
    const calc damping =
        adi_damping_at(v, at->o, back.inverse, front.inverse, adi_strength_of(v, at->o), &v->terms);
    const adi_face f = adi_face_between(v, at->o, back, front, damping, &v->terms);
    const adi_sweep k = adi_sweep_in_row(v, at->o);
    adi_momentum m = adi_face_momentum(&f, &v->terms, &k);
    m.d += adi_forced(l, v, at);
    return m;
}

/* Memory for a line: rows and unknowns, two for each cell. */
typedef struct room {
    adi_row *rows;
    calc *predicted, *upper, *value, *reply;
    /* -1 or 1: the flux of a face is that of the face before (after) it plus `more`; 0: it has a
     * row of its own. */
    int *copied;
    calc *more;
} room;

/* The flux of an open face follows from that of the face before it, p = p_before + d / b, so that
 * p drops out of its row. With the mass row of the cell between, this gives the level of that
 * cell. The flux is added when the line is solved. */
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
        to->more[n] = m.d / m.b;
        if (to->copied[n]) {
            const int cell = (2 * n + to->copied[n] + count) % count;
            to->rows[cell] =
                (adi_row){.b = C(1),
                          .d = to->rows[cell].d + (calc)to->copied[n] * (k * to->more[n])};
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
        x[n * v->along] = (real)(r->value[(2 * (n + r->copied[n]) + count) % count] +
                                 (r->copied[n] ? r->more[n] : C(0)));
}

extern void SPATE_NAME(adi_penta_sweep)(grid_part *part, int stage);

void SPATE_NAME(adi_penta_sweep)(grid_part *part, int stage)
{
    const int x = stage == ADI_SWEEP_X, ring = adi_of(part)->ring[!x];
    const int cells = x ? part->shape.nx : part->shape.ny,
              lines = x ? part->shape.ny : part->shape.nx;
    const adi_view v = adi_view_of(part, stage);
    real *to = part->field[x ? ADI_P : ADI_Q][ADI_NEW];
    const size_t most = 2 * (size_t)cells + 1;
    adi_row *rows = malloc(sizeof *rows * most);
    calc *work = malloc(sizeof *work * 5 * most);
    int *copied = malloc(sizeof *copied * most);
    const int ok = rows && work && copied;
    for (int n = 0; n < lines && ok; ++n) {
        const adi_line l = {part, stage, n};
        const room r = {rows,   work,           work + most, work + 2 * most, work + 3 * most,
                        copied, work + 4 * most};
        solve_line(&l, &v, cells, ring, &r, to + n * v.across);
    }
    if (!ok)
        part->clock->face_rate = (double)INFINITY; /* the step fails */
    free(rows);
    free(work);
    free(copied);
}
