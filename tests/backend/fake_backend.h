/* The stand-in for a GPU: memory of its own in host memory, and the kernels of the reference backend. */
#ifndef SPATE_TESTS_FAKE_BACKEND_H
#define SPATE_TESTS_FAKE_BACKEND_H

#include "backend/kurganov.h"

/* The block of an image that holds this address; 0: none does. */
typedef struct fake_block {
    char *memory;
    size_t bytes;
} fake_block;
int fake_find_block(const void *address, fake_block *block);

/* Numbers of places are not those of devices: who takes one for the other shall be found out. */
enum { FAKE_FIRST_PLACE = 40, FAKE_MOST_PLACES = 8 };

const spate_backend *fake_backend(const int *devices, int count);

/* fake_device.c: kernels on a copy of the part, from those on the part; precision in bits. */
const kp_kernels *fake_device_kernels(const kp_kernels *inner, int precision, int fast);

/* The device's part, and: the fields of its state have traded places. */
kp_part *fake_twin(const kp_part *part);
void fake_twin_moved(const kp_part *part);

#endif
