/* The claims of gpu_tridiag_ways, in four files. */
#ifndef TESTS_GPU_TRIDIAG_WAYS_H
#define TESTS_GPU_TRIDIAG_WAYS_H

#include "spate/tridiag.h"

enum { LINES = 23 };

extern spate_context *ctx;
extern const char *backend;

void lines_that_share_a_matrix_give_the_same_bits_everywhere(void);
void weak_lines_are_counted_and_repaired(void);
void dominant_columns_are_as_weak_as_on_the_cpu(void);
void failures_are_reported_by_line(void);
void a_line_that_blocks_share_is_written_whole_or_not_at_all(void);
void wrong_options_are_refused(void);
void auto_chooses_pcr_if_lines_are_few_and_short(void);
void blocks_solve_one_tile_after_the_other(void);

#endif
