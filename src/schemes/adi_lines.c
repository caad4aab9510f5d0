/* Hands the rows of the ADI kernels to the solver of cut lines. */
#include "schemes/adi_lines.h"

#include <stdlib.h>

/* Rows that are eliminated in one go: parts are cut at multiples of it along x. Part of the answer's bits. */
enum { CHUNK = 32 };

/* The part's share of the lines along x (axis 0) or y. Faces are unknowns: one more than cells, unless lines end where
 * they begin. */
static spate_line_part share_of_part(const scheme_setup *s, const kp_part *p, int part, int axis)
{
    const box b = partition_box(s->partition, s->grid, part);
    const int px = s->partition->px;
    const int64_t cells = axis == 0 ? b.nx : b.ny, all = axis == 0 ? s->grid->nx : s->grid->ny;
    const int64_t first = axis == 0 ? b.i0 : b.j0;
    const int ring = axis == 0 ? s->grid->periodic_x : s->grid->periodic_y;
    const int closing = !ring && first + cells == all;
    return (spate_line_part){.bundle = axis == 0 ? part / px : part % px,
                             .first = first,
                             .lines = {.n = cells + closing,
                                       .stride = axis == 0 ? 1 : p->shape.pitch,
                                       .count = {axis == 0 ? b.ny : b.nx, 1},
                                       .step = {axis == 0 ? p->shape.pitch : 1, 0}}};
}

static spate_status create_solver(adi_lines *l, int axis)
{
    const scheme_setup *s = l->setup;
    const int ring = axis == 0 ? s->grid->periodic_x : s->grid->periodic_y;
    const int64_t cells = axis == 0 ? s->grid->nx : s->grid->ny;
    spate_tridiag_distributed_options o;
    spate_tridiag_distributed_default_options(&o);
    o.n = ring ? cells : cells + 1;
    o.precision = adi_precision(s->options) == 32 ? 32 : 64;
    o.periodic = ring;
    o.chunk = CHUNK;
    o.threads = s->threads;
    o.backend = "cpu";
    spate_line_part *parts = malloc(sizeof *parts * (size_t)(s->part_count ? s->part_count : 1));
    if (!parts)
        return spate_fail(s->ctx, SPATE_ERROR_MEMORY, "no memory for %d parts", s->part_count);
    for (int n = 0; n < s->part_count; ++n)
        parts[n] = share_of_part(s, &l->parts[n], s->first_part + n, axis);
    spate_status status =
        spate_tridiag_distributed_create(s->ctx, &o, parts, s->part_count, &l->solver[axis]);
    free(parts);
    return status == SPATE_OK ? spate_tridiag_distributed_setup(l->solver[axis]) : status;
}

spate_status adi_lines_create(adi_lines *l, const scheme_setup *setup, kp_part *parts)
{
    l->setup = setup;
    l->parts = parts;
    l->x = calloc((size_t)setup->part_count + 1, sizeof *l->x);
    if (!l->x)
        return spate_fail(setup->ctx, SPATE_ERROR_MEMORY, "no memory for %d parts",
                          setup->part_count);
    SPATE_TRY(create_solver(l, 0));
    return create_solver(l, 1);
}

void adi_lines_destroy(adi_lines *l)
{
    spate_tridiag_distributed_destroy(l->solver[0]);
    spate_tridiag_distributed_destroy(l->solver[1]);
    free(l->x);
}

static void fill(void *user, int part, const int64_t *line, int lanes, int64_t first, int rows,
                 void *a, void *b, void *c, void *d)
{
    const adi_lines *l = user;
    const scheme_setup *s = l->setup;
    const kp_part *p = &l->parts[part];
    const box where = partition_box(s->partition, s->grid, s->first_part + part);
    const int64_t here = first - (l->stage == 0 ? where.i0 : where.j0);
    const adi_panel panel = {.line = line,
                             .lanes = lanes,
                             .first = (int)here,
                             .rows = rows,
                             .a = a,
                             .b = b,
                             .c = c,
                             .d = d};
    p->adi->kernels->rows(p, l->stage, &panel);
}

spate_status adi_lines_solve(adi_lines *l, int stage)
{
    const int flux = stage == 0 ? KP_HU : KP_HV;
    for (int n = 0; n < l->setup->part_count; ++n)
        l->x[n] = l->parts[n].state[ADI_NEW][flux];
    l->stage = stage;
    return spate_tridiag_distributed_solve_rows(l->solver[stage != 0], fill, NULL, l, l->x);
}
