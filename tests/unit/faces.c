/* Closed faces, claimed faces and their lists, plain tiles: on random masks, against the
 * definitions. */
#include "grid/faces.h"

#include <stdlib.h>

#include "check.h"

enum { HALO = 2, CASES = 160 };

/* One part of a grid with a random mask. */
typedef struct scene {
    grid g;
    partition p;
    part_shape shape;
    box b;
    face_edges edges;
    uint8_t *mask;  /* of the grid: 1 active */
    uint8_t *block; /* of codes */
    uint8_t *codes; /* cell (0, 0) */
    boundary_list x, y;
} scene;

static int active(const scene *s, int i, int j)
{
    int64_t gi = s->b.i0 + i, gj = s->b.j0 + j;
    return grid_inside(&s->g, &gi, &gj) && s->mask[gj * s->g.nx + gi];
}

static uint8_t code(const scene *s, int i, int j)
{
    return s->codes[(ptrdiff_t)j * s->shape.pitch + i];
}

static int scene_make(scene *s, int n)
{
    static const int sizes[][4] = {/* nx, ny, px, py */
                                   {1, 1, 1, 1},   {1, 7, 1, 1},   {7, 1, 1, 1},
                                   {33, 9, 1, 1},  {61, 47, 1, 1}, {100, 20, 2, 2},
                                   {64, 40, 2, 3}, {200, 70, 3, 4}};
    const int *size = sizes[n % 8];
    spate_context ctx = {.comm = NULL};
    *s = (scene){.g = {.nx = size[0], .ny = size[1], .dx = 1, .dy = 1}};
    s->g.periodic_x = size[0] >= HALO && draw_below(4) == 0;
    s->g.periodic_y = size[1] >= HALO && draw_below(4) == 0;
    for (int e = 0; e < 4; ++e)
        s->edges.open[e] = draw_below(2) && !(e < 2 ? s->g.periodic_x : s->g.periodic_y);
    if (partition_create(&ctx, &s->g, size[2], size[3], 1, HALO, &s->p) != SPATE_OK)
        return 0;
    const int part = draw_below(size[2] * size[3]);
    s->shape = part_shape_of(&s->p, &s->g, part, HALO, 4);
    s->b = partition_box(&s->p, &s->g, part);
    s->mask = malloc((size_t)(s->g.nx * s->g.ny));
    s->block = calloc((size_t)s->shape.pitch * part_rows(&s->shape), 1);
    if (!s->mask || !s->block)
        return 0;
    s->codes = s->block + part_origin(&s->shape);
    const int holes =
        draw_below(4) ? (int)draw_size(2, 5000) : 0; /* one cell in so many, or none */
    for (int64_t k = 0; k < s->g.nx * s->g.ny; ++k)
        s->mask[k] = holes == 0 || draw_below(holes) != 0;
    for (int j = -HALO; j < s->shape.ny + HALO; ++j)
        for (int i = -HALO; i < s->shape.nx + HALO; ++i)
            s->codes[(ptrdiff_t)j * s->shape.pitch + i] = active(s, i, j) ? 0 : CELL_INACTIVE;
    faces_close(s->codes, &s->shape);
    return faces_claim(s->codes, &s->shape, &s->g, s->b, s->edges, &s->x, &s->y);
}

/* One part, codes all zero, no mask. */
static scene whole_grid(grid g)
{
    scene s = {.g = g, .p = {.px = 1, .py = 1, .ranks = 1}};
    s.shape = part_shape_of(&s.p, &s.g, 0, HALO, 4);
    s.b = partition_box(&s.p, &s.g, 0);
    s.block = calloc((size_t)s.shape.pitch * part_rows(&s.shape), 1);
    if (s.block)
        s.codes = s.block + part_origin(&s.shape);
    return s;
}

static void scene_free(scene *s)
{
    faces_release(&s->x);
    faces_release(&s->y);
    free(s->mask);
    free(s->block);
}

/* ---- the definitions ---- */

/* All faces that an update of the part's cells can see: of its cells and of one ghost around
 * them. */
static int has_face(const scene *s, int i, int j)
{
    return i >= 1 - HALO && i < s->shape.nx + HALO && j >= 1 - HALO && j < s->shape.ny + HALO;
}

static int open_x(const scene *s, int i, int j)
{
    const int64_t k = s->b.i0 + i;
    return !s->g.periodic_x && ((k == 0 && s->edges.open[SPATE_WEST] && active(s, i, j)) ||
                                (k == s->g.nx && s->edges.open[SPATE_EAST] && active(s, i - 1, j)));
}

