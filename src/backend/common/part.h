/* A part: a box of cells with its fields, lists and clock, in the memory of one device. */
#ifndef SPATE_BACKEND_COMMON_PART_H
#define SPATE_BACKEND_COMMON_PART_H

#include <stddef.h>
#include <stdint.h>

#include "backend/common/clock.h"
#include "backend/common/face_boundary.h"
#include "backend/common/faces.h"
#include "backend/common/fields.h"
#include "backend/common/shape.h"
#include "backend/common/sources.h"
#include "base/exact_sum.h"
#include "physics/coriolis.h"

typedef enum { BED_CELLS, BED_BILINEAR } bed_model_kind;

/* Which tiles are computed beside those that are not at rest: none; wet ones and their neighbours,
 * while skipped ones copy their state; all in a box around the wet ones. */
typedef enum { SKIP_TILES, SKIP_EARLY_EXIT, SKIP_BOUNDING_BOX } skip_kind;

typedef struct part_params {
    double gravity, theta, dx, dy, cfl;
    double dry_depth;       /* m: a cell or face with less water does not flow */
    double shown_dry_depth; /* m: shallower water is shown without velocity */
    double dt_limit; /* s, finite: from dt_max and from the sources (see physics/time_step.h) */
    double rain;     /* m/s, everywhere and always, beside the series of the sources */
    coriolis_rows coriolis;
    double friction_strength; /* g n^2 or g / C^2 where there is no map */
    bed_model_kind bed_model;
    int friction;   /* FRICTION_NONE ... of physics/friction.h */
    int stages;     /* of a step, 1 or 2: boundaries have a value for each */
    int skip_still; /* tiles at rest are skipped */
    skip_kind skip;
    int even_steps; /* equal steps up to the time where the run stops, no short one at the end */
} part_params;

/* Settings of maxima, where they are tracked (physics/maxima.h). */
typedef struct part_maxima {
    double wet_depth, duration_depth;
    int64_t begun; /* the step at which tracking began; -1 after loading */
    /* Known properties of all cells of a tile; 0: nothing is known. */
    uint8_t *tile_state;
} part_maxima;
enum { TILE_ARRIVED = 1u, TILE_DEEP = 2u, TILE_SHALLOW = 4u };

/* A part on a device with separate memory exists twice: the scheme uses an image in host memory,
 * kernels use the copy of the device. For each of these groups it is known which side is newer. */
enum {
    PART_STATE = 1u << ROLE_STATE,
    PART_SHOWN = 1u << ROLE_SHOWN,
    PART_GROUND = 1u << ROLE_GROUND,   /* with kinds of tiles and parameters */
    PART_SOURCES = 1u << ROLE_FORCING, /* with tables and cells of inflows with their accounts */
    PART_MAXIMA = 1u << ROLE_MAXIMA,
    PART_LISTS = 64u, /* boundaries, listed faces with their accounts */
    PART_ROWS = 512u, /* shape and lists, when rows have moved between parts */
    PART_ALL = PART_STATE | PART_GROUND | PART_SOURCES | PART_MAXIMA | PART_LISTS,
    PART_BEFORE = 256u, /* slots of the step before, of fields with FIELD_KEPT_BEFORE */
    PART_FAILED = 128u  /* to the image of the state: the result of a failed step */
};

/* Ghosts that are cells of the same part (periodic edges): offsets in values. */
typedef struct ghost_box {
    ptrdiff_t to, from;
    int nx, ny;
} ghost_box;

struct part_device;
struct common_kernels;
struct scheme_kernels;

