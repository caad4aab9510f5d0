/* Fields of a part. A scheme declares its fields once, as a table of field_info. Allocation,
 * memory counts, halo exchange, checkpoints, the device's copy of a part and reading for output
 * follow from the table; none of them knows a scheme. */
#ifndef SPATE_BACKEND_COMMON_FIELDS_H
#define SPATE_BACKEND_COMMON_FIELDS_H

#include <stdint.h>

/* Where a field has its values. Face and corner i lie at the west (south) of cell i. */
typedef enum { AT_CELL, AT_FACE_X, AT_FACE_Y, AT_CORNER } field_location;

typedef enum { STORED_REAL, STORED_F64, STORED_BYTE } field_storage;

/* Which side of a part with a device copy has the newer values is known for each role. */
typedef enum {
    ROLE_STATE,   /* changes with every step */
    ROLE_SHOWN,   /* what readers see, made from the state when they ask (scheme_kernels.show) */
    ROLE_GROUND,  /* bed, friction, codes */
    ROLE_FORCING, /* maps of sources */
    ROLE_MAXIMA,
    ROLE_SCRATCH /* of the kernels; has no meaning between steps */
} field_role;

enum {
    FIELD_KEPT = 1u,         /* a checkpoint keeps slot `now` */
    FIELD_KEPT_BEFORE = 2u,  /* and the other of slots 0 and 1, the step before */
    FIELD_LATER = 4u,        /* allocated when it is first needed, not with the part */
    FIELD_NOT_NEGATIVE = 8u, /* a checkpoint with a negative value is refused */
    FIELD_EXCHANGED = 16u    /* its ghosts are filled by halo exchange */
};

typedef struct field_info {
    const char *name; /* in checkpoints and messages; NULL: the scheme has no such field */
    uint8_t location; /* field_location */
    uint8_t slots;    /* time slots: 0 and 1 hold Q^n and Q^(n+1) in turn, 2 the stage between */
    uint8_t storage;  /* field_storage */
    uint8_t role;     /* field_role */
    unsigned flags;
} field_info;

/* Fields of every scheme, by number. Depth and momentum at cells are what readers see: a scheme
 * that steps with them declares them as state, others fill them when asked. A scheme's own fields
 * follow. */
enum {
    FIELD_DEPTH,
    FIELD_MOMENTUM_X,
    FIELD_MOMENTUM_Y,
    FIELD_BED,
    FIELD_FRICTION, /* strength per cell; without it that of part_params */
    FIELD_CODES,    /* uint8_t: CELL_INACTIVE and face codes */
    FIELD_CARRY,    /* m of water too small to add to the depth */
    /* Maxima (physics/maxima.h): */
    FIELD_MAX_DEPTH,
    FIELD_MAX_SPEED_SQUARED,
    FIELD_MAX_MOMENTUM_SQUARED,
    FIELD_ARRIVAL,
    FIELD_DEEP_SINCE,
    FIELD_DURATION,
    /* Sources: */
    FIELD_RAIN_MAP,     /* m/s */
    FIELD_CONDUCTIVITY, /* m/s */
    FIELD_SUCTION,      /* m; with Green-Ampt alone, as the next */
    FIELD_DEFICIT,
    FIELD_INFILTRATED, /* m, f64 in every precision */
    FIELD_AIR,         /* air pressure in m of water, of an earlier (slot 0) and a later time */
    COMMON_FIELDS,
    PART_FIELDS = 40 /* room for twenty-one more of a scheme's own */
};
enum { STATE_VARIABLES = 3, MAXIMA_FIELDS = 6, PART_SLOTS = 3, STAGE_SLOT = 2 };

/* The rows of depth and momentum in a scheme whose state they are, with so many slots. */
#define CELL_STATE_ROW(text, slots, flags)                                                         \
    {                                                                                              \
        text, AT_CELL, slots, STORED_REAL, ROLE_STATE, FIELD_KEPT | FIELD_EXCHANGED | (flags)      \
    }
#define CELL_STATE_ROWS(slots)                                                                     \
    [FIELD_DEPTH] = CELL_STATE_ROW("depth", slots, FIELD_NOT_NEGATIVE),                            \
    [FIELD_MOMENTUM_X] = CELL_STATE_ROW("momentum x", slots, 0),                                   \
    [FIELD_MOMENTUM_Y] = CELL_STATE_ROW("momentum y", slots, 0)

/* The rows of the common fields but depth, momentum and carried rain. */
#define COMMON_FIELD_ROWS                                                                          \
    [FIELD_BED] = {"bed", AT_CELL, 1, STORED_REAL, ROLE_GROUND, 0},                                \
    [FIELD_FRICTION] = {"friction", AT_CELL, 1, STORED_REAL, ROLE_GROUND, FIELD_LATER},            \
    [FIELD_CODES] = {"face codes", AT_CELL, 1, STORED_BYTE, ROLE_GROUND, 0},                       \
    [FIELD_CARRY] =                                                                                \
        {"carried rain", AT_CELL, 2, STORED_REAL, ROLE_STATE, FIELD_LATER | FIELD_KEPT},           \
    [FIELD_INFILTRATED] = {"infiltrated", AT_CELL,    2,                                           \
                           STORED_F64,    ROLE_STATE, FIELD_LATER | FIELD_KEPT},                   \
    [FIELD_MAX_DEPTH] = {"largest depth",                                                          \
                         AT_CELL,                                                                  \
                         1,                                                                        \
                         STORED_REAL,                                                              \
                         ROLE_MAXIMA,                                                              \
                         FIELD_LATER | FIELD_KEPT | FIELD_NOT_NEGATIVE},                           \
    [FIELD_MAX_SPEED_SQUARED] = {"largest speed", AT_CELL,     1,                                  \
                                 STORED_REAL,     ROLE_MAXIMA, FIELD_LATER | FIELD_KEPT},          \
    [FIELD_MAX_MOMENTUM_SQUARED] = {"largest momentum", AT_CELL,     1,                            \
                                    STORED_REAL,        ROLE_MAXIMA, FIELD_LATER | FIELD_KEPT},    \
    [FIELD_ARRIVAL] = {"arrival", AT_CELL, 1, STORED_REAL, ROLE_MAXIMA, FIELD_LATER | FIELD_KEPT}, \
    [FIELD_DEEP_SINCE] = {"deep since", AT_CELL,     1,                                            \
                          STORED_REAL,  ROLE_MAXIMA, FIELD_LATER | FIELD_KEPT},                    \
    [FIELD_DURATION] =                                                                             \
        {"duration", AT_CELL, 1, STORED_REAL, ROLE_MAXIMA, FIELD_LATER | FIELD_KEPT},              \
    [FIELD_RAIN_MAP] = {"rain map", AT_CELL, 1, STORED_REAL, ROLE_FORCING, FIELD_LATER},           \
    [FIELD_CONDUCTIVITY] = {"conductivity", AT_CELL, 1, STORED_REAL, ROLE_FORCING, FIELD_LATER},   \
    [FIELD_SUCTION] = {"suction", AT_CELL, 1, STORED_REAL, ROLE_FORCING, FIELD_LATER},             \
    [FIELD_DEFICIT] = {"deficit", AT_CELL, 1, STORED_REAL, ROLE_FORCING, FIELD_LATER}

#endif
