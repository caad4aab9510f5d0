/* A file of the time zone database made by hand: London in 2024. For tests and seeds of fuzzers. */
#ifndef TESTS_TINY_ZONE_H
#define TESTS_TINY_ZONE_H

#include <stddef.h>
#include <string.h>

enum { TINY_ZONE_ROOM = 512 };

/* Returns the bytes of the file: two transitions in 64 bits and a footer, after a block of 32 bits
 * without any. */
static inline size_t tiny_zone(unsigned char *out)
{
    static const char footer[] = "\nGMT0BST,M3.5.0/1,M10.5.0\n";
    unsigned char *at = out;
    for (int block = 0; block < 2; ++block) {
        const int times = block == 1 ? 2 : 0;
        memset(at, 0, 44);
        memcpy(at, "TZif2", 5);
        at[20 + 15] = (unsigned char)times;
        at[20 + 19] = 2; /* kinds */
        at[20 + 23] = 8; /* letters */
        at += 44;
        static const unsigned char when[2][8] = {{0, 0, 0, 0, 0x66, 0x08, 0xb5, 0x90},
                                                 {0, 0, 0, 0, 0x67, 0x1d, 0x8d, 0x90}};
        for (int k = 0; k < times; ++k, at += 8)
            memcpy(at, when[k], 8); /* 2024-03-31T01:00Z, 2024-10-27T01:00Z */
        for (int k = 0; k < times; ++k)
            *at++ = (unsigned char)(1 - k);
        static const unsigned char kinds[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0x0e, 0x10, 1, 4};
        memcpy(at, kinds, 12);
        memcpy(at + 12, "GMT\0BST", 8);
        at += 20;
    }
    memcpy(at, footer, sizeof footer - 1);
    return (size_t)(at - out) + sizeof footer - 1;
}

#endif
