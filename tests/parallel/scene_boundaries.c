/* Every kind of boundary at once, on edges and on the outline of inactive cells, crests and a section. */
#include <math.h>

#include "scene.h"

static int takes(const spate_face *f, void *user)
{
    switch (*(const int *)user) {
    case 0: return f->edge == SPATE_WEST && f->y < 20;
    case 1: return f->edge == SPATE_WEST && f->y > 25 && f->y < 40;
    case 2: return f->edge == SPATE_EAST && f->y < 15;
    case 3: return f->edge == SPATE_EAST && f->y > 20 && f->y < 30;
    case 4: return f->edge == SPATE_SOUTH && f->x > 10 && f->x < 30;
    case 5: return f->edge == SPATE_NORTH && f->x > 5 && f->x < 40;
    case 6: return f->edge == SPATE_NORTH && f->x > 45;
    default: return f->edge < 0 && f->x > 20 && f->x < 50;
    }
}

static double along(const spate_face *f, void *user)
{
    (void)user;
    return f->y / 20;
}

static spate_status add_boundaries(spate_sim *sim)
{
    static const double t[3] = {0, 1, 3}, tide[3] = {300.5, 302, 300.2},
                        high[3] = {301, 301.5, 301};
    static const double river[3] = {0, 30, 12}, pump[3] = {-1, -5, 2};
    static const double levels[3] = {299, 301, 303}, outflow[3] = {0, 5, 20};
    static const int numbers[8] = {0, 1, 2, 3, 4, 5, 6, 7};
    const spate_series stations[2] = {{3, t, tide, 0}, {3, t, high, 0}};
    const spate_series inflow = {3, t, river, 0}, pumped = {3, t, pump, 1};
    const spate_boundary all[] = {
        {.name = "tide",
         .kind = SPATE_BOUNDARY_LEVEL,
         .series = stations,
         .series_count = 2,
         .station = along,
         .ramp = 0.5},
        {.name = "sea",
         .kind = SPATE_BOUNDARY_LEVEL,
         .series = stations,
         .series_count = 1,
         .absorbing = 2},
        {.name = "wave",
         .kind = SPATE_BOUNDARY_WAVE,
         .series = stations,
         .series_count = 1,
         .still = 300.5},
        {.name = "river",
         .kind = SPATE_BOUNDARY_DISCHARGE,
         .series = &inflow,
         .series_count = 1,
         .slope = 0.001},
        {.name = "pump",
         .kind = SPATE_BOUNDARY_DISCHARGE,
         .series = &pumped,
         .series_count = 1,
         .slope = 0.01},
        {.name = "weir",
         .kind = SPATE_BOUNDARY_RATING,
         .rating_level = levels,
         .rating_discharge = outflow,
         .rating_count = 3},
        {.name = "brook", .kind = SPATE_BOUNDARY_NORMAL_DEPTH, .slope = 0.01},
        {.name = "holes", .kind = SPATE_BOUNDARY_OPEN},
    };
    for (int n = 0; n < 8; ++n) {
        spate_boundary b = all[n];
        b.takes = takes;
        b.user = (void *)&numbers[n];
        const spate_status status = spate_add_boundary(sim, &b);
        if (status != SPATE_OK)
            return status;
    }
    return SPATE_OK;
}

spate_status scene_add_boundaries(spate_sim *sim)
{
    enum { LONG = 30 };
    spate_crest crests[2 * LONG];
    spate_section_face section[LONG];
    for (int n = 0; n < LONG; ++n) {
        crests[n] = (spate_crest){.i = 16 + n, .j = 24, .axis = 1, .crest = 300.8 + 0.05 * n};
        crests[LONG + n] = (spate_crest){.i = 33, .j = 8 + n, .axis = 0, .crest = 301.2};
        section[n] = (spate_section_face){.i = 40, .j = 5 + n, .axis = 0, .sign = n % 2 ? 1 : -1};
    }
    spate_status status = add_boundaries(sim);
    if (status == SPATE_OK)
        status = spate_set_crests(sim, crests, 2 * LONG);
    return status == SPATE_OK ? spate_add_section(sim, section, LONG) : status;
}
