/* The claims of gpu_cut, in three files. */
#ifndef TESTS_GPU_CUT_H
#define TESTS_GPU_CUT_H

#include "solvers/cuts.h"

extern spate_context *ctx;
extern const char *backend;
extern const tri_device *device;

void decoupled_parts_have_the_bits_of_the_cpu(void);
void whole_lines_have_the_bits_of_the_cpu(void);
void many_whole_lines_have_the_bits_of_the_cpu(void);
void whole_lines_fail_as_on_the_cpu(void);

#endif
