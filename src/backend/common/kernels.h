/* Kernel tables. A backend has one common table for each precision and instruction set, which
 * serves all schemes, and one table for each scheme. dt is never an argument: it is in the clock
 * of the part. Kernels of a device may return before they are done; the clock of the part is valid
 * after scheme_kernels.await. */
#ifndef SPATE_BACKEND_COMMON_KERNELS_H
#define SPATE_BACKEND_COMMON_KERNELS_H

#include "backend/common/part.h"

/* Fields as reports show them (physics/shown.h). */
typedef enum { SHOWN_DEPTH, SHOWN_VELOCITY_X, SHOWN_VELOCITY_Y, SHOWN_FIELDS } shown_field;
struct frame_copy;

/* They see depth and momentum at cells (FIELD_DEPTH, FIELD_MOMENTUM_X, FIELD_MOMENTUM_Y), which
 * must be those of Q^n (scheme_kernels.show). */
typedef struct common_kernels {
    /* Allocates and frees part->work. prepare returns 0 if there is no memory. */
    int (*prepare)(grid_part *part, int threads);
    void (*dispose)(grid_part *part);
    /* Order-free sums over the cells, m: of depth with carried water, and of infiltrated water. */
    void (*sum)(grid_part *part, exact_sum *depth);
    void (*sum_infiltrated)(grid_part *part, exact_sum *depth);
    /* Raises the maxima to those of Q^n, in the tiles that the last stage computed (after a scan:
     * in all). begin: discards earlier maxima and starts with Q^n. */
    void (*maxima)(grid_part *part, int begin);
    /* Adds Q^n to a survey. lowest: the bed that heights are measured from; film: shallower water
     * counts as this deep, m. */
    void (*survey)(grid_part *part, double lowest, double film, water_survey *out);
    /* Adds the conveyance of a boundary's faces in Q^n, and conveyance times level
     * (face_boundary.h). */
    void (*conveyance)(grid_part *part, int boundary, exact_sum sums[2]);

    /* The rest is for devices with separate memory; NULL elsewhere. */
    /* Copies newer_here to the device; 0: no memory there. */
    int (*push)(grid_part *part);
    /* Copies these groups to the image. */
    void (*pull)(grid_part *part, unsigned groups);
    /* Address of a field in the memory that kernels use, for exchanges. */
    void *(*device_field)(const grid_part *part, int field, int slot);
    /* Values of a field of Q^n at some cells, by offset, without copying the whole field. */
    void (*read_cells)(const grid_part *part, int field, const ptrdiff_t *offsets, int count,
                       double *values);
    double (*fastest)(grid_part *part); /* the largest speed, m/s */
    /* Marks the begin (end 0) and the end (1) of kernels of the part, in order with them. After an
     * await: seconds between the marks since the call before. */
    void (*time_kernels)(grid_part *part, int end);
    double (*timed_kernels)(grid_part *part);
    /* Kernels launched later begin so much later, s. The device stays free for other work. */
    void (*hold)(grid_part *part, double seconds);
    /* Starts to copy Q^n to the host while steps continue. fields: a set of 1 << shown_field. NULL:
     * no memory; the caller uses the image. */
    struct frame_copy *(*copy_start)(grid_part *part, unsigned fields);
    /* Writes the rows of each requested field to to[shown_field], pitch values apart, and ends the
     * copy. Any thread may call it, once, while the part exists. */
    void (*copy_finish)(struct frame_copy *copy, float *const to[SHOWN_FIELDS], ptrdiff_t pitch);
} common_kernels;

/* What the rest of Spate needs of a scheme's kernels: the first member of the scheme's own table.
 * All but isa and limiting may be NULL. */
typedef struct scheme_kernels {
    const char *isa;
    /* Allocates and frees part->scheme_work, after and before the common kernels do. 0:
     * no memory. */
    int (*prepare)(grid_part *part, int threads);
    void (*dispose)(grid_part *part);
    /* After a push of these groups. 0: no memory on the device. */
    int (*pushed)(grid_part *part, unsigned groups);
    /* Sets clock->rate from Q^n and wakes every tile. NULL: the rate is that of `limiting`. */
    void (*scan)(grid_part *part);
    /* Wakes every tile: an exchange has changed cells of the part. NULL: none ever sleeps. */
    void (*wake)(grid_part *part);
    /* Largest cell rate of Q^n in the image, and the first cell in order of rows that has it. */
    double (*limiting)(const grid_part *part, int *i, int *j);
    /* Fills the fields of ROLE_SHOWN from the state. */
    void (*show)(grid_part *part);
    /* Replaces the common kernel. */
    void (*maxima)(grid_part *part, int begin);
    /* Waits until the clock of the image is that of the device. NULL: kernels are done when they
     * return. */
    void (*await)(grid_part *part);
    /* Brings tile_awake of the image up to date; 0: the device has failed. NULL: it is. */
    int (*awake)(grid_part *part);
    /* Makes many steps of a part without neighbours: until t_stop, a failure, or `steps` steps. It
     * may return earlier, after at least one attempt. */
    void (*advance)(grid_part *part, int64_t steps);
} scheme_kernels;

/* The table of a scheme whose step is a few explicit stages, each after an exchange
 * (flow_attempt_stages). begin and finish may be clock_begin and clock_finish of
 * common/step_clock.h. */
typedef struct stage_kernels {
    scheme_kernels base;
    /* Chooses dt from clock->rate; forgets the rates of the attempt before. */
    void (*begin)(grid_part *part);
    /* One stage on the tiles of a region. Raises clock->face_rate and, in the last stage,
     * clock->next_rate. Clears CLOCK_STILL where something moves. The ghosts of the slot it reads
     * are valid, except for REGION_INNER. */
    void (*stage)(grid_part *part, part_region region, int stage);
    /* Accepts the step, or sets CLOCK_REDO and a smaller dt. The rates must be those of all
     * parts. */
    void (*finish)(grid_part *part);
} stage_kernels;

#endif
