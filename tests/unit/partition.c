/* The partition: boxes, ranks, neighbours, layouts; and positions in the grid. */
#include <math.h>

#include "base/memory.h"
#include "check.h"
#include "grid/grid.h"

enum { HALO = 2 };

static spate_context ctx;

static grid grid_of(int64_t nx, int64_t ny, int periodic_x, int periodic_y)
{
    return (grid){
        .nx = nx, .ny = ny, .dx = 2, .dy = 0.5, .periodic_x = periodic_x, .periodic_y = periodic_y};
}

typedef void visit_fn(const grid *g, const partition *p);

/* Every partition that is accepted, for many sizes, part counts and periods. Returns how many. */
static int for_all_partitions(visit_fn *visit)
{
    const int sizes[] = {1, 2, 7, 8, 9, 31, 32, 33, 61, 64, 95, 96, 97, 130, 200, 321};
    enum { SIZES = sizeof sizes / sizeof *sizes };
    int accepted = 0;
    for (int n = 0; n < SIZES * SIZES; ++n)
        for (int parts = 0; parts < 25; ++parts) {
            const int px = 1 + parts % 5, py = 1 + parts / 5, period = (n + parts) % 4;
            const grid g = grid_of(sizes[n % SIZES], sizes[n / SIZES], period & 1, period >> 1);
            partition p;
            if (partition_create(&ctx, &g, px, py, 1 + (n + parts) % (px * py), HALO, &p) !=
                SPATE_OK)
                continue;
            CHECK(p.px == px && p.py == py);
            ++accepted;
            visit(&g, &p);
        }
    return accepted;
}

static void check_cover(const grid *g, const partition *p)
{
    static uint8_t seen[321][321];
    memset(seen, 0, sizeof seen);
    for (int n = 0; n < p->px * p->py; ++n) {
        const box b = partition_box(p, g, n);
        CHECK(b.nx > 0 && b.ny > 0 && b.i0 >= 0 && b.j0 >= 0 && b.i0 + b.nx <= g->nx &&
              b.j0 + b.ny <= g->ny);
        for (int64_t j = b.j0; j < b.j0 + b.ny; ++j)
            for (int64_t i = b.i0; i < b.i0 + b.nx; ++i)
                ++seen[j][i];
    }
    int wrong = 0;
    for (int64_t j = 0; j < g->ny; ++j)
        for (int64_t i = 0; i < g->nx; ++i)
            wrong += seen[j][i] != 1;
    CHECK(wrong == 0);
}

static void every_cell_belongs_to_one_part(void)
{
    const int accepted = for_all_partitions(check_cover);
    printf("  %d partitions\n", accepted);
    CHECK(accepted > 1000);
}

static void check_cuts(const grid *g, const partition *p)
{
    for (int n = 0; n < p->px * p->py; ++n) {
        const box b = partition_box(p, g, n);
        CHECK(b.i0 % SPATE_TILE_X == 0 && b.j0 % SPATE_TILE_Y == 0);
        CHECK(b.i0 + b.nx == g->nx || (b.i0 + b.nx) % SPATE_TILE_X == 0);
        CHECK(b.j0 + b.ny == g->ny || (b.j0 + b.ny) % SPATE_TILE_Y == 0);
        /* With neighbours a part must be able to fill their ghosts. */
        CHECK((p->px == 1 && !g->periodic_x) || b.nx >= HALO);
        CHECK((p->py == 1 && !g->periodic_y) || b.ny >= HALO);
    }
}

static void cuts_lie_between_tiles_and_parts_are_wide_enough(void)
{
    for_all_partitions(check_cuts);
}

static void check_ranks(const grid *g, const partition *p)
{
    (void)g;
    const int parts = p->px * p->py;
    CHECK(partition_first(p, 0) == 0 && partition_first(p, p->ranks) == parts);
    for (int rank = 0; rank < p->ranks; ++rank) {
        const int first = partition_first(p, rank), end = partition_first(p, rank + 1);
        CHECK(end > first); /* no rank is idle */
        CHECK(end - first <= parts / p->ranks + 1);
        for (int n = first; n < end; ++n)
            CHECK(partition_owner(p, n) == rank);
    }
}

static void ranks_own_all_parts_in_order_and_in_equal_numbers(void)
{
    for_all_partitions(check_ranks);
}

