/* The kernel table of the Kurganov scheme and the part it works on. */
#ifndef SPATE_BACKEND_KURGANOV_H
#define SPATE_BACKEND_KURGANOV_H

#include "backend/backend.h"
#include "backend/common/face_boundary.h"
#include "backend/common/sources.h"

typedef enum { KP_BED_CELLS, KP_BED_BILINEAR } kp_bed_model;

typedef struct kp_params {
    double gravity, theta, dry_depth, dx, dy, cfl;
    double dt_limit; /* s, finite: from dt_max and from the sources (see physics/time_step.h) */
    double rain;     /* m/s, everywhere and always, beside the series of the sources */
    double coriolis; /* 1/s */
    double friction_strength; /* g n^2 or g / C^2 where there is no map */
    /* ADI alone: m2/s; m above which a face begins to flow; 1: second order in time. */
    double viscosity, flood_depth;
    int extrapolated;
    kp_bed_model bed_model;
    int friction;   /* FRICTION_NONE ... of physics/friction.h */
    int stages;     /* 1 Euler, 2 SSP-RK2; 2 sweeps */
    int skip_still; /* sleeping tiles are skipped */
} kp_params;

enum { KP_H, KP_HU, KP_HV, KP_VARIABLES };
/* Slots 0 and 1 hold Q^n and Q^(n+1) in turn (clock->now says which), slot 2 the stage between. */
enum { KP_SLOTS = 3, KP_STAGE_SLOT = 2, KP_HALO = 2 };

/* What a part remembers of the run, where maxima are tracked (physics/maxima.h): fields of real at cell
 * (0, 0), all NULL where they are not. */
typedef struct kp_maxima {
    void *depth, *speed_squared, *momentum_squared, *arrival, *since, *duration;
    double wet_depth, duration_depth;
    int64_t begun; /* the step at which tracking began; -1 after loading */
    /* What all cells of a tile are, as far as known: 0 is always true. */
    uint8_t *tile_state;
} kp_maxima;
enum { TILE_ARRIVED = 1u, TILE_DEEP = 2u, TILE_SHALLOW = 4u };

typedef struct kp_part {
    part_shape shape;
    kp_params params;
    spate_clock *clock;
    void *state[KP_SLOTS][KP_VARIABLES]; /* real, at cell (0, 0); the slots a run needs */
    void *bed;                           /* real: cell values, or corners if bilinear */
    void *friction;                      /* real: strength per cell, or NULL */
    /* real: water too small to add to h, for Q^n and Q^(n+1); NULL without rain and infiltration */
    void *carry[2];
    kp_sources sources;
    uint8_t *faces;      /* codes, same pitch in bytes as the fields in values */
    uint8_t *tile_edged; /* 1: some face the tile's stencil sees is closed */
    /* A tile at rest, with all its neighbours, is not computed: nothing would change, and all slots
     * hold its values already. 1: some cell was not at rest in this stage; in the step before. */
    uint8_t *tile_moving[2], *tile_moved;
    uint8_t *tile_awake; /* 1: the last stage computed the tile, so its cells may have changed */
    kp_maxima maxima;
    double *tile_face_rate, *tile_cell_rate; /* of the stage that computed the tile last */
    boundary_list boundary_x, boundary_y;
    /* What is known of each boundary as a whole; shared by the parts of a rank. */
    face_boundary *boundaries;
    int boundary_count;
    uint8_t *tile_forced;   /* 1: something outside acts on the tile; it never sleeps */
    int64_t tiles_computed; /* by the last stage */
    void *work;             /* the backend's own: scratch rows, lists of rectangles */
    struct adi_fields *adi; /* of the ADI scheme; NULL for others */
    /* Mirrored backends: groups that are newer in this image, and in the device's copy. */
    unsigned newer_here, newer_there;
    /* Ghosts that are cells of the part itself (periodic edges): offsets in values. */
    const struct ghost_box *ghosts;
    int ghost_count;
} kp_part;

/* Fields as reports show them (physics/shown.h). */
typedef enum { KP_SHOW_DEPTH, KP_SHOW_VELOCITY_X, KP_SHOW_VELOCITY_Y, KP_SHOWN } kp_shown;
struct kp_copy;

/* What a state holds (backend/common/survey.h): energy, m3/s2 summed over cells; the largest square of a speed, m2/s2; the highest
 * level of water, m, -INFINITY without any. */
