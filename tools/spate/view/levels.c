/* Means of 2 x 2 places. */
#include "levels.h"

#include <math.h>

void level_row(const map_level *finer, int64_t j, int classes, float *values, uint8_t *shares)
{
    const int64_t nx = finer->nx, rows = 2 * j + 1 < finer->ny ? 2 : 1;
    for (int64_t i = 0; 2 * i < nx; ++i) {
        const int64_t columns = 2 * i + 1 < nx ? 2 : 1;
        int whole = 0;
        float sum = 0, largest = -INFINITY;
        for (int64_t b = 0; b < rows; ++b)
            for (int64_t a = 0; a < columns; ++a) {
                const int64_t k = (2 * j + b) * nx + 2 * i + a;
                const float v = finer->values[k];
                if (isnan(v))
                    continue;
                const int share = finer->shares ? finer->shares[k] : 255;
                sum += (float)share * v;
                whole += share;
                largest = v > largest ? v : largest;
            }
        const int places = (int)(rows * columns);
        const int share = (whole + places / 2) / places;
        values[i] = whole == 0 ? NAN : classes ? largest : sum / (float)whole;
        shares[i] = (uint8_t)(whole > 0 && share == 0 ? 1 : share);
    }
}
