/* All keys in the order of the reference page, and finding them by their paths. */
#include <stddef.h>
#include <string.h>

#include "casefile/key_table.h"

#define NOT_YET(name, text)                                                                        \
    {                                                                                              \
        .path = name, .flags = KEY_NOT_YET, .help = text                                           \
    }

static const case_key not_yet[] = {
    NOT_YET("culverts", "Pipes below roads and banks; a pair of inflows is the nearest thing."),
    NOT_YET("pumps", "A pair of inflows with a series of discharge is the nearest thing."),
    NOT_YET("bridges", "Decks and piers; block the piers with terrain.blocked."),
    NOT_YET("spherical", "Grids in degrees; choose a projected grid.crs."),
    NOT_YET("moving_bed", "Beds that change during the run."),
    NOT_YET("sediment", "Transport of sediment."),
    NOT_YET("rk4", "Runge-Kutta steps of fourth order; solver.integrator has euler and rk2."),
    NOT_YET("parareal", "Steps computed in parallel; cut the grid into parts instead."),
    NOT_YET("curvilinear", "Grids with curved lines; use a finer grid, and terrain.blocked."),
    NOT_YET("tracer", "Transport of dissolved matter."),
};

static const key_table keys_not_yet = KEY_TABLE(not_yet);

static const key_table *const tables[] = {
    &keys_of_grid,   &keys_of_water,  &keys_of_boundaries, &keys_of_forcing,
    &keys_of_output, &keys_of_solver, &keys_of_schemes,    &keys_not_yet,
};

const case_key case_root_key = {.path = "", .forms = KEY_MAP, .help = "The case."};

const case_key *key_next(const case_key *k)
{
    const size_t count = sizeof tables / sizeof *tables;
    if (!k) {
        keys_of_schemes_make();
        return tables[0]->keys;
    }
    for (size_t t = 0; t < count; ++t)
        if (k == &tables[t]->keys[tables[t]->count - 1])
            return t + 1 < count ? tables[t + 1]->keys : NULL;
    return k + 1;
}

const case_key *key_find(const char *path)
{
    for (const case_key *k = key_next(NULL); k; k = key_next(k))
        if (strcmp(k->path, path) == 0)
            return k;
    return *path ? NULL : &case_root_key;
}

const char *key_name(const case_key *key)
{
    const char *dot = strrchr(key->path, '.');
    return dot ? dot + 1 : key->path;
}

int key_is_inside(const case_key *key, const case_key *parent)
{
    const size_t own = (size_t)(key_name(key) - key->path), above = strlen(parent->path);
    if (above == 0)
        return own == 0;
    const size_t brackets = parent->forms & KEY_LIST ? 2 : 0;
    return own == above + brackets + 1 && strncmp(key->path, parent->path, above) == 0 &&
           strncmp(key->path + above, "[].", brackets) == 0;
}

const case_key *key_child(const case_key *parent, const char *name)
{
    for (const case_key *k = key_next(NULL); k; k = key_next(k))
        if (key_is_inside(k, parent) && strcmp(key_name(k), name) == 0)
            return k;
    return NULL;
}

int key_word(const char *words, int n, char *out, size_t size)
{
    for (; n > 0 && words; --n) {
        words = strchr(words, '|');
        if (words)
            ++words;
    }
    if (!words)
        return 0;
    const size_t length = strcspn(words, "|");
    if (length >= size)
        return 0;
    memcpy(out, words, length);
    out[length] = 0;
    return 1;
}

int key_has_word(const char *words, const char *word)
{
    char one[32];
    for (int n = 0; key_word(words, n, one, sizeof one); ++n)
        if (strcmp(one, word) == 0)
            return 1;
    return 0;
}
