/* Finding keys in the table by their paths. */
#include <stddef.h>
#include <string.h>

#include "casefile/keys.h"

const case_key *key_find(const char *path)
{
    for (int k = 0; k < case_key_count; ++k)
        if (strcmp(case_keys[k].path, path) == 0)
            return &case_keys[k];
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
    for (int k = 0; k < case_key_count; ++k)
        if (key_is_inside(&case_keys[k], parent) && strcmp(key_name(&case_keys[k]), name) == 0)
            return &case_keys[k];
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
