/* Where the time of a run went, from the start of its process: sections whose sum is the wall
 * time. */
#ifndef SPATE_RESULTS_RUN_SECTIONS_H
#define SPATE_RESULTS_RUN_SECTIONS_H

#include "base/phases.h"
#include "spate/spate.h"

/* The phase from the first step to the last, which contains the sections of the library. */
#define PHASE_LOOP "steps"

enum { MOST_SECTIONS = MOST_PHASES + SPATE_SECTION_COUNT + 1 };

typedef struct run_sections {
    int count;
    const char *names[MOST_SECTIONS];
    double seconds[MOST_SECTIONS];
    double wall;
} run_sections;

/* waited: for the writer, during the steps. Without phases only the library's sections are
 * listed. */
run_sections run_sections_of(const phases *p, const spate_stats *stats, double waited);

#endif
