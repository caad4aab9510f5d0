/* The contract between schemes and backends. A backend owns memory and loops; it sees base/, physics/
 * and this folder's headers only. A scheme fills the structures below, once, for every backend.
 *
 * Every kernel takes (queue, part, region, clock) and returns at once where the backend is
 * asynchronous; the CPU backend is done when it returns. dt is never an argument: it is in the clock. */
#ifndef SPATE_BACKEND_BACKEND_H
#define SPATE_BACKEND_BACKEND_H

#include <stddef.h>
#include <stdint.h>

#include "base/exact_sum.h"

/* The global tile grid, in cells: partition cuts, dry skipping and classification all use it. */
#define SPATE_TILE_X 32
#define SPATE_TILE_Y 8

/* Lives in the memory of its part, written by kernels. t is f64 in every precision. */
typedef struct spate_clock {
    double t, dt, t_stop;
    double rate;      /* largest cell rate of the state Q^n, 1/s: dt = cfl / rate */
    double next_rate; /* the same for the state being written */
    double
        face_rate; /* largest face rate of this attempt: dt * face_rate <= 1 keeps it stable and depths
                         positive. Infinite if a depth came out negative for another reason, or NaN. */
    double first_face_rate; /* the same of the first stage alone */
    double rain_depth;      /* m that have fallen everywhere since the start */
    double rain_map_depth;  /* m from rain maps, summed over all active cells of all ranks */
    double rain_amount;     /* m that fall everywhere in this attempt */
    double wind[2][2];      /* stress over density of each stage, to the east and north, m2/s2 */
    int64_t step, redone;
    int32_t now; /* slot of Q^n: 0 or 1 */
    uint32_t flags;
} spate_clock;

enum { CLOCK_REDO = 1u, CLOCK_FAILED = 2u };

/* Size and layout of a part, shared by all its fields. A field pointer addresses cell (0, 0); ghosts
 * have negative indices or indices from nx on. There is room for one more column and row of values
 * in the north-east, for corners. */
typedef struct part_shape {
    int nx, ny, halo;
    ptrdiff_t pitch; /* values from one row to the next */
    int tiles_x, tiles_y;
    /* Sides (west, east, south, north) whose ghosts another part fills. */
    uint8_t linked[4];
    int place; /* where the part is computed: one of the backend's, where it has any */
} part_shape;

/* Which tiles a kernel visits: all; those that need no ghosts; the others. */
typedef enum { REGION_ALL, REGION_INNER, REGION_RIM } part_region;

/* Codes of the west and south face of every cell, and whether the cell is active: one byte each. */
enum {
    FACE_WEST_CLOSED = 1u,  /* no way through: wall unless claimed */
    FACE_WEST_CLAIMED = 2u, /* closed, and its flux is made by the list of faces */
    FACE_SOUTH_CLOSED = 4u,
    FACE_SOUTH_CLAIMED = 8u,
    CELL_INACTIVE = 16u,
    /* Not claimed: an outer face that is a wall by name. Claimed: the slope runs on outside (kp_beyond). */
    FACE_WEST_WALLED = 32u,
    FACE_WEST_RUNS_ON = 32u,
    FACE_SOUTH_WALLED = 64u,
    FACE_SOUTH_RUNS_ON = 64u,
};

/* Faces whose flux is not what two cells make of it, and faces that are measured. */
typedef enum {
    FACE_OPEN,      /* coefficient: elevation of the ground at the face, were its slope to go on */
    FACE_LEVEL,     /* value: level, relative to the datum; memory: slow velocity, if absorbing */
    FACE_WAVE,      /* value: level of the incoming wave; coefficient: still level */
    FACE_DISCHARGE, /* value: m2/s into the grid; depth: of what comes in, where it is given */
    FACE_NORMAL_DEPTH, /* coefficient: sqrt(slope) / n */
    FACE_OUTFALL,      /* a free overfall: what the water gives at critical depth */
    FACE_CREST,        /* inside the grid; coefficient: elevation of the crest */
    FACE_PROBE         /* measured only; coefficient: 1 or -1, the direction that counts */
} face_kind;

typedef struct boundary_face {
    int i, j;       /* the face is the west (axis x) or south (axis y) face of this cell */
    int8_t outward; /* 1: outside lies to the east or north; -1: to the west or south; 0: inside */
    uint8_t kind;   /* face_kind */
    int owner;      /* number of the boundary or section, -1 for none */
    double coefficient;
    double station;  /* level and wave: place between the series of several stations */
    double value[2]; /* of the stages of the step in progress */
    double depth[2]; /* discharge: m of the water that comes in; 0: as the water inside has it */
    double stage_mass[2];  /* of the attempt: mass flux, m2/s, positive eastward/northward */
    double stage_speed[2]; /* absorbing: outward velocity at the face */
    double memory;         /* absorbing: the same, averaged over the boundary's absorbing time */
    double volume;         /* m3 that have left since the start (negative: entered), or passed */
    double entered;        /* m3 of it that came in */
    double shortfall;      /* m3 asked for and not there */
    double flow;           /* m3/s of the last step, as volume */
} boundary_face;

