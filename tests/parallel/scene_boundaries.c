/* Every kind of boundary at once, on edges and on the outline of inactive cells, crests and a
 * section. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "scene.h"
#include "schemes/scheme.h"

/* Other schemes have walls and open edges in place of weirs and uniform flow. */
static int has_weirs(const scene *s)
{
    return scheme_about(s->options.scheme)->can.face_kinds >> FACE_CREST & 1u;
}

static int has_fast_inflow(const scene *s)
{
    return (scheme_about(s->options.scheme)->can.has & SCHEME_FAST_INFLOW) != 0;
}

/* The boundary and the scene of a callback. */
typedef struct asked {
    const scene *scene;
    int number;
} asked;

/* Positions as in a grid of 61 x 58.75 m. */
static int takes(const spate_face *f, void *user)
{
    const asked *a = user;
    const double x = scene_x(a->scene, f->x, 61), y = scene_y(a->scene, f->y, 58.75);
    switch (a->number) {
    case 0: return f->edge == SPATE_WEST && y < 20;
    case 1: return f->edge == SPATE_WEST && y > 25 && y < 40;
    case 2: return f->edge == SPATE_EAST && y < 15;
    case 3: return f->edge == SPATE_EAST && y > 20 && y < 30;
    case 4: return f->edge == SPATE_SOUTH && x > 10 && x < 31;
    case 5: return f->edge == SPATE_NORTH && x > 5 && x < 40;
    case 6: return f->edge == SPATE_NORTH && x > 45;
    case 7: return f->edge == SPATE_WEST && y > 45;
    case 8: return f->edge == SPATE_EAST && y > 35 && y < 45;
    default: return f->edge < 0 && x > 20 && x < 50;
    }
}

static double along(const spate_face *f, void *user)
{
    const asked *a = user;
    return scene_y(a->scene, f->y, 58.75) / 20;
}

static int is_active(const scene *s, int64_t i, int64_t j)
{
    const spate_options *o = &s->options;
    return i >= 0 && j >= 0 && i < o->nx && j < o->ny &&
           (s->whole ||
            scene_holes(((double)i + 0.5) * o->dx, ((double)j + 0.5) * o->dy, NULL) != 0);
}

/* Whether some side of the cell is an outer face of the boundary. */
static int takes_side(asked *a, int64_t i, int64_t j)
{
    static const int beside[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    const spate_options *o = &a->scene->options;
    for (int side = 0; side < 4; ++side) {
        const int64_t beyond_i = i + beside[side][0], beyond_j = j + beside[side][1];
        const int inside = beyond_i >= 0 && beyond_j >= 0 && beyond_i < o->nx && beyond_j < o->ny;
        const spate_face face = {.edge = inside ? -1 : side,
                                 .x = ((double)i + 0.5 * (1 + beside[side][0])) * o->dx,
                                 .y = ((double)j + 0.5 * (1 + beside[side][1])) * o->dy};
        if (!is_active(a->scene, beyond_i, beyond_j) && takes(&face, a))
            return 1;
    }
    return 0;
}

/* A boundary without faces is refused, and a small grid may have none for it. */
static int takes_some(asked *a)
{
    const spate_options *o = &a->scene->options;
    for (int64_t j = 0; j < o->ny; ++j)
        for (int64_t i = 0; i < o->nx; ++i)
            if (is_active(a->scene, i, j) && takes_side(a, i, j))
                return 1;
    return 0;
}

static spate_status add_boundaries(spate_sim *sim, const scene *s, int added[SCENE_BOUNDARY_COUNT])
{
    static const double t[3] = {0, 1, 3}, tide[3] = {300.5, 302, 300.2},
                        high[3] = {301, 301.5, 301};
    static const double river[3] = {0, 30, 12}, pump[3] = {-1, -5, 2};
    static const double levels[3] = {299, 301, 303}, outflow[3] = {0, 5, 20};
    const spate_series stations[2] = {{3, t, tide, 0}, {3, t, high, 0}};
    const spate_series inflow = {3, t, river, 0}, pumped = {3, t, pump, 1};
    const spate_boundary all[SCENE_BOUNDARY_COUNT] = {
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
         .slope = 0.001,
         .roughness = 0.03},
        {.name = "pump",
         .kind = SPATE_BOUNDARY_DISCHARGE,
         .series = &pumped,
         .series_count = 1,
         .slope = 0.01,
         .roughness = 0.03},
        {.name = "weir",
         .kind = SPATE_BOUNDARY_RATING,
         .rating_level = levels,
         .rating_discharge = outflow,
         .rating_count = 3,
         .roughness = 0.03},
        {.name = "brook", .kind = SPATE_BOUNDARY_NORMAL_DEPTH, .slope = 0.01, .roughness = 0.03},
        {.name = "fall", .kind = SPATE_BOUNDARY_OUTFALL},
        {.name = "torrent", .kind = SPATE_BOUNDARY_DISCHARGE, .series = &inflow, .series_count = 1},
        {.name = "holes", .kind = SPATE_BOUNDARY_OPEN},
    };
    for (int n = 0, count = 0; n < SCENE_BOUNDARY_COUNT; ++n) {
        asked a = {s, n};
        spate_boundary b = all[n];
        added[n] = -1;
        if (!takes_some(&a))
            continue;
        b.takes = takes;
        if (b.kind == SPATE_BOUNDARY_DISCHARGE && b.slope == 0 && has_fast_inflow(s))
            b.froude = 1.5; /* spread as critical flow, and faster */
        b.user = &a;
        const spate_status status = spate_add_boundary(sim, &b);
        if (status != SPATE_OK)
            return status;
        added[n] = count++;
    }
    return SPATE_OK;
}

/* A wall across and one along, where there is room; a section beside them. */
static spate_status add_inner_faces(spate_sim *sim, const scene *s, int *has_section)
{
    const int64_t nx = s->options.nx, ny = s->options.ny;
    spate_crest *crests = calloc((size_t)(nx + ny), sizeof *crests);
    spate_section_face *section = calloc((size_t)ny, sizeof *section);
    int64_t crest_count = 0, section_count = 0;
    if (!crests || !section) {
        free(crests);
        free(section);
        return SPATE_ERROR_MEMORY;
    }
    for (int64_t i = nx / 4; ny > 1 && i < (3 * nx + 3) / 4; ++i)
        crests[crest_count++] = (spate_crest){.i = i,
                                              .j = ny / 2,
                                              .axis = 1,
                                              .crest = 300.8 + 1.5 * (double)i / (double)nx};
    for (int64_t j = ny / 6; nx > 1 && j < (5 * ny + 5) / 6; ++j) {
        crests[crest_count++] = (spate_crest){.i = nx / 2, .j = j, .axis = 0, .crest = 301.2};
        section[section_count++] =
            (spate_section_face){.i = (2 * nx + 2) / 3, .j = j, .axis = 0, .sign = j % 2 ? 1 : -1};
    }
    for (int64_t k = 0; k < crest_count && !has_weirs(s); ++k)
        crests[k].crest = INFINITY;
    *has_section = section_count > 0;
    spate_status status = crest_count ? spate_set_crests(sim, crests, crest_count) : SPATE_OK;
    if (status == SPATE_OK && *has_section)
        status = spate_add_section(sim, section, section_count);
    free(crests);
    free(section);
    return status;
}

spate_status scene_add_boundaries(spate_sim *sim, const scene *s, int added[SCENE_BOUNDARY_COUNT],
                                  int *has_section)
{
    const spate_status status = add_boundaries(sim, s, added);
    return status == SPATE_OK ? add_inner_faces(sim, s, has_section) : status;
}
