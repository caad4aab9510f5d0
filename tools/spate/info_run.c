/* What a checkpoint and the folder of a run hold. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/context.h"
#include "info.h"
#include "results/checkpoint/checkpoint_file.h"
#include "run_folder.h"

/* ---- checkpoint ---- */

/* The saved state describes itself: a name, a kind, the size and number of values, then the values
 * (parallel/state_stream.c). Only the small items at its beginning are read here. */
typedef struct item {
    char name[48];
    uint32_t kind, value_bytes;
    uint64_t count;
} item;

enum { MOST_ITEMS = 64, LARGEST_ITEM = 256, STREAM_HEAD = 16 };

static int is_number(const item *it)
{
    return it->value_bytes * it->count == sizeof(double);
}

static void put_item(info_out *o, const item *it, const char *data)
{
    static const char *const numbers[][2] = {{"precision", "precision"},
                                             {"nx", "cells_x"},
                                             {"ny", "cells_y"},
                                             {"dx", "dx"},
                                             {"dy", "dy"},
                                             {"time step", "time_step"}};
    double value;
    int64_t count;
    if (strcmp(it->name, "scheme") == 0) {
        char name[65];
        snprintf(name, sizeof name, "%.64s", data);
        info_text(o, "scheme", name);
    }
    if (strcmp(it->name, "steps") == 0 && is_number(it)) {
        memcpy(&count, data, sizeof count);
        info_integer(o, "steps", count);
    }
    for (size_t n = 0; n < sizeof numbers / sizeof *numbers; ++n)
        if (strcmp(it->name, numbers[n][0]) == 0 && is_number(it)) {
            memcpy(&value, data, sizeof value);
            info_real(o, numbers[n][1], value, n >= 3 && n <= 4 ? "m" : n == 5 ? "s" : "");
        }
}

static void put_state(checkpoint_reader *r, info_out *o)
{
    char data[LARGEST_ITEM + 1] = "";
    if (!checkpoint_get(r, data, STREAM_HEAD) || memcmp(data, "SPATEst", 7) != 0)
        return;
    for (int n = 0; n < MOST_ITEMS; ++n) {
        item it;
        if (!checkpoint_get(r, &it, sizeof it))
            return;
        it.name[sizeof it.name - 1] = '\0';
        if (it.value_bytes > LARGEST_ITEM || it.count > LARGEST_ITEM ||
            it.value_bytes * it.count > LARGEST_ITEM)
            return; /* a field: no small item that is wanted follows it */
        memset(data, 0, sizeof data);
        if (!checkpoint_get(r, data, it.value_bytes * it.count))
            return;
        put_item(o, &it, data);
    }
}

static void put_cursor(checkpoint_reader *r, info_out *o)
{
    uint32_t length = 0;
    const char *first = checkpoint_first_piece(r, &length);
    json_flat cursor = {0};
    if (first && json_flatten(first, length, &cursor)) {
        const char *t = json_flat_get(&cursor, "t"), *frames = json_flat_get(&cursor, "frames");
        info_real(o, "time", t ? strtod(t, NULL) : NAN, "s");
        info_integer(o, "frames", frames ? atoll(frames) : 0);
    }
    json_flat_free(&cursor);
}

spate_status info_checkpoint(spate_context *ctx, const char *file, info_out *o)
{
    FILE *in = fopen(file, "rb");
    if (!in)
        return fail_data(ctx, "%s: %s", file, strerror(errno));
    struct stat about;
    checkpoint_reader r = {0};
    info_text(o, "kind", "checkpoint");
    if (stat(file, &about) == 0)
        info_integer(o, "bytes", about.st_size);
    if (checkpoint_read_begin(&r, in)) {
        put_cursor(&r, o);
        put_state(&r, o);
    }
    const int whole = !r.wrong && checkpoint_verify(&r);
    info_text(o, "state", whole ? "sound" : r.wrong ? r.wrong : "not whole");
    checkpoint_reader_free(&r);
    fclose(in);
    return SPATE_OK;
}

/* ---- results ---- */

static void put_key(info_out *o, const run_folder *f, const char *key, const char *name)
{
    info_text(o, name, run_folder_text(f, key));
}

static void put_files(info_out *o, const run_folder *f)
{
    info_open(o, "files");
    for (int n = 0;; ++n) {
        char key[32], file[4096];
        struct stat about;
        snprintf(key, sizeof key, "files[%d]", n);
        const char *name = run_folder_text(f, key);
        if (!name)
            break;
        if (stat(run_folder_file(f, name, file, sizeof file), &about) == 0)
            info_item(o, "%s %.6g MB", name, 1e-6 * (double)about.st_size);
    }
    info_close(o);
}

static spate_status put_checkpoints(spate_context *ctx, info_out *o, const run_folder *f)
{
    name_list names;
    SPATE_TRY(run_folder_list(ctx, f, "checkpoints", ".spc", &names));
    if (names.count > 0)
        info_integer(o, "checkpoints", names.count);
    name_list_free(&names);
    return SPATE_OK;
}

spate_status info_folder(spate_context *ctx, const char *file, info_out *o)
{
    run_folder f;
    SPATE_TRY(run_folder_open(ctx, file, &f));
    if (f.run.count == 0) {
        run_folder_close(&f);
        return fail_data(ctx, "%s has no run.json: it is not the folder of a run (CASE.out)", file);
    }
    char title[200];
    info_text(o, "kind", "results of a run");
    info_text(o, "title", run_folder_title(&f, title, sizeof title));
    put_key(o, &f, "status", "status");
    put_key(o, &f, "started", "started");
    put_key(o, &f, "written", "written");
    info_date(o, "simulated_from", run_folder_start(&f));
    info_real(o, "simulated_until", run_folder_number(&f, "statistics.t", UNIT_TIME, NAN), "s");
    info_real(o, "end", run_folder_number(&f, "statistics.end", UNIT_TIME, NAN), "s");
    put_key(o, &f, "solver.cells_x", "cells_x");
    put_key(o, &f, "solver.cells_y", "cells_y");
    put_key(o, &f, "statistics.steps", "steps");
    put_key(o, &f, "statistics.frames", "frames");
    put_key(o, &f, "solver.backend", "backend");
    put_key(o, &f, "machine.cpu", "machine");
    put_key(o, &f, "spate.version", "spate");
    info_real(o, "volume_now", run_folder_number(&f, "water_balance_m3.now", UNIT_NONE, NAN), "m3");
    info_real(o, "balance_error",
              run_folder_number(&f, "water_balance_m3.relative_error", UNIT_NONE, NAN), "");
    const spate_status status = put_checkpoints(ctx, o, &f);
    put_files(o, &f);
    run_folder_close(&f);
    return status;
}
