/* Lists of faces and of inflow cells when rows move between parts. */
#include <stdlib.h>
#include <string.h>

#include "grid/faces.h"
#include "parallel/repartition.h"

/* The new lists of a part. */
typedef struct part_lists {
    boundary_list faces[2]; /* by axis */
    inflow_list inflows;
} part_lists;

struct repartition_lists {
    int count;
    part_lists part[];
};

static int has_row(row_range r, int64_t row)
{
    return r.begin <= row && row < r.end;
}

/* ---- faces ---- */

/* The row of the cell whose part keeps a face along y (run/outer_faces.c, run/inner_faces.c). */
static int64_t row_that_keeps(const repartition *r, const boundary_face *f, int64_t row)
{
    const int at_end = row == r->grid->ny;
    if (f->kind == FACE_PROBE)
        return f->outward ? row - 1 : row;
    return f->outward > 0 && (at_end || !r->front_keeps_face) ? row - 1 : row;
}

/* Whether a part with these rows lists a face. Both sides of a crest do. */
static int is_listed(const repartition *r, row_range rows, const boundary_face *f, int axis,
                     int64_t row)
{
    if (axis == 0)
        return has_row(rows, row);
    if (f->kind == FACE_CREST)
        return has_row(rows, row) || has_row(rows, row - 1);
    return has_row(rows, row_that_keeps(r, f, row));
}

static int already_listed(const boundary_list *list, const boundary_face *f, int j)
{
    for (int n = list->count; n-- > 0 && list->faces[n].j >= j;)
        if (list->faces[n].j == j && list->faces[n].i == f->i && list->faces[n].kind == f->kind)
            return 1;
    return 0;
}

static int count_faces(const repartition *r, int axis)
{
    int count = 0;
    for (int n = 0; n < r->count; ++n)
        count += (axis ? &r->parts[n]->boundary_y : &r->parts[n]->boundary_x)->count;
    return count;
}

/* Faces of old part `from` that new part `to` lists, appended in their order. */
static void take_faces(const repartition *r, int to, int from, int axis, boundary_list *list)
{
    const grid_part *p = r->parts[from];
    const boundary_list *old = axis ? &p->boundary_y : &p->boundary_x;
    for (int n = 0; n < old->count && r->from[from].end > r->from[from].begin; ++n) {
        const int64_t row = r->from[from].begin + old->faces[n].j;
        const int j = (int)(row - r->to[to].begin);
        if (!is_listed(r, r->to[to], &old->faces[n], axis, row))
            continue;
        if (old->faces[n].kind == FACE_CREST && already_listed(list, &old->faces[n], j))
            continue; /* from the part on its other side */
        list->faces[list->count] = old->faces[n];
        list->faces[list->count++].j = j;
    }
}

static int make_faces(const repartition *r, int to, int axis, boundary_list *list)
{
    const size_t most = (size_t)count_faces(r, axis);
    const int ny = (int)(r->to[to].end - r->to[to].begin);
    part_shape shape = r->parts[to]->shape;
    shape.ny = ny;
    *list = (boundary_list){.faces = calloc(most + 1, sizeof *list->faces),
                            .row_start = calloc((size_t)ny + 2, sizeof *list->row_start)};
    if (!list->faces || !list->row_start)
        return 0;
    for (int from = 0; from < r->count; ++from)
        take_faces(r, to, from, axis, list);
    faces_sort(list, &shape);
    return 1;
}

/* ---- inflows ---- */

static int allocate_inflows(inflow_list *l, size_t most, int ny)
{
    *l = (inflow_list){.cells = calloc(most + 1, sizeof *l->cells),
                       .row_start = calloc((size_t)ny + 1, sizeof *l->row_start),
                       .kept = calloc(most + 1, sizeof *l->kept),
                       .attempt = calloc(most + 1, sizeof *l->attempt)};
    return l->cells && l->row_start && l->kept && l->attempt;
}

static void take_row_of_inflows(const repartition *r, int64_t row, int j, inflow_list *to)
{
    for (int n = 0; n < r->count; ++n) {
        const inflow_list *l = &r->parts[n]->sources.inflow_cells;
        if (!has_row(r->from[n], row) || !l->count)
            continue;
        const int at = (int)(row - r->from[n].begin);
        for (int c = l->row_start[at]; c < l->row_start[at + 1]; ++c) {
            to->cells[to->count] = l->cells[c];
            to->cells[to->count].j = j;
            memcpy(to->kept[to->count], l->kept[c], sizeof *to->kept);
            memcpy(to->attempt[to->count++], l->attempt[c], sizeof *to->attempt);
        }
    }
}

static int make_inflows(const repartition *r, int to, inflow_list *list)
{
    size_t most = 0;
    const int ny = (int)(r->to[to].end - r->to[to].begin);
    for (int n = 0; n < r->count; ++n)
        most += (size_t)r->parts[n]->sources.inflow_cells.count;
    if (most == 0)
        return 1;
    if (!allocate_inflows(list, most, ny))
        return 0;
    for (int j = 0; j < ny; ++j) {
        take_row_of_inflows(r, r->to[to].begin + j, j, list);
        list->row_start[j + 1] = list->count;
    }
    return 1;
}

static void free_inflows(inflow_list *l)
{
    free(l->cells);
    free(l->row_start);
    free(l->kept);
    free(l->attempt);
}

/* ---- both ---- */

void repartition_lists_free(repartition_lists *lists)
{
    for (int n = 0; lists && n < lists->count; ++n) {
        faces_release(&lists->part[n].faces[0]);
        faces_release(&lists->part[n].faces[1]);
        free_inflows(&lists->part[n].inflows);
    }
    free(lists);
}

repartition_lists *repartition_lists_make(const repartition *r)
{
    repartition_lists *lists = calloc(1, sizeof *lists + (size_t)r->count * sizeof lists->part[0]);
    if (!lists)
        return NULL;
    lists->count = r->count;
    for (int n = 0; n < r->count; ++n) {
        part_lists *l = &lists->part[n];
        if (r->to[n].end <= r->to[n].begin)
            continue;
        if (!make_faces(r, n, 0, &l->faces[0]) || !make_faces(r, n, 1, &l->faces[1]) ||
            !make_inflows(r, n, &l->inflows)) {
            repartition_lists_free(lists);
            return NULL;
        }
    }
    return lists;
}

/* The old lists are freed with `lists`. */
void repartition_lists_commit(const repartition *r, repartition_lists *lists)
{
    for (int n = 0; n < r->count; ++n) {
        grid_part *p = r->parts[n];
        const part_lists old = {.faces = {p->boundary_x, p->boundary_y},
                                .inflows = p->sources.inflow_cells};
        p->boundary_x = lists->part[n].faces[0];
        p->boundary_y = lists->part[n].faces[1];
        p->sources.inflow_cells = lists->part[n].inflows;
        lists->part[n] = old;
    }
    repartition_lists_free(lists);
}