static int open_y(const scene *s, int i, int j)
{
    const int64_t k = s->b.j0 + j;
    return !s->g.periodic_y &&
           ((k == 0 && s->edges.open[SPATE_SOUTH] && active(s, i, j)) ||
            (k == s->g.ny && s->edges.open[SPATE_NORTH] && active(s, i, j - 1)));
}

static void check_codes(const scene *s, int *closed, int *claimed)
{
    for (int j = -HALO; j < s->shape.ny + HALO; ++j)
        for (int i = -HALO; i < s->shape.nx + HALO; ++i) {
            CHECK(((code(s, i, j) & CELL_INACTIVE) == 0) == active(s, i, j));
            if (!has_face(s, i, j))
                continue;
            const unsigned c = code(s, i, j);
            CHECK(((c & FACE_WEST_CLOSED) == 0) == (active(s, i, j) && active(s, i - 1, j)));
            CHECK(((c & FACE_SOUTH_CLOSED) == 0) == (active(s, i, j) && active(s, i, j - 1)));
            CHECK(((c & FACE_WEST_CLAIMED) != 0) == open_x(s, i, j));
            CHECK(((c & FACE_SOUTH_CLAIMED) != 0) == open_y(s, i, j));
            /* A claimed face is closed too: no cell lies behind it. */
            CHECK(!(c & FACE_WEST_CLAIMED) || (c & FACE_WEST_CLOSED));
            CHECK(!(c & FACE_SOUTH_CLAIMED) || (c & FACE_SOUTH_CLOSED));
            *closed += (c & FACE_WEST_CLOSED) != 0;
            *claimed += (c & FACE_WEST_CLAIMED) != 0;
        }
}

static void faces_to_inactive_cells_are_closed_and_open_edges_claimed(void)
{
    int closed = 0, claimed = 0, made = 0;
    for (int n = 0; n < CASES; ++n) {
        scene s;
        if (CHECK(scene_make(&s, n)))
            check_codes(&s, &closed, &claimed), ++made;
        scene_free(&s);
    }
    printf("  %d scenes, %d west faces closed, %d of them claimed\n", made, closed, claimed);
    CHECK(closed > 1000 && claimed > 100);
}

/* ---- lists ---- */

static void check_list(const scene *s, const boundary_list *list, int along_y)
{
    const int rows = s->shape.ny + along_y, columns = s->shape.nx + !along_y;
    int expected = 0;
    for (int j = 0; j < rows; ++j) {
        CHECK(list->row_start[j] == expected);
        for (int i = 0; i < columns; ++i) {
            if (!(along_y ? open_y(s, i, j) : open_x(s, i, j)))
                continue;
            if (!CHECK(expected < list->count))
                return;
            const boundary_face *f = &list->faces[expected++]; /* in this very order */
            const int outside = along_y ? (s->b.j0 + j == 0 ? -1 : 1) : (s->b.i0 + i == 0 ? -1 : 1);
            CHECK(f->i == i && f->j == j && f->kind == FACE_OPEN);
            CHECK(f->outward == outside && f->volume == 0 && f->stage_mass[0] == 0);
        }
    }
    CHECK(list->count == expected);
    for (int j = rows; j <= s->shape.ny + 1; ++j)
        CHECK(list->row_start[j] == expected);
}

static void lists_hold_the_claimed_faces_of_the_part_in_order(void)
{
    int listed = 0;
    for (int n = 0; n < CASES; ++n) {
        scene s;
        if (CHECK(scene_make(&s, n))) {
            check_list(&s, &s.x, 0);
            check_list(&s, &s.y, 1);
            listed += s.x.count + s.y.count;
        }
        scene_free(&s);
    }
    printf("  %d faces listed\n", listed);
    CHECK(listed > 100);
}

static void both_edges_of_one_cell_are_claimed(void)
{
    scene s = whole_grid((grid){.nx = 1, .ny = 1, .dx = 1, .dy = 1});
    if (!CHECK(s.block != NULL))
        return;
    memset(s.block, CELL_INACTIVE, (size_t)s.shape.pitch * part_rows(&s.shape));
    s.codes[0] = 0;
    const face_edges all = {{1, 1, 1, 1}};
    faces_close(s.codes, &s.shape);
    CHECK(faces_claim(s.codes, &s.shape, &s.g, s.b, all, &s.x, &s.y));
    CHECK(s.x.count == 2 && s.x.faces[0].outward == -1 && s.x.faces[1].outward == 1);
    CHECK(s.y.count == 2 && s.y.faces[0].outward == -1 && s.y.faces[1].outward == 1);
    scene_free(&s);
}

/* ---- plain tiles ---- */

