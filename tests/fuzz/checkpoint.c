/* Any bytes as a checkpoint, and as the JSON of its cursor: read or refused, never more than that. */
#define _GNU_SOURCE /* fmemopen */
#include <stdio.h>
#include <stdlib.h>

#include "results/checkpoint_file.h"
#include "results/json_flat.h"

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

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
    json_flat flat;
    if (json_flatten((const char *)data, size, &flat))
        json_flat_free(&flat);
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
