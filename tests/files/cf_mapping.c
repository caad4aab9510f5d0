/* Claim: a projected system gets the name and the parameters that CF-1.8, appendix F, has for it.
 * The numbers are those of the EPSG registry. */
#include "results/maps/cf_mapping.h"

#include "check.h"

#define WGS84                                                                                      \
    "GEOGCS[\"WGS 84\",DATUM[\"WGS_1984\",SPHEROID[\"WGS 84\",6378137,298.257223563,AUTHORITY[\"EPSG\",\"7030\"]]]],"

static double number(const cf_mapping *m, const char *name, int n)
{
    for (int k = 0; k < m->count; ++k)
        if (strcmp(m->attributes[k].name, name) == 0 && n < m->attributes[k].values)
            return m->attributes[k].value[n];
    return NAN;
}

static void utm_is_transverse_mercator(void) /* EPSG:32632 */
{
    const cf_mapping m =
        cf_mapping_of("PROJCS[\"WGS 84 / UTM zone 32N\"," WGS84
                      "PROJECTION[\"Transverse_Mercator\"],PARAMETER[\"latitude_of_origin\",0],"
                      "PARAMETER[\"central_meridian\",9],PARAMETER[\"scale_factor\",0.9996],"
                      "PARAMETER[\"false_easting\",500000],PARAMETER[\"false_northing\",0]]");
    CHECK(m.name && strcmp(m.name, "transverse_mercator") == 0);
    CHECK_NEAR(number(&m, "longitude_of_central_meridian", 0), 9, 0);
    CHECK_NEAR(number(&m, "latitude_of_projection_origin", 0), 0, 0);
    CHECK_NEAR(number(&m, "scale_factor_at_central_meridian", 0), 0.9996, 0);
    CHECK_NEAR(number(&m, "false_easting", 0), 500000, 0);
    CHECK_NEAR(number(&m, "false_northing", 0), 0, 0);
    CHECK_NEAR(number(&m, "semi_major_axis", 0), 6378137, 0);
    CHECK_NEAR(number(&m, "inverse_flattening", 0), 298.257223563, 0);
}

static void lambert_has_two_parallels(void) /* EPSG:2154, RGF93 / Lambert-93 */
{
    const cf_mapping m = cf_mapping_of(
        "PROJCS[\"RGF93 v1 / Lambert-93\"," WGS84
        "PROJECTION[\"Lambert_Conformal_Conic_2SP\"],PARAMETER[\"latitude_of_origin\",46.5],"
        "PARAMETER[\"central_meridian\",3],PARAMETER[\"standard_parallel_1\",49],"
        "PARAMETER[\"standard_parallel_2\",44],PARAMETER[\"false_easting\",700000],"
        "PARAMETER[\"false_northing\",6600000]]");
    CHECK(m.name && strcmp(m.name, "lambert_conformal_conic") == 0);
    CHECK_NEAR(number(&m, "standard_parallel", 0), 49, 0);
    CHECK_NEAR(number(&m, "standard_parallel", 1), 44, 0);
    CHECK_NEAR(number(&m, "latitude_of_projection_origin", 0), 46.5, 0);
    CHECK_NEAR(number(&m, "longitude_of_central_meridian", 0), 3, 0);
    CHECK_NEAR(number(&m, "false_northing", 0), 6600000, 0);
}

static void others_have_no_name(void)
{
    CHECK(cf_mapping_of("PROJCS[\"Amersfoort / RD New\",PROJECTION[\"Oblique_Stereographic\"]]")
              .name == NULL);
    CHECK(cf_mapping_of("").name == NULL && cf_mapping_of("").count == 0);
    CHECK(cf_mapping_of("PROJECTION[\"Mercator_1SP\"],SPHEROID[\"").count == 0); /* cut off */
}

int main(void)
{
    RUN(utm_is_transverse_mercator);
    RUN(lambert_has_two_parallels);
    RUN(others_have_no_name);
    return check_done();
}
