/* The tables of the validation report: rows and sums of the results of the runs, nothing else. */
#include "verify_tables.h"

#include <math.h>

typedef struct number {
    char text[32];
} number;

/* "-" where there is none; 0 only where it is exact. */
static number number_text(const char *format, double value)
{
    number n = {"-"};
    if (value == 0.0)
        snprintf(n.text, sizeof n.text, "0");
    else if (!isnan(value))
        snprintf(n.text, sizeof n.text, format, value);
    return n;
}

static number error_text(double value)
{
    return number_text("%.2e", value);
}

static number grid_text(const verify_row *r)
{
    number n;
    snprintf(n.text, sizeof n.text, "%lldx%lld", (long long)r->nx, (long long)r->ny);
    return n;
}

/* ---- which entries a section is about ---- */

static int is_of(const document_entry *e, case_kinds wanted)
{
    return (wanted & KIND(e->c->judgement)) != 0 && e->result.row_count > 0;
}

static int count_of(const verify_document *doc, case_kinds wanted)
{
    int count = 0;
    for (int n = 0; n < doc->count; ++n)
        count += is_of(&doc->entries[n], wanted);
    return count;
}

static int passed_of(const verify_document *doc, case_kinds wanted)
{
    int passed = 0;
    for (int n = 0; n < doc->count; ++n)
        passed += is_of(&doc->entries[n], wanted) && doc->entries[n].result.pass;
    return passed;
}

/* ---- cases in which nothing may differ, to the bit: a summary ---- */

static void print_names(const verify_document *doc, case_kinds wanted, FILE *out)
{
    const char *before = "";
    for (int n = 0; n < doc->count; ++n)
        if (is_of(&doc->entries[n], wanted) && document_is_last(doc, n)) {
            fprintf(out, "%s`%s`", before, doc->entries[n].c->name);
            before = ", ";
        }
    fprintf(out, "\n");
}

/* Keeps NaN. */
static double larger(double a, double b)
{
    return isnan(a) || a >= b ? a : b;
}

void table_of_zeros(const verify_document *doc, case_kinds wanted, const char *heading,
                    const char *claim, FILE *out)
{
    double depth = 0.0, momentum = 0.0, mass = 0.0;
    int grids = 0;
    if (count_of(doc, wanted) == 0)
        return;
    for (int n = 0; n < doc->count; ++n)
        for (int k = 0; is_of(&doc->entries[n], wanted) && k < doc->entries[n].result.row_count;
             ++k, ++grids) {
            const verify_row *r = &doc->entries[n].result.rows[k];
            depth = larger(depth, r->linf_h);
            momentum = larger(momentum, r->linf_hu);
            mass = larger(mass, fabs(r->mass_error));
        }
    fprintf(out,
            "\n## %s\n\n%s\n\n"
            "| passed | grids | largest difference of h | of hu, hv | largest mass error |\n"
            "|---|---|---|---|---|\n"
            "| %d of %d | %d | %s | %s | %s |\n\n",
            heading, claim, passed_of(doc, wanted), count_of(doc, wanted), grids,
            error_text(depth).text, error_text(momentum).text, error_text(mass).text);
    print_names(doc, wanted, out);
}

/* ---- cases with a solution ---- */

#define WITH_SOLUTION (KIND(CASE_ORDER) | KIND(CASE_BOUND))

/* "order 0.8" or "L1 h 5.5e-03": what the case must reach. */
static void print_wanted(const builtin_case *c, const verify_row *r, FILE *out)
{
    if (c->judgement == CASE_ORDER)
        fprintf(out, "order %.1f%s", verify_expected_order(c, r),
                c->order_of_momentum ? " of hu" : "");
    else
        fprintf(out, "L1 h %.1e", c->max_error);
}

static void print_solution_row(const document_entry *e, const verify_row *r, FILE *out)
{
    fprintf(out, "| `%s` | %s | %s | %s | %s | %s | ", e->c->name, r->real, grid_text(r).text,
            error_text(r->l1_h).text, error_text(r->l1_hu).text,
            number_text("%.2f", r->order).text);
}

void table_of_solutions(const verify_document *doc, FILE *out)
{
    if (count_of(doc, WITH_SOLUTION) == 0)
        return;
    fprintf(
        out,
        "\n## Exact solutions\n\n"
        "The finest grid of each case. Errors are relative L1 errors: of h relative to the mean depth, of "
        "hu to the\nmomentum of a wave of that depth. The order is that of h (of hu where "
        "noted) between the two finest grids.\nSmooth flow reaches the second order; "
        "shocks and wet-dry fronts lower it. Where the reference itself has an\nerror, a bound is "
        "required instead of an order.\n\n"
        "| case | real | grid | L1 h | L1 hu | order | asked for | mass error | verdict |\n"
        "|---|---|---|---|---|---|---|---|---|\n");
    for (int n = 0; n < doc->count; ++n) {
        const document_entry *e = &doc->entries[n];
        if (!is_of(e, WITH_SOLUTION))
            continue;
        print_solution_row(e, document_finest(e), out);
        print_wanted(e->c, document_finest(e), out);
        fprintf(out, " | %s | %s |\n", number_text("%.1e", document_finest(e)->mass_error).text,
                e->result.pass ? "pass" : "**FAIL**");
    }
}

void table_of_grids(const verify_document *doc, FILE *out)
{
    if (count_of(doc, WITH_SOLUTION) == 0)
        return;
    fprintf(out, "\n<details><summary>All grids, and the largest errors</summary>\n\n"
                 "| case | real | grid | L1 h | L1 hu | order | Linf h | Linf hu | steps |\n"
                 "|---|---|---|---|---|---|---|---|---|\n");
    for (int n = 0; n < doc->count; ++n)
        for (int k = 0;
             is_of(&doc->entries[n], WITH_SOLUTION) && k < doc->entries[n].result.row_count; ++k) {
            const verify_row *r = &doc->entries[n].result.rows[k];
            print_solution_row(&doc->entries[n], r, out);
            fprintf(out, "%s | %s | %lld |\n", error_text(r->linf_h).text,
                    error_text(r->linf_hu).text, (long long)r->steps);
        }
    fprintf(out, "\n</details>\n");
}

/* ---- cases judged by volumes ---- */

void table_of_volumes(const verify_document *doc, case_kinds wanted, const char *heading,
                      const char *claim, FILE *out)
{
    if (count_of(doc, wanted) == 0)
        return;
    const int rain = (wanted & KIND(CASE_VOLUME)) != 0;
    fprintf(out,
            "\n## %s\n\n%s\n\n| case | real | grid |%s mass error | rounding allows | verdict |\n",
            heading, claim, rain ? " rain missing or too much | allowed |" : "");
    fprintf(out, "|---|---|---|%s---|---|---|\n", rain ? "---|---|" : "");
    for (int n = 0; n < doc->count; ++n) {
        const document_entry *e = &doc->entries[n];
        const verify_row *r = document_finest(e);
        if (!is_of(e, wanted))
            continue;
        fprintf(out, "| `%s` | %s | %s |", e->c->name, r->real, grid_text(r).text);
        if (rain)
            fprintf(out, " %s | %s |", error_text(r->l1_h).text, error_text(e->c->max_error).text);
        fprintf(out, " %s | %s | %s |\n", number_text("%.1e", r->mass_error).text,
                number_text("%.1e", r->mass_bound).text, e->result.pass ? "pass" : "**FAIL**");
    }
}