/* Faces of one axis, sorted by row j, then i, probes last; rows run from 0 to ny (x: to ny - 1). */
typedef struct boundary_list {
    boundary_face *faces;
    int *row_start; /* ny + 2 entries */
    int count;
} boundary_list;

/* A part whose backend has a memory of its own exists twice: the scheme sees an image in host memory, the
 * kernels work on their copy of it. These groups tell which side has the newer values of what. */
enum {
    PART_STATE = 1u,   /* h, hu, hv, what is carried and infiltrated, of Q^n */
    PART_GROUND = 2u,  /* bed, friction, codes, kinds of tiles, parameters */
    PART_LISTS = 4u,   /* boundaries, listed faces with their accounts */
    PART_SOURCES = 8u, /* tables, maps, cells of inflows with their accounts */
    PART_MAXIMA = 16u,
    PART_ALL = 31u,
    PART_FAILED = 32u /* to the image of the state: what a failed step would have given */
};

/* Opaque: a stream of a GPU, nothing on the CPU. */
typedef struct spate_queue spate_queue;

struct kp_kernels;
struct adi_kernels;
struct tri_device;
struct compact_device;
struct tri_cut_device;
struct spate_backend;

/* Ghosts that travel between places, and to and from the host, while kernels run. Between depart and arrive
 * nothing may read the ghosts, or change the cells that are sent. Pitches and rows are in bytes. */
typedef struct spate_transfers {
    /* Copies that are asked for next begin when all that kernels have been told so far is done. */
    void (*depart)(const struct spate_backend *backend);
    /* From a part at one place to a part at another, or between a part and a message: then both are its own. */
    void (*copy)(int to_place, void *to, size_t to_pitch, int from_place, const void *from,
                 size_t from_pitch, size_t row_bytes, size_t rows);
    /* Waits until all copies are done: messages may be sent, and filled anew. */
    void (*settle)(const struct spate_backend *backend);
    /* Kernels that are asked for next begin when all copies are done. */
    void (*arrive)(const struct spate_backend *backend);
    /* Messages of a place: in host memory that devices reach (pinned), or on the device. NULL: no memory. */
    void *(*message_alloc)(int place, size_t bytes, int on_device);
    void (*message_free)(void *message, int on_device);
} spate_transfers;

typedef struct spate_backend {
    const char *name;
    /* Memory in the space of the backend: zeroed row by row by the threads that will use it. */
    void *(*alloc)(size_t pitch_bytes, size_t rows);
    void (*release)(void *block);
    /* Bytes that parts can still get, at all places together; 0 if unknown. */
    double (*available)(const struct spate_backend *backend);
    /* Copies a box of rows between pitched blocks of parts at one place, in order with their kernels. */
    void (*copy_box)(spate_queue *queue, void *to, size_t to_pitch, const void *from,
                     size_t from_pitch, size_t row_bytes, size_t rows);
    /* Kernel tables by precision (32, 64); NULL where there is none. isa may be "auto". */
    const struct kp_kernels *(*kurganov)(int precision, const char *isa);
    const struct adi_kernels *(*adi)(int precision, const char *isa);
    /* 1: what alloc gives is the image of a part; the kernels have a copy of their own. */
    int mirrored;
    /* What went wrong on the device, for good; NULL: nothing. May be NULL itself. */
    const char *(*trouble)(void);
    /* Bytes per second, read plus written, of a copy of so many bytes within the memory that kernels see;
     * 0 where there is no room for two such blocks. NULL where that memory is the host's. */
    double (*copy_bandwidth)(const struct spate_backend *backend, double bytes);
    /* Where parts are computed: devices, each with its own order of work. NULL and 0: in the host's memory. */
    const int *places;
    int place_count;
    const spate_transfers *transfers; /* NULL where there are no places */
    /* Tridiagonal solvers in the memory of the device (tridiag_device.h); NULL where there are none. */
    const struct tri_device *(*tridiag)(void);
    /* Compact differences there (compact_device.h); NULL where there are none. */
    const struct compact_device *(*compact)(void);
    /* The same of lines cut over parts (tridiag_cut.h). */
    const struct tri_cut_device *(*tridiag_cut)(void);
} spate_backend;

extern const spate_backend spate_backend_cpu;
extern const spate_backend spate_backend_reference;

#endif
