/* Listed faces inside the grid: crests, which separate two cells, and sections, which
 * only measure. */
#include <math.h>
#include <stdlib.h>

#include "base/need.h"
#include "parallel/comm.h"
#include "run/scheme_limits.h"

/* ---- crests ---- */

static void forget_crests(spate_sim *sim)
{
    for (int n = 0; n < sim->part_count; ++n) {
        const part_shape *s = sim->ops->shape(sim->scheme, n);
        uint8_t *codes = sim->ops->field(sim->scheme, n, FIELD_CODES);
        const int w = s->halo;
        for (int axis = 0; axis < 2; ++axis)
            faces_remove(sim->ops->faces(sim->scheme, n, axis), s, FACE_CREST);
        /* Only crests close faces between two active cells. */
        for (int j = 1 - w; j < s->ny + w; ++j)
            for (int i = 1 - w; i < s->nx + w; ++i) {
                uint8_t *c = &codes[(ptrdiff_t)j * s->pitch + i];
                if (!((c[0] | c[-1]) & CELL_INACTIVE))
                    *c &= (uint8_t) ~(FACE_WEST_CLOSED | FACE_WEST_CLAIMED);
                if (!((c[0] | c[-s->pitch]) & CELL_INACTIVE))
                    *c &= (uint8_t) ~(FACE_SOUTH_CLOSED | FACE_SOUTH_CLAIMED);
            }
    }
}

/* Local indices of a global face. Returns 0 if its two cells are not both within the
 * ghost cells. */
static int local_face(const spate_sim *sim, int part, int64_t gi, int64_t gj, int axis, int *i,
                      int *j)
{
    const part_shape *s = sim->ops->shape(sim->scheme, part);
    const box b = partition_box(&sim->partition, &sim->grid, sim->first_part + part);
    const int64_t li = gi - b.i0, lj = gj - b.j0;
    const int w = s->halo;
    if (li < -w + (axis == 0) || li >= s->nx + w || lj < -w + (axis == 1) || lj >= s->ny + w)
        return 0;
    *i = (int)li;
    *j = (int)lj;
    return 1;
}

static int both_active(const spate_sim *sim, int part, int axis, int i, int j)
{
    const part_shape *s = sim->ops->shape(sim->scheme, part);
    const uint8_t *codes = sim->ops->field(sim->scheme, part, FIELD_CODES);
    const ptrdiff_t o = (ptrdiff_t)j * s->pitch + i;
    return !((codes[o] | codes[o - (axis ? s->pitch : 1)]) & CELL_INACTIVE);
}

/* Adds a crest to a part. Returns 0 if there is no memory. */
static int add_crest(spate_sim *sim, int part, const spate_crest *crest)
{
    const part_shape *s = sim->ops->shape(sim->scheme, part);
    const int axis = crest->axis, di = axis == 0, dj = axis == 1;
    int i, j;
    if (!local_face(sim, part, crest->i, crest->j, axis, &i, &j) ||
        !both_active(sim, part, axis, i, j))
        return 1;
    const double top = crest->crest - sim->lattice.datum;
    if (!(top > fmax(bed_of_cell(sim, part, i, j), bed_of_cell(sim, part, i - di, j - dj))))
        return 1;
    uint8_t *codes = sim->ops->field(sim->scheme, part, FIELD_CODES);
    codes[(ptrdiff_t)j * s->pitch + i] |=
        axis ? FACE_SOUTH_CLOSED | FACE_SOUTH_CLAIMED : FACE_WEST_CLOSED | FACE_WEST_CLAIMED;
    const int front = i >= 0 && i < s->nx && j >= 0 && j < s->ny;
    const int back = i - di >= 0 && i - di < s->nx && j - dj >= 0 && j - dj < s->ny;
    if (!front && !back)
        return 1;
    boundary_list *list = sim->ops->faces(sim->scheme, part, axis);
    for (int k = list->row_start[j]; k < list->row_start[j + 1]; ++k)
        if (list->faces[k].i == i && list->faces[k].kind == FACE_CREST) {
            list->faces[k].coefficient = fmax(list->faces[k].coefficient, top);
            return 1;
        }
    const boundary_face f = {.i = i, .j = j, .kind = FACE_CREST, .owner = -1, .coefficient = top};
    return faces_add(list, s, &f, 1);
}

