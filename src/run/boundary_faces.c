/* The outer faces that a boundary claims. */
#include <stdlib.h>

#include "parallel/comm.h"
#include "physics/conveyance.h"
#include "run/boundaries.h"
#include "run/outer_faces.h"

typedef struct face_array {
    boundary_face *items;
    int count, room;
} face_array;

static int face_array_add(face_array *a, boundary_face face)
{
    if (a->count == a->room) {
        const int room = a->room ? 2 * a->room : 64;
        boundary_face *more = realloc(a->items, sizeof *more * (size_t)room);
        if (!more)
            return 0;
        a->items = more;
        a->room = room;
    }
    a->items[a->count++] = face;
    return 1;
}

/* The faces that a boundary has claimed so far. */
typedef struct face_claims {
    const spate_boundary *boundary;
    int number;
    face_array faces[2];   /* by axis */
    int64_t owned, smooth; /* faces that this part keeps; of them, without roughness */
    spate_status status;
} face_claims;

static const char *owner_of(spate_sim *sim, const outer_face *f)
{
    const boundary_list *list = sim->ops->faces(sim->scheme, f->part, f->face.axis);
    for (int k = 0; k < list->count; ++k) {
        const boundary_face *other = &list->faces[k];
        if (other->i == f->i && other->j == f->j && other->outward)
            return other->owner >= 0 ? sim->boundaries[other->owner].name : "an open edge";
    }
    return "another boundary";
}

/* Beyond every kind but a wall the bed continues at its slope (kp_beyond). A level or discharge
 * fixes the state at the face, so the bed of the cell beyond must fall as its neighbours do. */
static unsigned code_of(spate_boundary_kind kind, int axis)
{
    if (kind == SPATE_BOUNDARY_WALL)
        return axis ? FACE_SOUTH_WALLED : FACE_WEST_WALLED;
    return axis ? FACE_SOUTH_CLAIMED | FACE_SOUTH_RUNS_ON : FACE_WEST_CLAIMED | FACE_WEST_RUNS_ON;
}

/* Manning's n at the inner cell: the run's where friction is Manning's, else the boundary's. */
static double roughness_at(spate_sim *sim, const spate_boundary *b, const outer_face *f)
{
    const spate_options *o = &sim->options;
    if (o->friction != SPATE_FRICTION_MANNING)
        return b->roughness;
    double strength = sim->ops->friction_strength(o, o->friction_coefficient);
    if (sim->has_friction_map) {
        const part_shape *s = sim->ops->shape(sim->scheme, f->part);
        strength = value_get(sim, sim->ops->field(sim->scheme, f->part, FIELD_FRICTION),
                             (ptrdiff_t)f->inner_j * s->pitch + f->inner_i);
    }
    return strength > 0 ? manning_number(strength, o->gravity) : b->roughness;
}

static spate_status coefficient_of(spate_sim *sim, const spate_boundary *b, const outer_face *f,
                                   double *coefficient)
{
    *coefficient = 0;
    if (b->kind == SPATE_BOUNDARY_WAVE)
        *coefficient = lattice_round(&sim->lattice, b->still - sim->lattice.datum, 1);
    if (b->kind != SPATE_BOUNDARY_DISCHARGE && b->kind != SPATE_BOUNDARY_NORMAL_DEPTH &&
        b->kind != SPATE_BOUNDARY_RATING)
        return SPATE_OK;
    const double n = roughness_at(sim, b, f);
    if (n > 0)
        *coefficient = manning_conveyance(b->slope, n);
    else if (b->kind == SPATE_BOUNDARY_NORMAL_DEPTH)
        return fail_argument(
            sim->ctx,
            "boundary %s: normal depth needs friction, and there is none at x = %g, y = %g; give "
            "the run or the boundary a Manning number above 0, or use an outfall",
            b->name, f->face.x, f->face.y);
    return SPATE_OK;
}

static int claim_face(spate_sim *sim, const outer_face *f, void *user)
{
    face_claims *t = user;
    const spate_boundary *b = t->boundary;
    if (!b->takes(&f->face, b->user))
        return 1;
    if (f->taken) {
        t->status =
            fail_argument(sim->ctx,
                          "boundary %s takes the face at x = %.10g, y = %.10g, which %s has",
                          b->name, f->face.x, f->face.y, owner_of(sim, f));
        return 0;
    }
    const part_shape *s = sim->ops->shape(sim->scheme, f->part);
    uint8_t *codes = sim->ops->field(sim->scheme, f->part, FIELD_CODES);
    uint8_t *code = &codes[(ptrdiff_t)f->j * s->pitch + f->i];
    *code |= (uint8_t)code_of(b->kind, f->face.axis);
    t->owned += f->owned;
    if (b->kind == SPATE_BOUNDARY_WALL || !f->owned)
        return 1;
    boundary_face made = {.i = f->i,
                          .j = f->j,
                          .outward = (int8_t)f->face.outward,
                          .kind = (uint8_t)boundary_face_kind(b->kind),
                          .owner = t->number,
                          .station = b->station ? b->station(&f->face, b->user) : 0};
    t->status = coefficient_of(sim, b, f, &made.coefficient);
    t->smooth += made.kind == FACE_DISCHARGE && !(made.coefficient > 0);
    if (t->status == SPATE_OK && !face_array_add(&t->faces[f->face.axis], made))
        t->status = fail_memory(sim->ctx, "boundary %s: no memory for faces", b->name);
    return t->status == SPATE_OK;
}

static spate_status claim_faces_of_part(spate_sim *sim, face_claims *t, int part)
{
    const part_shape *s = sim->ops->shape(sim->scheme, part);
    outer_faces_visit(sim, part, claim_face, t);
    for (int axis = 0; axis < 2; ++axis) {
        if (t->status == SPATE_OK && !faces_add(sim->ops->faces(sim->scheme, part, axis), s,
                                                t->faces[axis].items, t->faces[axis].count))
            t->status =
                fail_memory(sim->ctx, "boundary %s: no memory for faces", t->boundary->name);
        free(t->faces[axis].items);
        t->faces[axis] = (face_array){0};
    }
    return t->status;
}

spate_status boundary_claim_faces(spate_sim *sim, const spate_boundary *b, int number,
                                  int64_t *count, int64_t *smooth)
{
    face_claims t = {.boundary = b, .number = number};
    for (int n = 0; n < sim->part_count && t.status == SPATE_OK; ++n)
        claim_faces_of_part(sim, &t, n);
    SPATE_TRY(comm_agree(sim->ctx, t.status));
    comm_sum_count(sim->ctx->comm, &t.owned, 1);
    comm_sum_count(sim->ctx->comm, &t.smooth, 1);
    *count = t.owned;
    *smooth = t.smooth;
    if (t.owned == 0)
        return fail_argument(
            sim->ctx,
            "boundary %s takes no outer face of the grid, which goes from x = %.10g, "
            "y = %.10g to x = %.10g, y = %.10g; a boundary lies along its edge, and "
            "water that enters inside it is one of the inflows",
            b->name, sim->grid.x0, sim->grid.y0, sim->grid.x0 + (double)sim->grid.nx * sim->grid.dx,
            sim->grid.y0 + (double)sim->grid.ny * sim->grid.dy);
    return SPATE_OK;
}
