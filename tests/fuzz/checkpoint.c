/* Any bytes as a checkpoint, or as the JSON of its cursor, are read or refused. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* fmemopen */
#endif
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/sha256.h"
#include "results/checkpoint/checkpoint_file.h"
#include "results/checkpoint/cursor.h"
#include "results/record/json_flat.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

/* An accepted cursor has valid numbers. */
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

/* The writer keeps its memory: allocating four megabytes for each input would be most of the
 * work. */
static void wrap(const unsigned char *data, size_t size, FILE *out)
{
    static checkpoint_writer w;
    if (!w.piece && !checkpoint_begin(&w, out))
        abort();
    w = (checkpoint_writer){.out = out, .piece = w.piece, .sum = CHECKSUM64_START};
    rewind(out);
    if (fwrite("SPATECP1", 1, 8, out) != 8 || !checkpoint_put(&w, data, size) ||
        !checkpoint_end_piece(&w) || !checkpoint_put(&w, data, size / 2) || !checkpoint_end(&w))
        abort();
    fclose(out);
}

/* The bytes as the cursor in a valid container, so that checksums do not reveal mutations. They
 * must be read back. */
static void read_wrapped(const unsigned char *data, size_t size)
{
    char *bytes = NULL, back[64];
    size_t length = 0;
    FILE *out = open_memstream(&bytes, &length);
    if (!out)
        abort();
    wrap(data, size, out);
    FILE *in = fmemopen(bytes, length, "rb");
    checkpoint_reader r;
    if (!in || !checkpoint_read_begin(&r, in))
        abort();
    const size_t some = size < sizeof back ? size : sizeof back;
    if (size > 0 && (!checkpoint_get(&r, back, some) || memcmp(back, data, some) != 0))
        abort();
    checkpoint_reader_free(&r);
    rewind(in);
    read_all(in);
    fclose(in);
    free(bytes);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
    use_cursor((const char *)data, size);
    read_wrapped(data, size);
    FILE *in = size > 0 ? fmemopen((void *)(uintptr_t)data, size, "rb") : NULL;
    if (!in)
        return 0;
    read_all(in);
    rewind(in);
    checkpoint_reader r;
    const int whole = checkpoint_read_begin(&r, in) && checkpoint_verify(&r);
    if (whole && r.wrong)
        abort();
    checkpoint_reader_free(&r);
    fclose(in);
    return 0;
}
