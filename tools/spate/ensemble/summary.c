/* summary.csv: one line for each scenario. */
#include <math.h>
#include <string.h>

#include "ensemble/ensemble.h"
#include "program/tool_file.h"

const char *scenario_word(scenario_state state)
{
    switch (state) {
    case SCENARIO_DONE: return "done";
    case SCENARIO_STOPPED: return "stopped";
    case SCENARIO_FAILED: return "failed";
    default: return "waiting";
    }
}

/* In quotes where it has separators. */
static void put_text(FILE *out, const char *text)
{
    if (!strpbrk(text, ",;\"#\t")) {
        fputs(text, out);
        return;
    }
    fputc('"', out);
    for (; *text; ++text) {
        if (*text == '"')
            fputc('"', out);
        fputc(*text, out);
    }
    fputc('"', out);
}

/* An empty cell where there is no value. f32 results have about 7 digits. */
static void put_number(FILE *out, double value)
{
    if (isnan(value))
        fputc(',', out);
    else
        fprintf(out, ",%.8g", value);
}

static void put_header(const ensemble *e, const outcome *o, FILE *out)
{
    char title[256];
    fputs("name", out);
    for (int k = 0; k < e->columns; ++k) {
        snprintf(title, sizeof title, *e->units[k] ? "%s [%s]" : "%s", e->keys[k], e->units[k]);
        fputc(',', out);
        put_text(out, title);
    }
    fputs(",status,exit,peak_level [m],peak_depth [m],largest_volume [m3],extent [m2]", out);
    for (int k = 0; k < o->gauges.count; ++k) {
        snprintf(title, sizeof title, "%s peak level [m]", o->gauges.names[k]);
        fputc(',', out);
        put_text(out, title);
    }
    fputc('\n', out);
}

static void put_scenario(const ensemble *e, const outcome *o, int n, FILE *out)
{
    const scenario *s = &e->list[n];
    const scenario_figures *f = &o->figures[n];
    put_text(out, s->name);
    for (int k = 0; k < e->columns; ++k) {
        fputc(',', out);
        put_text(out, s->cells[k]);
    }
    fprintf(out, ",%s,", scenario_word(s->state));
    if (s->state != SCENARIO_WAITING)
        fprintf(out, "%d", s->code);
    put_number(out, f->peak_level);
    put_number(out, f->peak_depth);
    put_number(out, f->largest_volume);
    put_number(out, f->extent);
    for (int k = 0; k < o->gauges.count; ++k)
        put_number(out, f->gauges ? f->gauges[k] : (double)NAN);
    fputc('\n', out);
}

spate_status write_summary(const ensemble *e, const outcome *o)
{
    char name[4096], message[4352];
    snprintf(name, sizeof name, "%s/summary.csv", e->folder);
    tool_file file = tool_file_open(name);
    if (file.out) {
        put_header(e, o, file.out);
        for (int n = 0; n < e->count; ++n)
            put_scenario(e, o, n, file.out);
    }
    if (tool_file_close(&file, 1, message, sizeof message) != 0)
        return spate_fail(e->tool->ctx, SPATE_ERROR_OUTPUT, "%s", message);
    return SPATE_OK;
}
