/* Safe and distinct file names. */
#include "results/folder/file_names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { LONGEST = 100 }; /* bytes; the common limit is 255, with folder, number and .csv */

static int is_safe(unsigned char c)
{
    return c > 0x20 && c != 0x7f && !strchr("/\\:*?\"<>|'`$&;()[]{}!#%~^=,", c);
}

static void make_safe(const char *name, char out[LONGEST + 1])
{
    size_t n = 0;
    for (const char *c = name; *c && n < LONGEST; ++c)
        out[n++] = is_safe((unsigned char)*c) ? *c : '_';
    if (n == LONGEST) { /* do not cut a character in two */
        while (n > 0 && ((unsigned char)out[n - 1] & 0xc0) == 0x80)
            --n;
        n -= n > 0 && ((unsigned char)out[n - 1] & 0x80);
    }
    out[n] = '\0';
    if (n == 0)
        snprintf(out, LONGEST + 1, "unnamed");
    if (out[0] == '.' || out[0] == '-')
        out[0] = '_';
}

static int is_used(char *const *names, int count, const char *name)
{
    for (int k = 0; k < count; ++k)
        if (strcasecmp(names[k], name) == 0)
            return 1;
    return 0;
}

static char *distinct(const char *folder, const char *safe, char *const *others, int count)
{
    const size_t size = strlen(folder) + LONGEST + 24;
    char *name = malloc(size);
    if (!name)
        return NULL;
    snprintf(name, size, "%s/%s.csv", folder, safe);
    for (int n = 2; is_used(others, count, name); ++n)
        snprintf(name, size, "%s/%s-%d.csv", folder, safe, n);
    return name;
}

char **file_names_make(const char *folder, const char *const *names, int count)
{
    char **made = calloc((size_t)count + 1, sizeof *made);
    for (int k = 0; made && k < count; ++k) {
        char safe[LONGEST + 1];
        make_safe(names[k] ? names[k] : "", safe);
        made[k] = distinct(folder, safe, made, k);
        if (!made[k]) {
            file_names_free(made, k);
            return NULL;
        }
    }
    return made;
}

void file_names_free(char **names, int count)
{
    for (int k = 0; names && k < count; ++k)
        free(names[k]);
    free(names);
}