typedef struct kp_survey {
    exact_sum energy;
    double speed_squared, highest;
} kp_survey;

typedef struct ghost_box {
    ptrdiff_t to, from;
    int nx, ny;
} ghost_box;

SPATE_BOTH int kp_slot_in(const kp_part *p, int stage)
{
    return stage == 0 ? p->clock->now : KP_STAGE_SLOT;
}

SPATE_BOTH int kp_slot_out(const kp_part *p, int stage)
{
    return stage + 1 < p->params.stages ? KP_STAGE_SLOT : 1 - p->clock->now;
}

typedef struct kp_kernels {
    const char *isa;
    /* Allocates and frees part->work. Returns 0 where there is no memory. */
    int (*prepare)(kp_part *part, int threads);
    void (*dispose)(kp_part *part);
    /* Sets clock->rate from Q^n and wakes every tile. */
    void (*scan)(spate_queue *queue, kp_part *part);
    /* Chooses dt from clock->rate; forgets the rates of the attempt before. */
    void (*begin)(spate_queue *queue, kp_part *part);
    /* Adds the conveyance of a boundary's faces in Q^n, and conveyance times level (see
     * face_boundary.h). */
    void (*conveyance)(spate_queue *queue, kp_part *part, int boundary, exact_sum sums[2]);
    /* One Runge-Kutta stage on the tiles of a region; raises clock->face_rate and, in the last
     * stage, clock->next_rate. Ghosts of the slot it reads must be valid (not for REGION_INNER). */
    void (*stage)(spate_queue *queue, kp_part *part, part_region region, int stage);
    /* Accepts the step, or sets CLOCK_REDO and a smaller dt; the rates must be those of all parts. */
    void (*finish)(spate_queue *queue, kp_part *part);
    /* Sums over the active cells, m (order-free): of depth with what is carried, and of what has
     * infiltrated. */
    void (*sum)(spate_queue *queue, kp_part *part, exact_sum *depth);
    /* Largest cell rate of Q^n, and the first cell in order of rows that has it. */
    double (*limiting)(spate_queue *queue, const kp_part *part, int *i, int *j);
    /* Raises the maxima to those of Q^n, in the tiles that the last stage computed (after a scan: in
     * all). begin: forgets what was and starts with Q^n. */
    void (*maxima)(spate_queue *queue, kp_part *part, int begin);
    void (*sum_infiltrated)(spate_queue *queue, kp_part *part, exact_sum *depth);
    /* Adds Q^n to a survey. lowest: the bed that heights are measured from; film: shallower water counts as this deep, m. */
    void (*survey)(spate_queue *queue, kp_part *part, double lowest, double film, kp_survey *out);

    /* Mirrored backends alone; NULL elsewhere. The clock of the image is that of the device whenever a
     * call returns. */
    /* Brings newer_here to the device; 0: no memory there. */
    int (*push)(kp_part *part);
    /* Brings these groups to the image. */
    void (*pull)(kp_part *part, unsigned groups);
    /* A field of the state in the memory that kernels see, for exchanges. */
    void *(*state_field)(const kp_part *part, int slot, int variable);
    /* Many steps without a look at the clock, of a part that has no neighbour: until t_stop, a failure,
     * or `steps` steps, whichever is first; it may return earlier, with at least one attempt made. */
    void (*advance)(spate_queue *queue, kp_part *part, int64_t steps);
    /* Values of a field of Q^n at some cells, by offset; without bringing the whole to the image. */
    void (*read_cells)(const kp_part *part, int variable, const ptrdiff_t *offsets, int count,
                       double *values);
    double (*fastest)(spate_queue *queue, kp_part *part); /* m/s */
    /* Waits until the clock of the image is that of the device; needed after the last stage and after finish,
     * which return at once. NULL: they do not. */
    void (*await)(kp_part *part);
    /* Q^n as it is now, on its way to the host while steps go on: fields is a set of 1 << kp_shown. NULL: no
     * room, take it from the image. */
    struct kp_copy *(*copy_start)(kp_part *part, unsigned fields);
    /* Writes the rows of each field that was asked for to to[kp_shown], pitch values apart, and ends the copy.
     * From any thread, once, while the part is there. */
    void (*copy_finish)(struct kp_copy *copy, float *const to[KP_SHOWN], ptrdiff_t pitch);
} kp_kernels;

#endif
