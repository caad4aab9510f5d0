/* Fields of the ADI scheme's own. */
#include <stdlib.h>
#include <string.h>

#include "schemes/adi_own.h"

const adi_kernels *adi_kernels_of_backend(const flow *k)
{
    return k->setup.backend->adi(adi_precision(k->setup.options), k->setup.options->isa);
}

/* Outside the grid there is water enough: its ghosts keep this share. */
static void give_all(void *share, const part_shape *s, int value_bytes)
{
    for (int j = -s->halo; j < s->ny + s->halo; ++j)
        for (int i = -s->halo; i < s->nx + s->halo; ++i) {
            const ptrdiff_t o = (ptrdiff_t)j * s->pitch + i;
            if (value_bytes == 4)
                ((float *)share)[o] = 1;
            else
                ((double *)share)[o] = 1;
        }
}

/* Whether the last faces of a part are those of the grid, and no line goes on there. */
static int ends_grid(const flow *k, int local_part, int axis)
{
    const grid *g = k->setup.grid;
    const box b = partition_box(k->setup.partition, g, k->setup.first_part + local_part);
    return axis == 0 ? !g->periodic_x && b.i0 + b.nx == g->nx
                     : !g->periodic_y && b.j0 + b.ny == g->ny;
}

/* All fields of the scheme's own, of which the last two are images alone. */
enum { OWN_FIELDS = 7 };

static void **own_field(adi_part *f, int n)
{
    void **const all[OWN_FIELDS] = {&f->half_before, &f->share,     &f->share_next, &f->centre[0],
                                    &f->centre[1],   &f->before[0], &f->before[1]};
    return all[n];
}

/* 0: no memory. */
static int take_fields(const flow *k, const part_shape *shape, adi_part *f)
{
    const int images = k->setup.backend->mirrored && !k->counted;
    int ok = 1;
    for (int m = 0; m < (images ? OWN_FIELDS : OWN_FIELDS - 2); ++m)
        ok = (*own_field(f, m) = flow_make_field(k, shape, k->value_bytes)) && ok;
    return ok;
}

static int is_mixed(const flow *k)
{
    return adi_precision(k->setup.options) == ADI_F32C64;
}

/* Devices keep the rows of lines, but where a sweep is one kernel, which there is none of in mixed precision. */
static int keeps_rows(const flow *k)
{
    const adi_line_method m = adi_line_method_of(k->setup.options->lines);
    const int parts = k->setup.partition->px * k->setup.partition->py;
    const int whole = parts == 1 && (m == ADI_AUTO || m == ADI_FUSED) && !is_mixed(k);
    return k->setup.backend->mirrored && !whole;
}

void adi_count_fields(const flow *k, const part_shape *shape)
{
    adi_part none;
    take_fields(k, shape, &none);
    const int row_bytes = is_mixed(k) ? (int)sizeof(double) : k->value_bytes;
    for (int m = 0; m < ADI_LINE_ARRAYS && keeps_rows(k); ++m)
        flow_make_field(k, shape, row_bytes);
}

int adi_make_fields(const flow *k, int n)
{
    grid_part *p = &k->parts[n];
    adi_part *f = calloc(1, sizeof *f);
    p->adi = f;
    if (!f)
        return 0;
    f->kernels = adi_kernels_of_backend(k);
    f->common = k->setup.backend->kurganov(k->setup.options->precision, k->setup.options->isa);
    f->method = adi_line_method_of(k->setup.options->lines);
    f->shown_dry_depth = k->setup.options->dry_depth;
    f->ring[0] = k->setup.grid->periodic_x;
    f->ring[1] = k->setup.grid->periodic_y;
    f->faces[0] = p->shape.nx + ends_grid(k, n, 0);
    f->faces[1] = p->shape.ny + ends_grid(k, n, 1);
    f->lines = &((adi *)k->own)->lines;
    /* Every tile is computed in every step: what looks at tiles, as maxima do, looks at all. */
    p->tiles_computed = (int64_t)p->shape.tiles_x * p->shape.tiles_y;
    memset(p->tile_awake, 1, (size_t)p->tiles_computed);
    if (!take_fields(k, &p->shape, f))
        return 0;
    give_all(f->share, &p->shape, k->value_bytes);
    give_all(f->share_next, &p->shape, k->value_bytes);
    return !f->kernels->prepare || f->kernels->prepare(p);
}

/* Kernels that sweep by themselves and make no rows for others are the plain oracle's, which asks for a force. */
int adi_set_force(void *self, scheme_force *force)
{
    const flow *k = self;
    adi_part *f = k->parts[0].adi;
    const int plain = f->kernels->sweep && !f->kernels->rows && !f->kernels->make_rows;
    if (plain)
        f->force = force;
    return plain;
}

static void drop_fields(const flow *k, grid_part *p)
{
    adi_part *f = p->adi;
    if (!f)
        return;
    if (f->kernels && f->kernels->dispose)
        f->kernels->dispose(p);
    for (int m = 0; m < OWN_FIELDS; ++m)
        flow_drop_field(k, &p->shape, *own_field(f, m), k->value_bytes);
    for (int time = 0; time < 2; ++time)
        flow_drop_field(k, &p->shape, f->air[time], k->value_bytes);
    free(f);
    p->adi = NULL;
}

void adi_destroy(flow *k)
{
    adi *a = k->own;
    if (a)
        adi_lines_destroy(&a->lines);
    for (int n = 0; k->parts && n < k->setup.part_count; ++n)
        drop_fields(k, &k->parts[n]);
    /* Parts are dropped after this, by kernels that all schemes have. */
    k->kernels = k->setup.backend->kurganov(k->setup.options->precision, k->setup.options->isa);
    free(a);
}
