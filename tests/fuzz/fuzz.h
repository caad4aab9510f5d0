/* What the fuzzers share. A target is one function that libFuzzer calls with bytes (preset fuzz,
 * scripts/fuzz), and smoke.c with a few thousand of its own (every build). */
#ifndef TESTS_FUZZ_FUZZ_H
#define TESTS_FUZZ_FUZZ_H

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A folder in memory, made at the first call and removed at the end of the process. */
const char *fuzz_folder(void);
/* Writes a file into that folder; the returned path is valid until the next call. */
const char *fuzz_file(const char *name, const uint8_t *bytes, size_t size);

/* Removes all formats of GDAL except these, for speed, if GDAL is linked. */
void fuzz_limit_formats(const char *const *kept);

enum { FUZZ_SEED_ROOM = 1 << 16 };
/* Seed number k of a target into `out`, which has FUZZ_SEED_ROOM bytes; its size, or 0: there is
 * none. */
size_t fuzz_seed(const char *target, int k, uint8_t *out);

#endif
