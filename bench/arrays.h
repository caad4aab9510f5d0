/* Arrays that solvers are timed on: values of either precision, on the host or copied to
 * a device. */
#ifndef SPATE_BENCH_ARRAYS_H
#define SPATE_BENCH_ARRAYS_H

#include "backend/tridiag/device.h"
#include "bench/frame.h"

void array_set(void *array, int precision, int64_t k, double value);
/* From -1 to 1, by its number alone: threads fill arrays in any order. */
double array_noise(uint64_t number);

/* Chooses the CPU, or a device that has the kernels; returns an exit code. what: "tridiagonal
 * solvers". */
int arrays_choose_backend(bench *b, int compact, const char *what);
/* The device whose memory has the arrays; NULL: the host. */
const tri_device *arrays_device(const bench *b);

/* The host's array itself where device is NULL; otherwise a copy on the device, NULL without
 * memory. host NULL: nothing is copied. */
void *arrays_upload(const tri_device *device, void *host, size_t bytes);
/* Nothing where device is NULL. */
void arrays_download(const tri_device *device, void *host, const void *array, size_t bytes);
void arrays_release(const tri_device *device, void *array);

#endif
