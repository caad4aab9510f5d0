/* Converts a projected system in feet to metres. False origins are converted too, so that every
 * coordinate is the old one times the length of a foot. */
#include <string.h>

#include "support.h"

char *plugin_crs_in_metres(const char *crs, gdal_why *why)
{
    quiet q;
    quiet_begin(&q, why);
    OGRSpatialReferenceH srs = srs_from_text(crs, why);
    char *wkt = NULL, *copy = NULL;
    if (srs && OSRIsProjected(srs) &&
        OSRSetLinearUnitsAndUpdateParameters(srs, SRS_UL_METER, 1.0) == OGRERR_NONE &&
        OSRExportToWkt(srs, &wkt) == OGRERR_NONE)
        copy = strdup(wkt);
    CPLFree(wkt);
    OSRDestroySpatialReference(srs);
    quiet_end(&q);
    return copy;
}
