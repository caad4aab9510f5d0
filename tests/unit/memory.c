/* Aligned memory, row pitches, first touch. */
#include "base/memory.h"

#include <stdint.h>

#include "check.h"

static void blocks_are_aligned_and_usable_to_the_end(void)
{
    const size_t sizes[] = {0,
                            1,
                            127,
                            128,
                            129,
                            4096,
                            100000,
                            ((size_t)2 << 20) - 1,
                            (size_t)2 << 20,
                            ((size_t)4 << 20) + 1};
    for (size_t n = 0; n < sizeof sizes / sizeof *sizes; ++n) {
        char *block = memory_alloc(sizes[n]);
        CHECK(block != NULL);
        if (!block)
            continue;
        CHECK((uintptr_t)block % SPATE_ALIGNMENT == 0);
        memset(block, 0x5a, sizes[n]);
        CHECK(sizes[n] == 0 || block[sizes[n] - 1] == 0x5a);
        memory_free(block);
    }
    memory_free(NULL);
}

/* A size that cannot be rounded up must not become small. */
static void an_impossible_size_gives_no_block(void)
{
    CHECK(memory_alloc(SIZE_MAX) == NULL);
    CHECK(memory_alloc(SIZE_MAX - 1000) == NULL);
}

/* Of eight fields, more than an 8-way cache of 64 sets would keep at one place, no two begin in the
 * same set. */
static void large_blocks_begin_in_different_sets_of_a_cache(void)
{
    enum { FIELDS = 8, SETS = 64, LINE = 64 };
    char *blocks[FIELDS];
    int in_set[SETS] = {0}, most = 0;
    for (int n = 0; n < FIELDS; ++n) {
        blocks[n] = memory_alloc((size_t)2 << 20);
        int *const count = &in_set[(uintptr_t)blocks[n] / LINE % SETS];
        most = ++*count > most ? *count : most;
    }
    CHECK(most == 1);
    for (int n = 0; n < FIELDS; ++n)
        memory_free(blocks[n]);
}

/* Large enough, aligned, at most one alignment more than needed to be off the multiples of 1
 * KiB. */
static void pitch_is_the_smallest_one_off_powers_of_two(void)
{
    for (size_t bytes = 0; bytes < 70000; ++bytes) {
        const size_t pitch = memory_pitch(bytes), least = (bytes + 127) / 128 * 128;
        CHECK(pitch >= bytes && pitch > 0 && pitch % SPATE_ALIGNMENT == 0);
        CHECK(pitch % 1024 != 0);
        CHECK(pitch == least || pitch == least + 128);
        CHECK(pitch == least || least % 1024 == 0);
    }
}

static void first_touch_leaves_zeros(void)
{
    const size_t pitch = memory_pitch(1000), rows = 37;
    char *block = memory_alloc(pitch * rows);
    CHECK(block != NULL);
    if (!block)
        return;
    memset(block, 1, pitch * rows);
    memory_first_touch(block, pitch, rows);
    int other = 0;
    for (size_t n = 0; n < pitch * rows; ++n)
        other += block[n] != 0;
    CHECK(other == 0);
    memory_free(block);
}

int main(void)
{
    RUN(blocks_are_aligned_and_usable_to_the_end);
    RUN(an_impossible_size_gives_no_block);
    RUN(large_blocks_begin_in_different_sets_of_a_cache);
    RUN(pitch_is_the_smallest_one_off_powers_of_two);
    RUN(first_touch_leaves_zeros);
    return check_done();
}
