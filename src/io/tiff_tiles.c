/* Tiles of a GeoTIFF: cut, differenced, packed in parallel; written in order. */
#include "io/tiff_tiles.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "io/byte_packer.h"
#include "io/new_file.h"
#include "io/tiff_head.h"

/* What one thread works with. */
typedef struct tile_hand {
    byte_packer *packer;
    float *values;
    unsigned char *bytes, *row; /* of the whole tile; of one of its rows before it is differenced */
    float alike;                /* the value of the last tile that had one value alone */
    int has_alike;
    const void *packed;
    size_t count;
} tile_hand;

typedef struct tiff_job {
    const raster_rows *rows;
    tiff_head head;
    uint64_t *offsets, *sizes;
    FILE *out;
    uint64_t end; /* of what is written */
} tiff_job;

static int hand_open(tile_hand *h, const tiff_head *head)
{
    const size_t values = (size_t)(head->tile_x * head->tile_y);
    *h = (tile_hand){.packer = byte_packer_create(4 * values, 1),
                     .values = malloc(4 * values),
                     .bytes = malloc(4 * values),
                     .row = malloc(4 * (size_t)head->tile_x)};
    return h->packer && h->values && h->bytes && h->row;
}

static void hand_close(tile_hand *h)
{
    byte_packer_free(h->packer);
    free(h->values);
    free(h->bytes);
    free(h->row);
}

/* Rows of the file come from the north. Beyond the edges of the map the last value goes on: it packs best. */
static void cut_tile(const tiff_job *job, uint64_t x, uint64_t y, float *values)
{
    const tiff_head *t = &job->head;
    const uint64_t from = x * t->tile_x;
    const uint64_t cells = t->nx - from < t->tile_x ? t->nx - from : t->tile_x;
    for (uint64_t j = 0; j < t->tile_y; ++j) {
        float *row = values + j * t->tile_x;
        const uint64_t from_north = y * t->tile_y + j;
        if (from_north >= t->ny) {
            memcpy(row, row - t->tile_x, (size_t)t->tile_x * sizeof *row);
            continue;
        }
        job->rows->read(job->rows->user, (long long)from, (long long)(t->ny - 1 - from_north),
                        (int)cells, row);
        for (uint64_t i = cells; i < t->tile_x; ++i)
            row[i] = row[cells - 1];
    }
}

/* Predictor 3 of TIFF (technical note 3): in each row the highest bytes of all values, then the next ones, then
 * differences of neighbouring bytes. */
static void difference(const float *values, size_t n, unsigned char *row, unsigned char *to)
{
    for (size_t k = 0; k < n; ++k) {
        uint32_t bits;
        memcpy(&bits, &values[k], sizeof bits);
        row[k] = (unsigned char)(bits >> 24);
        row[n + k] = (unsigned char)(bits >> 16);
        row[2 * n + k] = (unsigned char)(bits >> 8);
        row[3 * n + k] = (unsigned char)bits;
    }
    to[0] = row[0];
    for (size_t k = 1; k < 4 * n; ++k)
        to[k] = (unsigned char)(row[k] - row[k - 1]);
}

static int pack_tile(tile_hand *h, const tiff_head *t)
{
    const size_t nx = (size_t)t->tile_x, values = nx * (size_t)t->tile_y;
    const int alike = memcmp(h->values, h->values + 1, 4 * (values - 1)) == 0;
    if (alike && h->has_alike && memcmp(h->values, &h->alike, 4) == 0)
        return 1; /* packed already */
    h->has_alike = alike;
    h->alike = h->values[0];
    for (size_t j = 0; j < (size_t)t->tile_y; ++j)
        difference(h->values + j * nx, nx, h->row, h->bytes + 4 * nx * j);
    byte_packer_begin(h->packer);
    return byte_packer_add(h->packer, h->bytes, 4 * values) &&
           byte_packer_end(h->packer, &h->packed, &h->count);
}

static int put_tile(tiff_job *job, uint64_t tile, const tile_hand *h)
{
    job->offsets[tile] = job->end;
    job->sizes[tile] = h->count;
    job->end += h->count;
    return fwrite(h->packed, 1, h->count, job->out) == h->count;
}

static tiff_outcome put_all(tiff_job *job, int threads)
{
    const uint64_t across = (job->head.nx + job->head.tile_x - 1) / job->head.tile_x;
    const int64_t tiles = (int64_t)job->head.offsets.count;
    tiff_outcome outcome = TIFF_WRITTEN;
    int error = 0;
    threads = threads < 1 ? 1 : threads > tiles ? (int)tiles : threads;
#pragma omp parallel num_threads(threads)
    {
        tile_hand h;
        const int ready = hand_open(&h, &job->head);
#pragma omp for ordered schedule(dynamic, 1)
        for (int64_t n = 0; n < tiles; ++n) {
            int packed = 0;
            if (ready) {
                cut_tile(job, (uint64_t)n % across, (uint64_t)n / across, h.values);
                packed = pack_tile(&h, &job->head);
            }
#pragma omp ordered
            {
                if (!packed && outcome == TIFF_WRITTEN)
                    outcome = TIFF_NO_MEMORY;
                if (outcome == TIFF_WRITTEN && !put_tile(job, (uint64_t)n, &h)) {
                    outcome = TIFF_REFUSED;
                    error = errno;
                }
            }
        }
        hand_close(&h);
    }
    errno = error;
    return outcome;
}

static tiff_outcome write_tiles(tiff_job *job, int threads)
{
    const size_t tiles = (size_t)job->head.offsets.count;
    job->offsets = malloc(tiles * sizeof *job->offsets);
    job->sizes = malloc(tiles * sizeof *job->sizes);
    tiff_outcome outcome = job->offsets && job->sizes ? TIFF_WRITTEN : TIFF_NO_MEMORY;
    if (outcome == TIFF_WRITTEN && fseeko(job->out, 0, SEEK_END) != 0)
        outcome = TIFF_REFUSED;
    job->end = outcome == TIFF_WRITTEN ? (uint64_t)ftello(job->out) : 0;
    if (outcome == TIFF_WRITTEN)
        outcome = put_all(job, threads);
    if (outcome == TIFF_WRITTEN && !(tiff_table_write(job->out, &job->head.offsets, job->offsets) &&
                                     tiff_table_write(job->out, &job->head.sizes, job->sizes)))
        outcome = TIFF_REFUSED;
    free(job->offsets);
    free(job->sizes);
    return outcome;
}

tiff_outcome tiff_tiles_write(const char *file, const raster_rows *rows, int threads)
{
    tiff_job job = {.rows = rows};
    byte_packer *possible = byte_packer_create(1, 1);
    byte_packer_free(possible);
    job.out = possible ? own_file_open(file) : NULL;
    if (!job.out)
        return possible ? TIFF_REFUSED : TIFF_NOT_OURS;
    tiff_outcome outcome =
        tiff_head_read(job.out, &job.head) ? write_tiles(&job, threads) : TIFF_NOT_OURS;
    if (fclose(job.out) != 0 && outcome == TIFF_WRITTEN)
        outcome = TIFF_REFUSED;
    return outcome;
}
