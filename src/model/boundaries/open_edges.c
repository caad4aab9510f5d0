/* Checks the ground at open boundaries: water leaves them only where the ground falls outward. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/boundaries/boundaries.h"
#include "parallel/comm.h"

/* The inner cell of a face and the cell behind it, or the inner cell again at the edge of the
 * grid. */
static void two_cells(const model *m, const spate_face *f, int64_t inner[2], int64_t behind[2])
{
    const int64_t size[2] = {m->grid.nx, m->grid.ny};
    face_inner_cell(f, inner);
    memcpy(behind, inner, 2 * sizeof *behind);
    const int64_t k = inner[f->axis] - f->outward;
    behind[f->axis] = k >= 0 && k < size[f->axis] ? k : inner[f->axis];
}

/* Counts faces whose inner cell is not lower than the active cell behind it, or that have no cell
 * behind. */
static int64_t count_level(const double (*values)[5], int64_t faces)
{
    int64_t count = 0;
    for (int64_t k = 0; k < faces; ++k) {
        const double here = values[2 * k][0], behind = values[2 * k + 1][0];
        count += isnan(behind) || here >= behind;
    }
    return count;
}

/* Rank 0 knows the faces; cells are known on their ranks. */
static spate_status count_level_faces(model *m, const spate_face *faces, int64_t count,
                                      int64_t (*cells)[2], double (*values)[5], int64_t *level)
{
    for (int64_t k = 0; k < count; ++k)
        two_cells(m, &faces[k], cells[2 * k], cells[2 * k + 1]);
    comm_broadcast(m->ctx->comm, cells, 2 * (size_t)count * sizeof *cells);
    SPATE_TRY(spate_get_cells(m->sim, 2 * count, (const int64_t(*)[2])cells, values));
    *level = count_level((const double(*)[5])values, count);
    return SPATE_OK;
}

static spate_status check_open(model *m, int number)
{
    const model_boundary *b = &m->boundaries[number];
    spate_face *faces;
    int64_t count, level = 0;
    spate_status status = boundary_faces_get(m, number, &faces, &count);
    int64_t(*cells)[2] = calloc(2 * (size_t)count + 1, sizeof *cells);
    double(*values)[5] = calloc(2 * (size_t)count + 1, sizeof *values);
    if (status == SPATE_OK && (!cells || !values))
        status = fail_memory(m->ctx, "no memory for %lld faces", (long long)count);
    status = comm_agree(m->ctx, status);
    if (status == SPATE_OK)
        status = count_level_faces(m, faces, count, cells, values, &level);
    if (status == SPATE_OK && level > 0)
        case_warn(m->file, b->node,
                  "boundary \"%s\": %lld of its %lld open faces are on level or rising ground, "
                  "where hardly any water leaves; write outfall: yes for a free fall at the edge",
                  b->name, (long long)level, (long long)count);
    free(cells);
    free(values);
    free(faces);
    return status;
}

spate_status model_check_open(model *m)
{
    for (int k = 0; k < m->boundary_count; ++k)
        if (strcmp(m->boundaries[k].kind, "open") == 0)
            SPATE_TRY(check_open(m, k));
    return SPATE_OK;
}
