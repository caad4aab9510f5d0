/* Closed faces, claimed faces, edged tiles. */
#include "grid/faces.h"

#include <stdlib.h>
#include <string.h>

static int inactive(const uint8_t *codes, ptrdiff_t o)
{
    return codes[o] & CELL_INACTIVE;
}

/* A row is processed in pieces whose new codes go to a separate array, so that the loop vectorises.
 * The active flag does not change here. */
enum { CLOSED_PIECE = 256 };
static void closed_piece(const uint8_t *row, const uint8_t *south, int count, uint8_t *closed)
{
    for (int i = 0; i < count; ++i) {
        const uint8_t here = row[i] & CELL_INACTIVE;
        const uint8_t west = here | (row[i - 1] & CELL_INACTIVE);
        const uint8_t below = here | (south[i] & CELL_INACTIVE);
        closed[i] = (uint8_t)((west ? FACE_WEST_CLOSED : 0u) | (below ? FACE_SOUTH_CLOSED : 0u));
    }
}

void faces_close(uint8_t *codes, const part_shape *shape)
{
    const int w = shape->halo;
    for (int j = 1 - w; j < shape->ny + w; ++j)
        for (int i = 1 - w; i < shape->nx + w; i += CLOSED_PIECE) {
            uint8_t closed[CLOSED_PIECE];
            uint8_t *row = codes + (ptrdiff_t)j * shape->pitch + i;
            const int left = shape->nx + w - i, count = left < CLOSED_PIECE ? left : CLOSED_PIECE;
            closed_piece(row, row - shape->pitch, count, closed);
            for (int k = 0; k < count; ++k)
                row[k] |= closed[k];
        }
}

/* Whether the face is on an open edge: outward direction, 0 if not. k: global index of the face
 * along its axis, n: cells along it. */
static int open_edge(const uint8_t *codes, ptrdiff_t inner_if_low, ptrdiff_t inner_if_high,
                     int64_t k, int64_t n, int periodic, int open_low, int open_high)
{
    if (periodic)
        return 0;
    if (k == 0 && open_low && !inactive(codes, inner_if_low))
        return -1;
    if (k == n && open_high && !inactive(codes, inner_if_high))
        return 1;
    return 0;
}

/* A part and the edges of the grid around it. */
typedef struct edged_part {
    const uint8_t *codes;
    const part_shape *shape;
    const grid *grid;
    box box;
    const int *open; /* of each edge */
} edged_part;

static int outward_x(const edged_part *p, int i, int j)
{
    const ptrdiff_t o = (ptrdiff_t)j * p->shape->pitch + i;
    return open_edge(p->codes, o, o - 1, p->box.i0 + i, p->grid->nx, p->grid->periodic_x,
                     p->open[SPATE_WEST], p->open[SPATE_EAST]);
}

static int outward_y(const edged_part *p, int i, int j)
{
    const ptrdiff_t pitch = p->shape->pitch, o = j * pitch + i;
    return open_edge(p->codes, o, o - pitch, p->box.j0 + j, p->grid->ny, p->grid->periodic_y,
                     p->open[SPATE_SOUTH], p->open[SPATE_NORTH]);
}

/* Whether local index k of n + 1 faces may lie on an edge of the grid. Others need no check. */
static int on_edge(int64_t first, int k, int64_t n)
{
    return first + k == 0 || first + k == n;
}

/* Ghost cells must see the same codes as their owners. */
static void mark_claimed(uint8_t *codes, const edged_part *p)
{
    const part_shape *s = p->shape;
    const int w = s->halo;
    for (int j = 1 - w; j < s->ny + w; ++j)
        for (int i = 1 - w; i < s->nx + w; ++i) {
            if (on_edge(p->box.i0, i, p->grid->nx) && outward_x(p, i, j))
                codes[(ptrdiff_t)j * s->pitch + i] |= FACE_WEST_CLAIMED | FACE_WEST_RUNS_ON;
            if (on_edge(p->box.j0, j, p->grid->ny) && outward_y(p, i, j))
                codes[(ptrdiff_t)j * s->pitch + i] |= FACE_SOUTH_CLAIMED | FACE_SOUTH_RUNS_ON;
        }
}

typedef int outward_fn(const edged_part *p, int i, int j);

/* Faces 0..columns-1 of rows 0..rows-1; counts only where list->faces is NULL. */
static int list_faces(boundary_list *list, outward_fn *outward, const edged_part *p, int columns,
                      int rows)
{
    const box b = p->box;
    int count = 0;
    for (int j = 0; j < rows; ++j) {
        list->row_start[j] = count;
        for (int i = 0; i < columns; ++i) {
            const int near = on_edge(b.i0, i, p->grid->nx) || on_edge(b.j0, j, p->grid->ny);
            const int direction = near ? outward(p, i, j) : 0;
            if (!direction)
                continue;
            if (list->faces)
                list->faces[count] = (boundary_face){
                    .i = i, .j = j, .outward = (int8_t)direction, .kind = FACE_OPEN, .owner = -1};
            ++count;
        }
    }
    for (int j = rows; j <= p->shape->ny + 1; ++j)
        list->row_start[j] = count;
    return count;
}

