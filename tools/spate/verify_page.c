/* The Markdown of the validation report. Every number in it comes from the runs. */
#include <time.h>

#include "base/dates.h"
#include "spate_config.h"
#include "verify_figures.h"
#include "verify_tables.h"

/* "f64", "f32" or "f32 and f64". */
static const char *precisions(const verify_document *doc)
{
    int single = 0, twice = 0;
    for (int n = 0; n < doc->count; ++n) {
        const verify_row *r = document_finest(&doc->entries[n]);
        single |= r && r->precision == 32;
        twice |= r && r->precision == 64;
    }
    return single && twice ? "f32 and f64" : single ? "f32" : twice ? "f64" : "-";
}

static void print_head(const verify_document *doc, FILE *out)
{
    char date[64];
    const verify_row *r = NULL;
    for (int n = 0; !r && n < doc->count; ++n)
        r = document_finest(&doc->entries[n]);
    fprintf(
        out,
        "# Validation\n\n"
        "Spate compared with exact solutions, a laboratory experiment and a real dam break. This "
        "command wrote\nthe page, its numbers and its pictures:\n\n"
        "    %s\n\n"
        "| version | commit | build | scheme | backend | precision | date |\n"
        "|---|---|---|---|---|---|---|\n"
        "| %s | %s | %s, %s | %s | %s | %s | %s |\n\n",
        doc->command, spate_version(), SPATE_GIT_COMMIT, SPATE_BUILD_TYPE, SPATE_COMPILER,
        r ? r->scheme : "-", r ? r->backend : "-", precisions(doc),
        date_format((double)time(NULL), date, sizeof date));
}

static void print_verdicts(const verify_document *doc, FILE *out)
{
    int passed = 0;
    for (int n = 0; n < doc->count; ++n)
        passed += doc->entries[n].result.pass;
    fprintf(out, "%d of %d passed. `spate cases` describes each case.\n", passed, doc->count);
    for (int n = 0; n < doc->count; ++n) {
        const document_entry *e = &doc->entries[n];
        if (!e->result.pass)
            fprintf(out, "\n**`%s` failed:** %s\n", e->c->name, e->result.reason);
    }
}

static void print_pictures(const verify_document *doc, FILE *out)
{
    if (!figures_possible()) {
        fprintf(out, "\nThis report has no pictures: the program was built without cairo.\n");
        return;
    }
    int profiles = 0;
    for (int n = 0; n < doc->count; ++n)
        profiles += doc->entries[n].drawn;
    if (profiles > 0)
        fprintf(out, "\nIn the pictures the broad band is the exact solution, the line the finest "
                     "grid and the dots the coarsest one.\nLevels are drawn wherever the water is "
                     "deeper than the dry depth, so films behind a falling shore are visible.\n");
    if (doc->has_convergence)
        fprintf(out,
                "\n![Errors against the number of cells](" DOCUMENT_IMAGES "/convergence.png)\n");
    for (int n = 0; n < doc->count; ++n) {
        const document_entry *e = &doc->entries[n];
        if (e->drawn)
            fprintf(out, "\n![%s](" DOCUMENT_IMAGES "/%s.png)\n", e->c->title, e->c->name);
    }
}

void document_print(const verify_document *doc, FILE *out)
{
    char rest[160];
    snprintf(rest, sizeof rest,
             "Lakes over beds that are difficult for numerical schemes: after %d steps all depths "
             "must be unchanged\nand all momentum zero, to the bit.",
             VERIFY_REST_STEPS);
    print_head(doc, out);
    print_verdicts(doc, out);
    table_of_solutions(doc, out);
    print_pictures(doc, out);
    table_of_grids(doc, out);
    table_of_zeros(doc, KIND(CASE_AT_REST), "Lakes at rest", rest, out);
    table_of_zeros(doc, KIND(CASE_SYMMETRY), "Symmetry",
                   "Circular dam breaks without a known solution: the eight mirror images of the "
                   "square must agree, to the bit.",
                   out);
    table_of_zeros(
        doc, KIND(CASE_MIRRORS), "Mirror images",
        "A wave from the centre of a basin: east and west, north and south must agree to rounding.",
        out);
    table_of_zeros(doc, KIND(CASE_GLIDE), "Glide images",
                   "Shear layers that roll up: south and north, moved by half of the width, must "
                   "agree to rounding, which grows with the flow.",
                   out);
    table_of_volumes(doc, KIND(CASE_VOLUME), "Rain",
                     "An hour of rain on closed basins: all of it must be stored, whatever the "
                     "depth it falls on.",
                     out);
    table_of_volumes(doc, KIND(CASE_MASS), "Water balance alone",
                     "No solution and no symmetry is known: depths must be finite and not "
                     "negative, and the balance must close.",
                     out);
}
