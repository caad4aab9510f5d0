/* Reads pieces of rows from a source and moves them to and from the fields of a run. */
#include "run/field_rows.h"
#include "run/visit.h"

/* ---- sources ---- */

static void call_function(const spate_sim *sim, const field_source *s, const row_piece *p,
                          const uint8_t *wanted, double *values)
{
    const box b = partition_box(&sim->partition, &sim->grid, sim->first_part + p->part);
    const double y = grid_y(&sim->grid, b.j0 + p->j, p->location);
    for (int k = 0; k < p->n; ++k)
        if (wanted[k])
            values[k] = s->at(grid_x(&sim->grid, b.i0 + p->i + k, p->location), y, s->user);
}

/* An index beyond the grid becomes the last one inside, or wraps around in a periodic direction. */
static int64_t inside(int64_t i, int64_t n, int periodic, int corners)
{
    const int64_t last = corners ? n : n - 1;
    if (periodic)
        return ((i % n) + n) % n;
    return i < 0 ? 0 : i > last ? last : i;
}

static void read_rows(const spate_sim *sim, const field_source *s, const row_piece *p,
                      double *values)
{
    const grid *g = &sim->grid;
    const int corners = p->location == AT_CORNER;
    const box b = partition_box(&sim->partition, g, sim->first_part + p->part);
    const int64_t j = inside(b.j0 + p->j, g->ny, g->periodic_y, corners);
    const int64_t from = b.i0 + p->i, end = g->nx + (corners && !g->periodic_x);
    const int64_t first = from < 0 ? 0 : from, beyond = from + p->n < end ? from + p->n : end;
    if (first < beyond)
        s->row(s->user, first, j, (int)(beyond - first), values + (first - from));
    for (int k = 0; k < p->n; ++k)
        if (from + k < 0 || from + k >= end)
            s->row(s->user, inside(from + k, g->nx, g->periodic_x, corners), j, 1, values + k);
}

void piece_read(const spate_sim *sim, const field_source *s, const row_piece *p,
                const uint8_t *wanted, double *values)
{
    if (s->row)
        read_rows(sim, s, p, values);
    else
        call_function(sim, s, p, wanted, values);
}

/* ---- fields ---- */

void piece_load(const spate_sim *sim, const row_piece *p, int which, double *values)
{
    const void *field = sim->ops->field(sim->scheme, p->part, which);
    if (sim->options.precision == 32)
        for (int k = 0; k < p->n; ++k)
            values[k] = (double)((const float *)field)[p->offset + k];
    else
        for (int k = 0; k < p->n; ++k)
            values[k] = ((const double *)field)[p->offset + k];
}

void piece_store(spate_sim *sim, const row_piece *p, int which, const double *values)
{
    void *field = sim->ops->field(sim->scheme, p->part, which);
    if (sim->options.precision == 32)
        for (int k = 0; k < p->n; ++k)
            ((float *)field)[p->offset + k] = (float)values[k];
    else
        for (int k = 0; k < p->n; ++k)
            ((double *)field)[p->offset + k] = values[k];
}

_Static_assert((int)VISIT_PIECE <= (int)FIELD_PIECE, "a piece fits into field_bed_piece");

void piece_bed(const spate_sim *sim, const row_piece *p, double *bed)
{
    field_bed_piece(sim, p->part, p->i, p->j, p->n, bed);
}
