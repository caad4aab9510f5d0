/* What a Krylov solver needs of a backend: memory, copies, and kernel tables. On a device with its
 * own memory kernels and copies are queued on a stream, NULL for the device's own. */
#ifndef SPATE_BACKEND_KRYLOV_DEVICE_H
#define SPATE_BACKEND_KRYLOV_DEVICE_H

#include <stddef.h>

struct kry_cg_kernels;
struct kry_simple_kernels;
struct level_kernels;
struct schur_kernels;

typedef struct kry_device {
    const char *name;
    int own_memory; /* which the host cannot access */
    /* By precision (32, 64; for cg also PRECISION_MIXED) and instruction set. NULL: none. */
    const struct kry_cg_kernels *(*cg)(int precision, const char *isa);
    const struct kry_simple_kernels *(*simple)(int precision, const char *isa);
    const struct level_kernels *(*levels)(int precision, const char *isa);
    const struct schur_kernels *(*schur)(int precision, const char *isa); /* as cg */
    /* Zeroed memory of kernels; NULL: none left. */
    void *(*allocate)(size_t pitch_bytes, size_t rows);
    void (*release)(void *block);
    /* Copies rows in order with the kernels of the stream. Either side may be memory of the host; a
     * copy to the host is complete on return, and one from the host has been read. */
    void (*copy)(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t row_bytes,
                 size_t rows, void *stream);
    /* The same within the memory of kernels, without waiting. */
    void (*move)(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t row_bytes,
                 size_t rows, void *stream);
    void (*wait)(void *stream);
    void *(*stream)(void *stream);    /* itself, or the device's own for NULL */
    void (*enter)(int device_number); /* later calls of this thread use it; may be NULL */
    /* Records what `body` queues on a stream, to be queued again by replay at the cost of one
     * launch. Nothing is computed while it is recorded. NULL where that is not possible, and in the
     * table of devices without graphs. */
    void *(*record)(void *stream, void (*body)(void *user), void *user);
    void (*replay)(void *graph, void *stream);
    void (*forget)(void *graph);
    const char *(*error)(void); /* permanent error of the device, or NULL */
} kry_device;

extern const kry_device kry_device_cpu;

#endif
