/* The reference page of case files, made from the tables of keys. */
#include <stdio.h>
#include <string.h>

#include "casefile/keys.h"

static const char introduction[] =
    "# Case file\n"
    "\n"
    "<!-- Made by `spate keys --markdown`; a test compares. Change src/casefile/keys_*.c instead. -->\n"
    "\n"
    "A case is a YAML file. Keys that are not given have the default of this page; a key that Spate\n"
    "does not know is an error, and so is a value that it does not understand.\n"
    "\n"
    "* **Numbers** have a unit: `5 m`, `30 cm`, `15 min`, `20 mm/h`, `12 m3/s`, `-2.63 ft`. A bare\n"
    "  number means metres, seconds or degrees where the key is a length, a duration or an angle.\n"
    "  Rates, discharges, speeds and frequencies need their unit.\n"
    "* **Dates** have a zone: `2024-01-02T00:00Z`, `2024-01-02 01:00+01:00`. Results are in UTC.\n"
    "* **Files** are named relative to the case file.\n"
    "* **Points** are `[x, y]` in the coordinate system of the grid.\n"
    "* `x[].y` is the key `y` of an entry of the list `x`.\n"
    "* **Default** also shows which keys are required. Of the keys of an entry with `one place` (or\n"
    "  `one kind`, `one source`, ...) exactly one must be given.\n"
    "* `--set KEY=VALUE` on the command line replaces a value: `--set grid.resolution='10 m'`,\n"
    "  `--set boundaries[0].slope=0.002`, `--set boundaries[river].slope=0.002` (by its name).\n"
    "\n"
    "`spate check CASE` prints how Spate understands a case; `spate keys PREFIX` prints a part of this\n"
    "page.\n";

/* In a cell of a table a bar must be escaped. */
static void cell(FILE *out, const char *text, int code)
{
    fputs(" ", out);
    if (code && *text)
        fputc('`', out);
    for (; *text; ++text) {
        if (*text == '|')
            fputc('\\', out);
        fputc(*text, out);
    }
    if (code && text[-1] != ' ')
        fputc('`', out);
    fputs(" |", out);
}

static void row(FILE *out, const case_key *key)
{
    char type[256], fallback[128], range[256];
    key_type_text(key, type, sizeof type);
    key_default_text(key, fallback, sizeof fallback);
    key_range_text(key, range, sizeof range);
    fputc('|', out);
    cell(out, key->path, 1);
    cell(out, type, 0);
    if (key->fallback)
        cell(out, fallback, 1);
    else
        cell(out, fallback, 0);
    cell(out, range, 0);
    cell(out, key->help, 0);
    fputc('\n', out);
}

/* "grid" of "grid.resolution" and "gauges" of "gauges[].name". */
static size_t section_length(const case_key *key)
{
    return strcspn(key->path, ".[");
}

void case_reference_markdown(FILE *out)
{
    fputs(introduction, out);
    const case_key *last = NULL;
    for (const case_key *k = key_next(NULL); k; k = key_next(k)) {
        if (k->flags & KEY_NOT_YET)
            continue;
        const size_t length = section_length(k);
        if (!last || section_length(last) != length || strncmp(last->path, k->path, length) != 0)
            fprintf(out,
                    "\n## %.*s\n\n| key | value | default | range | meaning |\n"
                    "|---|---|---|---|---|\n",
                    (int)length, k->path);
        row(out, k);
        last = k;
    }
    fputs(
        "\n## Not yet\n\nThese keys are refused, so that nobody assumes that they have an effect.\n\n",
        out);
    for (const case_key *k = key_next(NULL); k; k = key_next(k))
        if (k->flags & KEY_NOT_YET)
            fprintf(out, "* `%s`: %s\n", k->path, k->help);
}