static int face_closed(const scene *s, int i, int j)
{
    const unsigned c = code(s, i, j);
    return (c & FACE_WEST_CLOSED) || (c & FACE_SOUTH_CLOSED) ||
           (code(s, i + 1, j) & FACE_WEST_CLOSED) || (code(s, i, j + 1) & FACE_SOUTH_CLOSED);
}

/* Its cells, and their four neighbours: each of them needs a slope, so all its four faces. */
static int stencil_is_closed(const scene *s, int x0, int x1, int y0, int y1)
{
    for (int j = y0; j < y1; ++j)
        for (int i = x0; i < x1; ++i)
            if (face_closed(s, i, j) || face_closed(s, i - 1, j) || face_closed(s, i + 1, j) ||
                face_closed(s, i, j - 1) || face_closed(s, i, j + 1))
                return 1;
    return 0;
}

/* Including the corners of the ring: an edged tile reads no further. */
static int square_is_closed(const scene *s, int x0, int x1, int y0, int y1)
{
    for (int j = y0 - 1; j < y1 + 1; ++j)
        for (int i = x0 - 1; i < x1 + 1; ++i)
            if (face_closed(s, i, j))
                return 1;
    return 0;
}

static void check_tile(const scene *s, const uint8_t *edged, int k)
{
    const int x0 = k % s->shape.tiles_x * SPATE_TILE_X, y0 = k / s->shape.tiles_x * SPATE_TILE_Y;
    const int x1 = x0 + SPATE_TILE_X < s->shape.nx ? x0 + SPATE_TILE_X : s->shape.nx;
    const int y1 = y0 + SPATE_TILE_Y < s->shape.ny ? y0 + SPATE_TILE_Y : s->shape.ny;
    CHECK(edged[k] || !stencil_is_closed(s, x0, x1, y0, y1));
    CHECK(!edged[k] || square_is_closed(s, x0, x1, y0, y1));
}

static void a_plain_tile_sees_no_closed_face_and_an_edged_one_does(void)
{
    int plain = 0, tiles = 0;
    for (int n = 0; n < CASES; ++n) {
        scene s;
        if (!CHECK(scene_make(&s, n)))
            continue;
        const int count = s.shape.tiles_x * s.shape.tiles_y;
        uint8_t *edged = malloc((size_t)count);
        if (CHECK(edged != NULL))
            faces_classify(s.codes, &s.shape, edged);
        for (int k = 0; edged && k < count; ++k, ++tiles) {
            check_tile(&s, edged, k);
            plain += !edged[k];
        }
        free(edged);
        scene_free(&s);
    }
    printf("  %d of %d tiles are plain\n", plain, tiles);
    CHECK(plain > 20 && plain < tiles - 20);
}

/* A torus of 3 x 3 tiles without closed faces: the hole is placed at every cell in and around
 * the middle tile. */
static void one_inactive_cell_edges_the_tiles_that_see_it(void)
{
    const grid g = {.nx = 3 * SPATE_TILE_X,
                    .ny = 3 * SPATE_TILE_Y,
                    .dx = 1,
                    .dy = 1,
                    .periodic_x = 1,
                    .periodic_y = 1};
    scene s = whole_grid(g);
    int plain = 0;
    for (int n = 0; CHECK(s.block != NULL) && n < (SPATE_TILE_X + 8) * (SPATE_TILE_Y + 8); ++n) {
        const int x = SPATE_TILE_X - 4 + n % (SPATE_TILE_X + 8),
                  y = SPATE_TILE_Y - 4 + n / (SPATE_TILE_X + 8);
        uint8_t edged[9];
        memset(s.block, 0, (size_t)s.shape.pitch * part_rows(&s.shape));
        s.codes[(ptrdiff_t)y * s.shape.pitch + x] = CELL_INACTIVE;
        faces_close(s.codes, &s.shape);
        faces_classify(s.codes, &s.shape, edged);
        check_tile(&s, edged, 4);
        plain += !edged[4];
    }
    printf("  the middle tile was plain for %d of %d places\n", plain,
           (SPATE_TILE_X + 8) * (SPATE_TILE_Y + 8));
    CHECK(plain > 0);
    scene_free(&s);
}

int main(void)
{
    RUN(faces_to_inactive_cells_are_closed_and_open_edges_claimed);
    RUN(lists_hold_the_claimed_faces_of_the_part_in_order);
    RUN(both_edges_of_one_cell_are_claimed);
    RUN(a_plain_tile_sees_no_closed_face_and_an_edged_one_does);
    RUN(one_inactive_cell_edges_the_tiles_that_see_it);
    return check_done();
}
