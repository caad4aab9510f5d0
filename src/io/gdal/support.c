/* Captures the messages of GDAL; writes complete files; coordinate systems from text and back. */
#include "support.h"

#include "network.h"

#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void CPL_STDCALL keep(CPLErr severity, CPLErrorNum number, const char *text)
{
    (void)number;
    quiet *q = CPLGetErrorHandlerUserData();
    if (severity < CE_Failure)
        return;
    q->failed = 1;
    if (!*q->why->text)
        snprintf(q->why->text, sizeof q->why->text, "%s", text);
}

static pthread_once_t registered = PTHREAD_ONCE_INIT;

static void register_drivers(void)
{
    GDALAllRegister();
    /* Validation only warns about OGR VRTs, and libxml2 prints to stderr. */
    if (!CPLGetConfigOption("GDAL_XML_VALIDATION", NULL))
        CPLSetConfigOption("GDAL_XML_VALIDATION", "NO");
    if (!network_is_allowed())
        network_close();
}

void quiet_begin(quiet *q, gdal_why *why)
{
    *q = (quiet){.why = why};
    pthread_once(&registered, register_drivers);
    CPLPushErrorHandlerEx(keep, q);
    q->own_threads = CPLGetConfigOption("GDAL_NUM_THREADS", NULL) == NULL;
    if (q->own_threads)
        CPLSetThreadLocalConfigOption("GDAL_NUM_THREADS", "ALL_CPUS");
}

void quiet_end(quiet *q)
{
    if (q->own_threads)
        CPLSetThreadLocalConfigOption("GDAL_NUM_THREADS", NULL);
    CPLPopErrorHandler();
}

int say(gdal_why *why, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(why->text, sizeof why->text, format, args);
    va_end(args);
    return 0;
}

int say_if_silent(gdal_why *why, const char *sentence)
{
    return *why->text ? 0 : say(why, "%s", sentence);
}

/* ---- files ---- */

int write_whole(const char *file, const char *ending, file_writer *write, const void *work,
                gdal_why *why)
{
    const size_t size = strlen(file) + strlen(ending) + 1;
    char *part = malloc(size);
    if (!part)
        return say(why, "no memory");
    snprintf(part, size, "%s%s", file, ending);
    /* Removes the file of a killed run (GDAL would try to read it), or a link that leads out of the
     * folder. GDAL cannot open exclusively, so a link that appears between this call and the
     * opening is still followed. */
    remove(part);
    quiet q;
    quiet_begin(&q, why);
    int ok = write(part, work, why) && !q.failed;
    quiet_end(&q);
    if (ok && rename(part, file) != 0)
        ok = say(why, "%s", strerror(errno));
    if (!ok) {
        say_if_silent(why, "GDAL cannot write it");
        remove(part);
    }
    free(part);
    return ok;
}

/* ---- coordinate systems ---- */

OGRSpatialReferenceH srs_from_text(const char *crs, gdal_why *why)
{
    OGRSpatialReferenceH srs = OSRNewSpatialReference(NULL);
    if (srs && OSRSetFromUserInput(srs, crs) == OGRERR_NONE) {
        OSRSetAxisMappingStrategy(srs, OAMS_TRADITIONAL_GIS_ORDER);
        return srs;
    }
    OSRDestroySpatialReference(srs);
    say_if_silent(why, "GDAL does not know this coordinate system");
    return NULL;
}

/* Names by which a GeoPackage and GDAL mark an undefined coordinate system. */
static const char undefined_cartesian[] = "Undefined Cartesian SRS",
                  undefined_geographic[] = "Undefined geographic SRS";

static int is_undefined(OGRSpatialReferenceH srs)
{
    const char *name = OSRGetName(srs);
    return name && (EQUAL(name, undefined_cartesian) || EQUAL(name, undefined_geographic));
}

OGRSpatialReferenceH srs_of_plane(void)
{
    OGRSpatialReferenceH srs = OSRNewSpatialReference(NULL);
    if (srs) {
        OSRSetLocalCS(srs, undefined_cartesian);
        OSRSetLinearUnits(srs, SRS_UL_METER, 1.0);
    }
    return srs;
}

OGRSpatialReferenceH srs_horizontal(OGRSpatialReferenceH srs)
{
    OGRSpatialReferenceH copy = srs && !is_undefined(srs) ? OSRClone(srs) : NULL;
    if (copy) {
        OSRStripVertical(copy);
        OSRSetAxisMappingStrategy(copy, OAMS_TRADITIONAL_GIS_ORDER);
    }
    return copy;
}

static int root_code(OGRSpatialReferenceH srs, char *out, size_t size)
{
    const char *name = OSRGetAuthorityName(srs, NULL), *code = OSRGetAuthorityCode(srs, NULL);
    if (!name || !code)
        return 0;
    snprintf(out, size, "%s:%s", name, code);
    return 1;
}

/* Files often have the definition without its number (ESRI's .prj): searches for a matching one. */
int srs_code(OGRSpatialReferenceH srs, char *out, size_t size)
{
    out[0] = '\0';
    if (root_code(srs, out, size))
        return 1;
    int count = 0, found = 0, *confidence = NULL;
    OGRSpatialReferenceH *matches = OSRFindMatches(srs, NULL, &count, &confidence);
    if (count > 0 && confidence[0] >= 90)
        found = root_code(matches[0], out, size);
    OSRFreeSRSArray(matches);
    CPLFree(confidence);
    return found;
}

double srs_metres(OGRSpatialReferenceH srs)
{
    return OSRIsGeographic(srs) ? 111320 : OSRGetLinearUnits(srs, NULL);
}

int plugin_crs_describe(const char *crs, crs_info *out, gdal_why *why)
{
    quiet q;
    quiet_begin(&q, why);
    OGRSpatialReferenceH srs = srs_from_text(crs, why);
    if (srs) {
        const char *name = OSRGetName(srs);
        snprintf(out->name, sizeof out->name, "%s", name ? name : crs);
        out->geographic = OSRIsGeographic(srs);
        out->metres = srs_metres(srs);
    }
    OSRDestroySpatialReference(srs);
    quiet_end(&q);
    return srs != NULL;
}

char *plugin_crs_wkt(const char *crs, gdal_why *why)
{
    quiet q;
    quiet_begin(&q, why);
    OGRSpatialReferenceH srs = srs_from_text(crs, why);
    char *wkt = NULL, *copy = NULL;
    if (srs && OSRExportToWkt(srs, &wkt) == OGRERR_NONE)
        copy = strdup(wkt);
    CPLFree(wkt);
    OSRDestroySpatialReference(srs);
    quiet_end(&q);
    return copy;
}
