/* No file of a time zone database makes its reader crash, leak or hang. */
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/time_zone.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char why[512];
    time_zone *z = time_zone_parse(data, size, why, sizeof why);
    for (int k = 0; z && k < 40; ++k) {
        double found[2];
        const double local = -6e10 + 8e9 * k;
        const int count = time_zone_instants(z, local, found);
        for (int n = 0; n < count; ++n)
            if (found[n] + time_zone_offset(z, found[n]) != local)
                abort();
        if (count == 2 && !(found[0] < found[1]))
            abort();
    }
    time_zone_close(z);
    return 0;
}
