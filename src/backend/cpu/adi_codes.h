/* Codes of faces and cells looked at beside the loops over numbers: bytes among them make these slow. */
#ifndef SPATE_BACKEND_CPU_ADI_CODES_H
#define SPATE_BACKEND_CPU_ADI_CODES_H

#include <stdint.h>
#include <string.h>

/* Bits that any of `count` codes has, eight at a time: places that are out of the ordinary are few and lie together. */
static inline unsigned adi_any_code(const uint8_t *codes, int count)
{
    uint64_t all = 0;
    unsigned any = 0;
    int k = 0;
    for (; k + 8 <= count; k += 8) {
        uint64_t eight;
        memcpy(&eight, codes + k, sizeof eight);
        all |= eight;
    }
    for (; k < count; ++k)
        any |= codes[k];
    for (int byte = 0; byte < 8; ++byte)
        any |= (unsigned)(all >> 8 * byte) & 255u;
    return any;
}

#endif
