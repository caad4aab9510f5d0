/* The conveyance of the faces of a boundary: the fractions of its outflow. */
#ifndef SPATE_BACKEND_COMMON_CONVEYANCE_H
#define SPATE_BACKEND_COMMON_CONVEYANCE_H

#include "backend/common/face_boundary_step.h"
#include "backend/common/part.h"
#include "base/real.h"

/* Sums the conveyance of the faces of a boundary in Q^n and stores it at each face. Each thread of
 * the team does some of the faces. */
SPATE_FN void list_conveyance(const grid_part *part, boundary_list *list, int axis_y, int boundary,
                              const face_team *team, exact_sum sums[2])
{
    const real *h = (const real *)part->field[FIELD_DEPTH][part->clock->now];
    const face_boundary *b = &part->boundaries[boundary];
    for (int n = team->rank; n < list->count; n += team->size) {
        boundary_face *f = &list->faces[n];
        if (f->owner != boundary || f->kind != FACE_DISCHARGE)
            continue;
        const int back = f->outward > 0;
        const ptrdiff_t o =
            (ptrdiff_t)(f->j - (back && axis_y)) * part->shape.pitch + f->i - (back && !axis_y);
        const section_cell cell = b->section[(int)f->station];
        const double depth = (double)h[o] > part->params.dry_depth ? (double)h[o] : 0;
        f->memory = section_flow(cell.carries, depth, b->critical);
        exact_sum_add(&sums[0], f->memory);
        exact_sum_add(&sums[1], f->memory * (cell.bed + depth));
    }
}

#endif
