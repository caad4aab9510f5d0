/* spate plot wavenumber: modified wavenumbers of compact schemes beside the exact ones. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "chart.h"
#include "plot.h"
#include "program/options.h"
#include "spate/compact.h"

static const char about[] =
    "Draws what the interior of compact schemes makes of waves from the longest to the shortest (two\n"
    "spacings): the modified wavenumber of first derivatives, its square of second ones, the factor\n"
    "of filters and mid-point values. Usual: all schemes. Into wavenumber.png, or with --csv as a\n"
    "table to stdout.\n";

enum { SAMPLES = 201, MOST = 24, PANELS = 3 };

typedef struct request {
    const char *output;
    option_list schemes;
    int csv;
} request;

typedef struct waves {
    int count;
    spate_compact_scheme scheme[MOST];
    double kh[SAMPLES], symbol[MOST][SAMPLES], exact[PANELS][SAMPLES];
} waves;

/* Schemes that differ in their closures, or in the direction of the half step, are one curve. */
static int same_interior(const spate_compact_scheme *a, const spate_compact_scheme *b)
{
    return a->derivative == b->derivative && a->alpha == b->alpha && a->odd == b->odd &&
           a->pairs == b->pairs && a->centre == b->centre &&
           (a->points == SPATE_COMPACT_SAME) == (b->points == SPATE_COMPACT_SAME) &&
           memcmp(a->pair, b->pair, sizeof a->pair) == 0;
}

static void add_scheme(waves *w, const spate_compact_scheme *s, int always)
{
    for (int k = 0; k < w->count && !always; ++k)
        if (same_interior(&w->scheme[k], s))
            return;
    if (w->count < MOST)
        w->scheme[w->count++] = *s;
}

static int choose_schemes(const spate_tool *tool, const request *q, waves *w)
{
    spate_compact_scheme s;
    for (int k = 0; k < q->schemes.count; ++k) {
        if (!spate_compact_find(q->schemes.items[k], &s))
            return tool_error(tool, SPATE_ERROR_ARGUMENT, "no compact scheme '%s'",
                              q->schemes.items[k]);
        add_scheme(w, &s, 1);
    }
    for (const char *const *name = spate_compact_schemes(); *name && !q->schemes.count; ++name)
        if (spate_compact_find(*name, &s))
            add_scheme(w, &s, 0);
    return 0;
}

static void compute(waves *w)
{
    static const double pi = 3.14159265358979323846;
    for (int j = 0; j < SAMPLES; ++j) {
        const double kh = w->kh[j] = pi * j / (SAMPLES - 1);
        w->exact[0][j] = 1;
        w->exact[1][j] = kh;
        w->exact[2][j] = kh * kh;
        for (int k = 0; k < w->count; ++k)
            w->symbol[k][j] = spate_compact_symbol(&w->scheme[k], kh);
    }
}

static int print_csv(const waves *w)
{
    printf("kh");
    for (int k = 0; k < w->count; ++k)
        printf(",%s", w->scheme[k].name);
    printf("\n");
    for (int j = 0; j < SAMPLES; ++j) {
        printf("%.17g", w->kh[j]);
        for (int k = 0; k < w->count; ++k)
            printf(",%.17g", w->symbol[k][j]);
        printf("\n");
    }
    return 0;
}

static void add_curve(chart_panel *p, const char *name, rgb colour, double width, const waves *w,
                      const double *values)
{
    p->curves[p->count++] = (chart_curve){.name = name,
                                          .style = CURVE_LINE,
                                          .colour = colour,
                                          .width = width,
                                          .count = SAMPLES,
                                          .stride = 1,
                                          .t = w->kh,
                                          .value = values};
}

/* One panel for each derivative that a scheme has, first derivatives on top. */
static int draw(const spate_tool *tool, const waves *w, const char *file)
{
    static const rgb band = {247, 190, 120};
    static const int order[PANELS] = {1, 2, 0};
    static const char *const titles[PANELS] = {"Filters and mid-point values", "First derivatives",
                                               "Second derivatives"};
    static const char *const labels[PANELS] = {"Factor", "k'h", "(k'h)\xc2\xb2"};
    chart_panel panels[PANELS] = {{0}};
    int count = 0;
    for (int n = 0; n < PANELS; ++n) {
        chart_panel *p = &panels[count];
        const int m = order[n];
        *p = (chart_panel){.title = titles[m], .label = labels[m], .from_zero = 1};
        add_curve(p, "exact", band, 5, w, w->exact[m]);
        for (int k = 0; k < w->count && p->count < CHART_CURVES; ++k)
            if (w->scheme[k].derivative == m)
                add_curve(p, w->scheme[k].name, chart_colour(p->count - 1), 0, w, w->symbol[k]);
        count += p->count > 1;
    }
    const chart picture = {.title = "Compact schemes and waves",
                           .subtitle = "interior of the schemes; two spacings are at kh = 3.14",
                           .start = (double)NAN,
                           .to = w->kh[SAMPLES - 1],
                           .across = "kh",
                           .count = count,
                           .panels = panels,
                           .panel_height = count > 1 ? 190 : 330};
    return chart_draw(tool, &picture, file);
}

int plot_wavenumber(spate_tool *tool, int argc, char **argv)
{
    const char *names[MOST + 1];
    request q = {.output = "wavenumber.png", .schemes = {names, 0}};
    const option list[] = {
        {"output", OPTION_TEXT, &q.output, "FILE", "(or -o) .png, .svg or .pdf", 0, 0},
        {"scheme", OPTION_LIST, &q.schemes, "NAME", "only this one; may be repeated", 0, 0},
        {"csv", OPTION_FLAG, &q.csv, NULL, "the numbers instead of a picture", 0, 0},
        {NULL, OPTION_FLAG, NULL, NULL, NULL, 0, 0},
    };
    const option_set set = {.usage = "plot wavenumber [-o FILE] [options]",
                            .about = about,
                            .list = list};
    static waves w;
    if (argc > MOST)
        return tool_error(tool, SPATE_ERROR_ARGUMENT, "more than %d words", MOST);
    for (int n = 1; n < argc; ++n)
        if (strcmp(argv[n], "-o") == 0)
            argv[n] = "--output";
    int code = options_parse(tool, &set, argc, argv, NULL);
    if (code != OPTIONS_GO_ON)
        return code;
    code = choose_schemes(tool, &q, &w);
    if (code != 0 || tool->rank != 0)
        return code;
    compute(&w);
    if (q.csv)
        return print_csv(&w);
    code = figure_check_name(tool, q.output);
    if (code == 0)
        code = draw(tool, &w, q.output);
    if (code == 0)
        plot_wrote(tool, q.output);
    return code;
}
