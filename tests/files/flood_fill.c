/* Connected cells of a map: the same as spreading step by step until nothing changes. */
#include "check.h"
#include "model/cells/whole_map.h"

enum { NX = 23, NY = 17, CELLS = NX * NY };

static int closed_between(const uint8_t *cells, int i, int j, int di, int dj)
{
    if (di)
        return cells[j * NX + (di > 0 ? i + 1 : i)] & MAP_WEST_CLOSED;
    return cells[(dj > 0 ? j + 1 : j) * NX + i] & MAP_SOUTH_CLOSED;
}

/* One round; returns whether a cell was reached. */
static int spread_once(uint8_t *cells)
{
    static const int step[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    int changed = 0;
    for (int j = 0; j < NY; ++j)
        for (int i = 0; i < NX; ++i)
            for (int k = 0; k < 4; ++k) {
                const int ni = i + step[k][0], nj = j + step[k][1];
                if (!(cells[j * NX + i] & MAP_REACHED) || ni < 0 || nj < 0 || ni >= NX || nj >= NY)
                    continue;
                uint8_t *next = &cells[nj * NX + ni];
                if (!(*next & MAP_PASSABLE) || (*next & MAP_REACHED) ||
                    closed_between(cells, i, j, step[k][0], step[k][1]))
                    continue;
                *next |= MAP_REACHED;
                changed = 1;
            }
    return changed;
}

static void random_mazes_are_filled_as_step_by_step(void)
{
    int reached = 0, left = 0;
    for (int maze = 0; maze < 200; ++maze) {
        uint8_t fast[CELLS], slow[CELLS];
        for (int n = 0; n < CELLS; ++n)
            fast[n] = (uint8_t)((draw_unit() < 0.7 ? MAP_PASSABLE : 0) |
                                (draw_unit() < 0.2 ? MAP_WEST_CLOSED : 0) |
                                (draw_unit() < 0.2 ? MAP_SOUTH_CLOSED : 0));
        for (int k = 0; k < 3; ++k)
            fast[draw_below(CELLS)] |= MAP_PASSABLE | MAP_REACHED;
        memcpy(slow, fast, sizeof slow);
        while (spread_once(slow))
            ;
        CHECK(flood_fill(fast, NX, NY));
        CHECK(memcmp(fast, slow, sizeof fast) == 0);
        for (int n = 0; n < CELLS; ++n) {
            reached += (fast[n] & MAP_REACHED) != 0;
            left += (fast[n] & (MAP_REACHED | MAP_PASSABLE)) == MAP_PASSABLE;
        }
    }
    printf("  %d cells reached, %d passable ones not\n", reached, left);
    CHECK(reached > 10000 && left > 1000);
}

static void a_map_without_a_start_stays_as_it_is(void)
{
    uint8_t cells[CELLS];
    memset(cells, MAP_PASSABLE, sizeof cells);
    CHECK(flood_fill(cells, NX, NY));
    for (int n = 0; n < CELLS; ++n)
        CHECK(cells[n] == MAP_PASSABLE);
}

int main(void)
{
    RUN(random_mazes_are_filled_as_step_by_step);
    RUN(a_map_without_a_start_stays_as_it_is);
    return check_done();
}
