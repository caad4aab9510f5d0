/* The stand-in for a GPU: memory of its own in host memory; the kernels of CUDA on a CPU, or those of the reference
 * backend where there is no C++ compiler. */
#ifndef SPATE_TESTS_FAKE_BACKEND_H
#define SPATE_TESTS_FAKE_BACKEND_H

#include "backend/kurganov/kurganov.h"

/* The block of an image that holds this address; 0: none does. */
typedef struct fake_block {
    char *memory;
    size_t bytes;
    long number; /* no two have the same, though addresses come again */
} fake_block;
int fake_find_block(const void *address, fake_block *block);

/* Numbers of places are not those of devices: who takes one for the other shall be found out. */
enum { FAKE_FIRST_PLACE = 40, FAKE_MOST_PLACES = 8 };

const spate_backend *fake_backend(const int *devices, int count);

/* fake_device.c, without a C++ compiler: kernels on a copy of the part, from those on the part; precision in bits. */
const kurganov_kernels *fake_device_kernels(const kurganov_kernels *inner, int precision);

#endif
