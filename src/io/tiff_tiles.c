/* Tiles of a GeoTIFF are cut, differenced and packed in parallel, and written in order. */
#include "io/tiff_tiles.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "io/byte_packer.h"
#include "io/new_file.h"
#include "io/tiff_head.h"

/* The memory of one thread. */
typedef struct tile_worker {
    byte_packer *packer;
    float *values;
    unsigned char *bytes, *row; /* of the whole tile; of one of its rows before it is differenced */
    float alike;                /* the value of the last tile with a single value */
    int has_alike;
    const void *packed;
    size_t count;
} tile_worker;

typedef struct tiff_job {
    const raster_rows *rows;
    tiff_head head;
    uint64_t *offsets, *sizes;
    FILE *out;
    uint64_t end; /* of what is written */
} tiff_job;

static int worker_open(tile_worker *w, const tiff_head *head)
{
    const size_t values = (size_t)(head->tile_x * head->tile_y);
    *w = (tile_worker){.packer = byte_packer_create(4 * values, 1),
                       .values = malloc(4 * values),
                       .bytes = malloc(4 * values),
                       .row = malloc(4 * (size_t)head->tile_x)};
    return w->packer && w->values && w->bytes && w->row;
}

static void worker_close(tile_worker *w)
{
    byte_packer_free(w->packer);
    free(w->values);
    free(w->bytes);
    free(w->row);
}

/* Rows of the file start in the north. Beyond the edges of the map the last value is repeated,
 * which packs best. */
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

/* Predictor 3 of TIFF (technical note 3): in each row the highest bytes of all values, then the
 * next ones, then differences of neighbouring bytes. */
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

static int pack_tile(tile_worker *w, const tiff_head *t)
{
    const size_t nx = (size_t)t->tile_x, values = nx * (size_t)t->tile_y;
    const int alike = memcmp(w->values, w->values + 1, 4 * (values - 1)) == 0;
    if (alike && w->has_alike && memcmp(w->values, &w->alike, 4) == 0)
        return 1; /* packed already */
    w->has_alike = alike;
    w->alike = w->values[0];
    for (size_t j = 0; j < (size_t)t->tile_y; ++j)
        difference(w->values + j * nx, nx, w->row, w->bytes + 4 * nx * j);
    byte_packer_begin(w->packer);
    return byte_packer_add(w->packer, w->bytes, 4 * values) &&
           byte_packer_end(w->packer, &w->packed, &w->count);
}

static int put_tile(tiff_job *job, uint64_t tile, const tile_worker *w)
{
    job->offsets[tile] = job->end;
    job->sizes[tile] = w->count;
    job->end += w->count;
    return fwrite(w->packed, 1, w->count, job->out) == w->count;
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
        tile_worker w;
        const int ready = worker_open(&w, &job->head);
#pragma omp for ordered schedule(dynamic, 1)
        for (int64_t n = 0; n < tiles; ++n) {
            int packed = 0;
            if (ready) {
                cut_tile(job, (uint64_t)n % across, (uint64_t)n / across, w.values);
                packed = pack_tile(&w, &job->head);
            }
#pragma omp ordered
            {
                if (!packed && outcome == TIFF_WRITTEN)
                    outcome = TIFF_NO_MEMORY;
                if (outcome == TIFF_WRITTEN && !put_tile(job, (uint64_t)n, &w)) {
                    outcome = TIFF_WRITE_FAILED;
                    error = errno;
                }
            }
        }
        worker_close(&w);
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
        outcome = TIFF_WRITE_FAILED;
    job->end = outcome == TIFF_WRITTEN ? (uint64_t)ftello(job->out) : 0;
    if (outcome == TIFF_WRITTEN)
        outcome = put_all(job, threads);
    if (outcome == TIFF_WRITTEN && !(tiff_table_write(job->out, &job->head.offsets, job->offsets) &&
                                     tiff_table_write(job->out, &job->head.sizes, job->sizes)))
        outcome = TIFF_WRITE_FAILED;
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
        return possible ? TIFF_WRITE_FAILED : TIFF_UNSUPPORTED;
    tiff_outcome outcome =
        tiff_head_read(job.out, &job.head) ? write_tiles(&job, threads) : TIFF_UNSUPPORTED;
    if (fclose(job.out) != 0 && outcome == TIFF_WRITTEN)
        outcome = TIFF_WRITE_FAILED;
    return outcome;
}
