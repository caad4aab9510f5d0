/* One progress line on stderr, as wide as the terminal allows (progress_line.h). */
#ifndef SPATE_TOOLS_PROGRESS_H
#define SPATE_TOOLS_PROGRESS_H

#include <stdint.h>

typedef struct progress {
    double t_begun, t_end; /* a resumed run does not begin at 0 */
    double cell_stages;    /* per step */
    double begun, shown;
    int64_t shown_step;
    int terminal, percent, silent;
    double mass_error; /* NaN: not known yet */
} progress;

progress progress_begin(double t_end, double cell_stages_per_step, int silent);
/* Call after every step; prints at most 10 times a second on a terminal, every 5 % elsewhere. */
void progress_step(progress *p, double t, double dt, int64_t step);
/* Leaves a clean line behind. */
void progress_end(progress *p);

#endif
