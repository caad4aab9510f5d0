/* The saved state of a small run with any changes, behind checksums that are right: refused, or a
 * run that goes on without harm. Its bytes are changes: a place (2 bytes, as a part of the whole),
 * how many bytes (1), the bytes. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "spate/spate.h"
#include "tape.h"

static double bed(double x, double y, void *user)
{
    (void)user;
    return 0.1 * x + 0.05 * y;
}

static spate_context *ctx;
static spate_sim *sim;
static tape saved;

/* 8 x 6 cells with everything that has a state: an open edge, rain, maxima. */
static void make_run(void)
{
    spate_options opt;
    spate_options_default(&opt);
    opt.nx = 8, opt.ny = 6;
    opt.dx = opt.dy = 1;
    opt.threads = 1;
    opt.precision = 64;
    opt.rain = 1e-4;
    opt.edges[SPATE_EAST] = SPATE_OPEN;
    if (spate_context_create(&ctx) != SPATE_OK || spate_sim_create(ctx, &opt, &sim) != SPATE_OK ||
        spate_set_bed(sim, bed, NULL) != SPATE_OK ||
        spate_track_maxima(sim, 0.01, 0.1) != SPATE_OK || spate_advance_steps(sim, 5) != SPATE_OK ||
        spate_save(sim, tape_write, &saved) != SPATE_OK)
        abort();
}

/* Changes: place (2 bytes, as a part of the whole), how many bytes (1), the bytes. */
static void change(tape *t, const unsigned char *data, size_t size)
{
    while (size >= 4) {
        const size_t at = (data[0] + 256u * data[1]) * t->size / 65536;
        size_t count = 1 + data[2] % 8;
        count = count < size - 3 ? count : size - 3;
        count = count < t->size - at ? count : t->size - at;
        memcpy(t->bytes + at, data + 3, count);
        data += 3 + count;
        size -= 3 + count;
    }
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
    if (!sim)
        make_run();
    tape copy = {.bytes = malloc(saved.size), .size = saved.size, .room = saved.size};
    double depths[48];
    if (!copy.bytes)
        return 0;
    memcpy(copy.bytes, saved.bytes, saved.size);
    change(&copy, data, size);
    if (spate_load(sim, tape_read, &copy) == SPATE_OK) {
        if (spate_get_field(sim, SPATE_DEPTH, depths) != SPATE_OK)
            abort();
        for (int k = 0; k < 48; ++k)
            if (!(depths[k] >= 0 && isfinite(depths[k])))
                abort();
        spate_stats stats;
        spate_get_stats(sim, &stats);
        spate_advance_steps(sim, 2); /* must end */
    }
    free(copy.bytes);
    return 0;
}
