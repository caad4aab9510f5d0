/* Loads NetCDF and HDF5. */
#include "results/maps/netcdf_library.h"

#if SPATE_HAVE_NETCDF
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

netcdf_library nc;
#if TILES_ARE_PACKED
hdf5_library h5;
#endif

static pthread_once_t once = PTHREAD_ONCE_INIT;
static char reason[512] = "";

static void *open_library(const char *name)
{
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL); /* until the program ends */
    if (!library)
        snprintf(reason, sizeof reason, "%s", dlerror());
    return library;
}

static void *find(void *library, const char *name)
{
    void *function = dlsym(library, name);
    if (!function)
        snprintf(reason, sizeof reason, "%s", dlerror());
    return function;
}

static void load(void)
{
    void *library = open_library(SPATE_NETCDF_LIBRARY);
#define FIND_NETCDF(name)                                                                          \
    nc.name = library ? (__typeof__(nc.name))find(library, "nc_" #name) : NULL;
    NETCDF_FUNCTIONS(FIND_NETCDF)
#if TILES_ARE_PACKED
    library = library ? open_library(SPATE_HDF5_LIBRARY) : NULL;
#define FIND_HDF5(name) h5.name = library ? (__typeof__(h5.name))find(library, "H5" #name) : NULL;
    HDF5_FUNCTIONS(FIND_HDF5)
    if (*reason)
        return;
    h5.dont_atexit(); /* otherwise a file that could not be written crashes the program at exit */
    h5.open();
#endif
}

spate_status netcdf_need(spate_context *ctx, spate_status failure)
{
    pthread_once(&once, load);
    if (*reason)
        return spate_fail(
            ctx, failure,
            "NetCDF cannot be loaded (%s); install the libraries that the program was "
            "built with, %s",
            reason, SPATE_NETCDF_LIBRARIES);
    return SPATE_OK;
}
#else
spate_status netcdf_need(spate_context *ctx, spate_status failure)
{
    (void)ctx, (void)failure;
    return SPATE_OK;
}
#endif
