/* Pictures of the validation report: a run and its solution along a line. */
#include <ctype.h>
#include <math.h>
#include <stdio.h>

#include "chart.h"
#include "ticks.h"
#include "verify_figures.h"

/* The solution is a pale band: the result of the finest grid lies on it or not. */
static const rgb band_colour = {247, 190, 120}, ground_colour = {222, 216, 208};
enum { COARSEST_DOTS = 400 }; /* more would be a line */

int figures_possible(void)
{
    return 1;
}

static void add_curve(chart_panel *panel, const char *name, curve_style style, rgb colour,
                      double width, const verify_profile *p, const double *values)
{
    panel->curves[panel->count++] = (chart_curve){.name = name,
                                                  .style = style,
                                                  .colour = colour,
                                                  .width = width,
                                                  .count = p->count,
                                                  .stride = 1,
                                                  .t = p->place,
                                                  .value = values};
}

/* Solution below, dots of the coarsest grid, the finest on top. */
static void add_curves(chart_panel *panel, const document_entry *e, const char *coarse,
                       const char *fine, int flow)
{
    const verify_profile *f = &e->finest, *c = &e->coarsest;
    const char *known = e->c->judgement == CASE_BOUND ? "reference" : "solution";
    add_curve(panel, known, CURVE_LINE, band_colour, 5, f,
              flow ? f->solution_flow : f->solution_level);
    if (c->count > 0 && c->count <= COARSEST_DOTS)
        add_curve(panel, coarse, CURVE_DOTS, chart_colour(3), 0, c, flow ? c->flow : c->level);
    add_curve(panel, fine, CURVE_LINE, chart_colour(0), 1.2, f, flow ? f->flow : f->level);
}

/* A flat bed is only the end of the axis: nothing to name. */
static void add_ground(chart_panel *panel, const verify_profile *p)
{
    int flat = 1;
    for (int64_t n = 1; n < p->count; ++n)
        flat = flat && p->bed[n] == p->bed[0];
    add_curve(panel, flat ? NULL : "ground", CURVE_GROUND, ground_colour, 0, p, p->bed);
}

static void grid_name(const verify_profile *p, char *out, size_t size)
{
    snprintf(out, size, "%lld x %lld cells", (long long)p->nx, (long long)p->ny);
}

/* The ends of the line are faces of cells, half a cell beyond the centres. */
static void ends_of(const verify_profile *p, double *from, double *to)
{
    const int64_t n = p->count;
    const double half = n > 1 ? 0.5 * (p->place[1] - p->place[0]) : 0.5;
    *from = p->place[0] - half;
    *to = p->place[n - 1] + half;
}

int figure_profile(const spate_tool *tool, const document_entry *e, const char *file)
{
    const verify_profile *p = &e->finest;
    const builtin_case *c = e->c;
    char coarse[64], fine[64], title[128], subtitle[256], duration[64];
    chart_panel panels[2] = {{.title = "Water level", .label = "Level (m)", .headroom = 0.06},
                             {.title = "Discharge per width",
                              .label = "hu (m\xc2\xb2/s)",
                              .headroom = 0.06}};
    grid_name(&e->coarsest, coarse, sizeof coarse);
    grid_name(p, fine, sizeof fine);
    add_ground(&panels[0], p);
    add_curves(&panels[0], e, coarse, fine, 0);
    add_curves(&panels[1], e, coarse, fine, 1);
    snprintf(title, sizeof title, "%c%s", toupper((unsigned char)c->title[0]), c->title + 1);
    snprintf(subtitle, sizeof subtitle, "%s at %s, %s%s, f%d", c->name,
             ticks_duration(p->t, duration, sizeof duration),
             c->strip ? "along the channel" : "along x through the middle",
             c->window_from < c->window_to ? " where errors are taken" : "", p->precision);
    chart picture = {.title = title,
                     .subtitle = subtitle,
                     .start = (double)NAN,
                     .across = c->strip == 'y' ? "y (m)" : "x (m)",
                     .count = 2,
                     .panels = panels,
                     .panel_height = 170};
    ends_of(p, &picture.from, &picture.to);
    return chart_draw(tool, &picture, file);
}