typedef struct grid_part {
    part_shape shape;
    part_params params;
    spate_clock *clock;
    const field_info *fields; /* of the scheme: field_count rows */
    int field_count;
    /* Cell (0, 0) of a field's slot; NULL: not allocated. Slots that a field does not have are its
     * slot 0. */
    void *field[PART_FIELDS][PART_SLOTS];
    uint8_t *codes; /* field[FIELD_CODES][0] */
    part_sources sources;
    uint8_t *tile_edged; /* 1: some face the tile's stencil sees is closed */
    /* A tile at rest, with all its neighbours, is not computed: nothing would change, and all slots
     * have its values already. 1: some cell was not at rest, in this stage or in the
     * previous step. */
    uint8_t *tile_moving[2], *tile_moved;
    uint8_t *tile_awake; /* 1: the last stage computed the tile, so its cells may have changed */
    part_maxima maxima;
    double *tile_face_rate, *tile_cell_rate; /* of the stage that computed the tile last */
    boundary_list boundary_x, boundary_y;
    /* Boundaries as a whole; shared by the parts of a rank. */
    face_boundary *boundaries;
    int boundary_count;
    uint8_t *tile_forced;   /* 1: a boundary or source acts on the tile; it is never at rest */
    int64_t tiles_computed; /* by the last stage */
    const struct part_device *device;
    const struct common_kernels *common;
    const struct scheme_kernels *kernels; /* first member of the scheme's own table */
    void *work;                           /* of the common kernels */
    void *scheme_work;                    /* of the scheme's kernels */
    void *own;                            /* of the scheme */
    int shown_valid;                      /* fields of ROLE_SHOWN are those of the state */
    /* Parts with a device copy: groups that are newer in this image, and in the device's copy. */
    unsigned newer_here, newer_there;
    const ghost_box *ghosts;
    int ghost_count;
} grid_part;

/* What a state holds (backend/common/survey.h). */
typedef struct water_survey {
    exact_sum energy;     /* m3/s2, summed over cells */
    double speed_squared; /* the largest, m2/s2 */
    double highest;       /* level of water, m; -INFINITY without any */
} water_survey;

/* Bytes of a value of a field, where reals have real_bytes. */
static inline int field_value_bytes(const field_info *f, int real_bytes)
{
    return f->storage == STORED_BYTE ? 1 : f->storage == STORED_F64 ? 8 : real_bytes;
}

/* Slots of a field. Slot 2 is for the stage between, where a step has one. */
static inline int part_slots(const grid_part *p, int field)
{
    const int slots = p->fields[field].slots;
    return slots > STAGE_SLOT && p->params.stages == 1 ? STAGE_SLOT : slots;
}

/* The slots that a stage of a step reads and writes. */
SPATE_BOTH int part_slot_in(const grid_part *p, int stage)
{
    return stage == 0 ? p->clock->now : STAGE_SLOT;
}

SPATE_BOTH int part_slot_out(const grid_part *p, int stage)
{
    return stage + 1 < p->params.stages ? STAGE_SLOT : 1 - p->clock->now;
}

static inline size_t field_pitch_bytes(const grid_part *p, int field)
{
    return (size_t)p->shape.pitch *
           (size_t)field_value_bytes(&p->fields[field], p->shape.real_bytes);
}

/* Bytes from the start of a block to cell (0, 0). */
static inline ptrdiff_t field_origin_bytes(const grid_part *p, int field)
{
    return part_origin(&p->shape) * field_value_bytes(&p->fields[field], p->shape.real_bytes);
}

/* The same from the start of the memory of a field. */
static inline ptrdiff_t field_room_origin_bytes(const grid_part *p, int field)
{
    return field_origin_bytes(p, field) +
           p->shape.rows_below * (ptrdiff_t)field_pitch_bytes(p, field);
}

/* f (1/s) at so many rows north of the south side of row 0, see coriolis_at. */
SPATE_BOTH double part_coriolis(const grid_part *p, double rows)
{
    return coriolis_at(&p->params.coriolis, rows);
}

/* The row of a cell or ghost cell at this offset. */
SPATE_BOTH int part_row_of(ptrdiff_t pitch, int halo, ptrdiff_t offset)
{
    return (int)((offset + halo * (pitch + 1)) / pitch) - halo;
}

/* A value of a field of reals at an offset. */
static inline double part_value(const grid_part *p, const void *field, ptrdiff_t o)
{
    return p->shape.real_bytes == 4 ? (double)((const float *)field)[o]
                                    : ((const double *)field)[o];
}

/* The n-th listed face of a part, those along x first; NULL past the last. */
static inline boundary_face *part_listed_face(const grid_part *p, int n, int *axis)
{
    const int in_x = p->boundary_x.count;
    *axis = n < in_x ? 0 : 1;
    if (n >= in_x + p->boundary_y.count)
        return NULL;
    return n < in_x ? &p->boundary_x.faces[n] : &p->boundary_y.faces[n - in_x];
}

#endif
