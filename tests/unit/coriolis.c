/* f of rows on a beta plane, and what is refused. */
#include "backend/common/part.h"
#include "check.h"
#include "spate/spate.h"

static void f_of_a_row_is_that_of_its_place(void)
{
    /* the grid begins at y = 100 m, f0 is at 130 m; 20 m a row; the part begins with row 7 */
    const coriolis_rows c = {.f0 = 1e-4, .beta = 1e-6, .y = 100 - 130, .dy = 20, .row0 = 7};
    const double centre = 100 + (7 + 2 + 0.5) * 20, south = 100 + (7 + 2) * 20;
    CHECK_NEAR(coriolis_at_faces(&c, 0, 2), 1e-4 + 1e-6 * (centre - 130), 1e-18);
    CHECK_NEAR(coriolis_at_faces(&c, 1, 2), 1e-4 + 1e-6 * (south - 130), 1e-18);
}

static void a_row_has_the_same_f_in_every_part(void)
{
    const coriolis_rows whole = {.f0 = 0.3, .beta = 0.7, .y = 0.1, .dy = 1.0 / 3, .row0 = 0};
    coriolis_rows part = whole;
    for (int row0 = -2; row0 < 100; row0 += 17) {
        part.row0 = row0;
        for (int j = -2; j < 40; ++j)
            CHECK(coriolis_at_faces(&part, 0, j) == coriolis_at_faces(&whole, 0, row0 + j) &&
                  coriolis_at_faces(&part, 1, j) == coriolis_at_faces(&whole, 1, row0 + j));
    }
}

static void rows_follow_from_offsets(void)
{
    enum { PITCH = 48, HALO = 3, NX = 41 };
    for (int j = -HALO; j < 5; ++j)
        for (int i = -HALO; i <= NX + HALO; ++i)
            CHECK(part_row_of(PITCH, HALO, (ptrdiff_t)j * PITCH + i) == j);
}

static void f_that_jumps_is_refused(void)
{
    spate_context *ctx = NULL;
    spate_sim *sim = NULL;
    spate_options o;
    if (!CHECK(spate_context_create(&ctx) == SPATE_OK))
        return;
    spate_options_default(&o);
    o.nx = o.ny = 16;
    o.dx = o.dy = 1;
    o.coriolis_beta = 1e-3;
    CHECK(spate_sim_create(ctx, &o, &sim) == SPATE_OK);
    spate_sim_destroy(sim);
    o.edges[SPATE_WEST] = o.edges[SPATE_EAST] = SPATE_PERIODIC;
    CHECK(spate_sim_create(ctx, &o, &sim) == SPATE_OK);
    spate_sim_destroy(sim);
    o.edges[SPATE_SOUTH] = o.edges[SPATE_NORTH] = SPATE_PERIODIC;
    CHECK(spate_sim_create(ctx, &o, &sim) == SPATE_ERROR_ARGUMENT);
    CHECK_CONTAINS(spate_message(ctx), "coriolis_beta");
    o.edges[SPATE_SOUTH] = o.edges[SPATE_NORTH] = SPATE_WALL;
    o.coriolis_beta = 2;
    CHECK(spate_sim_create(ctx, &o, &sim) == SPATE_ERROR_ARGUMENT);
    spate_context_destroy(ctx);
}

int main(void)
{
    RUN(f_of_a_row_is_that_of_its_place);
    RUN(a_row_has_the_same_f_in_every_part);
    RUN(rows_follow_from_offsets);
    RUN(f_that_jumps_is_refused);
    return check_done();
}
