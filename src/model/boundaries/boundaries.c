/* Adds the boundaries of the case file to the simulation, and compares level boundaries with the
 * initial water. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/boundaries/boundaries.h"
#include "parallel/comm.h"

/* m. Shallower water is a film left by rain or an earlier flood and counts as dry. */
static const double largest_mismatch = 0.1;

static int is_periodic(const case_node *entry)
{
    return case_get(entry, "periodic") && case_flag(entry, "periodic");
}

static spate_status keep(model *m, const case_node *entry, const char *kind, const char *name,
                         face_choice *faces, const boundary_draft *d)
{
    model_boundary *b = &m->boundaries[m->boundary_count];
    *b = (model_boundary){.name = strdup(name),
                          .kind = kind,
                          .node = entry,
                          .lowest = NAN,
                          .highest = NAN,
                          .start_values = malloc((size_t)(d->series_count + 1) * sizeof(double)),
                          .series_count = d->series_count,
                          .ramp = d->boundary.ramp};
    if (!b->name || !b->start_values) {
        free(b->name);
        free(b->start_values);
        return fail_memory(m->ctx, "no memory for boundary \"%s\"", name);
    }
    const int is_flow = strcmp(kind, "discharge") == 0; /* its second series is a level */
    for (int k = 0; k < (is_flow ? 1 : d->series_count); ++k) {
        double low, high;
        series_range(&d->series[k], m->duration, &low, &high);
        b->lowest = fmin(b->lowest, low); /* fmin and fmax prefer numbers to NaN */
        b->highest = fmax(b->highest, high);
        b->start_values[k] = series_at(&d->series[k], 0);
    }
    b->faces = faces; /* owned by the model from now on */
    ++m->boundary_count;
    return SPATE_OK;
}

static spate_status add(model *m, const case_node *entry)
{
    const char *name = case_text(entry, "name");
    face_choice *faces = NULL;
    SPATE_TRY(face_choice_read(m, entry, &faces));
    boundary_draft draft;
    const char *kind = "";
    spate_status status = boundary_read(m, entry, faces, &kind, &draft);
    if (status == SPATE_OK) {
        draft.boundary.name = name;
        status = model_at(m, entry, spate_add_boundary(m->sim, &draft.boundary));
        if (status == SPATE_OK)
            status = keep(m, entry, kind, name, faces, &draft);
        boundary_draft_free(&draft);
    }
    if (status != SPATE_OK)
        face_choice_free(faces);
    return status;
}

spate_status model_boundaries(model *m)
{
    const case_node *list = case_get(casefile_root(m->file), "boundaries");
    const int count = case_count(list);
    if (count == 0)
        return SPATE_OK;
    m->boundaries = calloc((size_t)count, sizeof *m->boundaries);
    if (!m->boundaries)
        return fail_memory(m->ctx, "no memory for %d boundaries", count);
    for (int k = 0; k < count; ++k)
        if (!is_periodic(case_at(list, k))) /* periodic edges belong to the grid: model_grid */
            SPATE_TRY(comm_agree(m->ctx, add(m, case_at(list, k))));
    return SPATE_OK;
}

/* ---- the water at the start ---- */

/* The level of the boundary at a face at the start. */
static double start_level(const model_boundary *b, const spate_face *face)
{
    const double s = b->series_count > 1 ? face_choice_station(face, b->faces) : 0;
    const int first = (int)fmin(floor(s), b->series_count - 1);
    const int second = first + 1 < b->series_count ? first + 1 : first;
    const double *v = b->start_values;
    return v[first] + (s - first) * (v[second] - v[first]);
}

/* The inner cells of faces, which rank 0 knows, and the levels imposed there; sent to all ranks. */
static void share_cells(model *m, const model_boundary *b, const spate_face *faces, size_t count,
                        int64_t (*cells)[2], double *level)
{
    for (size_t k = 0; k < count; ++k) {
        face_inner_cell(&faces[k], cells[k]);
        level[k] = start_level(b, &faces[k]);
    }
    comm_broadcast(m->ctx->comm, cells, count * sizeof *cells);
    comm_broadcast(m->ctx->comm, level, count * sizeof *level);
}

static void warn_of_mismatch(model *m, const model_boundary *b, int64_t count,
                             const int64_t (*cells)[2], const double (*values)[5],
                             const double *level)
{
    double worst = 0;
    int64_t where = -1;
    for (int64_t k = 0; k < count; ++k) {
        const double bed = values[k][0], depth = values[k][2];
        /* The water level outside is never below the ground. */
        const double off = fabs(values[k][1] - fmax(level[k], bed));
        if (depth > largest_mismatch && off > worst) {
            worst = off;
            where = k;
        }
    }
    if (worst <= largest_mismatch)
        return;
    case_warn(m->file, b->node,
              "boundary \"%s\" starts at a level of %.2f m, but the water at x = %.10g, y = %.10g "
              "is at %.2f m; set the initial level, or ramp: 30 min for a gradual start",
              b->name, level[where], m->grid.x0 + ((double)cells[where][0] + 0.5) * m->grid.dx,
              m->grid.y0 + ((double)cells[where][1] + 0.5) * m->grid.dy, values[where][1]);
}

static spate_status check_level(model *m, int number)
{
    const model_boundary *b = &m->boundaries[number];
    spate_face *faces;
    int64_t face_count;
    spate_status status = boundary_faces_get(m, number, &faces, &face_count);
    const size_t count = (size_t)face_count;
    int64_t(*cells)[2] = calloc(count + 1, sizeof *cells);
    double(*values)[5] = calloc(count + 1, sizeof *values);
    double *level = calloc(count + 1, sizeof *level);
    if (status == SPATE_OK && (!cells || !values || !level))
        status = fail_memory(m->ctx, "no memory for %zu faces", count);
    status = comm_agree(m->ctx, status);
    if (status == SPATE_OK) {
        share_cells(m, b, faces, count, cells, level);
        status = spate_get_cells(m->sim, face_count, (const int64_t(*)[2])cells, values);
    }
    if (status == SPATE_OK)
        warn_of_mismatch(m, b, face_count, (const int64_t(*)[2])cells, (const double(*)[5])values,
                         level);
    free(faces);
    free(cells);
    free(values);
    free(level);
    return status;
}

spate_status model_check_levels(model *m)
{
    for (int k = 0; k < m->boundary_count; ++k)
        if (strcmp(m->boundaries[k].kind, "level") == 0 && m->boundaries[k].ramp == 0)
            SPATE_TRY(check_level(m, k));
    return SPATE_OK;
}
