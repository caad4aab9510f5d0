/* Checks which keys of a map exclude or need each other, and reports unknown keys. */
#include <stdio.h>
#include <string.h>

#include "base/suggest.h"
#include "casefile/check.h"

static const char *in_words(const char *words, char *out, size_t size)
{
    char word[32];
    *out = 0;
    for (int n = 0; key_word(words, n, word, sizeof word); ++n)
        snprintf(out + strlen(out), size - strlen(out), "%s%s", n > 0 ? " or " : "", word);
    return out;
}

/* Called for the first key of a group. */
static void check_group(case_errors *errors, const case_node *map, const case_key *key,
                        const case_key *first)
{
    const case_node *given = NULL;
    char names[256] = "";
    for (const case_key *k = first; k; k = key_next(k)) {
        if (!key_is_inside(k, key) || !k->group || strcmp(k->group, first->group) != 0)
            continue;
        snprintf(names + strlen(names), sizeof names - strlen(names), "%s%s", *names ? ", " : "",
                 key_name(k));
        const case_node *node = node_child(map, key_name(k));
        if (node && given) {
            const case_node *later = node->index > given->index ? node : given;
            const case_node *earlier = later == node ? given : node;
            errors_add(errors, later, OF_KEY, "%s and %s exclude each other; keep one of them",
                       earlier->key, later->key);
        } else if (node)
            given = node;
    }
    if (!given && first->flags & KEY_ONE_NEEDED)
        errors_add(errors, map, OF_KEY, "one of these keys is needed: %s", names);
}

static int is_first_of_group(const case_key *k, const case_key *map)
{
    for (const case_key *other = key_next(NULL); other != k; other = key_next(other))
        if (key_is_inside(other, map) && other->group && strcmp(other->group, k->group) == 0)
            return 0;
    return 1;
}

void check_siblings(case_errors *errors, const case_node *map, const case_key *key)
{
    char words[128], forms[512];
    for (const case_key *k = key_next(NULL); k; k = key_next(k)) {
        if (!key_is_inside(k, key))
            continue;
        const case_node *node = node_child(map, key_name(k));
        if (!node && (k->flags & KEY_REQUIRED || node_has_one(map, k->required_with)))
            errors_add(errors, map, OF_KEY, "%s is missing; write %s", key_name(k),
                       key_forms_text(k, forms, sizeof forms));
        if (node && k->needs && !node_has_one(map, k->needs))
            errors_add(errors, node, OF_KEY, "this key needs %s, which is missing",
                       in_words(k->needs, words, sizeof words));
        if (k->group && is_first_of_group(k, key))
            check_group(errors, map, key, k);
    }
}

/* A key of this name elsewhere, such as "grid.resolution"; *places: how many there are. */
static const case_key *elsewhere(const char *name, int *places)
{
    const case_key *found = NULL;
    *places = 0;
    for (const case_key *k = key_next(NULL); k; k = key_next(k)) {
        if (strcmp(key_name(k), name) != 0)
            continue;
        ++*places;
        if (!found || strlen(k->path) < strlen(found->path) || k->flags & KEY_NOT_YET)
            found = k;
    }
    return found;
}

/* Common words for keys that have another name here. */
static const char *other_word(const char *name)
{
    static const struct {
        const char *word, *key;
    } words[] = {
        {"dike", "terrain.walls"},
        {"dyke", "terrain.walls"},
        {"dikes", "terrain.walls"},
        {"levee", "terrain.walls"},
        {"levees", "terrain.walls"},
        {"embankment", "terrain.walls"},
        {"barrier", "terrain.walls"},
        {"weir", "terrain.walls"},
        {"building", "terrain.blocked"},
        {"buildings", "terrain.blocked"},
        {"houses", "terrain.blocked"},
        {"roughness", "manning"},
        {"friction", "manning"},
        {"strickler", "manning"},
        {"precipitation", "rain"},
        {"rainfall", "rain"},
        {"dem", "terrain"},
        {"dtm", "terrain"},
        {"bathymetry", "terrain"},
        {"source", "inflows"},
        {"sources", "inflows"},
        {"sink", "inflows"},
        {"probes", "gauges"},
        {"stations", "gauges"},
    };
    for (size_t k = 0; k < sizeof words / sizeof *words; ++k)
        if (strcmp(words[k].word, name) == 0)
            return words[k].key;
    return NULL;
}

static void list_keys(const case_key *map, char *out, size_t size)
{
    *out = 0;
    for (const case_key *k = key_next(NULL); k; k = key_next(k))
        if (key_is_inside(k, map) && !(k->flags & KEY_NOT_YET))
            snprintf(out + strlen(out), size - strlen(out), "%s%s", *out ? ", " : "", key_name(k));
}

void check_unknown_key(case_errors *errors, const case_node *node, const case_key *map)
{
    if (errors->count >= ERRORS_SHOWN) { /* from here on errors are only counted */
        errors_add(errors, node, OF_KEY, "unknown key");
        return;
    }
    suggestion s = suggest_begin(node->key);
    for (const case_key *k = key_next(NULL); k; k = key_next(k))
        if (key_is_inside(k, map) && !(k->flags & KEY_NOT_YET))
            suggest_offer(&s, key_name(k));
    int places;
    const case_key *other = elsewhere(node->key, &places);
    char path[256];
    node_path(node->parent, path, sizeof path);
    const char *dot = *path ? "." : "";
    if (other && other->flags & KEY_NOT_YET)
        errors_add(errors, node, OF_KEY, "not yet: this version cannot do it. %s", other->help);
    else if (other_word(node->key) && !(s.best && s.distance <= 1) && !other)
        errors_add(errors, node, OF_KEY, "unknown key; this is called %s here (spate keys %s)",
                   other_word(node->key), other_word(node->key));
    else if (s.best && (s.distance <= 1 || !other))
        errors_add(errors, node, OF_KEY, "unknown key; did you mean %s%s%s?", path, dot, s.best);
    else if (other)
        errors_add(errors, node, OF_KEY, "this key does not belong here, but %s %s",
                   places == 1 ? "at" : "for example at", other->path);
    else {
        char keys[512];
        list_keys(map, keys, sizeof keys);
        errors_add(errors, node, OF_KEY, "unknown key; known here: %s", keys);
    }
}
