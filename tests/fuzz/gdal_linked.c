/* Replaces src/io/gdal_plugin.c: the plug-in is linked, so that the fuzzer sees its branches and
 * formats of GDAL can be removed. */
#include <gdal.h>
#include <string.h>

#include "fuzz.h"
#include "io/gdal_plugin.h"

int gdal_network = 0;

extern const gdal_plugin spate_gdal;

const gdal_plugin *gdal_plugin_get(const char **why)
{
    *why = "";
    return &spate_gdal;
}

spate_status gdal_plugin_need(spate_context *ctx, const char *subject, const gdal_plugin **out)
{
    (void)ctx, (void)subject;
    *out = &spate_gdal;
    return SPATE_OK;
}

static int is_kept(const char *const *kept, const char *name)
{
    for (; *kept; ++kept)
        if (strcmp(*kept, name) == 0)
            return 1;
    return 0;
}

void fuzz_limit_formats(const char *const *kept)
{
    crs_info info;
    gdal_why why = {""};
    spate_gdal.crs_describe("EPSG:32632", &info, &why); /* registers them, network closed */
    for (int n = GDALGetDriverCount() - 1; n >= 0; --n) {
        GDALDriverH driver = GDALGetDriver(n);
        if (is_kept(kept, GDALGetDriverShortName(driver)))
            continue;
        GDALDeregisterDriver(driver);
        GDALDestroyDriver(driver);
    }
}
