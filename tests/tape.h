/* A saved state in memory, for spate_save and spate_load. {0} is an empty tape; bytes are the
 * owner's to free. */
#ifndef TESTS_TAPE_H
#define TESTS_TAPE_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct tape {
    unsigned char *bytes;
    size_t size, room, at; /* at: what is read next */
} tape;

static inline int tape_write(const void *bytes, uint64_t count, void *user)
{
    tape *t = user;
    if (t->size + count > t->room) {
        unsigned char *more = realloc(t->bytes, 2 * (t->size + count));
        if (!more)
            return 0;
        t->bytes = more;
        t->room = 2 * (t->size + count);
    }
    memcpy(t->bytes + t->size, bytes, count);
    t->size += count;
    return 1;
}

static inline int tape_read(void *bytes, uint64_t count, void *user)
{
    tape *t = user;
    if (count > t->size - t->at)
        return 0;
    memcpy(bytes, t->bytes + t->at, count);
    t->at += count;
    return 1;
}

/* Where the values of an item of the saved state begin: 64 bytes after its name; 0 if there is
 * none. */
static inline size_t tape_values_of(const tape *t, const char *name)
{
    for (size_t at = 16; at + 64 < t->size; ++at)
        if (memcmp(t->bytes + at, name, strlen(name) + 1) == 0)
            return at + 64;
    return 0;
}

#endif
