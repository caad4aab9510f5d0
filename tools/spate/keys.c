/* spate keys: the keys of case files, from the table that reading uses. */
#include "casefile/keys.h"
#include "commands.h"

#include <string.h>

#include "base/json_writer.h"
#include "base/suggest.h"
#include "program/options.h"

static int chosen(const case_key *key, const char *prefix)
{
    return !(key->flags & KEY_NOT_YET) && strncmp(key->path, prefix, strlen(prefix)) == 0;
}

static int largest(int a, int b)
{
    return a > b ? a : b;
}

static void print_table(const char *prefix)
{
    enum { COLUMNS = 4 };
    int width[COLUMNS] = {0};
    for (int pass = 0; pass < 2; ++pass)
        for (const case_key *k = key_next(NULL); k; k = key_next(k)) {
            if (!chosen(k, prefix))
                continue;
            char text[COLUMNS - 1][256];
            const char *column[COLUMNS] = {k->path, key_type_text(k, text[0], sizeof text[0]),
                                           key_default_text(k, text[1], sizeof text[1]),
                                           key_range_text(k, text[2], sizeof text[2])};
            for (int n = 0; n < COLUMNS; ++n) {
                if (pass == 0)
                    width[n] = largest(width[n], (int)strlen(column[n]));
                else
                    printf("%-*s  ", width[n], column[n]);
            }
            if (pass == 1)
                printf("%s\n", k->help);
        }
}

static void print_json(const char *prefix)
{
    json_writer j = json_begin(stdout);
    json_open_array(&j, NULL);
    for (const case_key *k = key_next(NULL); k; k = key_next(k)) {
        if (!chosen(k, prefix))
            continue;
        char text[256];
        json_open_object(&j, NULL);
        json_text(&j, "key", k->path);
        json_text(&j, "type", key_type_text(k, text, sizeof text));
        json_text(&j, "unit", unit_si(k->unit));
        json_text(&j, "default", k->fallback);
        json_boolean(&j, "required", (k->flags & KEY_REQUIRED) != 0);
        const int ranged = k->low != k->high && !(k->forms & KEY_FORMAT);
        json_real(&j, "low", ranged ? k->low : 0.0 / 0.0);
        json_real(&j, "high", ranged ? k->high : 0.0 / 0.0);
        json_text(&j, "choices", k->choices);
        json_text(&j, "help", k->help);
        json_close(&j);
    }
    json_close(&j);
}

static int unknown_prefix(const spate_tool *tool, const char *prefix)
{
    suggestion s = suggest_begin(prefix);
    for (const case_key *k = key_next(NULL); k; k = key_next(k))
        if (!(k->flags & KEY_NOT_YET))
            suggest_offer(&s, k->path);
    char text[64];
    return tool_error(tool, SPATE_ERROR_ARGUMENT, "no key begins with '%s'%s (spate keys)", prefix,
                      suggest_text(&s, "", text, sizeof text));
}

int command_keys(spate_tool *tool, int argc, char **argv)
{
    int markdown = 0, as_json = 0, words = 0;
    const option list[] = {{"markdown", OPTION_FLAG, &markdown, NULL, "the whole reference page", 0,
                            0},
                           {"json", OPTION_FLAG, &as_json, NULL, "for programs; ranges in SI units",
                            0, 0},
                           {NULL, OPTION_FLAG, NULL, NULL, NULL, 0, 0}};
    const option_set set = {.usage = "keys [PREFIX] [options]",
                            .about = "Lists the keys of case files: value, default, range and "
                                     "meaning. PREFIX chooses a part,\nsuch as boundaries or "
                                     "output.maps.\n",
                            .list = list,
                            .max_words = 1};
    const int code = options_parse(tool, &set, argc, argv, &words);
    if (code != OPTIONS_GO_ON)
        return code;
    const char *prefix = words > 0 ? argv[1] : "";
    int found = 0;
    for (const case_key *k = key_next(NULL); k; k = key_next(k))
        found += chosen(k, prefix);
    if (found == 0)
        return unknown_prefix(tool, prefix);
    if (tool->rank != 0)
        return 0;
    if (markdown)
        case_reference_markdown(stdout);
    else if (as_json)
        print_json(prefix);
    else
        print_table(prefix);
    return 0;
}
