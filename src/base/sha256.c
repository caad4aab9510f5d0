/* Checksums of bytes. */
#include "base/sha256.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* First 32 bits of the fractional parts of the cube roots of the first 64 primes (section
 * 4.2.2). */
static const uint32_t K[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static inline uint32_t rotate(uint32_t x, int n)
{
    return x >> n | x << (32 - n);
}

static void schedule(const unsigned char *block, uint32_t w[64])
{
    for (int t = 0; t < 16; ++t)
        w[t] = (uint32_t)block[4 * t] << 24 | (uint32_t)block[4 * t + 1] << 16 |
               (uint32_t)block[4 * t + 2] << 8 | block[4 * t + 3];
    for (int t = 16; t < 64; ++t) {
        const uint32_t a = w[t - 15], b = w[t - 2];
        w[t] = (rotate(b, 17) ^ rotate(b, 19) ^ b >> 10) + w[t - 7] +
               (rotate(a, 7) ^ rotate(a, 18) ^ a >> 3) + w[t - 16];
    }
}

/* Section 6.2.2, with its names; in eight variables, which stay in registers. */
static void mix_block(uint32_t state[8], const unsigned char *block)
{
    uint32_t w[64];
    uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
    uint32_t e = state[4], f = state[5], g = state[6], h = state[7];
    schedule(block, w);
    for (int t = 0; t < 64; ++t) {
        const uint32_t choice = (e & f) ^ (~e & g), majority = (a & b) ^ (a & c) ^ (b & c);
        const uint32_t t1 =
            h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + choice + K[t] + w[t];
        const uint32_t t2 = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + majority;
        h = g, g = f, f = e, e = d + t1;
        d = c, c = b, b = a, a = t1 + t2;
    }
    state[0] += a, state[1] += b, state[2] += c, state[3] += d;
    state[4] += e, state[5] += f, state[6] += g, state[7] += h;
}

void sha256_begin(sha256 *s)
{
    static const uint32_t first[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    memcpy(s->state, first, sizeof first);
    s->bytes = 0;
}

void sha256_add(sha256 *s, const void *data, size_t count)
{
    const unsigned char *from = data;
    while (count > 0) {
        const size_t used = s->bytes % 64, room = 64 - used;
        const size_t part = count < room ? count : room;
        memcpy(s->block + used, from, part);
        s->bytes += part, from += part, count -= part;
        if (part == room)
            mix_block(s->state, s->block);
    }
}

void sha256_end(sha256 *s, char hex[65])
{
    const uint64_t bits = 8 * s->bytes;
    const unsigned char one = 0x80, zero = 0;
    sha256_add(s, &one, 1);
    while (s->bytes % 64 != 56)
        sha256_add(s, &zero, 1);
    unsigned char length[8];
    for (int k = 0; k < 8; ++k)
        length[k] = (unsigned char)(bits >> (56 - 8 * k));
    sha256_add(s, length, 8);
    for (int k = 0; k < 8; ++k)
        snprintf(hex + 8 * k, 9, "%08x", (unsigned)s->state[k]);
}

int sha256_file(const char *path, char hex[65], uint64_t *bytes)
{
    enum { PIECE = 1 << 16 };
    FILE *file = fopen(path, "rb");
    char *piece = file ? malloc(PIECE) : NULL;
    int result = -1;
    if (piece) {
        sha256 s;
        size_t count;
        sha256_begin(&s);
        while ((count = fread(piece, 1, PIECE, file)) > 0)
            sha256_add(&s, piece, count);
        *bytes = s.bytes;
        result = ferror(file) ? -1 : 0;
        sha256_end(&s, hex);
    }
    free(piece);
    if (file)
        fclose(file);
    return result;
}

uint64_t checksum64(uint64_t before, const void *data, size_t count)
{
    const unsigned char *from = data;
    uint64_t h = before ^ count;
    for (size_t k = 0; k < count; k += 8) {
        uint64_t word = 0;
        memcpy(&word, from + k, count - k < 8 ? count - k : 8);
        h = (h ^ word) * UINT64_C(0xd6e8feb86659fd93);
        h ^= h >> 32;
    }
    return h;
}
