/* The persistent state of a run as a stream of bytes on rank 0, the same for any parts, ranks and
 * threads. One list of calls serves saving and loading: whoever owns state names it once, in a
 * function that gets the stream (scheme_ops.persist, spate_save), and each call writes the item or
 * reads it back.
 *
 *     state_cells(s, "infiltrated", 8, &parts->infiltrated[now], sizeof *parts);  a field
 *     state_block(s, "steps", &clock.step, sizeof clock.step);                    same on all ranks
 *     state_faces(s, "listed faces", 5, face_at, self);                           values of faces
 *     state_same(s, "wet_depth", wet_depth);                                      must be equal
 *
 * Every item is preceded by its name and size, so that a stream which does not fit the run is
 * refused with the name of what differs. Numbers that no run has (NaN, infinite, beyond 2^63, a
 * negative depth) are refused too, whatever the checksums around the stream say. Nothing is ever
 * allocated by what a stream says. After a failed load the state is of no use until it is loaded
 * again. All calls are collective. */
#ifndef SPATE_PARALLEL_STATE_STREAM_H
#define SPATE_PARALLEL_STATE_STREAM_H

#include "grid/grid.h"

typedef struct state_stream {
    spate_context *ctx;
    const grid *grid;
    const partition *partition;
    const part_shape *(*shape)(void *scheme, int local_part);
    void *scheme;
    int part_count; /* of this rank */
    int loading;    /* on every rank */
    spate_write_fn write;
    spate_read_fn read;
    void *user;
} state_stream;

/* Begins and ends the stream: magic, version, byte order. */
spate_status state_begin(state_stream *s);
spate_status state_end(state_stream *s);

/* A number or text of the run that must be the same when loading. */
spate_status state_same(state_stream *s, const char *name, double value);
spate_status state_same_text(state_stream *s, const char *name, const char *value);

/* Bytes that are the same on every rank (and part); when loading every rank gets them. */
spate_status state_block(state_stream *s, const char *name, void *data, size_t bytes);

/* The same for numbers, which are checked. */
spate_status state_numbers(state_stream *s, const char *name, double *values, int count);

/* A field of reals: *first points to cell (0, 0) of the first local part, the next part's pointer
 * lies `stride` bytes on. Cells only, no ghosts. */
spate_status state_cells(state_stream *s, const char *name, size_t value_bytes, void *const *first,
                         size_t stride);
/* The same where no value may be negative. */
spate_status state_depths(state_stream *s, const char *name, size_t value_bytes, void *const *first,
                          size_t stride);

/* Numbers kept by faces or by some cells, identified by their position in the grid. */
enum { STATE_FACE_VALUES = 6 };
typedef struct state_face {
    int group;    /* distinguishes lists that may hold the same face */
    int axis;     /* 0, 1; 2: the cell itself */
    int64_t i, j; /* global */
    int skip;     /* nothing to save, or another part saves it */
    double *value[STATE_FACE_VALUES];
} state_face;
/* The n-th face of a local part. Returns 0 past the last. If two parts list a face, one of them
 * must skip it. */
typedef int state_face_fn(void *self, int local_part, int n, state_face *face);
spate_status state_faces(state_stream *s, const char *name, int values, state_face_fn *face_at,
                         void *self);

#endif
