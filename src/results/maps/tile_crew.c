/* Threads, each with a packer. */
#include "results/maps/tile_crew.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_THREADS = 16 };

/* What one thread works with. */
typedef struct tile_hand {
    tile_packer *packer;
    void *values[MOST_TILE_VARIABLES], *spare;
    void *bytes[MOST_TILE_VARIABLES]; /* packed */
    packed_tile packed[MOST_TILE_VARIABLES];
} tile_hand;

static int hand_open(tile_hand *h, const tile_job *job)
{
    const size_t values = tiling_values(job->tiles);
    *h = (tile_hand){.packer = tile_packer_create(values, job->value_bytes),
                     .spare = malloc(values * job->value_bytes)};
    int ok = h->packer && h->spare;
    for (int v = 0; v < job->variables && ok; ++v) {
        h->values[v] = malloc(values * job->value_bytes);
        h->bytes[v] = malloc(tile_packer_room(h->packer));
        ok = h->values[v] && h->bytes[v];
    }
    return ok;
}

static void hand_close(tile_hand *h)
{
    tile_packer_free(h->packer);
    free(h->spare);
    for (int v = 0; v < MOST_TILE_VARIABLES; ++v) {
        free(h->values[v]);
        free(h->bytes[v]);
    }
}

static void pack(tile_hand *h, const tile_job *job, tile_place at)
{
    job->make(job->user, at, h->values, h->spare);
    for (int v = 0; v < job->variables; ++v) {
        packed_tile *p = &h->packed[v];
        p->form = tile_pack(h->packer, h->values[v], 0, &p->bytes, &p->count);
        if (p->form == TILE_ZERO && job->packs_zeros)
            p->form = tile_pack(h->packer, h->values[v], 1, &p->bytes, &p->count);
        if (p->count > 0)
            p->bytes = memcpy(h->bytes[v], p->bytes, p->count);
    }
}

static tile_place place_of(const tile_job *job, int64_t n)
{
    const int64_t nx = job->tiles->count_x, of_layer = nx * job->tiles->count_y;
    return (tile_place){(int)(n / of_layer), n % of_layer % nx, n % of_layer / nx};
}

tile_outcome tile_crew_work(const tile_job *job)
{
    const int64_t layers = job->layers > 0 ? job->layers : 1;
    const int64_t count = layers * job->tiles->count_x * job->tiles->count_y;
    int threads = job->threads < MOST_THREADS ? job->threads : MOST_THREADS;
    threads = threads < 1 ? 1 : threads > count ? (int)count : threads;
    tile_outcome outcome = TILES_TAKEN; /* changes in order of the tiles */
#pragma omp parallel num_threads(threads)
    {
        tile_hand h;
        const int ready = hand_open(&h, job);
#pragma omp for ordered schedule(dynamic, 1)
        for (int64_t n = 0; n < count; ++n) {
            if (ready)
                pack(&h, job, place_of(job, n));
#pragma omp ordered
            {
                if (!ready && outcome == TILES_TAKEN)
                    outcome = TILES_NO_MEMORY;
                if (outcome == TILES_TAKEN && !job->take(job->user, place_of(job, n), h.packed))
                    outcome = TILES_REFUSED;
            }
        }
        hand_close(&h);
    }
    return outcome;
}
