/* Pools of the initial water: connected cells, volumes, the largest first. */
#include "model/water/pools.h"

#include "model_fixture.h"

enum { NX = 40, NY = 30 };

/* Two basins separated by a ridge, and a single cell in the corner. */
static double basins(int i, int j)
{
    if (i == 39 && j == 29)
        return -0.5;
    if (j < 2 || j > 27 || i < 2 || i > 37 || i == 20)
        return 1;
    return i < 20 ? -1 : -2;
}

static void pools_are_counted_and_sorted(void)
{
    model *m = build(CASE "terrain: {file: basins.asc}\ninitial:\n  - {level: 0 m}\n");
    if (!m)
        return;
    pool found[2] = {{0}};
    int64_t count = 0;
    CHECK(model_pools(m, found, 2, &count) == SPATE_OK);
    CHECK(count == 3);
    CHECK(found[0].cells == 17 * 26 && found[1].cells == 18 * 26);
    /* Sums of whole numbers. */
    CHECK(found[0].volume == 17 * 26 * 100 * 2 && found[1].volume == 18 * 26 * 100);
    CHECK(found[0].depth == 2 && found[0].level == 0 && found[0].x > 200);
    pool one;
    CHECK(model_pools(m, &one, 1, &count) == SPATE_OK && one.cells == 17 * 26 && count == 3);
    model_free(m);
}

static void dry_land_has_none(void)
{
    model *m = build(CASE "terrain: {file: basins.asc}\n");
    pool one;
    int64_t count = 7;
    CHECK(m && model_pools(m, &one, 1, &count) == SPATE_OK && count == 0);
    model_free(m);
}

int main(void)
{
    if (!fixture_open())
        return 1;
    write_asc("basins.asc", NX, NY, 0, 0, 10, basins);
    RUN(pools_are_counted_and_sorted);
    RUN(dry_land_has_none);
    return fixture_close();
}