spate_status spate_set_crests(spate_sim *sim, const spate_crest *crests, int64_t count)
{
    SIM_ENTER(sim);
    SPATE_NEED(sim->ctx, count >= 0, "count is negative");
    SPATE_NEED(sim->ctx, crests || count == 0, "crests is NULL");
    if (!sim->has_bed)
        return fail_argument(sim->ctx, "crests: set the bed first");
    spate_status status = SPATE_OK;
    forget_crests(sim);
    for (int64_t k = 0; k < count && status == SPATE_OK; ++k) {
        if (isnan(crests[k].crest) || crests[k].axis < 0 || crests[k].axis > 1)
            status = fail_argument(sim->ctx,
                                   "crest %lld: its height is not a number or its axis not 0 or 1",
                                   (long long)k);
        else if (isfinite(crests[k].crest)) /* infinite crests are walls */
            status = scheme_limits_check_faces(sim, FACE_CREST, "crests that water may flow over");
        for (int n = 0; n < sim->part_count && status == SPATE_OK; ++n)
            if (!add_crest(sim, n, &crests[k]))
                status = fail_memory(sim->ctx, "no memory for crests");
    }
    sim->ops->faces_changed(sim->scheme);
    sim->started = 0;
    return comm_agree(sim->ctx, status);
}

/* ---- sections ---- */

static spate_status add_probe(spate_sim *sim, const spate_section_face *face, int section)
{
    for (int n = 0; n < sim->part_count; ++n) {
        const part_shape *s = sim->ops->shape(sim->scheme, n);
        int i, j;
        if (!local_face(sim, n, face->i, face->j, face->axis, &i, &j))
            continue;
        /* The part of the east or north cell keeps the account. At the end of the grid it is the
         * part of the other cell. */
        const int at_end = (face->axis == 0 && face->i == sim->grid.nx) ||
                           (face->axis == 1 && face->j == sim->grid.ny);
        const int oi = i - (at_end && face->axis == 0), oj = j - (at_end && face->axis == 1);
        if (oi < 0 || oi >= s->nx || oj < 0 || oj >= s->ny)
            continue;
        const boundary_face f = {.i = i,
                                 .j = j,
                                 .outward = (int8_t)at_end,
                                 .kind = FACE_PROBE,
                                 .owner = section,
                                 .coefficient = face->sign < 0 ? -1 : 1};
        if (!faces_add(sim->ops->faces(sim->scheme, n, face->axis), s, &f, 1))
            return fail_memory(sim->ctx, "no memory for a section");
    }
    return SPATE_OK;
}

spate_status spate_add_section(spate_sim *sim, const spate_section_face *faces, int64_t count)
{
    SIM_ENTER(sim);
    SPATE_NEED(sim->ctx, count >= 0, "count is negative");
    SPATE_NEED(sim->ctx, faces || count == 0, "faces is NULL");
    SPATE_TRY(scheme_limits_check_faces(sim, FACE_PROBE, "section"));
    const grid *g = &sim->grid;
    spate_status status = SPATE_OK;
    for (int64_t k = 0; k < count && status == SPATE_OK; ++k) {
        const spate_section_face *f = &faces[k];
        if (f->axis < 0 || f->axis > 1 || f->i < 0 || f->j < 0 || f->i > g->nx - (f->axis == 1) ||
            f->j > g->ny - (f->axis == 0))
            status =
                fail_argument(sim->ctx, "section face %lld: (%lld, %lld) is not a face of the grid",
                              (long long)k, (long long)f->i, (long long)f->j);
        else
            status = add_probe(sim, f, sim->section_count);
    }
    SPATE_TRY(comm_agree(sim->ctx, status));
    ++sim->section_count;
    sim->ops->faces_changed(sim->scheme);
    return SPATE_OK;
}
