/* Chooses the coordinate system of the run, always in metres: degrees are refused with a
 * suggestion, feet are converted. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/terrain/layers.h"

static const double metres_per_degree = 111320; /* along a meridian, roughly */

/* Suggests the lines for the case file: the UTM zone of the data, and about the size of a pixel. */
static spate_status refuse_degrees(model *m, const layer *l)
{
    const raster_info *info = raster_get_info(l->raster);
    const double longitude = info->x0 + 0.5 * (double)info->nx * info->dx;
    const double latitude = info->y0 + 0.5 * (double)info->ny * info->dy;
    char zone[32] = "EPSG:32632", resolution[64] = "";
    const spate_status found =
        info->rotated ? SPATE_ERROR_DATA : crs_utm_for(longitude, latitude, zone, sizeof zone);
    if (!case_get(casefile_root(m->file), "grid.resolution") && !info->rotated) {
        const double pixel =
            sqrt(info->dx * info->dy * cos(latitude * acos(-1) / 180)) * metres_per_degree;
        snprintf(resolution, sizeof resolution, "\n  resolution: %.2g m  # about a pixel", pixel);
    }
    return case_fail(m->file, l->node, SPATE_ERROR_DATA,
                     "%s is in degrees, and a run needs metres; add to the case file\n"
                     "grid:\n  crs: %s  # %s%s",
                     l->file, zone,
                     found == SPATE_OK ? "UTM zone of the data" : "for example; choose your zone",
                     resolution);
}

static spate_status check_given(model *m, const char *crs)
{
    const case_node *node = case_get(casefile_root(m->file), "grid.crs");
    crs_info info;
    SPATE_TRY(model_at(m, node, crs_describe(m->ctx, crs, &info)));
    if (info.geographic)
        return case_fail(m->file, node, SPATE_ERROR_ARGUMENT,
                         "%s (%s) is in degrees; choose a projected system in metres, such as the "
                         "UTM zone of the area",
                         crs, info.name);
    if (fabs(info.metres - 1) > 1e-9)
        return case_fail(m->file, node, SPATE_ERROR_ARGUMENT,
                         "%s (%s) has units of %.9g m; choose a projected system in metres", crs,
                         info.name, info.metres);
    return SPATE_OK;
}

static spate_status keep(model *m, const char *crs)
{
    free(m->crs_text);
    m->crs_text = strdup(crs);
    if (!m->crs_text)
        return fail_memory(m->ctx, "no memory for a coordinate system");
    m->grid.crs = m->crs_text;
    return SPATE_OK;
}

/* The same system in metres: only the unit of the coordinates changes. */
static spate_status feet_to_metres(model *m, const layer *l)
{
    const raster_info *info = raster_get_info(l->raster);
    char *metric = crs_in_metres(m->ctx, raster_crs(l->raster));
    if (!metric)
        return case_fail(m->file, l->node, SPATE_ERROR_DATA,
                         "%s has units of %.9g m; set grid.crs to a projected system in metres",
                         l->file, info->metres);
    const spate_status status = keep(m, metric);
    free(metric);
    spate_log(m->ctx, SPATE_LOG_INFO,
              "%s has units of %.9g m (%s): the run is in the same system in metres; coordinates "
              "in the case file and in the results are metres",
              l->file, info->metres, info->crs);
    return status;
}

/* Without grid.crs the system of the first layer is used. */
static spate_status crs_from_layer(model *m, const layer *l)
{
    const raster_info *info = raster_get_info(l->raster);
    if (info->geographic)
        return refuse_degrees(m, l);
    if (fabs(info->metres - 1) > 1e-9)
        return feet_to_metres(m, l);
    SPATE_TRY(keep(m, raster_crs(l->raster)));
    if (!info->has_crs)
        spate_log(m->ctx, SPATE_LOG_INFO,
                  "%s has no coordinate system and grid.crs is not set: coordinates are assumed to "
                  "be metres",
                  l->file);
    return SPATE_OK;
}

/* If the run has no named system, rasters are not transformed and must be in metres. */
static spate_status check_unnamed(model *m, const layer *l)
{
    const raster_info *info = raster_get_info(l->raster);
    if (info->geographic)
        return refuse_degrees(m, l);
    if (fabs(info->metres - 1) > 1e-9)
        return case_fail(
            m->file, l->node, SPATE_ERROR_DATA,
            "%s has units of %.9g m, and the first layer has no coordinate system; set grid.crs",
            l->file, info->metres);
    return SPATE_OK;
}

spate_status layers_choose_crs(model *m, const layers *l)
{
    const char *given = case_text(casefile_root(m->file), "grid.crs");
    if (given) {
        SPATE_TRY(check_given(m, given));
        SPATE_TRY(keep(m, given));
    } else {
        SPATE_TRY(crs_from_layer(m, &l->list[0]));
    }
    for (int k = 0; k < l->count; ++k)
        if (m->grid.crs[0] == 0)
            SPATE_TRY(check_unnamed(m, &l->list[k]));
        else if (!raster_get_info(l->list[k].raster)->has_crs)
            spate_log(m->ctx, SPATE_LOG_WARNING,
                      "%s has no coordinate system: it is assumed to be in that of the run",
                      l->list[k].file);
    return SPATE_OK;
}
