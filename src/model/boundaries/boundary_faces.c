/* The outer faces of a boundary of the case file: an edge of the grid, the faces along a line, or
 * the faces within a polygon; and the position of each face along the line. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/boundaries/boundaries.h"
#include "model/cells/cells.h"
#include "parallel/comm.h"

struct face_choice {
    int edge;                 /* SPATE_WEST ...; -1: not an edge */
    places lines;             /* for a line, or for an edge with stations: the edge */
    double reach;             /* m from the line */
    prepared_polygon *within; /* NULL: not a polygon */
    double *stations;         /* m along the line, rising */
    int station_count;
};

void face_choice_free(face_choice *c)
{
    if (!c)
        return;
    places_free(&c->lines);
    polygon_free(c->within);
    free(c->stations);
    free(c);
}

int face_choice_has(const spate_face *face, void *choice)
{
    const face_choice *c = choice;
    double along;
    if (c->edge >= 0)
        return face->edge == c->edge;
    if (c->within)
        return polygon_contains(c->within, face->x, face->y);
    for (int k = 0; k < c->lines.count; ++k)
        for (int n = 0; n < c->lines.shapes[k].count; ++n)
            if (line_passes(&c->lines.shapes[k].paths[n], face->x, face->y, c->reach, &along))
                return 1;
    return 0;
}

static int edge_number(const char *name)
{
    static const char *const names[4] = {"west", "east", "south", "north"};
    for (int k = 0; k < 4; ++k)
        if (strcmp(name, names[k]) == 0)
            return k;
    return -1;
}

static spate_status read_choice(model *m, const case_node *entry, face_choice *c)
{
    const char *edge = case_text(entry, "edge");
    const case_node *line = case_get(entry, "line"), *within = case_get(entry, "within");
    if (!!edge + !!line + !!within != 1)
        return case_fail(m->file, entry, SPATE_ERROR_ARGUMENT,
                         "a boundary needs exactly one of edge, line and within, not %s",
                         edge || line || within ? "several" : "none");
    c->edge = edge ? edge_number(edge) : -1;
    c->reach = 1.5 * fmax(m->grid.dx, m->grid.dy);
    if (line)
        return places_read(m, line, SHAPE_LINE, &c->lines);
    return within ? polygons_read(m, within, &c->within, NULL) : SPATE_OK;
}

spate_status face_choice_read(model *m, const case_node *entry, face_choice **out)
{
    face_choice *c = calloc(1, sizeof *c);
    *out = NULL;
    if (!c)
        return fail_memory(m->ctx, "no memory for a boundary");
    const spate_status status = read_choice(m, entry, c);
    if (status == SPATE_OK)
        *out = c;
    else
        face_choice_free(c);
    return status;
}

/* ---- stations ---- */

/* Distance from the start of the line to its point nearest to (x, y). */
static double along_path(const path *line, double x, double y)
{
    double best = INFINITY, best_along = 0, before = 0;
    for (int k = 0; k + 1 < line->count; ++k) {
        const point a = line->points[k], b = line->points[k + 1];
        const double dx = b.x - a.x, dy = b.y - a.y, length = hypot(dx, dy);
        double share = length > 0 ? ((x - a.x) * dx + (y - a.y) * dy) / (length * length) : 0;
        share = fmin(fmax(share, 0), 1);
        const double away = hypot(a.x + share * dx - x, a.y + share * dy - y);
        if (away < best) {
            best = away;
            best_along = before + share * length;
        }
        before += length;
    }
    return best_along;
}

/* The edge of the grid as a line from its south or west end. */
static spate_status edge_as_line(model *m, face_choice *c)
{
    const raster_grid *g = &m->grid;
    const double x1 = g->x0 + (double)g->nx * g->dx, y1 = g->y0 + (double)g->ny * g->dy;
    point ends[2] = {{g->x0, g->y0}, {x1, y1}};
    if (c->edge == SPATE_WEST || c->edge == SPATE_EAST)
        ends[0].x = ends[1].x = c->edge == SPATE_WEST ? g->x0 : x1;
    else
        ends[0].y = ends[1].y = c->edge == SPATE_SOUTH ? g->y0 : y1;
    path line = {.count = 2, .points = ends};
    const shape whole = {.kind = SHAPE_LINE, .count = 1, .paths = &line};
    c->lines.shapes = calloc(1, sizeof *c->lines.shapes);
    if (c->lines.shapes) {
        c->lines.shapes[0] = shape_copy(&whole);
        c->lines.count = 1;
    }
    if (!c->lines.shapes || !c->lines.shapes[0].paths)
        return fail_memory(m->ctx, "no memory for a line");
    return SPATE_OK;
}

spate_status face_choice_stations(model *m, const case_node *entry, face_choice *c,
                                  const double (*at)[2], int count, int *order)
{
    if (c->edge >= 0)
        SPATE_TRY(edge_as_line(m, c));
    if (c->lines.count != 1 || c->lines.shapes[0].count != 1)
        return case_fail(m->file, entry, SPATE_ERROR_ARGUMENT,
                         "stations need one line (or an edge)");
    c->stations = malloc((size_t)count * sizeof *c->stations);
    if (!c->stations)
        return fail_memory(m->ctx, "no memory for stations");
    for (int k = 0; k < count; ++k) { /* insertion sort: there are few */
        const double along = along_path(&c->lines.shapes[0].paths[0], at[k][0], at[k][1]);
        int n = k;
        for (; n > 0 && c->stations[n - 1] > along; --n) {
            c->stations[n] = c->stations[n - 1];
            order[n] = order[n - 1];
        }
        if (n > 0 && c->stations[n - 1] == along)
            return case_fail(m->file, entry, SPATE_ERROR_ARGUMENT,
                             "stations %d and %d are at the same position along the line",
                             order[n - 1] + 1, k + 1);
        c->stations[n] = along;
        order[n] = k;
    }
    c->station_count = count;
    return SPATE_OK;
}

void face_inner_cell(const spate_face *f, int64_t cell[2])
{
    cell[0] = f->axis == 0 && f->outward > 0 ? f->i - 1 : f->i;
    cell[1] = f->axis == 1 && f->outward > 0 ? f->j - 1 : f->j;
}

spate_status boundary_faces_get(model *m, int boundary, spate_face **faces, int64_t *count)
{
    spate_boundary_stats stats;
    *faces = NULL;
    *count = 0;
    SPATE_TRY(spate_get_boundary(m->sim, boundary, &stats));
    *count = stats.faces;
    *faces = calloc((size_t)stats.faces + 1, sizeof **faces);
    spate_status status = SPATE_OK;
    if (!*faces)
        status = fail_memory(m->ctx, "no memory for %lld faces", (long long)stats.faces);
    SPATE_TRY(comm_agree(m->ctx, status));
    return spate_get_boundary_faces(m->sim, boundary, *faces, stats.faces);
}

double face_choice_station(const spate_face *face, void *choice)
{
    const face_choice *c = choice;
    if (c->station_count < 2)
        return 0;
    const double along = along_path(&c->lines.shapes[0].paths[0], face->x, face->y);
    int k = 0;
    while (k + 2 < c->station_count && c->stations[k + 1] <= along)
        ++k;
    const double share = (along - c->stations[k]) / (c->stations[k + 1] - c->stations[k]);
    return k + fmin(fmax(share, 0), 1);
}
