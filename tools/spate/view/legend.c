/* Ends of colour bars, from the values of a few frames. */
#include "legend.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json_writer.h"
#include "plane_kinds.h"
#include "plot/ticks.h"

const char *legend_kind(const char *name, int *difference)
{
    static const char before[] = "difference-";
    *difference = strncmp(name, before, sizeof before - 1) == 0;
    return *difference ? name + sizeof before - 1 : name;
}

/* ---- range ---- */

static void add_plane(plane_store *store, spate_context *ctx, const plane_name *name, kind_range *r)
{
    field f = {.t = NAN};
    size_t count;
    if (plane_sample(store, ctx, name, &f.values, &count) == SPATE_OK && count > 0) {
        f.grid.nx = (long long)count;
        f.grid.ny = 1;
        kind_range_add(ctx, r, &f);
    }
    free(f.values);
}

/* The largest values of the whole run stand for all its frames, where they are known. */
static const char *stands_for(const char *kind)
{
    static const char *const pairs[][2] = {{"depth", "max-depth"},
                                           {"level", "max-level"},
                                           {"speed", "max-speed"}};
    for (size_t n = 0; n < sizeof pairs / sizeof *pairs; ++n)
        if (strcmp(pairs[n][0], kind) == 0)
            return pairs[n][1];
    return NULL;
}

static int has_maxima(run_view *run, const char *kind)
{
    plane_kind k;
    return kind && plane_kind_find(kind, &k) &&
           frames_have(run_view_frames(run), k.about->variable, FRAME_OF_MAXIMA);
}

static int64_t frame_at(run_view *run, double t)
{
    frames *f = run_view_frames(run);
    const int64_t count = frames_count(f);
    int64_t best = 0;
    double nearest = INFINITY, time;
    for (int64_t k = 0; k < count; ++k)
        if (frames_times(f, k, &time, 1) == 1 && fabs(time - t) < nearest) {
            nearest = fabs(time - t);
            best = k;
        }
    return best;
}

static void add_frames(plane_store *store, spate_context *ctx, plane_name name, kind_range *r)
{
    frames *f = run_view_frames(name.run);
    const int64_t last = frames_count(f) - 1, tried[] = {last, 2 * last / 3, last / 3};
    for (size_t k = 0; k < sizeof tried / sizeof *tried && last >= 0; ++k) {
        double t = 0;
        if (k > 0 && tried[k] == tried[k - 1])
            continue;
        name.frame = tried[k];
        frames_times(f, name.frame, &t, 1);
        name.other_frame = name.other ? frame_at(name.other, t) : 0;
        add_plane(store, ctx, &name, r);
    }
}

static kind_range range_of(plane_store *store, const plane_name *name, const plane_kind *kind)
{
    kind_range r = kind_range_begin();
    spate_context *ctx;
    plane_name n = *name;
    if (spate_context_create(&ctx) != SPATE_OK)
        return r;
    const char *all = stands_for(name->kind);
    if (!name->other && has_maxima(name->run, all)) {
        snprintf(n.kind, sizeof n.kind, "%s", all);
        add_plane(store, ctx, &n, &r);
        if (kind->about->range == RANGE_BOTH) { /* low levels are in no maximum */
            snprintf(n.kind, sizeof n.kind, "%s", name->kind);
            add_frames(store, ctx, n, &r);
        }
    } else if (plane_kind_over_time(kind)) {
        add_frames(store, ctx, n, &r);
    } else {
        add_plane(store, ctx, &n, &r);
    }
    spate_context_destroy(ctx);
    return r;
}

/* ---- difference ---- */

static map_legend difference_legend(const plane_kind *kind, const kind_range *r,
                                    const kind_settings *settings, char *label, size_t size)
{
    char name[96];
    map_kind change = *kind->about;
    if (change.range == RANGE_CLOCK || change.range == RANGE_TIME)
        change.unit = "s";
    snprintf(name, sizeof name, "%s, first less second", change.label);
    change.label = name;
    change.range = RANGE_CHANGE;
    return kind_legend(&change, r, settings, label, size);
}

/* ---- JSON ---- */

static void put_colours(json_writer *j, const colour_table *table)
{
    char text[6 * COLOUR_STEPS + 1];
    for (int k = 0; k < COLOUR_STEPS; ++k)
        snprintf(text + 6 * k, 7, "%02x%02x%02x", table->steps[k].r, table->steps[k].g,
                 table->steps[k].b);
    json_text(j, "colours", text);
}

static void put_classes(json_writer *j, const map_legend *l)
{
    json_open_array(j, "classes");
    for (int n = 0; n < l->class_count; ++n) {
        char colour[8];
        const rgb c = l->classes[n].colour;
        snprintf(colour, sizeof colour, "%02x%02x%02x", c.r, c.g, c.b);
        json_open_object(j, NULL);
        json_real(j, "from", l->classes[n].from);
        json_text(j, "name", l->classes[n].name);
        json_text(j, "colour", colour);
        json_close(j);
    }
    json_close(j);
}

static void put_legend(json_writer *j, const map_legend *l)
{
    json_open_object(j, NULL);
    json_text(j, "label", l->label);
    json_real(j, "low", l->low);
    json_real(j, "high", l->high);
    json_real(j, "step", l->step);
    json_real(j, "unit", l->unit);
    json_boolean(j, "over", l->over);
    json_boolean(j, "under", l->under);
    json_boolean(j, "clock", l->clock);
    json_boolean(j, "banded", l->banded);
    put_colours(j, &l->table);
    put_classes(j, l);
    json_close(j);
}

char *legend_text(plane_store *store, run_view *run, run_view *other, const char *name)
{
    int difference;
    char label[128], *text = NULL;
    size_t size;
    plane_kind kind;
    plane_name n = {.run = run};
    snprintf(n.kind, sizeof n.kind, "%s", legend_kind(name, &difference));
    if (!plane_kind_find(n.kind, &kind) || (difference && !other))
        return NULL;
    n.other = difference ? other : NULL;
    const kind_range r = range_of(store, &n, &kind);
    const kind_settings settings = {.low = NAN, .high = NAN};
    const map_legend l = difference ? difference_legend(&kind, &r, &settings, label, sizeof label)
                                    : kind_legend(kind.about, &r, &settings, label, sizeof label);
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    json_writer j = json_begin(out);
    put_legend(&j, &l);
    json_end(&j);
    return fclose(out) == 0 ? text : NULL;
}
