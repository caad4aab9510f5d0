/* Velocities of the outer faces that end the grid in the east and north, in checkpoints. All other
 * faces lie west or south of a cell and are saved with the fields. */
#include <stdlib.h>

#include "parallel/comm.h"
#include "schemes/semi_implicit_own.h"

typedef struct outer_velocities {
    const flow *k;
    double **of_part; /* by listed face, those along x first */
} outer_velocities;

static int ends_grid(const flow *k, int part, const boundary_face *f, int axis)
{
    const grid *g = k->setup.grid;
    const box b = partition_box(k->setup.partition, g, k->setup.first_part + part);
    return f->kind != FACE_PROBE && (axis == 0 ? b.i0 + f->i == g->nx : b.j0 + f->j == g->ny);
}

static int face_at(void *self, int part, int n, state_face *out)
{
    const outer_velocities *o = self;
    const scheme_setup *s = &o->k->setup;
    const box b = partition_box(s->partition, s->grid, s->first_part + part);
    int axis;
    const boundary_face *f = part_listed_face(&o->k->parts[part], n, &axis);
    if (!f)
        return 0;
    *out = (state_face){.group = 0,
                        .axis = axis,
                        .i = b.i0 + f->i,
                        .j = b.j0 + f->j,
                        .skip = !ends_grid(o->k, part, f, axis),
                        .value = {&o->of_part[part][n]}};
    return 1;
}

static void set_value(const grid_part *p, void *field, ptrdiff_t o, double value)
{
    if (p->shape.real_bytes == 4)
        ((float *)field)[o] = (float)value;
    else
        ((double *)field)[o] = value;
}

/* Copies velocities from the fields to the faces, or back. */
static void copy_velocities(const outer_velocities *o, int part, int loading)
{
    const grid_part *p = &o->k->parts[part];
    int axis;
    const boundary_face *f;
    for (int n = 0; (f = part_listed_face(p, n, &axis)); ++n) {
        void *field = p->field[axis ? SEMI_V : SEMI_U][p->clock->now];
        const ptrdiff_t at = (ptrdiff_t)f->j * p->shape.pitch + f->i;
        if (!ends_grid(o->k, part, f, axis))
            continue;
        if (loading)
            set_value(p, field, at, o->of_part[part][n]);
        else
            o->of_part[part][n] = part_value(p, field, at);
    }
}

/* Allocates the velocity of every listed face. Returns 0 if there is no memory. */
static int make_room(outer_velocities *o)
{
    const flow *k = o->k;
    o->of_part = calloc((size_t)k->setup.part_count + 1, sizeof *o->of_part);
    int ok = o->of_part != NULL;
    for (int n = 0; n < k->setup.part_count && ok; ++n) {
        const grid_part *p = &k->parts[n];
        const size_t faces = (size_t)p->boundary_x.count + (size_t)p->boundary_y.count;
        ok = (o->of_part[n] = calloc(faces + 1, sizeof **o->of_part)) != NULL;
    }
    return ok;
}

spate_status semi_persist(flow *k, state_stream *s)
{
    outer_velocities o = {.k = k};
    SPATE_TRY(failed_solve_persist(&((semi_implicit *)k->own)->failed, s));
    spate_status status =
        make_room(&o) ? SPATE_OK : fail_memory(k->setup.ctx, "no memory for a checkpoint");
    status = comm_agree(k->setup.ctx, status);
    for (int n = 0; n < k->setup.part_count && status == SPATE_OK && !s->loading; ++n)
        copy_velocities(&o, n, 0);
    if (status == SPATE_OK)
        status = state_faces(s, "velocities of outer faces", 1, face_at, &o);
    for (int n = 0; n < k->setup.part_count && status == SPATE_OK && s->loading; ++n)
        copy_velocities(&o, n, 1);
    for (int n = 0; o.of_part && n < k->setup.part_count; ++n)
        free(o.of_part[n]);
    free(o.of_part);
    return status;
}
