/* JSON read into a flat list: "case.grid.nx" = 200, "files[3]" = "mass.csv". Enough to compare two
 * cases and to find one's own files again. */
#ifndef SPATE_RESULTS_JSON_FLAT_H
#define SPATE_RESULTS_JSON_FLAT_H

#include <stddef.h>

typedef struct json_entry {
    char *path;
    char
        *value; /* strings without quotes; numbers, true, null as written; "{}", "[]" where empty */
} json_entry;

typedef struct json_flat {
    json_entry *entries;
    size_t count, size;
} json_flat;

/* 1, or 0 where the text is not JSON (or there is no memory); out is empty then. */
int json_flatten(const char *json, size_t length, json_flat *out);
void json_flat_free(json_flat *f);
const char *json_flat_get(const json_flat *f, const char *path); /* NULL: absent */

#endif
