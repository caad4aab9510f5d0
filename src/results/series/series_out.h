/* Series as CSV: gauges/NAME.csv, sections/NAME.csv, mass.csv. Lines gather in memory and are appended by
 * the writer's thread, whole lines at a time, about once a second; a checkpoint knows how long each file
 * was. */
#ifndef SPATE_RESULTS_SERIES_OUT_H
#define SPATE_RESULTS_SERIES_OUT_H

#include "base/context.h"
#include "base/json_writer.h"
#include "results/record/json_flat.h"
#include "results/results.h"
#include "results/text.h"
#include "results/writer.h"

typedef struct series_out series_out;

/* Rank 0 holds it; no file is touched yet. */
spate_status series_create(spate_context *ctx, const results_plan *plan, series_out **out);
void series_free_out(series_out *s);
/* Files of the series, relative to the folder, mass.csv not among them. */
const char *const *series_names(const series_out *s, int *count);

/* Empties the files and gives them their header. */
spate_status series_begin(spate_context *ctx, series_out *s);
/* Cuts the files to the length that a checkpoint's cursor tells, and goes on from there. */
spate_status series_continue(spate_context *ctx, series_out *s, const json_flat *cursor);
/* Adds what series_continue needs to a cursor. */
void series_put_cursor(const series_out *s, json_writer *j);

/* One line in each file at the time t of the simulation. Collective; s is NULL on other ranks. */
spate_status series_take(spate_context *ctx, spate_sim *sim, const results_plan *plan,
                         series_out *s, double t);
/* Hands the lines to the writer, if there are some and a second has passed or `now`. sync: they are on the
 * disk when the task is done. */
spate_status series_flush(spate_context *ctx, series_out *s, writer *w, int now, int sync);
uint64_t series_bytes(const series_out *s);
/* Adds a sentence for every file that lost rows because somebody removed or changed it; after the writer has
 * ended. */
void series_list_gaps(const series_out *s, text_buffer *gaps);

#endif
