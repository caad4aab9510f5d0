/* Bytes to a zlib stream, a stretch at a time, at the price each stretch is worth: runs of one byte come from a
 * store of such runs, bytes as good as random are copied, the rest is deflated. Maps are made of little else: after
 * the shuffle of their bytes, dry land and still water are runs, and the low bytes of moving water are noise. */
#ifndef SPATE_IO_BYTE_PACKER_H
#define SPATE_IO_BYTE_PACKER_H

#include <stddef.h>

typedef struct byte_packer byte_packer;

/* For streams of at most so many bytes, which come in stretches of at most BYTE_STRETCH; fewer bytes than that only at
 * `ends` places. NULL: no memory, or a build without zlib. */
enum { BYTE_STRETCH = 1 << 15 };
byte_packer *byte_packer_create(size_t most_bytes, size_t ends);
void byte_packer_free(byte_packer *p);
size_t byte_packer_room(const byte_packer *p); /* of a stream at most */

/* begin, any number of adds, end; the bytes of the stream are valid until the next begin. 0: no memory. */
void byte_packer_begin(byte_packer *p);
int byte_packer_add(byte_packer *p, const unsigned char *bytes, size_t count);
int byte_packer_end(byte_packer *p, const void **stream, size_t *count);

#endif
