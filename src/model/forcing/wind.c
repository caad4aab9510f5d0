/* Converts the wind of the case file to the stress that the simulation uses. */
#include "physics/wind.h"

#include <stdlib.h>
#include <string.h>

#include "model/forcing/forcing.h"

static const double density_of_water = 1000; /* kg/m3 */

typedef struct wind_law {
    drag_law drag;
    double constant, density_ratio;
} wind_law;

static spate_status read_law(model *m, const case_node *wind, wind_law *law)
{
    static const struct {
        const char *name;
        drag_law law;
    } laws[] = {{"wu1982", DRAG_WU},
                {"large_pond", DRAG_LARGE_POND},
                {"smith_banke", DRAG_SMITH_BANKE}};
    const case_node *node = case_get(wind, "drag");
    const char *name = case_text(wind, "drag");
    *law = (wind_law){.drag = DRAG_CONSTANT,
                      .density_ratio = case_number(wind, "air_density") / density_of_water};
    if (node && case_as_number(node, UNIT_NONE, &law->constant))
        return SPATE_OK;
    for (size_t k = 0; name && k < sizeof laws / sizeof *laws; ++k)
        if (strcmp(name, laws[k].name) == 0) {
            law->drag = laws[k].law;
            return SPATE_OK;
        }
    return case_fail(m->file, node ? node : wind, SPATE_ERROR_ARGUMENT,
                     "unknown drag law; write wu1982, large_pond, smith_banke or a number");
}

static spate_status read_wind(model *m, const case_node *wind, series *speed, series *direction)
{
    const char *file = case_text(wind, "file");
    if (file) {
        const case_quantity q = {.file = casefile_resolve(m->file, file),
                                 .scale = 1,
                                 .zone = case_text(wind, "zone"),
                                 .hold_last = case_text(wind, "hold") != NULL,
                                 .node = case_get(wind, "file")};
        SPATE_TRY(forcing_column(m, &q, "speed", UNIT_SPEED, 0, speed));
        return forcing_column(m, &q, "direction", UNIT_ANGLE, 0, direction);
    }
    SPATE_TRY(forcing_constant(m, case_number(wind, "speed"), speed));
    return forcing_constant(m, case_number(wind, "direction"), direction);
}

/* In place: speed becomes the stress towards the east, direction that towards the north. The stress
 * is interpolated in time, so a change of direction through north needs no special case. */
static void to_stress(const wind_law *law, series *speed, series *direction)
{
    for (int k = 0; k < speed->count; ++k) {
        const double w = speed->value[k];
        const wind_stress s =
            wind_stress_of(w, direction->value[k], drag_coefficient(law->drag, law->constant, w),
                           law->density_ratio);
        speed->value[k] = s.east;
        direction->value[k] = s.north;
    }
}

spate_status model_wind(model *m)
{
    const case_node *wind = case_get(casefile_root(m->file), "wind");
    if (!wind)
        return SPATE_OK;
    wind_law law = {0};
    series speed = {0}, direction = {0};
    spate_status status = read_law(m, wind, &law);
    if (status == SPATE_OK)
        status = read_wind(m, wind, &speed, &direction);
    if (status == SPATE_OK) {
        to_stress(&law, &speed, &direction);
        const spate_series east = series_view(&speed, 0), north = series_view(&direction, 0);
        status = model_at(m, wind, spate_set_wind(m->sim, &east, &north));
    }
    series_free(&speed);
    series_free(&direction);
    return status;
}
