/* Visits the outer faces of a part. */
#include "run/outer_faces.h"

/* The edge is that of the active cells. A last column or row of cells without data (the resolution
 * does not divide the extent) must not hide it. */
static int outer_edge(const spate_sim *sim, int axis, int outward, int64_t k)
{
    if (outward < 0 && k == sim->active_first[axis])
        return axis == 0 ? SPATE_WEST : SPATE_SOUTH;
    if (outward > 0 && k == sim->active_last[axis])
        return axis == 0 ? SPATE_EAST : SPATE_NORTH;
    return -1;
}

static int within(const part_shape *s, int i, int j)
{
    return i >= 0 && i < s->nx && j >= 0 && j < s->ny;
}

/* Whether the part keeps the face. */
static int is_owned(const spate_sim *sim, const part_shape *s, const outer_face *f)
{
    const grid *g = &sim->grid;
    const int ends_grid = f->face.axis == 0 ? !g->periodic_x && f->face.i == g->nx
                                            : !g->periodic_y && f->face.j == g->ny;
    return sim->ops->about->can.front_keeps_face && !ends_grid ? within(s, f->i, f->j)
                                                               : within(s, f->inner_i, f->inner_j);
}

/* The face of cell (i, j), if exactly one of its sides is active. */
static int face_at(spate_sim *sim, int part, int axis, int i, int j, outer_face *out)
{
    const part_shape *s = sim->ops->shape(sim->scheme, part);
    const uint8_t *codes = sim->ops->field(sim->scheme, part, FIELD_CODES);
    const box b = partition_box(&sim->partition, &sim->grid, sim->first_part + part);
    const ptrdiff_t front = (ptrdiff_t)j * s->pitch + i, back = front - (axis ? s->pitch : 1);
    const int front_active = !(codes[front] & CELL_INACTIVE);
    if (front_active == !(codes[back] & CELL_INACTIVE))
        return 0;
    const int outward = front_active ? -1 : 1;
    const int ii = i - (outward > 0 && axis == 0), jj = j - (outward > 0 && axis == 1);
    int64_t gi = b.i0 + ii, gj = b.j0 + jj;
    if (!grid_inside(&sim->grid, &gi, &gj))
        return 0;
    const double half_x = axis == 0 ? 0.5 * outward * sim->grid.dx : 0;
    const double half_y = axis == 1 ? 0.5 * outward * sim->grid.dy : 0;
    *out = (outer_face){
        .face = {.i = gi + (outward > 0 && axis == 0),
                 .j = gj + (outward > 0 && axis == 1),
                 .axis = axis,
                 .outward = outward,
                 .edge = outer_edge(sim, axis, outward, axis == 0 ? gi : gj),
                 .x = grid_x(&sim->grid, gi, AT_CELL) + half_x,
                 .y = grid_y(&sim->grid, gj, AT_CELL) + half_y,
                 .bed = bed_of_cell(sim, part, ii, jj) + sim->lattice.datum},
        .part = part,
        .i = i,
        .j = j,
        .inner_i = ii,
        .inner_j = jj,
        .taken = codes[front] & (axis ? FACE_SOUTH_CLAIMED | FACE_SOUTH_WALLED
                                      : FACE_WEST_CLAIMED | FACE_WEST_WALLED),
    };
    out->owned = is_owned(sim, s, out);
    return 1;
}

int outer_faces_visit(spate_sim *sim, int part, outer_face_fn *visit, void *user)
{
    const part_shape *s = sim->ops->shape(sim->scheme, part);
    const int w = s->halo;
    outer_face f;
    for (int axis = 0; axis < 2; ++axis)
        for (int j = 1 - w; j < s->ny + w; ++j)
            for (int i = 1 - w; i < s->nx + w; ++i)
                if (face_at(sim, part, axis, i, j, &f) && !visit(sim, &f, user))
                    return 0;
    return 1;
}

int spate_face_order(const void *a, const void *b)
{
    const spate_face *f = a, *g = b;
    if (f->axis != g->axis)
        return f->axis < g->axis ? -1 : 1;
    if (f->j != g->j)
        return f->j < g->j ? -1 : 1;
    return (f->i > g->i) - (f->i < g->i);
}
