/* The lines of the series, and the memory behind series_out. */
#ifndef SPATE_RESULTS_SERIES_LINES_H
#define SPATE_RESULTS_SERIES_LINES_H

#include "results/series/series_out.h"

typedef struct series_file {
    text_buffer waiting; /* lines not yet passed to the writer */
    text_buffer header;  /* kept for a file that somebody removes */
    uint64_t bytes;      /* passed to the writer, or written before a resume */
    int unsynced;
    /* Written by the writer's thread; other threads read them while it is idle: */
    int64_t shift; /* length of the file less `bytes`; not 0 only if somebody changed it */
    int disturbed; /* somebody removed, shortened or lengthened the file: rows may be lost */
} series_file;

struct series_out {
    const results_plan *plan;
    int count;    /* gauges, sections, mass */
    char **names; /* of files */
    series_file *files;
    double last;     /* time of the last line, -1 before the first */
    double *volumes; /* of sections, at that time */
    double flushed;  /* timers_now of the last flush */
};

/* The header of file k. */
void series_put_header(series_out *s, int k, text_buffer *t);

#endif
