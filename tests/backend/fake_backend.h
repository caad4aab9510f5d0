/* The stand-in for a GPU: its memory is separate host memory, its kernels are those of CUDA on a
 * CPU, or those of the reference backend where there is no C++ compiler. */
#ifndef SPATE_TESTS_FAKE_BACKEND_H
#define SPATE_TESTS_FAKE_BACKEND_H

#include "backend/kurganov/kurganov.h"

/* Numbers of logical devices differ from those of GPUs, so that a test fails if one is used for
 * the other. */
enum { FAKE_FIRST_DEVICE = 40, FAKE_MOST_DEVICES = 8 };

const spate_backend *fake_backend(const int *devices, int count);

/* fake_device.c, without a C++ compiler: kernels on a copy of the part, from those on the part;
 * precision in bits. */
const common_kernels *fake_device_common(int precision);
const scheme_kernels *fake_device_kurganov(int precision);
/* Those on the part. */
const common_kernels *fake_inner_common(int precision);
const kurganov_kernels *fake_inner_kurganov(int precision);

#endif
