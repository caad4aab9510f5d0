/* Any bytes as a checkpoint: read or refused, never more than that. The first byte chooses what the others are:
 * the file as it is; the cursor of a file whose checksums are right; changes to the saved state of a small run,
 * which must then be refused, or go on without harm. */
#define _GNU_SOURCE /* fmemopen */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "results/checkpoint_file.h"
#include "results/cursor.h"
#include "results/json_flat.h"
#include "spate/spate.h"
#include "tape.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

/* ---- the file as it is ---- */

/* A cursor that is taken has numbers that can be counted with. */
static void use_cursor(const char *text, size_t length)
{
    json_flat flat;
    checkpoint_cursor c;
    if (!json_flatten(text, length, &flat))
        return;
    if (!cursor_read(&flat, &c)) {
        const double frames = (double)c.frames;
        if (c.frames < 0 || (int64_t)frames != c.frames || !isfinite(c.t) || c.last_map > c.t ||
            c.last_series > c.t)
            abort();
        for (size_t k = 0; k < flat.count; ++k)
            if (cursor_count(flat.entries[k].value, INT64_MAX) < -1)
                abort();
    }
    json_flat_free(&flat);
}

static void read_all(FILE *in)
{
    checkpoint_reader r;
    unsigned char some[777];
    uint32_t length = 0;
    if (checkpoint_read_begin(&r, in)) {
        const char *first = checkpoint_first_piece(&r, &length);
        if (first)
            use_cursor(first, length);
        while (first && checkpoint_get(&r, some, sizeof some))
            continue;
    }
    checkpoint_reader_free(&r);
}

static void read_file(const void *data, size_t size)
{
    FILE *in = size > 0 ? fmemopen((void *)(uintptr_t)data, size, "rb") : NULL;
    if (!in)
        return;
    read_all(in);
    rewind(in);
    checkpoint_reader r;
    const int whole = checkpoint_read_begin(&r, in) && checkpoint_verify(&r);
    if (whole && r.wrong)
        abort();
    checkpoint_reader_free(&r);
    fclose(in);
}

/* ---- the cursor of a whole file ---- */

static void read_wrapped(const unsigned char *data, size_t size)
{
    static char bytes[1 << 16];
    checkpoint_writer w;
    if (size == 0 || size > sizeof bytes - 200)
        return;
    FILE *out = fmemopen(bytes, sizeof bytes, "wb");
    if (!out || !checkpoint_begin(&w, out) || !checkpoint_put(&w, data, size) ||
        !checkpoint_end(&w))
        abort();
    const long length = ftell(out);
    fclose(out);
    checkpoint_writer_free(&w);
    read_file(bytes, (size_t)length);
}

/* ---- the state ---- */

static double bed(double x, double y, void *user)
{
    (void)user;
    return 0.1 * x + 0.05 * y;
}

static spate_context *ctx;
static spate_sim *sim;
static tape saved;

/* 8 x 6 cells with all that has a memory: an open edge, rain, maxima. */
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

static void load_changed(const unsigned char *data, size_t size)
{
    if (!sim)
        make_run();
    tape copy = {.bytes = malloc(saved.size), .size = saved.size, .room = saved.size};
    double depths[48];
    if (!copy.bytes)
        return;
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
        spate_advance_steps(sim, 2); /* ends, one way or the other */
    }
    free(copy.bytes);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
    if (size == 0)
        return 0;
    switch (data[0] % 3) {
    case 0: read_file(data + 1, size - 1); break;
    case 1: read_wrapped(data + 1, size - 1); break;
    default: load_changed(data + 1, size - 1); break;
    }
    return 0;
}
