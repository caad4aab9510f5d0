/* What the series say, line by line, and the memory behind series_out. */
#ifndef SPATE_RESULTS_SERIES_LINES_H
#define SPATE_RESULTS_SERIES_LINES_H

#include "results/series/series_out.h"

typedef struct series_file {
    text_buffer waiting; /* lines not yet handed to the writer */
    text_buffer header;  /* kept: a file that somebody removed gets it again */
    uint64_t bytes;      /* handed to the writer, or there before */
    int unsynced;
    /* Of the writer's thread; others look while it has nothing to do: */
    int64_t
        shift; /* how much longer the file is than `bytes` says; not 0 only where somebody changed it */
    int disturbed; /* somebody removed, shortened or lengthened the file: rows are lost or not ours */
} series_file;

struct series_out {
    const results_plan *plan;
    int count;    /* gauges, sections, mass */
    char **names; /* of files */
    series_file *files;
    double last;     /* time of the last line, -1 before the first */
    double *volumes; /* of sections, then */
    double flushed;  /* timers_now of the last flush */
};

/* The header of file k. */
void series_put_header(series_out *s, int k, text_buffer *t);

#endif