static void check_neighbours(const grid *g, const partition *p)
{
    for (int n = 0; n < p->px * p->py; ++n)
        for (int d = 0; d < 9; ++d) {
            const int di = d % 3 - 1, dj = d / 3 - 1, m = partition_neighbour(p, g, n, di, dj);
            const box b = partition_box(p, g, n);
            int64_t i = di < 0 ? b.i0 - 1 : di > 0 ? b.i0 + b.nx : b.i0;
            int64_t j = dj < 0 ? b.j0 - 1 : dj > 0 ? b.j0 + b.ny : b.j0;
            const int inside = grid_inside(g, &i, &j);
            CHECK((m >= 0) == inside);
            if (m < 0)
                continue;
            CHECK(partition_neighbour(p, g, m, -di, -dj) == n);
            const box o = partition_box(p, g, m); /* holds the cell beyond the side */
            CHECK(i >= o.i0 && i < o.i0 + o.nx && j >= o.j0 && j < o.j0 + o.ny);
        }
}

static void neighbours_are_mutual_and_hold_the_cells_next_door(void)
{
    for_all_partitions(check_neighbours);
}

static void check_shapes(const grid *g, const partition *p)
{
    for (int n = 0; n < p->px * p->py; ++n)
        for (int bytes = 4; bytes <= 8; bytes += 4) {
            const part_shape s = part_shape_of(p, g, n, HALO, bytes);
            const box b = partition_box(p, g, n);
            const ptrdiff_t origin = part_origin(&s), values = s.pitch * (ptrdiff_t)part_rows(&s);
            CHECK(s.nx == b.nx && s.ny == b.ny && s.halo == HALO);
            CHECK(s.tiles_x == (s.nx + SPATE_TILE_X - 1) / SPATE_TILE_X);
            CHECK(s.tiles_y == (s.ny + SPATE_TILE_Y - 1) / SPATE_TILE_Y);
            /* Interior rows start on an alignment; ghosts and one more corner are within their
             * row. */
            CHECK(origin * bytes % SPATE_ALIGNMENT == 0 && s.pitch * bytes % SPATE_ALIGNMENT == 0);
            CHECK(origin - HALO * s.pitch >= HALO);
            CHECK(origin % s.pitch + s.nx + HALO + 1 <= s.pitch);
            CHECK(origin + (s.ny + HALO) * s.pitch + s.nx + HALO < values);
            CHECK(s.linked[0] == (partition_neighbour(p, g, n, -1, 0) >= 0));
            CHECK(s.linked[1] == (partition_neighbour(p, g, n, 1, 0) >= 0));
            CHECK(s.linked[2] == (partition_neighbour(p, g, n, 0, -1) >= 0));
            CHECK(s.linked[3] == (partition_neighbour(p, g, n, 0, 1) >= 0));
        }
}

static void fields_have_room_for_ghosts_and_corners(void)
{
    for_all_partitions(check_shapes);
}

static void a_rank_gets_a_part_when_none_are_asked_for(void)
{
    for (int ranks = 1; ranks <= 12; ++ranks) {
        const grid g = grid_of(400, 400, 0, 0);
        partition p;
        CHECK(partition_create(&ctx, &g, 0, 0, ranks, HALO, &p) == SPATE_OK);
        CHECK(p.px == 1 && p.py == ranks && p.ranks == ranks); /* rows stay whole */
    }
    const grid flat = grid_of(400, 20, 0, 0); /* three tiles along y */
    partition p;
    CHECK(partition_create(&ctx, &flat, 0, 0, 4, HALO, &p) == SPATE_OK && p.py == 2 && p.px == 2);
}

static void check_refusal(grid g, int px, int py, int ranks, const char *names)
{
    partition p;
    CHECK(partition_create(&ctx, &g, px, py, ranks, HALO, &p) == SPATE_ERROR_ARGUMENT);
    CHECK_CONTAINS(spate_message(&ctx), names);
}

static void impossible_partitions_are_refused_by_name(void)
{
    check_refusal(grid_of(64, 64, 0, 0), 3, 1, 1, "parts_x is 3"); /* 2 tiles */
    check_refusal(grid_of(64, 64, 0, 0), 1, 9, 1, "parts_y is 9"); /* 8 tiles */
    check_refusal(grid_of(33, 64, 0, 0), 2, 1, 1, "parts_x is 2"); /* the second would be 1 wide */
    check_refusal(grid_of(64, 9, 0, 0), 1, 2, 1, "parts_y is 2");
    check_refusal(grid_of(1, 64, 1, 0), 1, 1, 1, "parts_x is 1"); /* its own neighbour, 1 wide */
    check_refusal(grid_of(64, 64, 0, 0), 1, 2, 3, "fewer than the 3 ranks");
    check_refusal(grid_of(64, 64, 0, 0), 2, 0, 1, "parts_x is 2 and parts_y is 0");
    check_refusal(grid_of(64, 64, 0, 0), -1, -1, 1, "parts_x is -1");
}

