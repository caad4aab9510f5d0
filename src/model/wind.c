/* Wind from the case file as the stress that the simulation takes. */
#include "physics/wind.h"

#include <stdlib.h>
#include <string.h>

#include "model/forcing.h"

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
    } laws[] = {{"smith_banke", DRAG_SMITH_BANKE},
                {"large_pond", DRAG_LARGE_POND},
                {"wu1982", DRAG_WU}};
    const case_node *node = case_get(wind, "drag");
    const char *name = case_text(wind, "drag");
    const double air = case_number(wind, "air_density");
    law->density_ratio = (isnan(air) ? 1.225 : air) / density_of_water;
    law->drag = DRAG_CONSTANT;
    if (node && case_as_number(node, UNIT_NONE, &law->constant)) {
        if (law->constant >= 0 && law->constant < 0.1)
            return SPATE_OK;
        return case_fail(m->file, node, SPATE_ERROR_ARGUMENT,
                         "a drag coefficient of %g is out of range; about 0.0015 is usual",
                         law->constant);
    }
    if (!name)
        name = laws[0].name;
    for (size_t k = 0; k < sizeof laws / sizeof *laws; ++k)
        if (strcmp(name, laws[k].name) == 0) {
            law->drag = laws[k].law;
            return SPATE_OK;
        }
    return case_fail(m->file, node, SPATE_ERROR_ARGUMENT,
                     "drag law \"%s\" is not known; smith_banke, large_pond, wu1982 or a number",
                     name);
}

static spate_status read_wind(model *m, const case_node *wind, series *speed, series *direction)
{
    const case_quantity q = case_quantity_of(m->file, casefile_root(m->file), "wind");
    if (q.form == QUANTITY_FILE) {
        SPATE_TRY(forcing_column(m, &q, "speed", UNIT_SPEED, 0, speed));
        case_quantity angle = q;
        angle.unit = NULL; /* a unit in the case file is that of the speed */
        return forcing_column(m, &angle, "direction", UNIT_ANGLE, 0, direction);
    }
    const double w = case_number(wind, "speed"), from = case_number(wind, "direction");
    if (isnan(w) || isnan(from))
        return case_fail(m->file, wind, SPATE_ERROR_ARGUMENT,
                         "wind needs a speed and the direction it comes from, or a file with both");
    SPATE_TRY(forcing_constant(m, w, speed));
    return forcing_constant(m, from, direction);
}

/* In place: speed becomes the stress towards east, direction the one towards north. Between two times the
 * stress is interpolated, so a turn through north needs no care. */
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
