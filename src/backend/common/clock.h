/* The clock of a part: time, step length and what bounds it. */
#ifndef SPATE_BACKEND_COMMON_CLOCK_H
#define SPATE_BACKEND_COMMON_CLOCK_H

#include <stdint.h>

/* In the memory of its part, written by kernels. t is f64 in every precision. */
typedef struct spate_clock {
    double t, dt, t_stop;
    double dt_before; /* length of the last step; 0: none yet */
    double rate;      /* largest cell rate of the state Q^n, 1/s: dt = cfl / rate */
    double next_rate; /* the same for the state being written */
    /* Largest face rate of this attempt: dt * face_rate <= 1 keeps it stable and depths positive.
     * Infinite if a depth came out negative for another reason, or NaN. */
    double face_rate;
    double first_face_rate; /* the same of the first stage alone */
    double rain_depth;      /* m of rain everywhere since the start */
    double rain_map_depth;  /* m from rain maps, summed over all active cells of all ranks */
    double rain_amount;     /* m of rain everywhere in this attempt */
    double wind[2][2];      /* stress over density of each stage, to the east and north, m2/s2 */
    int64_t step, redone;
    int32_t now; /* slot of Q^n: 0 or 1 */
    uint32_t flags;
} spate_clock;

/* REDO:  the attempt was too long and is made again with a shorter dt.
 * STILL: the step was a full one, nothing outside acted in it, and no cell of any part was active.
 *        Stages that see an active cell clear it; the step counts as still once all parts of all
 *        ranks agree (flow_reduce_rates).
 * JUMP:  the step follows a still one and changes nothing but the time: no stage is computed. */
enum { CLOCK_REDO = 1u, CLOCK_FAILED = 2u, CLOCK_STILL = 4u, CLOCK_JUMP = 8u };

#endif
