/* Writes the seeds of a target for libFuzzer. Usage: fuzz_seeds NAME FOLDER */
#include <stdio.h>

#include "fuzz.h"

int main(int argc, char **argv)
{
    static uint8_t bytes[FUZZ_SEED_ROOM];
    if (argc != 3)
        return 2;
    for (int k = 0;; ++k) {
        const size_t size = fuzz_seed(argv[1], k, bytes);
        char name[4096];
        if (size == 0)
            return k > 0 ? 0 : 1;
        snprintf(name, sizeof name, "%s/seed%02d", argv[2], k);
        FILE *f = fopen(name, "wb");
        if (!f || fwrite(bytes, 1, size, f) != size || fclose(f) != 0)
            return 1;
    }
}
