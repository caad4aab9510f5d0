/* Series as CSV: gauges/NAME.csv, sections/NAME.csv, mass.csv. Lines are collected in memory and
 * appended by the writer's thread, whole lines at a time, about once a second. A checkpoint stores
 * the length of each file. */
#ifndef SPATE_RESULTS_SERIES_OUT_H
#define SPATE_RESULTS_SERIES_OUT_H

#include "base/context.h"
#include "base/json_writer.h"
#include "results/record/json_flat.h"
#include "base/json_writer.h"
#include "results/results.h"
#include "results/writer.h"

typedef struct series_out series_out;

/* On rank 0; no file is written yet. */
spate_status series_create(spate_context *ctx, const results_plan *plan, series_out **out);
void series_out_free(series_out *s);
/* Files of the series without mass.csv, relative to the folder. */
const char *const *series_names(const series_out *s, int *count);

/* Makes new files with their headers. */
spate_status series_begin(spate_context *ctx, series_out *s);
/* Cuts the files to the lengths in a checkpoint's cursor and continues from there. */
spate_status series_continue(spate_context *ctx, series_out *s, const json_flat *cursor);
/* Adds what series_continue needs to a cursor. */
void series_put_cursor(const series_out *s, json_writer *j);

/* Adds one line to each file, at the time t of the simulation. Collective; s is NULL on other ranks
 * than 0. */
spate_status series_add_lines(spate_context *ctx, spate_sim *sim, const results_plan *plan,
                              series_out *s, double t);
/* Passes the lines to the writer if a second has passed, or if `now`. sync: they are on the disk
 * when the task is done. */
spate_status series_flush(spate_context *ctx, series_out *s, writer *w, int now, int sync);
uint64_t series_bytes(const series_out *s);
/* Lists every file that lost rows because somebody removed or changed it. Call after the writer has
 * ended. */
void series_list_gaps(const series_out *s, text_buffer *gaps);

#endif
