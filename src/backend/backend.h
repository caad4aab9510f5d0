/* The contract between schemes and backends. A backend owns memory and loops and has kernel
 * tables; it knows base/, physics/ and this folder's headers only. A scheme fills parts
 * (common/part.h) and calls kernels (common/kernels.h), the same way for every backend. */
#ifndef SPATE_BACKEND_BACKEND_H
#define SPATE_BACKEND_BACKEND_H

#include <string.h>

#include "backend/common/kernels.h"

struct tri_device;
struct compact_device;
struct tri_cut_device;
struct kry_device;
struct spate_backend;

/* Copies of ghosts between devices, and to and from the host, while kernels run. Between depart
 * and arrive nothing may read the ghosts, or change the cells that are sent. Pitches and rows are
 * in bytes. */
typedef struct spate_transfers {
    /* Copies that follow begin when the kernels launched so far are done. */
    void (*depart)(const struct spate_backend *backend);
    /* From a part on one device to a part on another, or between a part and a message. A message
     * has the device of its part. */
    void (*copy)(int to_device, void *to, size_t to_pitch, int from_device, const void *from,
                 size_t from_pitch, size_t row_bytes, size_t rows);
    /* Waits until all copies are done: messages may be sent, and filled again. */
    void (*settle)(const struct spate_backend *backend);
    /* Kernels that are launched next begin when all copies are done. */
    void (*arrive)(const struct spate_backend *backend);
    /* Messages of a device: in host memory that devices can access (pinned), or on the device.
     * NULL: no memory. */
    void *(*message_alloc)(int device, size_t bytes, int on_device);
    void (*message_free)(void *message, int on_device);
    /* Copies many bytes, to a device from any memory of the host, or back, when the kernels launched
     * before depart are done, and returns when they are there. Threads may call it at once. NULL:
     * `copy` serves. */
    void (*move)(int device, void *there, void *here, size_t bytes, int to_device);
} spate_transfers;

/* Precision of a kernel table: 32, 64, or fields of f32 with lines solved in f64. */
enum { PRECISION_MIXED = 96 };

typedef struct spate_backend {
    const char *name;
    /* Memory for fields of parts: zeroed row by row by the threads that will use it. */
    void *(*alloc)(size_t pitch_bytes, size_t rows);
    void (*release)(void *block);
    /* Bytes that parts can still get, on all devices together; 0 if unknown. */
    double (*available)(const struct spate_backend *backend);
    /* Copies a box of rows between pitched blocks of parts on one device, in order with their
     * kernels. */
    void (*copy_box)(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                     size_t row_bytes, size_t rows);
    /* Kernel tables by precision (32, 64; of schemes PRECISION_MIXED, too); NULL where there is
     * none. isa may be "auto". */
    const common_kernels *(*common)(int precision, const char *isa);
    const scheme_kernels *(*kernels)(const char *scheme, int precision, const char *isa);
    /* 1: what alloc returns is the image of a part; kernels have a copy of it. */
    int mirrored;
    /* The error that has made the device unusable; NULL: none. May be NULL itself. */
    const char *(*trouble)(void);
    /* Bytes per second, read plus written, of a copy of so many bytes within the memory that
     * kernels use; 0 where there is no room for two such blocks. NULL where that memory is the
     * host's. */
    double (*copy_bandwidth)(const struct spate_backend *backend, double bytes);
    /* Devices that compute parts, each with its own order of work. NULL and 0: the host. */
    const int *devices;
    int device_count;
    const spate_transfers *transfers; /* NULL where there are no devices */
    /* Tridiagonal solvers in the memory of the device (tridiag/device.h); NULL where there are
     * none. */
    const struct tri_device *(*tridiag)(void);
    /* Compact differences there (compact/device.h); NULL where there are none. */
    const struct compact_device *(*compact)(void);
    /* The same of lines cut over parts (tridiag/cut.h). */
    const struct tri_cut_device *(*tridiag_cut)(void);
    /* Krylov solvers (krylov/device.h); NULL where there are none. */
    const struct kry_device *(*krylov)(void);
} spate_backend;

extern const spate_backend spate_backend_cpu;
extern const spate_backend spate_backend_reference;

/* ---- a scheme's kernels in a backend ---- */

/* A row of the list from which a backend answers `kernels`. */
typedef struct scheme_kernels_row {
    const char *scheme;
    const scheme_kernels *(*table)(int precision, const char *isa);
} scheme_kernels_row;

/* The table of the scheme in a list that ends with a NULL row; NULL: there is none. */
static inline const scheme_kernels *scheme_kernels_in(const scheme_kernels_row *list,
                                                      const char *scheme, int precision,
                                                      const char *isa)
{
    for (const scheme_kernels_row *row = list; row->scheme; ++row)
        if (strcmp(row->scheme, scheme) == 0)
            return row->table(precision, isa);
    return NULL;
}

/* ---- devices ---- */

/* What computes a part: a device of a backend, with the instruction set that was asked for. */
typedef struct part_device {
    const spate_backend *backend;
    const char *isa;
    int device_number; /* as the backend numbers its devices */
} part_device;

#endif
