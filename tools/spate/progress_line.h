/* The text of the progress line, for any width. Pure: knows neither terminal nor clock. */
#ifndef SPATE_TOOLS_PROGRESS_LINE_H
#define SPATE_TOOLS_PROGRESS_LINE_H

#include <stddef.h>

typedef struct progress_values {
    int percent;
    double t, t_end, dt;     /* s, simulated */
    double rate, mass_error; /* cell-stages/s; NaN: not known yet */
    double left;             /* s of wall time */
} progress_values;

/* At most `width` characters: percent, then as many of time left, simulated time, time step, speed
 * and mass error as fit, in this order of importance. Returns out. */
const char *progress_line(const progress_values *v, int width, char *out, size_t size);

#endif