/* ---- weights ---- */

static void equal_weights_give_the_usual_cuts(void)
{
    const double equal[5] = {0.1, 0.1, 0.1, 0.1, 0.1};
    for (int64_t n = 1; n < 4000; n += 37)
        for (int px = 1; px <= 5; ++px) {
            const int py = 1 + (int)(n % 5);
            const grid g = grid_of(3 * n, n, 0, 0);
            partition p, w;
            if (partition_create(&ctx, &g, px, py, 1, HALO, &p) != SPATE_OK)
                continue;
            w = p;
            CHECK(partition_set_weights(&ctx, &g, equal, equal, HALO, &w) == SPATE_OK);
            for (int k = 0; k < px * py; ++k) {
                const box a = partition_box(&p, &g, k), b = partition_box(&w, &g, k);
                CHECK(a.i0 == b.i0 && a.j0 == b.j0 && a.nx == b.nx && a.ny == b.ny);
            }
            partition_free(&w);
        }
}

static void unequal_parts_cover_the_grid_on_tiles_and_follow_their_weights(void)
{
    const double columns[3] = {1, 0.25, 2.5}, rows[4] = {7, 1, 3, 2};
    const grid g = grid_of(1999, 777, 1, 0); /* 63 x 98 tiles */
    partition p;
    CHECK(partition_create(&ctx, &g, 3, 4, 5, HALO, &p) == SPATE_OK);
    CHECK(partition_set_weights(&ctx, &g, columns, rows, HALO, &p) == SPATE_OK);
    int64_t cells = 0;
    double most = 0; /* tiles between a part's size and its share */
    for (int k = 0; k < 12; ++k) {
        const box b = partition_box(&p, &g, k);
        cells += (int64_t)b.nx * b.ny;
        most = fmax(most, fabs(b.nx / 32.0 - 63 * columns[k % 3] / 3.75));
        most = fmax(most, fabs(b.ny / 8.0 - 98 * rows[k / 3] / 13));
    }
    printf("  parts are within %.2f tiles of their shares\n", most);
    CHECK(cells == g.nx * g.ny && most <= 1);
    check_cuts(&g, &p);
    check_ranks(&g, &p);
    check_neighbours(&g, &p);
    check_shapes(&g, &p);
    partition_free(&p);
}

static void check_weights(int px, int py, const char *weights, int ranks, int64_t i0, int64_t j0)
{
    const grid g = grid_of(256, 64, 0, 0); /* 8 x 8 tiles */
    partition p = {0};
    CHECK(partition_create_weighted(&ctx, &g, px, py, weights, ranks, HALO, &p) == SPATE_OK);
    const box last = partition_box(&p, &g, p.px * p.py - 1);
    CHECK(last.i0 == i0 && last.j0 == j0);
    CHECK(p.ranks == ranks);
    partition_free(&p);
}

static void weights_are_read_from_a_text(void)
{
    check_weights(0, 0, NULL, 1, 0, 0);
    check_weights(0, 0, "", 2, 0, 32);
    check_weights(0, 0, "3,1", 1, 0, 48); /* rows */
    check_weights(1, 2, "0.3 , 0.1", 2, 0, 48);
    check_weights(2, 1, "3,1", 2, 192, 0); /* columns */
    check_weights(2, 2, "1,7x3,1", 3, 32, 48);
    check_weights(0, 0, "1,7x3,1", 4, 32, 48);
    check_weights(0, 0, "5", 1, 0, 0);
    check_weights(0, 0, "1e300,1e300", 1, 0, 32);
}

static void check_weights_refused(int px, int py, const char *weights, int ranks, const char *names)
{
    const grid g = grid_of(256, 65, 0, 0); /* the last tile is 1 cell wide */
    partition p = {0};
    CHECK(partition_create_weighted(&ctx, &g, px, py, weights, ranks, HALO, &p) ==
          SPATE_ERROR_ARGUMENT);
    CHECK_CONTAINS(spate_message(&ctx), names);
    partition_free(&p);
}

