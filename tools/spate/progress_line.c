/* The progress line as text. */
#include "progress_line.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "wording.h"

/* In the order of the line. */
enum { PERCENT, TIME, STEP, SPEED, BALANCE, LEFT, ITEMS };

static void make_items(const progress_values *v, char item[ITEMS][96])
{
    char t[48], end[48], left[48];
    snprintf(item[PERCENT], sizeof item[0], "%3d %%", v->percent);
    snprintf(item[TIME], sizeof item[0], "t = %s of %s", word_duration(v->t, t, sizeof t),
             word_duration(v->t_end, end, sizeof end));
    snprintf(item[STEP], sizeof item[0], "dt = %.3g s", v->dt);
    snprintf(item[SPEED], sizeof item[0], "%.1f Mcell-stages/s", 1e-6 * v->rate);
    item[BALANCE][0] = '\0';
    if (!isnan(v->mass_error))
        snprintf(item[BALANCE], sizeof item[0], "mass error %.1e", v->mass_error);
    snprintf(item[LEFT], sizeof item[0], "%s left",
             word_duration(v->left < 60 ? round(v->left) : v->left, left, sizeof left));
}

const char *progress_line(const progress_values *v, int width, char *out, size_t size)
{
    static const int by_importance[ITEMS] = {PERCENT, LEFT, TIME, STEP, SPEED, BALANCE};
    char item[ITEMS][96];
    int shown[ITEMS] = {0};
    make_items(v, item);
    size_t used = 0, room = width > 0 ? (size_t)width : 0;
    room = room < size ? room : size - 1;
    for (int k = 0; k < ITEMS; ++k) {
        const int n = by_importance[k];
        const size_t length = strlen(item[n]) + (used > 0 ? 2 : 0);
        shown[n] = *item[n] && used + length <= room;
        if (*item[n] && !shown[n])
            break; /* nothing less important in its place: the line would look different each time */
        used += shown[n] ? length : 0;
    }
    used = 0;
    out[0] = '\0';
    for (int n = 0; n < ITEMS; ++n)
        if (shown[n])
            used +=
                (size_t)snprintf(out + used, size - used, "%s%s", used > 0 ? "  " : "", item[n]);
    return out;
}
