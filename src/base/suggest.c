/* Edit distance in which swapped neighbours count as one error. */
#include "base/suggest.h"

#include <stdio.h>
#include <string.h>

enum { LONGEST = 31 };

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

static size_t edit_distance(const char *a, const char *b)
{
    const size_t n = strlen(a), m = strlen(b);
    if (n > LONGEST || m > LONGEST)
        return LONGEST;
    size_t d[LONGEST + 1][LONGEST + 1];
    for (size_t i = 0; i <= n; ++i)
        d[i][0] = i;
    for (size_t j = 0; j <= m; ++j)
        d[0][j] = j;
    for (size_t i = 1; i <= n; ++i) {
        for (size_t j = 1; j <= m; ++j) {
            const size_t change = d[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
            d[i][j] = least(change, 1 + least(d[i - 1][j], d[i][j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                d[i][j] = least(d[i][j], d[i - 2][j - 2] + 1);
        }
    }
    return d[n][m];
}

suggestion suggest_begin(const char *typed)
{
    /* One error in a word of up to four letters, two up to eight, three in longer ones. With more,
     * half of the word differs. */
    const size_t length = strlen(typed);
    const suggestion s = {.typed = typed,
                          .best = NULL,
                          .distance = 2 + (size_t)(length > 4) + (size_t)(length > 8)};
    return s;
}

void suggest_offer(suggestion *s, const char *candidate)
{
    const size_t distance = edit_distance(s->typed, candidate);
    if (distance < s->distance && distance < strlen(candidate)) {
        s->best = candidate;
        s->distance = distance;
    }
}

const char *suggest_text(const suggestion *s, const char *prefix, char *buffer, size_t size)
{
    *buffer = '\0';
    if (s->best)
        snprintf(buffer, size, "; did you mean '%s%s'?", prefix, s->best);
    return buffer;
}
