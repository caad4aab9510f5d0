/* Open boundaries and the ground they lie on: `open` lets a stream run on, and where the ground does not fall
 * outward there is hardly a stream. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/forcing/forcing.h"
#include "parallel/comm.h"

/* The inner cell of a face and the one behind it, as far as there is one. */
static void two_cells(const model *m, const spate_face *f, int64_t inner[2], int64_t behind[2])
{
    const int64_t size[2] = {m->grid.nx, m->grid.ny};
    inner[0] = f->axis == 0 && f->outward > 0 ? f->i - 1 : f->i;
    inner[1] = f->axis == 1 && f->outward > 0 ? f->j - 1 : f->j;
    memcpy(behind, inner, 2 * sizeof *behind);
    const int64_t k = inner[f->axis] - f->outward;
    behind[f->axis] = k >= 0 && k < size[f->axis] ? k : inner[f->axis];
}

/* Faces whose inner cell is not lower than the active cell behind it; level where there is none. */
static int64_t count_level(const double (*values)[5], int64_t faces)
{
    int64_t count = 0;
    for (int64_t k = 0; k < faces; ++k) {
        const double here = values[2 * k][0], behind = values[2 * k + 1][0];
        count += isnan(behind) || here >= behind;
    }
    return count;
}

/* Faces are known on rank 0, cells on their own ranks. */
static spate_status count_level_faces(model *m, int number, int64_t count, int64_t (*cells)[2],
                                      double (*values)[5], spate_face *faces, int64_t *level)
{
    SPATE_TRY(spate_get_boundary_faces(m->sim, number, faces, count));
    for (int64_t k = 0; k < count; ++k)
        two_cells(m, &faces[k], cells[2 * k], cells[2 * k + 1]);
    comm_broadcast(m->ctx->comm, cells, 2 * (size_t)count * sizeof *cells);
    SPATE_TRY(spate_get_cells(m->sim, 2 * count, (const int64_t(*)[2])cells, values));
    *level = count_level((const double(*)[5])values, count);
    return SPATE_OK;
}

static spate_status check_open(model *m, int number)
{
    spate_boundary_stats stats;
    const model_boundary *b = &m->boundaries[number];
    SPATE_TRY(spate_get_boundary(m->sim, number, &stats));
    const size_t count = (size_t)stats.faces;
    int64_t(*cells)[2] = calloc(2 * count, sizeof *cells);
    double(*values)[5] = calloc(2 * count, sizeof *values);
    spate_face *faces = calloc(count, sizeof *faces);
    int64_t level = 0;
    spate_status status = SPATE_OK;
    if (!cells || !values || !faces)
        status = spate_fail(m->ctx, SPATE_ERROR_MEMORY, "no memory for %zu faces", count);
    status = comm_agree(m->ctx, status);
    if (status == SPATE_OK)
        status = count_level_faces(m, number, stats.faces, cells, values, faces, &level);
    if (status == SPATE_OK && level > 0)
        case_warn(
            m->file, b->node,
            "boundary \"%s\": %lld of its %lld open faces lie on level or rising ground, where "
            "hardly any water leaves; write outfall: yes for a free fall at the edge",
            b->name, (long long)level, (long long)stats.faces);
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
