/* A step of the ADI scheme needs the fluxes of the previous step, the depths half a step before,
 * and the length of that step. Fluxes lie at the west and south faces of cells. Those of the last
 * faces of the grid have no cell and are saved by face. */
#include "schemes/adi_state.h"

#include <math.h>
#include <stdlib.h>

#include "parallel/comm.h"

typedef double face_fluxes[2]; /* of now, of the step before */

typedef struct outer_fluxes {
    const scheme_setup *setup;
    grid_part *parts;
    face_fluxes **of_part; /* by listed face, those along x first */
} outer_fluxes;

/* Whether the face belongs to a boundary and ends the grid. All others lie west or south of a cell,
 * or have no flow. */
static int ends_grid(const scheme_setup *s, int part, const boundary_face *f, int axis)
{
    const box b = partition_box(s->partition, s->grid, s->first_part + part);
    return f->kind != FACE_PROBE && f->kind != FACE_CREST &&
           (axis == 0 ? b.i0 + f->i == s->grid->nx : b.j0 + f->j == s->grid->ny);
}

static int face_at(void *self, int part, int n, state_face *out)
{
    const outer_fluxes *o = self;
    const scheme_setup *s = o->setup;
    const box b = partition_box(s->partition, s->grid, s->first_part + part);
    int axis;
    const boundary_face *f = part_listed_face(&o->parts[part], n, &axis);
    if (!f)
        return 0;
    double *const v = o->of_part[part][n];
    *out = (state_face){.group = 0,
                        .axis = axis,
                        .i = b.i0 + f->i,
                        .j = b.j0 + f->j,
                        .skip = !ends_grid(s, part, f, axis),
                        .value = {&v[0], &v[1]}};
    return 1;
}

static void set_value(const grid_part *p, void *field, ptrdiff_t o, double value)
{
    if (p->shape.real_bytes == 4)
        ((float *)field)[o] = (float)value;
    else
        ((double *)field)[o] = value;
}

/* Copies fluxes from the fields to the faces, or back. */
static void copy_fluxes(const outer_fluxes *o, int part, int loading)
{
    grid_part *p = &o->parts[part];
    const int now = p->clock->now;
    int axis;
    const boundary_face *f;
    for (int n = 0; (f = part_listed_face(p, n, &axis)); ++n) {
        const ptrdiff_t at = (ptrdiff_t)f->j * p->shape.pitch + f->i;
        if (!ends_grid(o->setup, part, f, axis))
            continue;
        for (int time = 0; time < 2; ++time) {
            void *field = p->field[axis ? ADI_Q : ADI_P][time ? 1 - now : now];
            if (loading)
                set_value(p, field, at, o->of_part[part][n][time]);
            else
                o->of_part[part][n][time] = part_value(p, field, at);
        }
    }
}

static spate_status persist_outer(state_stream *s, outer_fluxes *o)
{
    for (int n = 0; n < o->setup->part_count && !s->loading; ++n)
        copy_fluxes(o, n, 0);
    SPATE_TRY(state_faces(s, "fluxes of outer faces", 2, face_at, o));
    for (int n = 0; n < o->setup->part_count && s->loading; ++n)
        copy_fluxes(o, n, 1);
    return SPATE_OK;
}

/* Allocates the fluxes of every listed face. Returns 0 if there is no memory. */
static int make_room(const scheme_setup *setup, outer_fluxes *o)
{
    o->of_part = calloc((size_t)setup->part_count + 1, sizeof *o->of_part);
    int ok = o->of_part != NULL;
    for (int n = 0; n < setup->part_count && ok; ++n) {
        const grid_part *p = &o->parts[n];
        const size_t faces = (size_t)p->boundary_x.count + (size_t)p->boundary_y.count;
        ok = (o->of_part[n] = calloc(faces + 1, sizeof **o->of_part)) != NULL;
    }
    return ok;
}

static void drop_room(const scheme_setup *setup, outer_fluxes *o)
{
    for (int n = 0; o->of_part && n < setup->part_count; ++n)
        free(o->of_part[n]);
    free(o->of_part);
}

static spate_status persist_all(state_stream *s, outer_fluxes *o)
{
    double dt = adi_of(o->parts)->dt_before;
    SPATE_TRY(state_numbers(s, "step before", &dt, 1));
    if (s->loading && !(dt >= 0 && isfinite(dt)))
        return fail_data(s->ctx,
                         "saved state: a step of %g s is not that of a run; use another one", dt);
    for (int n = 0; n < o->setup->part_count; ++n)
        adi_of(&o->parts[n])->dt_before = dt;
    return persist_outer(s, o);
}

spate_status adi_persist(state_stream *s, const scheme_setup *setup, grid_part *parts)
{
    outer_fluxes o = {.setup = setup, .parts = parts};
    spate_status status = SPATE_OK;
    if (!make_room(setup, &o))
        status = fail_memory(setup->ctx, "no memory for a checkpoint");
    status = comm_agree(setup->ctx, status);
    if (status == SPATE_OK)
        status = persist_all(s, &o);
    drop_room(setup, &o);
    return status;
}
