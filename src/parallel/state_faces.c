/* Numbers kept by faces, in the state stream. They are sorted by position, so that the stream does
 * not depend on the parts. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "parallel/comm.h"
#include "parallel/state_items.h"

typedef struct face_record {
    int64_t position[4]; /* group, axis, j, i */
    double value[STATE_FACE_VALUES];
} face_record;

static int by_position(const void *a, const void *b)
{
    const face_record *p = a, *q = b;
    for (int k = 0; k < 4; ++k)
        if (p->position[k] != q->position[k])
            return p->position[k] < q->position[k] ? -1 : 1;
    return 0;
}

static face_record record_of(const state_face *f, int values)
{
    face_record r = {.position = {f->group, f->axis, f->j, f->i}};
    for (int k = 0; k < values; ++k)
        r.value[k] = *f->value[k];
    return r;
}

/* The list of all ranks, in progress. */
typedef struct face_list {
    state_stream *stream;
    int values;
    state_face_fn *face_at;
    void *self;
    int64_t *counts; /* by rank */
    int64_t total;
    face_record *records; /* room for all; this rank's come first until they are gathered */
} face_list;

/* Counts the faces of this rank; stores them where there is room. */
static int64_t list_mine(const face_list *l)
{
    int64_t count = 0;
    state_face face;
    for (int part = 0; part < l->stream->part_count; ++part)
        for (int n = 0; l->face_at(l->self, part, n, &face); ++n) {
            if (face.skip)
                continue;
            if (l->records)
                l->records[count] = record_of(&face, l->values);
            ++count;
        }
    return count;
}

static spate_status prepare(face_list *l)
{
    spate_context *ctx = l->stream->ctx;
    const int ranks = comm_size(ctx->comm), rank = comm_rank(ctx->comm);
    l->counts = calloc((size_t)ranks, sizeof *l->counts);
    spate_status status =
        l->counts && (ranks == 1 || comm_reserve(ctx->comm, ranks)) ? SPATE_OK : SPATE_ERROR_MEMORY;
    if (status != SPATE_OK)
        spate_fail(ctx, status, "no memory to list faces");
    SPATE_TRY(comm_agree(ctx, status));
    l->counts[rank] = list_mine(l);
    comm_sum_count(ctx->comm, l->counts, ranks);
    for (int r = 0; r < ranks; ++r)
        l->total += l->counts[r];
    l->records = calloc((size_t)l->total + 1, sizeof *l->records);
    if (!l->records)
        status = fail_memory(ctx, "no memory for %lld faces", (long long)l->total);
    return comm_agree(ctx, status);
}

/* All records on rank 0, sorted. */
static void gather(face_list *l)
{
    comm *c = l->stream->ctx->comm;
    const int rank = comm_rank(c);
    list_mine(l);
    if (rank != 0 && l->counts[rank] > 0)
        comm_send_start(c, l->records, (size_t)l->counts[rank] * sizeof *l->records, 0, 0);
    int64_t next = l->counts[0];
    for (int r = 1; rank == 0 && r < comm_size(c); next += l->counts[r++])
        if (l->counts[r] > 0)
            comm_receive_start(c, l->records + next, (size_t)l->counts[r] * sizeof *l->records, r,
                               0);
    comm_wait_all(c);
    if (rank == 0)
        qsort(l->records, (size_t)l->total, sizeof *l->records, by_position);
}

/* Sets the faces of this rank to the values of the list. */
static spate_status distribute(const face_list *l, const char *name)
{
    state_face face;
    for (int part = 0; part < l->stream->part_count; ++part)
        for (int n = 0; l->face_at(l->self, part, n, &face); ++n) {
            if (face.skip)
                continue;
            const face_record key = record_of(&face, l->values);
            const face_record *found =
                bsearch(&key, l->records, (size_t)l->total, sizeof key, by_position);
            if (!found)
                return fail_data(l->stream->ctx,
                                 "saved state: \"%s\" lacks the face of axis %d at cell (%lld, "
                                 "%lld); set the run up as the one that saved it",
                                 name, face.axis, (long long)face.i, (long long)face.j);
            for (int k = 0; k < l->values; ++k) {
                if (!state_is_number(found->value[k], -INFINITY))
                    return state_bad_number(l->stream, name, found->value[k]);
                *face.value[k] = found->value[k];
            }
        }
    return SPATE_OK;
}

static spate_status move_faces(face_list *l, const char *name)
{
    state_stream *s = l->stream;
    const int root = comm_rank(s->ctx->comm) == 0;
    SPATE_TRY(prepare(l));
    const size_t bytes = (size_t)l->total * sizeof *l->records;
    if (!s->loading)
        gather(l);
    SPATE_TRY(
        state_item(s, STATE_FACES, name, sizeof(double) * (size_t)l->values, (uint64_t)l->total));
    SPATE_TRY(comm_agree(s->ctx, root ? state_move(s, name, l->records, bytes) : SPATE_OK));
    if (!s->loading)
        return SPATE_OK;
    comm_broadcast(s->ctx->comm, l->records, bytes);
    return comm_agree(s->ctx, distribute(l, name));
}

spate_status state_faces(state_stream *s, const char *name, int values, state_face_fn *face_at,
                         void *self)
{
    face_list l = {.stream = s, .values = values, .face_at = face_at, .self = self};
    const spate_status status = move_faces(&l, name);
    free(l.counts);
    free(l.records);
    return status;
}
