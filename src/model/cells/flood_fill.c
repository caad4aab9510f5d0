/* Finds connected cells of a map with a front that moves one cell at a time, so that memory is
 * needed only for the front. */
#include <stdlib.h>

#include "model/cells/whole_map.h"

typedef struct front {
    int64_t *cells;
    size_t count, room;
} front;

static int front_add(front *f, int64_t cell)
{
    if (f->count == f->room) {
        const size_t room = f->room ? 2 * f->room : 1024;
        int64_t *more = realloc(f->cells, room * sizeof *more);
        if (!more)
            return 0;
        f->cells = more;
        f->room = room;
    }
    f->cells[f->count++] = cell;
    return 1;
}

static int reach(uint8_t *cells, int64_t cell, front *next)
{
    if ((cells[cell] & (MAP_PASSABLE | MAP_REACHED)) != MAP_PASSABLE)
        return 1;
    cells[cell] |= MAP_REACHED;
    return front_add(next, cell);
}

/* The four neighbours; a face belongs to the cell east (north) of it. */
static int reach_around(uint8_t *cells, int64_t nx, int64_t ny, int64_t cell, front *next)
{
    const int64_t i = cell % nx, j = cell / nx;
    int ok = 1;
    if (i > 0 && !(cells[cell] & MAP_WEST_CLOSED))
        ok &= reach(cells, cell - 1, next);
    if (i + 1 < nx && !(cells[cell + 1] & MAP_WEST_CLOSED))
        ok &= reach(cells, cell + 1, next);
    if (j > 0 && !(cells[cell] & MAP_SOUTH_CLOSED))
        ok &= reach(cells, cell - nx, next);
    if (j + 1 < ny && !(cells[cell + nx] & MAP_SOUTH_CLOSED))
        ok &= reach(cells, cell + nx, next);
    return ok;
}

int flood_fill(uint8_t *cells, int64_t nx, int64_t ny)
{
    front now = {0}, next = {0};
    int ok = 1;
    for (int64_t n = 0; n < nx * ny && ok; ++n)
        if (cells[n] & MAP_REACHED)
            ok = front_add(&now, n);
    while (now.count && ok) {
        next.count = 0;
        for (size_t n = 0; n < now.count && ok; ++n)
            ok = reach_around(cells, nx, ny, now.cells[n], &next);
        const front swapped = now;
        now = next;
        next = swapped;
    }
    free(now.cells);
    free(next.cells);
    return ok;
}