static int make_list(boundary_list *list, outward_fn *outward, const edged_part *p, int columns,
                     int rows)
{
    *list = (boundary_list){.row_start = calloc((size_t)p->shape->ny + 2, sizeof(int))};
    if (!list->row_start)
        return 0;
    if (!p->open[SPATE_WEST] && !p->open[SPATE_EAST] && !p->open[SPATE_SOUTH] &&
        !p->open[SPATE_NORTH])
        return 1;
    list->count = list_faces(list, outward, p, columns, rows);
    if (list->count == 0)
        return 1;
    list->faces = calloc((size_t)list->count, sizeof *list->faces);
    if (!list->faces)
        return 0;
    list_faces(list, outward, p, columns, rows);
    return 1;
}

int faces_claim(uint8_t *codes, const part_shape *shape, const grid *g, box b, face_edges edges,
                boundary_list *list_x, boundary_list *list_y)
{
    const edged_part p = {codes, shape, g, b, edges.open};
    mark_claimed(codes, &p);
    return make_list(list_x, outward_x, &p, shape->nx + 1, shape->ny) &&
           make_list(list_y, outward_y, &p, shape->nx, shape->ny + 1);
}

static int by_place(const void *a, const void *b)
{
    const boundary_face *f = a, *g = b;
    if (f->j != g->j)
        return f->j < g->j ? -1 : 1;
    if (f->i != g->i)
        return f->i < g->i ? -1 : 1;
    if (f->kind != g->kind)
        return f->kind < g->kind ? -1 : 1; /* probes last: they measure the fluxes of the others */
    return (f->owner > g->owner) - (f->owner < g->owner);
}

static void index_rows(boundary_list *list, int ny)
{
    int k = 0;
    for (int j = 0; j <= ny + 1; ++j) {
        while (k < list->count && list->faces[k].j < j)
            ++k;
        list->row_start[j] = k;
    }
}

void faces_sort(boundary_list *list, const part_shape *shape)
{
    if (list->count)
        qsort(list->faces, (size_t)list->count, sizeof *list->faces, by_place);
    index_rows(list, shape->ny);
}

int faces_add(boundary_list *list, const part_shape *shape, const boundary_face *more, int count)
{
    if (count == 0)
        return 1;
    boundary_face *all = realloc(list->faces, ((size_t)list->count + (size_t)count) * sizeof *all);
    if (!all)
        return 0;
    memcpy(all + list->count, more, (size_t)count * sizeof *all);
    list->faces = all;
    list->count += count;
    faces_sort(list, shape);
    return 1;
}

void faces_remove(boundary_list *list, const part_shape *shape, face_kind kind)
{
    int kept = 0;
    for (int n = 0; n < list->count; ++n)
        if (list->faces[n].kind != kind)
            list->faces[kept++] = list->faces[n];
    list->count = kept;
    index_rows(list, shape->ny);
}

void faces_mark_tiles(const boundary_list *list, const part_shape *s, int axis_y, uint8_t *edged,
                      uint8_t *forced)
{
    for (int n = 0; n < list->count; ++n) {
        const boundary_face *f = &list->faces[n];
        const int acts = f->kind == FACE_LEVEL || f->kind == FACE_WAVE || f->kind == FACE_DISCHARGE;
        for (int back = 0; back < 2; ++back) { /* the cells on both sides */
            const int i = f->i - (back && !axis_y), j = f->j - (back && axis_y);
            if (i < 0 || i >= s->nx || j < 0 || j >= s->ny)
                continue;
            const ptrdiff_t tile = (ptrdiff_t)(j / SPATE_TILE_Y) * s->tiles_x + i / SPATE_TILE_X;
            edged[tile] = 1;
            forced[tile] |= (uint8_t)acts;
        }
    }
}

void faces_release(boundary_list *list)
{
    free(list->faces);
    free(list->row_start);
    *list = (boundary_list){0};
}

static int sees_closed_face(const uint8_t *codes, const part_shape *s, int tx, int ty)
{
    const int x0 = tx * SPATE_TILE_X, y0 = ty * SPATE_TILE_Y;
    const int x1 = x0 + SPATE_TILE_X < s->nx ? x0 + SPATE_TILE_X : s->nx;
    const int y1 = y0 + SPATE_TILE_Y < s->ny ? y0 + SPATE_TILE_Y : s->ny;
    /* The outermost of the cells that a stencil reads has no slope and no flux: its own outer faces
     * do not matter. */
    const int reach = s->halo - 1;
    for (int j = y0 - reach; j <= y1 + reach; ++j)
        for (int i = x0 - reach; i <= x1 + reach; ++i) {
            const uint8_t c = codes[(ptrdiff_t)j * s->pitch + i];
            if ((j < y1 + reach && (c & FACE_WEST_CLOSED)) ||
                (i < x1 + reach && (c & FACE_SOUTH_CLOSED)))
                return 1;
        }
    return 0;
}

void faces_classify(const uint8_t *codes, const part_shape *shape, uint8_t *edged)
{
#pragma omp parallel for schedule(static)
    for (int ty = 0; ty < shape->tiles_y; ++ty)
        for (int tx = 0; tx < shape->tiles_x; ++tx)
            edged[(ptrdiff_t)ty * shape->tiles_x + tx] =
                (uint8_t)sees_closed_face(codes, shape, tx, ty);
}
