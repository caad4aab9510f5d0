/* Packs bytes into a zlib stream, one stretch after the other. Runs of one byte come from a cache,
 * bytes that look random are stored, and only the rest is deflated. This suits maps: after the
 * shuffle of their bytes, dry land and still water are runs, and the low bytes of moving water are
 * noise. */
#ifndef SPATE_IO_BYTE_PACKER_H
#define SPATE_IO_BYTE_PACKER_H

#include <stddef.h>

typedef struct byte_packer byte_packer;

/* For streams of at most `most_bytes`, added in stretches of BYTE_STRETCH bytes; at most `ends` of
 * them are shorter. NULL: out of memory, or a build without zlib. */
enum { BYTE_STRETCH = 1 << 15 };
byte_packer *byte_packer_create(size_t most_bytes, size_t ends);
void byte_packer_free(byte_packer *p);
size_t byte_packer_room(const byte_packer *p); /* most bytes of a stream */

/* begin, any number of adds, end; the bytes of the stream are valid until the next begin. 0: out of
 * memory. */
void byte_packer_begin(byte_packer *p);
int byte_packer_add(byte_packer *p, const unsigned char *bytes, size_t count);
int byte_packer_end(byte_packer *p, const void **stream, size_t *count);

#endif
