/* A target on its seeds and on mutations of them, the same in every run, without libFuzzer: a few
 * thousand executions for every build and its sanitizers. Usage: fuzz_smoke_NAME NAME COUNT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "fuzz.h"

enum { MOST_SEEDS = 64 };

static struct {
    uint8_t *bytes;
    size_t size;
} seeds[MOST_SEEDS];
static int seed_count;

static void load_seeds(const char *target)
{
    static uint8_t out[FUZZ_SEED_ROOM];
    for (size_t size; seed_count < MOST_SEEDS && (size = fuzz_seed(target, seed_count, out)) > 0;
         ++seed_count) {
        seeds[seed_count].bytes = malloc(size);
        if (!seeds[seed_count].bytes)
            exit(1);
        memcpy(seeds[seed_count].bytes, out, size);
        seeds[seed_count].size = size;
    }
}

/* One change; the size after it. */
static size_t mutate(uint8_t *bytes, size_t size)
{
    static const char *const words[] = {"-1", "1e308", "nan", "4294967296", "\"", "[",
                                        "<",  "\n",    ""};
    const size_t at = (size_t)draw_below((int)size), left = size - at;
    const size_t some =
        (size_t)draw_below(16) < left ? (size_t)draw_below((int)left) % 16 : left / 2;
    switch (draw_below(6)) {
    case 0: bytes[at] ^= (uint8_t)(1 << draw_below(8)); return size;
    case 1: bytes[at] = (uint8_t)draw_below(256); return size;
    case 2: memmove(bytes + at, bytes + at + some, left - some); return size - some;
    case 3: memmove(bytes + at, bytes + (size_t)draw_below((int)(size - some)), some); return size;
    case 4: return at > 1 && draw_below(8) == 0 ? at : size; /* cut off */
    default: {
        const char *word = words[draw_below(9)];
        const size_t length = strlen(word);
        if (length > left)
            return size;
        memcpy(bytes + at, word, length);
        return size;
    }
    }
}

int main(int argc, char **argv)
{
    if (argc != 3)
        return 2;
    load_seeds(argv[1]);
    const int count = atoi(argv[2]);
    static uint8_t room[FUZZ_SEED_ROOM];
    for (int n = 0; n < seed_count; ++n)
        LLVMFuzzerTestOneInput(seeds[n].bytes, seeds[n].size);
    for (int n = 0; n < count && seed_count > 0; ++n) {
        const int from = draw_below(seed_count);
        size_t size = seeds[from].size;
        memcpy(room, seeds[from].bytes, size);
        for (int changes = 1 + draw_below(4); changes > 0 && size > 1; --changes)
            size = mutate(room, size);
        uint8_t *exact = malloc(size + 1); /* of its own size: reading past its end is found */
        if (!exact)
            return 1;
        memcpy(exact, room, size);
        LLVMFuzzerTestOneInput(exact, size);
        free(exact);
    }
    printf("%d seeds and %d mutations of them: nothing found\n", seed_count, count);
    return seed_count > 0 ? 0 : 1;
}