static void wrong_weights_are_refused_by_name(void)
{
    check_weights_refused(1, 2, "3,-1", 1, "weight 2 of \"3,-1\" is not a number above 0");
    check_weights_refused(1, 2, "0,1", 1, "weight 1 of \"0,1\"");
    check_weights_refused(1, 2, "nan,1", 1, "weight 1 of");
    check_weights_refused(1, 2, "1,inf", 1, "weight 2 of");
    check_weights_refused(1, 2, "1,1e999", 1, "weight 2 of");
    check_weights_refused(1, 2, "3,", 1, "weight 2 of");
    check_weights_refused(1, 2, "3;1", 1, "weight 1 of");
    check_weights_refused(1, 2, "3 1", 1, "weight 1 of");
    check_weights_refused(2, 2, "3,1x", 1, "weight 1 of \"\"");
    check_weights_refused(2, 2, "1x1x1", 1, "weight 1 of \"1x1\"");
    check_weights_refused(1, 3, "3,1", 1, "for 1 x 2 parts, and there are 1 x 3");
    check_weights_refused(2, 2, "3,1", 1, "for 1 x 2 parts, and there are 2 x 2");
    check_weights_refused(2, 2, "1,1x1,2,3", 1, "for 2 x 3 parts, and there are 2 x 2");
    check_weights_refused(1, 2, "1000,1", 1, "a part 1 cells wide along y");
    check_weights_refused(1, 3, "1000,1,1000", 1, "row of parts number 2 of 3 gets none");
    check_weights_refused(2, 1, "1,1000", 1, "column of parts number 1 of 2 gets none");
    check_weights_refused(0, 0, "1,1", 3, "fewer than the 3 ranks");
}

static void positions_wrap_or_stay_at_the_edge(void)
{
    const grid box_grid = {.nx = 4, .ny = 3, .dx = 2, .dy = 0.5, .x0 = 100, .y0 = -1};
    CHECK(grid_x(&box_grid, 0, AT_CELL) == 101 && grid_x(&box_grid, 3, AT_CELL) == 107);
    CHECK(grid_x(&box_grid, -2, AT_CELL) == 101 && grid_x(&box_grid, 5, AT_CELL) == 107);
    CHECK(grid_x(&box_grid, 4, AT_CORNER) == 108 && grid_x(&box_grid, 6, AT_CORNER) == 108);
    CHECK(grid_x(&box_grid, 0, AT_FACE_X) == 100 && grid_x(&box_grid, 0, AT_FACE_Y) == 101);
    CHECK(grid_y(&box_grid, 2, AT_CELL) == 0.25 && grid_y(&box_grid, 2, AT_FACE_X) == 0.25);
    CHECK(grid_y(&box_grid, 2, AT_FACE_Y) == 0 && grid_y(&box_grid, 3, AT_CORNER) == 0.5);
    const grid ring = {.nx = 4, .ny = 3, .dx = 2, .dy = 0.5, .periodic_x = 1, .periodic_y = 1};
    CHECK(grid_x(&ring, -1, AT_CELL) == 7 && grid_x(&ring, 4, AT_CELL) == 1);
    CHECK(grid_y(&ring, -2, AT_CELL) == 0.75 && grid_y(&ring, 3, AT_CORNER) == 0);
    int64_t i = -1, j = 3;
    CHECK(grid_inside(&ring, &i, &j) && i == 3 && j == 0);
    i = -1, j = 0;
    CHECK(!grid_inside(&box_grid, &i, &j));
}

int main(void)
{
    RUN(every_cell_belongs_to_one_part);
    RUN(cuts_lie_between_tiles_and_parts_are_wide_enough);
    RUN(ranks_own_all_parts_in_order_and_in_equal_numbers);
    RUN(neighbours_are_mutual_and_hold_the_cells_next_door);
    RUN(fields_have_room_for_ghosts_and_corners);
    RUN(a_rank_gets_a_part_when_none_are_asked_for);
    RUN(impossible_partitions_are_refused_by_name);
    RUN(equal_weights_give_the_usual_cuts);
    RUN(unequal_parts_cover_the_grid_on_tiles_and_follow_their_weights);
    RUN(weights_are_read_from_a_text);
    RUN(wrong_weights_are_refused_by_name);
    RUN(positions_wrap_or_stay_at_the_edge);
    return check_done();
}
