/* Wall time of a run by consecutive phases, from the start of the process. Nothing is counted twice
 * or left out. For one thread. */
#ifndef SPATE_BASE_PHASES_H
#define SPATE_BASE_PHASES_H

enum { MOST_PHASES = 16 };

typedef struct phases {
    int count;
    const char *names[MOST_PHASES];
    double seconds[MOST_PHASES];
    double mark; /* end of the last phase, timers_now; 0: not measured */
} phases;

void phases_begin(phases *p);
/* Adds the time since the last lap to this phase. name: a literal. */
void phases_lap(phases *p, const char *name);
/* Seconds since the start of the process, to about 10 ms; 0 if unknown. */
double process_seconds(void);

#endif
