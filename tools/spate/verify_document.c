/* Keeps entries and writes files. verify_page.c has the text of the page, verify_figures.h the
 * pictures. */
#include "verify_document.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "program/tool_file.h"
#include "results/folder/files.h"
#include "verify_figures.h"

enum { LONGEST_FOLDER = 3000, LONGEST_PATH = 3200, LARGEST_PART = 4 << 20 };

/* One case of each kind of flow; the table has them all. */
static const char *const drawn_cases[] = {
    "stoker_x", "ritter_x",      "dam_friction", "bump_shock", "macdonald_subcritical",
    "circular", "thacker_planar"};

static const char *path_in(const verify_document *doc, const char *name, char *path)
{
    snprintf(path, LONGEST_PATH, "%s/%s", doc->folder, name);
    return path;
}

/* ---- entries ---- */

static int is_drawn(const builtin_case *c)
{
    for (size_t n = 0; n < sizeof drawn_cases / sizeof *drawn_cases; ++n)
        if (strcmp(c->name, drawn_cases[n]) == 0)
            return figures_possible();
    return 0;
}

/* The first grid is kept and the latest. */
static void keep_profile(const verify_finished *run, void *user)
{
    document_entry *e = user;
    if (!e->drawn)
        return;
    if (e->coarsest.count == 0)
        e->coarsest = e->finest;
    else
        verify_profile_free(&e->finest);
    if (verify_profile_make(run, &e->finest) != SPATE_OK)
        e->out_of_memory = 1;
}

document_entry *document_add(verify_document *doc, const builtin_case *c, verify_options *opt)
{
    document_entry *e = &doc->entries[doc->count++];
    *e = (document_entry){.c = c, .drawn = is_drawn(c)};
    opt->finished = keep_profile;
    opt->user = e;
    return e;
}

int document_is_last(const verify_document *doc, int n)
{
    for (int k = n + 1; k < doc->count; ++k)
        if (doc->entries[k].c == doc->entries[n].c)
            return 0;
    return 1;
}

const verify_row *document_finest(const document_entry *entry)
{
    const int rows = entry->result.row_count;
    return rows > 0 ? &entry->result.rows[rows - 1] : NULL;
}

void document_free(verify_document *doc)
{
    for (int n = 0; n < doc->count; ++n) {
        verify_profile_free(&doc->entries[n].coarsest);
        verify_profile_free(&doc->entries[n].finest);
    }
    free(doc->entries);
    doc->entries = NULL;
    doc->count = 0;
}

/* ---- files ---- */

static int try_to_write(const spate_tool *tool, const char *path)
{
    tool_file file = tool_file_open(path);
    const int error = errno;
    char unused[16];
    if (!file.out)
        return tool_error(tool, SPATE_ERROR_OUTPUT, "cannot write %s: %s", path, strerror(error));
    tool_file_close(&file, 0, unused, sizeof unused);
    return 0;
}

int document_begin(const spate_tool *tool, verify_document *doc, const char *folder, int room)
{
    char path[LONGEST_PATH];
    const size_t length = strlen(folder);
    if (length == 0 || length > LONGEST_FOLDER)
        return tool_error(tool, SPATE_ERROR_ARGUMENT,
                          "--report must be a path of 1 to %d characters", LONGEST_FOLDER);
    doc->folder = folder;
    doc->entries = calloc((size_t)room, sizeof *doc->entries);
    if (!doc->entries)
        return tool_error(tool, SPATE_ERROR_MEMORY, "not enough memory for the report");
    if (folder_make(path_in(doc, DOCUMENT_IMAGES, path)) != 0)
        return tool_error(tool, SPATE_ERROR_OUTPUT, "cannot make the folder %s: %s", path,
                          strerror(errno));
    const int code = try_to_write(tool, path_in(doc, DOCUMENT_IMAGES "/convergence.png", path));
    return code != 0 ? code : try_to_write(tool, path_in(doc, "validation.md", path));
}

static int draw_profiles(const spate_tool *tool, verify_document *doc)
{
    for (int n = 0; n < doc->count; ++n) {
        document_entry *e = &doc->entries[n];
        char name[128], path[LONGEST_PATH];
        if (e->out_of_memory)
            return tool_error(tool, SPATE_ERROR_MEMORY, "not enough memory for the picture of %s",
                              e->c->name);
        e->drawn = e->finest.count > 0 && document_is_last(doc, n);
        snprintf(name, sizeof name, DOCUMENT_IMAGES "/%s.png", e->c->name);
        const int code = e->drawn ? figure_profile(tool, e, path_in(doc, name, path)) : 0;
        if (code != 0)
            return code;
    }
    return 0;
}

static int draw_convergence(const spate_tool *tool, verify_document *doc)
{
    char path[LONGEST_PATH];
    for (int n = 0; figures_possible() && n < doc->count; ++n)
        if (doc->entries[n].c->judgement == CASE_ORDER && doc->entries[n].result.row_count > 1)
            doc->has_convergence = 1;
    if (!doc->has_convergence)
        return 0;
    return figure_convergence(tool, doc, path_in(doc, DOCUMENT_IMAGES "/convergence.png", path));
}

/* Measurements, and other schemes: their scripts print a section each. */
static int add_parts(const spate_tool *tool, const verify_document *doc, FILE *out)
{
    static const struct {
        const char *file, *absent; /* what the page says where there is no such file */
    } parts[] = {
        {DOCUMENT_PARTS "/malpasset.md", "\n## Malpasset, 1959\n\nNot in this report: "
                                         "`examples/malpasset/run.sh 15,30` prints it.\n"},
        {DOCUMENT_PARTS "/monai.md", "\n## Monai valley, 1993\n\nNot in this report: "
                                     "`examples/monai/run.sh 0.014,0.028` prints it.\n"},
        {DOCUMENT_PARTS "/schemes.md", "\n## Other schemes\n\nNot in this report: "
                                       "`scripts/validation` prints them.\n"},
        {DOCUMENT_PARTS "/limits.md", ""},
    };
    for (size_t n = 0; n < sizeof parts / sizeof *parts; ++n) {
        char path[LONGEST_PATH];
        size_t count = 0;
        char *text = text_file_read(path_in(doc, parts[n].file, path), LARGEST_PART, &count);
        if (!text && errno != ENOENT)
            return tool_error(tool, SPATE_ERROR_DATA, "cannot read %s: %s", path, strerror(errno));
        fprintf(out, "%s%s", text ? "\n" : "", text ? text : parts[n].absent);
        free(text);
    }
    return 0;
}

static int write_page(const spate_tool *tool, const verify_document *doc)
{
    char path[LONGEST_PATH], message[LONGEST_PATH + 200];
    tool_file file = tool_file_open(path_in(doc, "validation.md", path));
    int code = 0;
    if (file.out) {
        document_print(doc, file.out);
        code = add_parts(tool, doc, file.out);
    }
    if (tool_file_close(&file, code == 0, message, sizeof message) != 0 && code == 0)
        code = tool_error(tool, SPATE_ERROR_OUTPUT, "%s", message);
    if (code == 0)
        fprintf(stderr, "wrote %s\n", path);
    return code;
}

int document_write(const spate_tool *tool, verify_document *doc)
{
    int code = draw_profiles(tool, doc);
    if (code == 0)
        code = draw_convergence(tool, doc);
    return code != 0 ? code : write_page(tool, doc);
}
