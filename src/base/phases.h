/* Wall time of a whole run by phases that follow one another, from the start of the process: nothing is counted twice
 * and nothing is left out. For one thread. */
#ifndef SPATE_BASE_PHASES_H
#define SPATE_BASE_PHASES_H

enum { MOST_PHASES = 16 };

typedef struct phases {
    int count;
    const char *names[MOST_PHASES];
    double seconds[MOST_PHASES];
    double mark; /* end of the last phase, timers_now; 0: nobody counts */
} phases;

void phases_begin(phases *p);
/* What has passed since the last lap was this phase, or more of it. name: a literal. */
void phases_lap(phases *p, const char *name);
/* Seconds since the start of the process, to some 10 ms; 0 where the system does not tell. */
double process_seconds(void);

#endif
