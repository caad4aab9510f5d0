/* Infiltration: a rate, or the law of Green and Ampt; numbers or rasters. */
#include <stdlib.h>

#include "base/memory.h"
#include "model/forcing/forcing.h"
#include "parallel/comm.h"

typedef struct soil {
    box_field conductivity, suction, deficit;
} soil;

static double conductivity_at(double x, double y, void *user)
{
    return box_field_at(x, y, &((soil *)user)->conductivity);
}

static double suction_at(double x, double y, void *user)
{
    return box_field_at(x, y, &((soil *)user)->suction);
}

static double deficit_at(double x, double y, void *user)
{
    return box_field_at(x, y, &((soil *)user)->deficit);
}

static spate_status check_range(model *m, const case_node *where, const box_field *map, double most,
                                const char *what)
{
    for (int64_t k = 0; k < map->nx * map->ny; ++k)
        if (!(map->values[k] >= 0 && map->values[k] <= most)) {
            const int64_t i = map->i0 + k % map->nx, j = map->j0 + k / map->nx;
            return case_fail(m->file, where, SPATE_ERROR_DATA,
                             "%s is %g at x = %.10g, y = %.10g; it must be from 0 to %g", what,
                             map->values[k], map->x0 + ((double)i + 0.5) * map->dx,
                             map->y0 + ((double)j + 0.5) * map->dy, most);
        }
    return SPATE_OK;
}

static spate_status read_green_ampt(model *m, const case_node *ga, soil *s)
{
    SPATE_TRY(forcing_map(m, ga, "conductivity", UNIT_RATE, &s->conductivity));
    SPATE_TRY(forcing_map(m, ga, "suction", UNIT_LENGTH, &s->suction));
    SPATE_TRY(forcing_map(m, ga, "deficit", UNIT_NONE, &s->deficit));
    SPATE_TRY(check_range(m, ga, &s->suction, 1e6, "the suction head (m)"));
    return check_range(m, ga, &s->deficit, 1, "the moisture deficit");
}

spate_status model_infiltration(model *m)
{
    const case_node *root = casefile_root(m->file), *node = case_get(root, "infiltration");
    if (!node)
        return SPATE_OK;
    const int is_map = case_kind_of(node) == CASE_MAP;
    const case_node *ga = is_map ? case_get(node, "green_ampt") : NULL;
    soil s = {0};
    spate_status status = ga ? read_green_ampt(m, ga, &s)
                             : forcing_map(m, root, "infiltration", UNIT_RATE, &s.conductivity);
    if (status == SPATE_OK)
        status = check_range(m, node, &s.conductivity, 1e6, "infiltration (m/s)");
    status = comm_agree(m->ctx, status); /* each rank read its own part */
    if (status == SPATE_OK)
        status = model_at(m, node,
                          spate_set_infiltration(m->sim, conductivity_at, ga ? suction_at : NULL,
                                                 ga ? deficit_at : NULL, &s));
    memory_free(s.conductivity.values);
    memory_free(s.suction.values);
    memory_free(s.deficit.values);
    return status;
}
