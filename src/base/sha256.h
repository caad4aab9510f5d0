/* SHA-256 (FIPS 180-4) for the inputs in run.json, and a fast checksum for checkpoints and
 * segments. */
#ifndef SPATE_BASE_SHA256_H
#define SPATE_BASE_SHA256_H

#include <stddef.h>
#include <stdint.h>

typedef struct sha256 {
    uint32_t state[8];
    uint64_t bytes;
    unsigned char block[64];
} sha256;

void sha256_begin(sha256 *s);
void sha256_add(sha256 *s, const void *data, size_t count);
void sha256_end(sha256 *s, char hex[65]);
/* Of a file; 0, or -1 with errno. */
int sha256_file(const char *path, char hex[65], uint64_t *bytes);

/* A fast 64-bit checksum that detects damaged files; it does not protect from intended changes.
 * Each step is a bijection of the word and of the state, so that one changed word always changes
 * the result. */
uint64_t checksum64(uint64_t before, const void *data, size_t count);
#define CHECKSUM64_START UINT64_C(0x9e3779b97f4a7c15)

#endif
