/* Packs tiles, with one packer for each thread. */
#include "results/maps/tile_threads.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_THREADS = 16 };

/* The memory of one thread. */
typedef struct tile_worker {
    tile_packer *packer;
    void *values[MOST_TILE_VARIABLES], *spare;
    void *bytes[MOST_TILE_VARIABLES]; /* packed */
    packed_tile packed[MOST_TILE_VARIABLES];
} tile_worker;

static int worker_open(tile_worker *w, const tile_job *job)
{
    const size_t values = tiling_values(job->tiles);
    *w = (tile_worker){.packer = tile_packer_create(values, job->value_bytes),
                       .spare = malloc(values * job->value_bytes)};
    int ok = w->packer && w->spare;
    for (int v = 0; v < job->variables && ok; ++v) {
        w->values[v] = malloc(values * job->value_bytes);
        w->bytes[v] = malloc(tile_packer_room(w->packer));
        ok = w->values[v] && w->bytes[v];
    }
    return ok;
}

static void worker_close(tile_worker *w)
{
    tile_packer_free(w->packer);
    free(w->spare);
    for (int v = 0; v < MOST_TILE_VARIABLES; ++v) {
        free(w->values[v]);
        free(w->bytes[v]);
    }
}

static void pack(tile_worker *w, const tile_job *job, tile_place at)
{
    job->make(job->user, at, w->values, w->spare);
    for (int v = 0; v < job->variables; ++v) {
        packed_tile *p = &w->packed[v];
        p->form = tile_pack(w->packer, w->values[v], 0, &p->bytes, &p->count);
        if (p->form == TILE_ZERO && job->packs_zeros)
            p->form = tile_pack(w->packer, w->values[v], 1, &p->bytes, &p->count);
        if (p->count > 0)
            p->bytes = memcpy(w->bytes[v], p->bytes, p->count);
    }
}

static tile_place place_of(const tile_job *job, int64_t n)
{
    const int64_t nx = job->tiles->count_x, of_layer = nx * job->tiles->count_y;
    return (tile_place){(int)(n / of_layer), n % of_layer % nx, n % of_layer / nx};
}

tile_outcome tiles_pack(const tile_job *job)
{
    const int64_t layers = job->layers > 0 ? job->layers : 1;
    const int64_t count = layers * job->tiles->count_x * job->tiles->count_y;
    int threads = job->threads < MOST_THREADS ? job->threads : MOST_THREADS;
    threads = threads < 1 ? 1 : threads > count ? (int)count : threads;
    tile_outcome outcome = TILES_WRITTEN; /* changed in the order of the tiles */
#pragma omp parallel num_threads(threads)
    {
        tile_worker w;
        const int ready = worker_open(&w, job);
#pragma omp for ordered schedule(dynamic, 1)
        for (int64_t n = 0; n < count; ++n) {
            if (ready)
                pack(&w, job, place_of(job, n));
#pragma omp ordered
            {
                if (!ready && outcome == TILES_WRITTEN)
                    outcome = TILES_NO_MEMORY;
                if (outcome == TILES_WRITTEN && !job->write(job->user, place_of(job, n), w.packed))
                    outcome = TILES_WRITE_FAILED;
            }
        }
        worker_close(&w);
    }
    return outcome;
}
