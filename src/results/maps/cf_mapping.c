/* Names of projections in CF and in WKT. */
#include "results/maps/cf_mapping.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A parameter of WKT and the attribute of CF for it. */
typedef struct parameter_words {
    const char *wkt, *cf;
} parameter_words;

static const struct projection {
    const char *wkt, *cf;
    parameter_words own[5];
} projections[] = {
    {"Transverse_Mercator",
     "transverse_mercator",
     {{"latitude_of_origin", "latitude_of_projection_origin"},
      {"central_meridian", "longitude_of_central_meridian"},
      {"scale_factor", "scale_factor_at_central_meridian"}}},
    {"Lambert_Conformal_Conic_2SP",
     "lambert_conformal_conic",
     {{"latitude_of_origin", "latitude_of_projection_origin"},
      {"central_meridian", "longitude_of_central_meridian"}}},
    {"Albers_Conic_Equal_Area",
     "albers_conical_equal_area",
     {{"latitude_of_center", "latitude_of_projection_origin"},
      {"longitude_of_center", "longitude_of_central_meridian"}}},
    {"Lambert_Azimuthal_Equal_Area",
     "lambert_azimuthal_equal_area",
     {{"latitude_of_center", "latitude_of_projection_origin"},
      {"longitude_of_center", "longitude_of_projection_origin"}}},
    {"Mercator_1SP",
     "mercator",
     {{"central_meridian", "longitude_of_projection_origin"},
      {"scale_factor", "scale_factor_at_projection_origin"}}},
    {"Polar_Stereographic",
     "polar_stereographic",
     {{"latitude_of_origin", "standard_parallel"},
      {"central_meridian", "straight_vertical_longitude_from_pole"}}},
};
static const parameter_words common[] = {{"false_easting", "false_easting"},
                                         {"false_northing", "false_northing"}};

/* Reads the number of PARAMETER["name",number]; 0: there is none. */
static int parameter(const char *wkt, const char *name, double *value)
{
    char start[96];
    snprintf(start, sizeof start, "PARAMETER[\"%s\",", name);
    const char *found = strstr(wkt, start);
    if (found)
        *value = strtod(found + strlen(start), NULL);
    return found != NULL;
}

static void put(cf_mapping *m, const char *name, double first, double second, int values)
{
    if (m->count == CF_MAPPING_MOST)
        return;
    m->attributes[m->count].name = name;
    m->attributes[m->count].value[0] = first;
    m->attributes[m->count].value[1] = second;
    m->attributes[m->count++].values = values;
}

static void put_parameters(cf_mapping *m, const char *wkt, const parameter_words *words, int count)
{
    double value;
    for (int k = 0; k < count && words[k].wkt; ++k)
        if (parameter(wkt, words[k].wkt, &value))
            put(m, words[k].cf, value, 0, 1);
}

/* SPHEROID["WGS 84",6378137,298.257223563, ...]; a sphere has 0 for the last. */
static void put_ellipsoid(cf_mapping *m, const char *wkt)
{
    const char *spheroid = strstr(wkt, "SPHEROID[\"");
    const char *comma = spheroid ? strstr(spheroid, "\",") : NULL;
    char *end;
    if (!comma)
        return;
    put(m, "semi_major_axis", strtod(comma + 2, &end), 0, 1);
    const double flattening = *end == ',' ? strtod(end + 1, NULL) : 0;
    if (flattening > 0)
        put(m, "inverse_flattening", flattening, 0, 1);
}

cf_mapping cf_mapping_of(const char *wkt)
{
    cf_mapping m = {0};
    for (size_t k = 0; k < sizeof projections / sizeof *projections; ++k) {
        const struct projection *p = &projections[k];
        char start[96];
        double first, second;
        snprintf(start, sizeof start, "PROJECTION[\"%s\"", p->wkt);
        if (!strstr(wkt, start))
            continue;
        m.name = p->cf;
        put_parameters(&m, wkt, p->own, (int)(sizeof p->own / sizeof *p->own));
        if (parameter(wkt, "standard_parallel_1", &first) &&
            parameter(wkt, "standard_parallel_2", &second))
            put(&m, "standard_parallel", first, second, 2);
        put_parameters(&m, wkt, common, (int)(sizeof common / sizeof *common));
        put_ellipsoid(&m, wkt);
    }
    return m;
}
