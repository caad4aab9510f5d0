/* NetCDF and HDF5. They are loaded when the first file needs them, not when the program starts:
 * they bring fifty libraries, which take longer to load than a short command takes to run.
 * nc.open(...) stands for nc_open(...), h5.Fopen(...) for H5Fopen(...). */
#ifndef SPATE_RESULTS_MAPS_NETCDF_LIBRARY_H
#define SPATE_RESULTS_MAPS_NETCDF_LIBRARY_H

#include "base/context.h"
#include "results/maps/tiles.h"
#include "spate_config.h"

#if SPATE_HAVE_NETCDF
#include <netcdf.h>

/* clang-format off */
#define NETCDF_FUNCTIONS(of)                                                                       \
    of(abort) of(close) of(create) of(def_dim) of(def_var) of(def_var_chunking) of(def_var_deflate) \
    of(def_var_fill) of(enddef) of(get_att_double) of(get_att_text) of(get_vara_double)            \
    of(get_vara_float) of(get_var_double) of(inq_att) of(inq_attlen) of(inq_dimlen) of(inq_nvars)  \
    of(inq_var) of(inq_vardimid) of(inq_varid) of(inq_varname) of(inq_varndims) of(open)           \
    of(put_att_double) of(put_att_float) of(put_att_text) of(put_vara_float) of(put_var_double)    \
    of(put_var_float) of(put_var_int) of(set_fill) of(strerror)
/* clang-format on */

typedef struct netcdf_library {
#define NETCDF_MEMBER(name) __typeof__(nc_##name) *name;
    NETCDF_FUNCTIONS(NETCDF_MEMBER)
} netcdf_library;

extern netcdf_library nc;

#if TILES_ARE_PACKED
#include <hdf5.h>
/* The constants of HDF5 call functions of the library, which is open already. */
#undef H5CHECK
#define H5CHECK
#undef H5OPEN
#define H5OPEN

#define HDF5_FUNCTIONS(of)                                                                         \
    of(dont_atexit) of(open) of(Dclose) of(Dget_chunk_storage_size) of(Dget_create_plist)          \
        of(Dopen2) of(Dread_chunk) of(Dwrite_chunk) of(Eset_auto2) of(Fclose) of(Fopen) of(Pclose) \
            of(Pget_chunk) of(Pget_filter2) of(Pget_nfilters)

typedef struct hdf5_library {
#define HDF5_MEMBER(name) __typeof__(H5##name) *name;
    HDF5_FUNCTIONS(HDF5_MEMBER)
} hdf5_library;

extern hdf5_library h5;
#endif
#endif

/* Loads both, once; must come before every other use. Without a library that the program was built
 * with: `failure`, with the remedy. A program that was built without them succeeds. */
spate_status netcdf_need(spate_context *ctx, spate_status failure);

#endif
