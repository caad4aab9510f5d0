/* spate bench semi-implicit: from which step on an implicit scheme is as fast as an explicit one,
 * with the error beside the time. Which schemes are implicit is data of their descriptions. */
#include <math.h>
#include <string.h>

#include "bench/work_precision.h"

#define READING                                                                                      \
    "A wave in a closed deep basin, without drying. Implicit schemes run with every Courant\n"       \
    "number, explicit ones with their own. Parity, after the table: the Courant number from which\n" \
    "on an implicit scheme is as fast as the fastest explicit one of the same grid and precision,\n" \
    "and what the errors are there. A long step that is wrong is no gain.\n" WORK_READING

static int is_alike(const work_result *a, const work_result *b)
{
    return a->setup.size == b->setup.size && strcmp(a->setup.real, b->setup.real) == 0;
}

static int is_implicit(const work_result *r)
{
    return r->setup.scheme->ops->about->implicit;
}

/* The fastest explicit run of the grid and precision of r; NULL: none. */
static const work_result *rival(const work_bench *w, const work_result *r)
{
    const work_result *best = NULL;
    for (int k = 0; k < w->count; ++k) {
        const work_result *o = &w->results[k];
        if (!is_implicit(o) && is_alike(o, r) && !isnan(o->error) &&
            (!best || o->best < best->best))
            best = o;
    }
    return best;
}

/* Between two runs, by straight lines between logarithms. at: where the time is that of the rival. */
static double between(double at, double t0, double t1, double v0, double v1)
{
    const double s = (log(at) - log(t0)) / (log(t1) - log(t0));
    return exp(log(v0) + s * (log(v1) - log(v0)));
}

static void say(const bench *b, const char *text)
{
    if (b->markdown.out)
        fprintf(b->markdown.out, "\n%s\n", text);
    if (!b->as_json)
        printf("\n%s\n", text);
}

/* Of the runs from first to last, of the grid and precision of the first: the one with the shortest
 * step of those that are as fast as the rival (fast: 1), or with the longest step below `limit` of
 * those that are not (fast: 0). NULL: none. */
static const work_result *neighbour(const work_result *first, const work_result *last,
                                    const work_result *explicit, int fast, double limit)
{
    const work_result *found = NULL;
    for (const work_result *r = first; r <= last; ++r) {
        const int is_fast = r->best <= explicit->best;
        const double c = r->row.courant;
        if (isnan(r->error) || !is_alike(r, first) || is_fast != fast || (!fast && c >= limit))
            continue;
        if (!found || (fast ? c < found->row.courant : c > found->row.courant))
            found = r;
    }
    return found;
}

/* Where the curve of the runs from first to last crosses the time of the rival. */
static void conclude_curve(const bench *b, const work_result *first, const work_result *last,
                           const work_result *explicit)
{
    char text[800], name[256];
    snprintf(name, sizeof name, "%s, %s, %d cells", first->setup.scheme->text, first->setup.real,
             first->setup.size);
    const work_result *r = neighbour(first, last, explicit, 1, 0);
    if (!r) {
        snprintf(text, sizeof text, "Parity of %s: %s is faster at all these steps.", name,
                 explicit->setup.scheme->text);
        say(b, text);
        return;
    }
    const work_result *before = neighbour(first, last, explicit, 0, r->row.courant);
    const double ratio =
        before ? between(explicit->best, before->best, r->best, before->row.courant, r->row.courant)
               : r->row.courant;
    const double error =
        before ? between(explicit->best, before->best, r->best, before->error, r->error) : r->error;
    snprintf(text, sizeof text,
             "Parity of %s: as fast as %s %s c dt/dx = %.3g, with an error of %.2e beside %.2e.",
             name, explicit->setup.scheme->text, before ? "at" : "at or below", ratio, error,
             explicit->error);
    say(b, text);
}

/* Runs of one scheme and precision follow one another, by Courant number and then by size. */
static void conclude(const bench *b, const work_bench *w)
{
    for (int k = 0; k < w->count; ++k) {
        const work_result *r = &w->results[k];
        int last = k, is_first = 1;
        if (!is_implicit(r) || !rival(w, r))
            continue;
        for (int n = 0; n < w->count; ++n) {
            const work_result *o = &w->results[n];
            if (o->setup.scheme != r->setup.scheme || !is_alike(o, r))
                continue;
            is_first = is_first && n >= k;
            last = n > last ? n : last;
        }
        if (is_first)
            conclude_curve(b, r, &w->results[last], rival(w, r));
    }
}

int bench_semi_implicit(spate_tool *tool, int argc, char **argv, const work_drawing *drawing)
{
    static const work_flavour flavour = {
        .name = "semi-implicit",
        .title = "Explicit and implicit steps",
        .about =
            "Time and error of implicit schemes by the length of the step, beside explicit\n"
            "ones. Usual: a seiche in a square basin (deep_basin), all schemes, f64, --courants\n"
            "usual,1,2,10,20,40,50,60,80,100, --sizes 256,512.",
        .reading = READING,
        .case_name = "deep_basin",
        .courants_text = "usual,1,2,10,20,40,50,60,80,100",
        .sizes_text = "256,512",
        .quick_sizes = "64",
        .conclude = conclude};
    return work_main(tool, argc, argv, drawing, &flavour);
}
