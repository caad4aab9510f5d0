/* Follows "boundaries[river].slope" through the tree, adds missing maps, and sets the value. The
 * keys are checked later, together with all others. */
#include "casefile/set_value.h"

#include <stdlib.h>
#include <string.h>

#include "casefile/scalar.h"
#include "casefile/yaml_tree.h"

enum { LONGEST_STEP = 101 };

typedef struct walk {
    case_errors *errors;
    const char *set;
    const char *at; /* the rest of the path */
    const char *end;
    case_node *node;
} walk;

static const node_mark nowhere = {1, 1};

#define SET_ERROR(w, ...) (errors_add_at((w)->errors, nowhere, (w)->set, __VA_ARGS__), 0)

/* The next step of the path: a name, or the text in brackets. 0: malformed. */
static int next_step(walk *w, char step[LONGEST_STEP], int *in_brackets)
{
    *in_brackets = *w->at == '[';
    const char *from = w->at + *in_brackets, *to = from;
    while (to < w->end && (*in_brackets ? *to != ']' : *to != '.' && *to != '['))
        ++to;
    const size_t length = (size_t)(to - from);
    if (length == 0 || length >= LONGEST_STEP || (*in_brackets && to == w->end))
        return SET_ERROR(w, "the key is not understood; write KEY=VALUE with a key such as "
                            "grid.resolution or boundaries[0].slope");
    memcpy(step, from, length);
    step[length] = 0;
    to += *in_brackets;
    w->at = to < w->end && *to == '.' ? to + 1 : to;
    return 1;
}

static int entry_by_name(walk *w, const char *name)
{
    char names[256], path[128], near[128] = "";
    case_node *entry = node_entry(w->node, "name", name, names, sizeof names);
    if (entry) {
        w->node = entry;
        return 1;
    }
    suggest_word(names, name, near, sizeof near);
    return SET_ERROR(w, "%s has no entry named %s%s", node_path(w->node, path, sizeof path), name,
                     near);
}

static int into_list(walk *w, const char *step)
{
    char path[128];
    if (w->node->kind != CASE_LIST)
        return SET_ERROR(w, "%s is not a list in this case", node_path(w->node, path, sizeof path));
    if (step[strspn(step, "0123456789")])
        return entry_by_name(w, step);
    const long index = strtol(step, NULL, 10);
    if (index >= w->node->count)
        return SET_ERROR(w, "%s has %d entries, counted from [0]",
                         node_path(w->node, path, sizeof path), w->node->count);
    w->node = w->node->items[index];
    return 1;
}

static int into_map(walk *w, const char *step)
{
    case_node *node = w->node;
    char path[128];
    if (node_is_null(node)) { /* "output:" with nothing below */
        free(node->text);
        node->text = NULL;
        node->kind = CASE_MAP;
    }
    if (node->kind != CASE_MAP)
        return SET_ERROR(w, "%s is not a map of keys in this case",
                         node_path(node, path, sizeof path));
    w->node = node_child(node, step);
    if (w->node)
        return 1;
    w->node = node_new(CASE_MAP, nowhere, w->set);
    if (!w->node || !node_add(node, w->node, step, nowhere)) {
        node_free(w->node);
        w->errors->no_memory = 1;
        return 0;
    }
    return 1;
}

void set_value(case_errors *errors, case_node *root, const char *set)
{
    const char *equals = strchr(set, '=');
    walk w = {.errors = errors, .set = set, .at = set, .end = equals, .node = root};
    if (!equals || equals == set) {
        errors_add_at(errors, nowhere, set, "--set needs KEY=VALUE, such as grid.resolution=10 m");
        return;
    }
    while (w.at < w.end) {
        char step[LONGEST_STEP];
        int in_brackets;
        if (!next_step(&w, step, &in_brackets) ||
            !(in_brackets ? into_list(&w, step) : into_map(&w, step)))
            return;
    }
    case_node *value = yaml_tree(errors, set, equals + 1, strlen(equals + 1));
    if (value)
        node_replace(w.node, value);
}
