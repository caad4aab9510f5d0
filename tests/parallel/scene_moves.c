/* Rows that move between devices at random steps. */
#include <string.h>

#include "scene.h"

static uint32_t advances, cuts; /* of two generators */

void scene_moves_begin(const scene *s)
{
    advances = 4711u;
    cuts = 12345u + 977u * (uint32_t)s->moves;
}

/* From 0 to `most`; Numerical Recipes' generator is random enough for cuts. */
static int pick(uint32_t *state, int most)
{
    *state = 1664525u * *state + 1013904223u;
    return (int)((*state >> 8) % (uint32_t)(most + 1));
}

enum { TILE = 8, WIDEST_HALO = 4, MOST = SPATE_MOST_DEVICES };

static int devices_of(const scene *s)
{
    int count = 1;
    for (const char *c = s->options.devices; c && *c; ++c)
        count += *c == ',';
    return count;
}

static void sort(int *cut, int count)
{
    for (int n = 1; n < count; ++n)
        for (int k = n; k > 0 && cut[k] < cut[k - 1]; --k) {
            const int other = cut[k];
            cut[k] = cut[k - 1];
            cut[k - 1] = other;
        }
}

/* Two equal cuts leave the device between them without rows. */
static spate_status move_rows(spate_sim *sim, const scene *s)
{
    const int devices = devices_of(s), tiles = (int)((s->options.ny + TILE - 1) / TILE);
    const int low = s->options.ny - (tiles - 1) * TILE < WIDEST_HALO; /* the last tile row */
    int cut[MOST + 1] = {0};
    int64_t rows[MOST + 1];
    for (int n = 1; n < devices; ++n)
        cut[n] = pick(&cuts, tiles);
    sort(cut + 1, devices - 1);
    cut[devices] = tiles;
    for (int n = 0; n <= devices; ++n) {
        const int at = low && cut[n] == tiles - 1 ? tiles : cut[n];
        rows[n] = (int64_t)at * TILE < s->options.ny ? (int64_t)at * TILE : s->options.ny;
    }
    return spate_repartition(sim, rows);
}

spate_status scene_advance_steps(spate_sim *sim, const scene *s, int64_t steps)
{
    spate_status status = SPATE_OK;
    while (s->moves && steps > 0 && status == SPATE_OK) {
        const int64_t few = 1 + pick(&advances, 2), now = few < steps ? few : steps;
        status = spate_advance_steps(sim, now);
        steps -= now;
        if (status == SPATE_OK && s->moves > 0)
            status = move_rows(sim, s);
    }
    return status == SPATE_OK ? spate_advance_steps(sim, steps) : status;
}
