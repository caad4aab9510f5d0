/* Any bytes as a checkpoint, and as the JSON of its cursor: read or refused, never more than that. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* fmemopen */
#endif
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "results/checkpoint_file.h"
#include "results/json_flat.h"
#include "results/sha256.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

static void read_all(FILE *in)
{
    checkpoint_reader r;
    unsigned char some[777];
    uint32_t length = 0;
    json_flat cursor;
    if (checkpoint_read_begin(&r, in)) {
        const char *first = checkpoint_first_piece(&r, &length);
        if (first && json_flatten(first, length, &cursor))
            json_flat_free(&cursor);
        while (first && checkpoint_get(&r, some, sizeof some))
            continue;
    }
    checkpoint_reader_free(&r);
}

/* The writer keeps its memory from one input to the next: four megabytes anew each time would be most of the work. */
static void wrap(const unsigned char *data, size_t size, FILE *out)
{
    static checkpoint_writer w;
    const size_t first = size / 2;
    if (!w.piece && !checkpoint_begin(&w, out))
        abort();
    w = (checkpoint_writer){.out = out, .piece = w.piece, .sum = CHECKSUM64_START};
    rewind(out);
    if (fwrite("SPATECP1", 1, 8, out) != 8 || !checkpoint_put(&w, data, first) ||
        !checkpoint_end_piece(&w) || !checkpoint_put(&w, data + first, size - first) ||
        !checkpoint_end(&w))
        abort();
    fclose(out);
}

/* The bytes in a sound container: mutations that no checksum gives away. What was put in comes out. */
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
    json_flat flat;
    if (json_flatten((const char *)data, size, &flat))
        json_flat_free(&flat);
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
