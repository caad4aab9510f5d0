/* Maps: the solver's thread copies a frame, the writer's thread packs it into a segment. */
#include <errno.h>
#include <stdlib.h>

#include "base/memory.h"
#include "parallel/comm.h"
#include "results/folder/files.h"
#include "results/maps/maps_assemble.h"
#include "results/maps/segment.h"
#include "results/run_state.h"

int results_has_maps(const results *r)
{
    return SPATE_HAVE_NETCDF && r->plan->maps_every > 0 && r->plan->maps != 0;
}

spate_status snapshots_create(results *r)
{
    const size_t cells = (size_t)(r->plan->grid.nx * r->plan->grid.ny);
    const int velocity = (r->plan->maps & MAP_VELOCITY) != 0;
    if (!results_has_maps(r))
        return SPATE_OK;
    int ok = 1;
    for (int k = 0; ok && k < SNAPSHOTS; ++k) {
        snapshot *s = &r->snapshots[k];
        s->owner = r;
        s->depth = memory_alloc(cells * sizeof *s->depth);
        s->u = velocity ? memory_alloc(cells * sizeof *s->u) : NULL;
        s->v = velocity ? memory_alloc(cells * sizeof *s->v) : NULL;
        ok = s->depth && (!velocity || (s->u && s->v));
    }
    if (!ok)
        return fail_memory(r->ctx, "no memory for snapshots of %zu cells", cells);
    char *folder = path_join(r->plan->folder, "segments");
    const int made = folder ? folder_make_own(folder) : -1;
    const spate_status status =
        made == 0 ? SPATE_OK : file_failed(r->ctx, folder ? folder : "segments", errno);
    free(folder);
    return status;
}

void snapshots_free(results *r)
{
    for (int k = 0; k < SNAPSHOTS; ++k) {
        memory_free(r->snapshots[k].depth);
        memory_free(r->snapshots[k].u);
        memory_free(r->snapshots[k].v);
    }
}

/* On the writer's thread. */
static spate_status write_segment(spate_context *ctx, void *user)
{
    const snapshot *s = user;
    results *r = s->owner;
    const spate_status arrived = spate_frame_wait(s->frame, ctx);
    if (!ctx || arrived != SPATE_OK)
        return arrived;
    const map_frame frame = {.index = s->index,
                             .t = s->t,
                             .wet_depth = r->plan->wet_depth,
                             .bed = r->bed,
                             .depth = s->depth,
                             .u = s->u,
                             .v = s->v};
    char *file = segment_path(r->plan->folder, s->index);
    if (!file)
        return fail_memory(ctx, "no memory to write a map");
    uint64_t bytes = 0;
    const spate_status status =
        segment_write(ctx, file, &r->tiles, r->plan->maps, &frame, r->packers, &bytes);
    r->bytes += bytes;
    free(file);
    return status;
}

/* On rank 0: one that is already written, preferably the first, because memory that was never
 * touched costs page faults. Otherwise waits for the one that was posted first. */
static snapshot *choose(results *r)
{
    snapshot *first = &r->snapshots[0];
    if (r->rank != 0)
        return first;
    for (int k = 0; k < SNAPSHOTS; ++k) {
        snapshot *s = &r->snapshots[k];
        if (writer_has_done(r->writer, s->ticket))
            return s;
        first = s->ticket < first->ticket ? s : first;
    }
    r->waited += writer_wait(r->writer, first->ticket);
    return first;
}

spate_status snapshot_take(results *r, double t)
{
    snapshot *s = choose(r);
    static const spate_field_name fields[] = {SPATE_DEPTH, SPATE_VELOCITY_X, SPATE_VELOCITY_Y};
    float *const values[] = {s->depth, s->u, s->v};
    const int count = r->plan->maps & MAP_VELOCITY ? 3 : 1;
    SPATE_TRY(spate_frame_start(r->sim, count, fields, values, &s->frame));
    s->index = r->frames++;
    s->t = t;
    spate_status status = SPATE_OK;
    if (r->rank == 0)
        status = writer_post(r->writer, r->ctx, write_segment, s, &s->ticket);
    return comm_agree(r->ctx, status);
}
