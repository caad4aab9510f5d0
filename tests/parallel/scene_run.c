/* Runs a scene: in one go, watched, or in two simulations. */
#include <stdlib.h>

#include "scene_stage.h"
#include "tape.h"

static spate_status fill(stage *g, const scene *s)
{
    spate_sim *sim = g->sim;
    void *user = (void *)s;
    spate_status status = SPATE_OK;
    if (!s->whole)
        status = spate_set_active(sim, scene_holes, user);
    if (status == SPATE_OK)
        status = spate_set_bed(sim, s->bed, user);
    if (status == SPATE_OK && s->friction_map)
        status = spate_set_friction(sim, scene_friction, user);
    if (status == SPATE_OK)
        status = spate_set_level(sim, s->level, user);
    if (status == SPATE_OK && s->boundaries)
        status = scene_add_boundaries(sim, s, g->boundary, &g->has_section);
    if (status == SPATE_OK && s->sources)
        status = scene_add_sources(sim, s);
    if (status == SPATE_OK && s->air)
        status = scene_add_air(sim, s);
    if (status == SPATE_OK && s->streams)
        status = spate_set_velocity(sim, scene_stream, NULL, user);
    if (status == SPATE_OK && s->maxima)
        status = spate_track_maxima(sim, 0.01, 0.3);
    return status;
}

static spate_status begin(spate_context *ctx, const scene *s, const spate_options *o, stage *g)
{
    *g = (stage){0};
    const spate_status status = spate_sim_create(ctx, o, &g->sim);
    return status == SPATE_OK ? fill(g, s) : status;
}

/* Saves the state and replaces this simulation by another one. */
static spate_status begin_anew(spate_context *ctx, const scene *s, stage *g)
{
    tape t = {0};
    spate_status status = spate_save(g->sim, tape_write, &t);
    spate_sim_destroy(g->sim);
    g->sim = NULL;
    if (status == SPATE_OK)
        status = begin(ctx, s, s->afterwards ? s->afterwards : &s->options, g);
    if (status == SPATE_OK)
        status = spate_load(g->sim, tape_read, &t);
    free(t.bytes);
    return status;
}

/* The first half of the run, or the second. */
static spate_status advance_half(spate_sim *sim, const scene *s, int second)
{
    if (s->sources && s->first == 0)
        return scene_advance_under_cloud(sim, s, second);
    const int64_t half = s->first > 0 ? s->first : s->steps / 2;
    return scene_advance_steps(sim, s, second ? s->steps - half : half);
}

static int watch(double t, double dt, int64_t step, void *user)
{
    (void)t;
    (void)dt;
    *(int64_t *)user = step;
    return 0;
}

/* The first half with an observer, up to the last step (a GPU reports only some steps); then reads
 * everything. */
static spate_status watch_half(stage *g, const scene *s, double *scratch)
{
    int64_t seen = 0;
    spate_stats stats;
    spate_set_observer(g->sim, watch, &seen);
    spate_status status = advance_half(g->sim, s, 0);
    spate_set_observer(g->sim, NULL, NULL);
    if (status == SPATE_OK)
        status = scene_gather(g, s, scratch, &stats);
    return status == SPATE_OK && seen != stats.steps ? SPATE_ERROR_INTERNAL : status;
}

static spate_status run(spate_context *ctx, const scene *s, stage *g, double *scratch)
{
    spate_status status = begin(ctx, s, &s->options, g);
    if (status == SPATE_OK && s->until > 0)
        return spate_advance(g->sim, s->until);
    if (status == SPATE_OK)
        status = s->watched ? watch_half(g, s, scratch) : advance_half(g->sim, s, 0);
    if (status == SPATE_OK && s->interrupted)
        status = begin_anew(ctx, s, g);
    if (status == SPATE_OK)
        status = advance_half(g->sim, s, 1);
    return status;
}

spate_status scene_run(spate_context *ctx, const scene *s, double **values, spate_stats *stats)
{
    stage g = {0};
    scene_moves_begin(s);
    const int root = spate_rank(ctx) == 0;
    *values = root ? calloc(scene_values(s), sizeof **values) : NULL;
    spate_status status = root && !*values ? SPATE_ERROR_MEMORY : run(ctx, s, &g, *values);
    if (status == SPATE_OK)
        status = scene_gather(&g, s, *values, stats);
    spate_sim_destroy(g.sim);
    if (status != SPATE_OK) {
        free(*values);
        *values = NULL;
    }
    return status;
}
