/* Visits all values of a field in parallel and reports invalid ones by their position. */
#include "run/visit.h"

#include <math.h>

#include "parallel/comm.h"

/* ---- which values are needed ---- */

static int cell_active(const uint8_t *codes, const part_shape *s, int i, int j)
{
    const int w = s->halo;
    return i >= -w && i < s->nx + w && j >= -w && j < s->ny + w &&
           !(codes[(ptrdiff_t)j * s->pitch + i] & CELL_INACTIVE);
}

static void find_needed(const uint8_t *codes, const part_shape *s, const row_piece *p,
                        uint8_t *needed)
{
    const uint8_t *row = codes + p->offset;
    if (p->location != AT_CORNER) {
        for (int k = 0; k < p->n; ++k)
            needed[k] = !(row[k] & CELL_INACTIVE);
        return;
    }
    for (int k = 0; k < p->n; ++k) {
        const int i = p->i + k, j = p->j;
        needed[k] =
            (uint8_t)(cell_active(codes, s, i, j) || cell_active(codes, s, i - 1, j) ||
                      cell_active(codes, s, i, j - 1) || cell_active(codes, s, i - 1, j - 1));
    }
}

/* ---- visits ---- */

/* Of one part. bad: its first invalid value in row order. */
typedef struct part_visit {
    visit_range range;
    int bad, i, j;
} part_visit;

static void note_wrong(part_visit *v, int i, int j)
{
    if (v->bad && (j > v->j || (j == v->j && i > v->i)))
        return;
    v->bad = 1;
    v->i = i;
    v->j = j;
}

static part_visit visit_part(spate_sim *sim, int part, field_location location, int ghosts,
                             visit_fn *visit, void *user)
{
    const part_shape *s = sim->ops->shape(sim->scheme, part);
    const uint8_t *codes = sim->ops->field(sim->scheme, part, FIELD_CODES);
    const int w = ghosts ? s->halo : 0, more = location == AT_CORNER;
    part_visit all = {.range = {INFINITY, -INFINITY}};
#pragma omp parallel
    {
        part_visit mine = {.range = {INFINITY, -INFINITY}};
        uint8_t needed[VISIT_PIECE];
#pragma omp for schedule(static)
        for (int j = -w; j < s->ny + w + more; ++j)
            for (int i = -w; i < s->nx + w + more; i += VISIT_PIECE) {
                const int left = s->nx + w + more - i;
                const row_piece p = {.part = part,
                                     .i = i,
                                     .j = j,
                                     .n = left < VISIT_PIECE ? left : VISIT_PIECE,
                                     .offset = (ptrdiff_t)j * s->pitch + i,
                                     .location = location,
                                     .needed = needed};
                find_needed(codes, s, &p, needed);
                const int wrong = visit(sim, &p, user, &mine.range);
                if (wrong < p.n)
                    note_wrong(&mine, i + wrong, j);
            }
#pragma omp critical(spate_fields)
        {
            all.range.low = fmin(all.range.low, mine.range.low);
            all.range.high = fmax(all.range.high, mine.range.high);
            if (mine.bad)
                note_wrong(&all, mine.i, mine.j);
        }
    }
    return all;
}

spate_status visit_field(spate_sim *sim, field_location location, int ghosts, visit_fn *visit,
                         void *user, const char *argument, const char *demand, visit_range *out)
{
    visit_range range = {INFINITY, -INFINITY};
    spate_status status = SPATE_OK;
    for (int n = 0; n < sim->part_count && status == SPATE_OK; ++n) {
        const part_visit v = visit_part(sim, n, location, ghosts, visit, user);
        const box b = partition_box(&sim->partition, &sim->grid, sim->first_part + n);
        range.low = fmin(range.low, v.range.low);
        range.high = fmax(range.high, v.range.high);
        if (v.bad)
            status = fail_data(sim->ctx, "%s is wrong at x = %.10g, y = %.10g: %s", argument,
                               grid_x(&sim->grid, b.i0 + v.i, location),
                               grid_y(&sim->grid, b.j0 + v.j, location), demand);
    }
    double extremes[2] = {-range.low, range.high};
    comm_max(sim->ctx->comm, extremes, 2);
    *out = (visit_range){-extremes[0], extremes[1]};
    return comm_agree(sim->ctx, status);
}

int is_sane(double value)
{
    return fabs(value) <= SPATE_LARGEST_INPUT; /* false for NaN */
}
