/* Codes of faces and cells are tested outside the loops over floating-point values: bytes among
 * them make these slow. */
#ifndef SPATE_BACKEND_CPU_ADI_CODES_H
#define SPATE_BACKEND_CPU_ADI_CODES_H

#include <stdint.h>
#include <string.h>

/* Whether any of `count` codes has one of these bits, eight at a time: special faces and cells are
 * rare and lie close together. */
static inline int adi_any_code(const uint8_t *codes, int count, unsigned bits)
{
    uint64_t all = 0;
    int k = 0;
    for (; k + 8 <= count; k += 8) {
        uint64_t eight;
        memcpy(&eight, codes + k, sizeof eight);
        all |= eight;
    }
    for (; k < count; ++k)
        all |= codes[k];
    return (all & UINT64_C(0x0101010101010101) * bits) != 0;
}

#endif
