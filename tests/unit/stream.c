/* Claim: stream_bytes copies what memcpy copies and touches nothing else, at any alignment of both
 * ends and any length. */
#include "backend/cpu/common/stream.h"

#include "check.h"

enum { ROOM = 512, LONGEST = 4 * STREAM_LINE + 3, LEAD = STREAM_LINE };

static void streamed_bytes_are_those_of_memcpy(void)
{
    _Alignas(STREAM_LINE) char from[ROOM], to[ROOM], wanted[ROOM];
    int wrong = 0;
    for (int k = 0; k < ROOM; ++k)
        from[k] = (char)(k * 37 + 11);
    for (size_t start = 0; start < STREAM_LINE; start += 4)
        for (size_t source = 0; source < 3 * 4; source += 4)
            for (size_t bytes = 0; bytes <= LONGEST; ++bytes) {
                memset(to, 0x5a, sizeof to);
                memset(wanted, 0x5a, sizeof wanted);
                stream_bytes(to + LEAD + start, from + source, bytes);
                stream_fence();
                memcpy(wanted + LEAD + start, from + source, bytes);
                wrong += memcmp(to, wanted, sizeof to) != 0;
            }
    printf("%d copies differ\n", wrong);
    CHECK(wrong == 0);
}

int main(void)
{
    RUN(streamed_bytes_are_those_of_memcpy);
    return check_done();
}
