/* Fields of the ADI scheme, and what its parts have beside them. */
#include <stdlib.h>

#include "schemes/adi_own.h"

/* Fluxes of two times, and depths half a step back, belong to the state; momentum at cells is made
 * from them for readers. */
const field_info adi_field_table[ADI_FIELDS] = {
    [FIELD_DEPTH] = {"depth", AT_CELL, 3, STORED_REAL, ROLE_STATE,
                     FIELD_KEPT | FIELD_NOT_NEGATIVE | FIELD_EXCHANGED},
    [FIELD_MOMENTUM_X] = {"momentum x", AT_CELL, 1, STORED_REAL, ROLE_SHOWN, FIELD_EXCHANGED},
    [FIELD_MOMENTUM_Y] = {"momentum y", AT_CELL, 1, STORED_REAL, ROLE_SHOWN, FIELD_EXCHANGED},
    COMMON_FIELD_ROWS,
    [FIELD_AIR] = {"air pressure", AT_CELL, 2, STORED_REAL, ROLE_FORCING, FIELD_LATER},
    [ADI_P] = {"flux x", AT_FACE_X, 3, STORED_REAL, ROLE_STATE,
               FIELD_KEPT | FIELD_KEPT_BEFORE | FIELD_EXCHANGED},
    [ADI_Q] = {"flux y", AT_FACE_Y, 3, STORED_REAL, ROLE_STATE,
               FIELD_KEPT | FIELD_KEPT_BEFORE | FIELD_EXCHANGED},
    [ADI_HALF_BEFORE] = {"depth half a step", AT_CELL, 1, STORED_REAL, ROLE_STATE,
                         FIELD_KEPT_BEFORE | FIELD_EXCHANGED},
    [ADI_SHARES] = {"shares", AT_CELL, 2, STORED_REAL, ROLE_SCRATCH, FIELD_EXCHANGED},
};

double adi_flood_depth(const spate_options *options)
{
    return options->flood_depth > 0 ? options->flood_depth : ADI_USUAL_FLOOD_DEPTH;
}

/* Outside the grid there is always enough water: the ghost cells keep this outflow fraction. */
static void fill_shares(void *share, const part_shape *s)
{
    for (int j = -s->halo; j < s->ny + s->halo; ++j)
        for (int i = -s->halo; i < s->nx + s->halo; ++i) {
            const ptrdiff_t o = (ptrdiff_t)j * s->pitch + i;
            if (s->real_bytes == 4)
                ((float *)share)[o] = 1;
            else
                ((double *)share)[o] = 1;
        }
}

/* Whether the last faces of a part are those of the grid, and no line continues there. */
static int ends_grid(const flow *k, int local_part, int axis)
{
    const grid *g = k->setup.grid;
    const box b = partition_box(k->setup.partition, g, k->setup.first_part + local_part);
    return axis == 0 ? !g->periodic_x && b.i0 + b.nx == g->nx
                     : !g->periodic_y && b.j0 + b.ny == g->ny;
}

/* Devices store the rows of lines, except where a sweep is one kernel, which mixed precision does
 * not have. */
double adi_extra_bytes(const flow *k, const part_shape *shape)
{
    const spate_options *o = k->setup.options;
    const adi_line_method m = adi_line_method_of(o->lines);
    const int mixed = adi_precision(o) == PRECISION_MIXED;
    const int parts = k->setup.partition->px * k->setup.partition->py;
    const int whole = parts == 1 && (m == ADI_AUTO || m == ADI_FUSED) && !mixed;
    if (!k->setup.backend->mirrored || whole)
        return 0;
    return ADI_LINE_ARRAYS * (mixed ? sizeof(double) : (double)shape->real_bytes) *
           (double)shape->pitch * (double)part_rows(shape);
}

static void solve_queued(void *lines, int stage)
{
    adi_lines_queue(lines, stage);
}

int adi_create_part(flow *k, int n)
{
    const spate_options *o = k->setup.options;
    grid_part *p = &k->parts[n];
    adi_part *a = calloc(1, sizeof *a);
    if (!k->own)
        k->own = calloc(1, sizeof(adi));
    p->own = a;
    if (!a || !k->own)
        return 0;
    a->viscosity = o->viscosity;
    a->flood_depth = adi_flood_depth(o);
    a->extrapolated = o->extrapolate;
    a->method = adi_line_method_of(o->lines);
    a->ring[0] = k->setup.grid->periodic_x;
    a->ring[1] = k->setup.grid->periodic_y;
    a->faces[0] = p->shape.nx + ends_grid(k, n, 0);
    a->faces[1] = p->shape.ny + ends_grid(k, n, 1);
    a->solve = solve_queued;
    a->lines = &((adi *)k->own)->lines;
    fill_shares(p->field[ADI_SHARES][0], &p->shape);
    fill_shares(p->field[ADI_SHARES][1], &p->shape);
    return 1;
}

spate_status adi_create_failed(const flow *k)
{
    const scheme_setup *s = &k->setup;
    for (int n = 0; n < s->part_count; ++n) {
        const adi_part *a = k->parts[n].own;
        if (a && a->refusal[0])
            return fail_argument(s->ctx, "lines \"%s\" are not for this grid: %s; use \"auto\"",
                                 s->options->lines, a->refusal);
    }
    return fail_memory(s->ctx, "no memory for the fields of scheme \"adi\"");
}

/* Only the reference kernels sweep alone without storing matrix rows; only they can add a force. */
int adi_set_force(void *self, scheme_force *force)
{
    const flow *k = self;
    const adi_kernels *own = adi_kernels_of(&k->parts[0]);
    const int plain = own->sweep && !own->rows && !own->make_rows;
    if (plain)
        adi_of(&k->parts[0])->force = force;
    return plain;
}

void adi_destroy(flow *k)
{
    adi *a = k->own;
    if (a)
        adi_lines_destroy(&a->lines);
    free(a);
    k->own = NULL;
}
