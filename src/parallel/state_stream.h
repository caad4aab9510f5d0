/* The persistent state of a run as a stream of bytes on rank 0, the same for any parts, ranks and
 * threads. One list of calls serves saving and loading: whoever owns state names it once, in a function
 * that gets the stream (scheme_ops.persist, spate_save), and each call writes the item or reads it back.
 *
 *     state_cells(s, "infiltrated", 8, &parts->infiltrated[now], sizeof *parts);   a field
 *     state_block(s, "rain", &clock.rain_depth, sizeof clock.rain_depth);          same on all ranks
 *     state_exact(s, "shortfall", &parts->shortfall, sizeof *parts, part_count);   a sum over parts
 *     state_faces(s, "boundary faces", 2, face_at, self);                          values of faces
 *     state_same(s, "wet_depth", wet_depth);                                       must be equal
 *
 * Every item is preceded by its name and size, so that a stream which does not fit the run is refused
 * with the name of what differs. Nothing is ever allocated by what a stream says. After a failed load
 * the state is of no use until it is loaded again. All calls are collective. */
#ifndef SPATE_PARALLEL_STATE_STREAM_H
#define SPATE_PARALLEL_STATE_STREAM_H

#include "base/exact_sum.h"
#include "grid/grid.h"

typedef struct state_stream {
    spate_context *ctx;
    const grid *grid;
    const partition *partition;
    const spate_backend *backend;
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

/* A field: *first points to cell (0, 0) of the first local part, the next part's pointer lies `stride`
 * bytes on. Cells only, no ghosts. */
spate_status state_cells(state_stream *s, const char *name, size_t value_bytes, void *const *first,
                         size_t stride);

/* A sum kept by part: the total is saved; when loading, the first part of rank 0 gets it and the others
 * get zero. first of the local parts, the others `stride` bytes apart. */
spate_status state_exact(state_stream *s, const char *name, exact_sum *first, size_t stride);

/* Numbers kept by faces, known by their place in the grid. */
enum { STATE_FACE_VALUES = 5 };
typedef struct state_face {
    int group, axis; /* group: tells apart lists that may hold the same face */
    int64_t i, j;    /* global */
    double *value[STATE_FACE_VALUES];
} state_face;
/* The n-th face of a local part; 0 past the last. A face that two parts list must be given by one. */
typedef int state_face_fn(void *self, int local_part, int n, state_face *face);
spate_status state_faces(state_stream *s, const char *name, int values, state_face_fn *face_at,
                         void *self);

#endif
