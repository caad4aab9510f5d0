/* Closes the accesses to the network that names do not show: drivers of services, file systems,
 * downloads. */
#include <cpl_http.h>
#include <cpl_vsi.h>
#include <errno.h>
#include <string.h>

#include "network.h"

#define COUNT(list) ((int)(sizeof(list) / sizeof *(list)))

static int is_listed(const char *const *list, int count, const char *word)
{
    for (int k = 0; k < count; ++k)
        if (EQUAL(list[k], word))
            return 1;
    return 0;
}

/* ---- drivers ---- */

/* Drivers that connect to a service and have no connection prefix. */
static const char *const services[] = {"HTTP",     "WMS",          "WMTS",          "WCS",
                                       "WFS",      "OAPIF",        "OGCAPI",        "STACTA",
                                       "STACIT",   "DODS",         "PostGISRaster", "EEDA",
                                       "EEDAI",    "PLMosaic",     "PLScenes",      "DAAS",
                                       "NGW",      "Carto",        "AmigoCloud",    "CSW",
                                       "GMLAS",    "CouchDB",      "Elasticsearch", "JPIPKAK",
                                       "MySQL",    "OCI",          "GNMDatabase",   "ODBC",
                                       "OGR_OGDI", "MSSQLSpatial", "PostgreSQL",    "GPSBabel",
                                       "IDB",      "HANA",         "GeoRaster",     "TileDB"};

/* In newer versions of GDAL a prefix ("PG:") before the name means a connection, except for these,
 * which mean a file. */
static const char *const prefixes_of_files[] = {"NETCDF:", "HDF5:", "HDF4_SDS:", "GTIFF_DIR:",
                                                "GPKG:",   "ZARR:", "SQLITE:",   "vrt://"};

static int is_service(GDALDriverH driver)
{
    const char *prefix = GDALGetMetadataItem(driver, GDAL_DMD_CONNECTION_PREFIX, NULL);
    if (prefix && *prefix && !is_listed(prefixes_of_files, COUNT(prefixes_of_files), prefix))
        return 1;
    return is_listed(services, COUNT(services), GDALGetDriverShortName(driver));
}

static void remove_services(void)
{
    for (int n = GDALGetDriverCount() - 1; n >= 0; --n) {
        GDALDriverH driver = GDALGetDriver(n);
        if (!is_service(driver))
            continue;
        GDALDeregisterDriver(driver);
        GDALDestroyDriver(driver);
    }
}

/* ---- file systems ---- */

static const char *const local[] = {
    "/vsimem/",    "/vsizip/",   "/vsigzip/",           "/vsitar/",   "/vsisubfile/",
    "/vsisparse/", "/vsicrypt/", "/vsistdin/",          "/vsistdin?", "/vsistdout/",
    "/vsi7z/",     "/vsirar/",   "/vsistdout_redirect/"};

static void *refuse_open(void *user, const char *name, const char *access)
{
    (void)user, (void)access;
    CPLError(CE_Failure, CPLE_OpenFailed,
             "%.200s is on the network, which is off; allow it with --network, or download the "
             "data first",
             name);
    return NULL;
}

static int refuse_stat(void *user, const char *name, VSIStatBufL *found, int flags)
{
    (void)user, (void)name, (void)found, (void)flags;
    errno = ENOENT;
    return -1;
}

/* Never called, because nothing can be opened, but GDAL requires them. */
static vsi_l_offset no_tell(void *file)
{
    (void)file;
    return 0;
}

static int no_seek(void *file, vsi_l_offset to, int from)
{
    (void)file, (void)to, (void)from;
    return -1;
}

static size_t no_read(void *file, void *to, size_t size, size_t count)
{
    (void)file, (void)to, (void)size, (void)count;
    return 0;
}

/* Kept, because GDAL keeps pointers to these names. */
static char **prefixes;

static void refuse_file_systems(void)
{
    VSIFilesystemPluginCallbacksStruct *closed = VSIAllocFilesystemPluginCallbacksStruct();
    prefixes = VSIGetFileSystemsPrefixes();
    closed->open = refuse_open;
    closed->stat = refuse_stat;
    closed->tell = no_tell;
    closed->seek = no_seek;
    closed->read = no_read;
    for (int n = 0; prefixes && prefixes[n]; ++n) {
        if (is_listed(local, COUNT(local), prefixes[n]))
            continue;
        /* The name without its last slash is found first by GDAL. With the same name GDAL would
         * leak the memory of the old handler. */
        prefixes[n][strlen(prefixes[n]) - 1] = '\0';
        VSIInstallPluginHandler(prefixes[n], closed);
    }
    VSIFreeFilesystemPluginCallbacksStruct(closed);
}

/* ---- downloads ---- */

/* Returns a result, because without one GDAL would continue and download. */
static CPLHTTPResult *refuse_download(const char *url, CSLConstList options,
                                      GDALProgressFunc progress, void *progress_user,
                                      CPLHTTPFetchWriteFunc write, void *write_user, void *user)
{
    (void)options, (void)progress, (void)progress_user, (void)write, (void)write_user, (void)user;
    CPLHTTPResult *none = CPLCalloc(1, sizeof *none);
    none->nStatus = 1;
    none->pszErrBuf = CPLStrdup("the network is off; allow it with --network");
    CPLError(CE_Failure, CPLE_AppDefined,
             "%.200s is on the network, which is off; allow it with --network, or download the "
             "data first",
             url);
    return none;
}

void network_close(void)
{
    remove_services();
    refuse_file_systems();
    CPLSetConfigOption("CPL_VSIL_CURL_ALLOWED_FILENAME",
                       "none"); /* for accesses that bypass the handlers */
    CPLHTTPSetFetchCallback(refuse_download, NULL);
    OSRSetPROJEnableNetwork(0);
}
