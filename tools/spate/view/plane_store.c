/* Keeps planes while there is room. */
#include "plane.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* Levels that stay when the cells are dropped: a sixteenth of them, enough for a whole view. */
enum { COARSE_FROM = 2 };

size_t plane_cells(const plane *p, int level)
{
    return (size_t)p->nx[level] * (size_t)p->ny[level];
}

static size_t plane_bytes(const plane *p)
{
    size_t bytes = sizeof *p;
    for (int n = 0; n < p->levels; ++n)
        bytes += p->values[n] ? plane_cells(p, n) * (n > 0 ? 5 : 4) : 0;
    return bytes;
}

static void drop_level(plane *p, int level)
{
    memory_free(p->values[level]);
    memory_free(p->shares[level]);
    p->values[level] = NULL;
    p->shares[level] = NULL;
}

static void plane_free(plane *p)
{
    for (int n = 0; n < p->levels; ++n)
        drop_level(p, n);
    free(p->decoded);
    pthread_mutex_destroy(&p->lock);
    free(p);
}

plane_store *plane_store_create(size_t most_bytes, int threads)
{
    plane_store *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    s->most = most_bytes;
    s->threads = threads;
    pthread_mutex_init(&s->lock, NULL);
    return s;
}

void plane_store_free(plane_store *s)
{
    if (!s)
        return;
    while (s->first) {
        plane *p = s->first;
        s->first = p->next;
        plane_free(p);
    }
    pthread_mutex_destroy(&s->lock);
    free(s);
}

void plane_store_forget(plane_store *s, const run_view *run)
{
    pthread_mutex_lock(&s->lock);
    for (plane **at = &s->first; *at;) {
        plane *p = *at;
        if (p->name.run != run && p->name.other != run) {
            at = &p->next;
            continue;
        }
        *at = p->next;
        plane_free(p);
    }
    pthread_mutex_unlock(&s->lock);
}

static int64_t edition_of(const run_view *run)
{
    return run ? frames_edition(run_view_frames(run)) : 0;
}

static int is_for(const plane *p, const plane_name *n)
{
    return p->name.run == n->run && p->name.other == n->other && p->name.frame == n->frame &&
           p->name.other_frame == n->other_frame && strcmp(p->name.kind, n->kind) == 0;
}

static plane *plane_create(const plane_name *name, const plane_kind *kind)
{
    const tiling *t = frames_tiling(run_view_frames(name->run));
    plane *p = calloc(1, sizeof *p);
    if (!p)
        return NULL;
    p->name = *name;
    p->kind = *kind;
    p->levels = plane_levels(t->nx, t->ny);
    for (int n = 0; n < p->levels; ++n) {
        p->nx[n] = n == 0 ? t->nx : (p->nx[n - 1] + 1) / 2;
        p->ny[n] = n == 0 ? t->ny : (p->ny[n - 1] + 1) / 2;
    }
    p->decoded = calloc((size_t)(t->count_x * t->count_y), 1);
    pthread_mutex_init(&p->lock, NULL);
    if (p->decoded)
        return p;
    plane_free(p);
    return NULL;
}

/* The least recently used plane that nobody uses; those that can only be dropped whole come last. */
static plane **find_victim(plane_store *s, int fat)
{
    plane **victim = NULL;
    for (plane **at = &s->first; *at; at = &(*at)->next) {
        const int has_cells = (*at)->values[0] != NULL;
        if ((*at)->users == 0 && has_cells == fat && (!victim || (*at)->used < (*victim)->used))
            victim = at;
    }
    return victim;
}

static size_t all_bytes(const plane_store *s)
{
    size_t sum = 0;
    for (const plane *p = s->first; p; p = p->next)
        sum += plane_bytes(p);
    return sum;
}

static void make_room(plane_store *s)
{
    while (all_bytes(s) > s->most) {
        plane **at = find_victim(s, 1);
        const int fat = at != NULL;
        if (!at)
            at = find_victim(s, 0);
        if (!at)
            return;
        plane *p = *at;
        if (fat && p->made == p->levels && p->levels > COARSE_FROM) {
            for (int n = 0; n < COARSE_FROM; ++n)
                drop_level(p, n);
            const tiling *t = frames_tiling(run_view_frames(p->name.run));
            memset(p->decoded, 0, (size_t)(t->count_x * t->count_y));
            continue;
        }
        *at = p->next;
        plane_free(p);
    }
}

plane *plane_get(plane_store *s, const plane_name *name, const plane_kind *kind)
{
    const int64_t edition = edition_of(name->run), other = edition_of(name->other);
    plane *found = NULL;
    pthread_mutex_lock(&s->lock);
    for (plane **at = &s->first; *at && !found;) {
        plane *p = *at;
        if (!is_for(p, name)) {
            at = &p->next;
        } else if (p->edition == edition && p->other_edition == other) {
            found = p;
        } else if (p->users == 0) {
            *at = p->next;
            plane_free(p);
        } else {
            at = &p->next;
        }
    }
    if (!found && (found = plane_create(name, kind))) {
        found->edition = edition;
        found->other_edition = other;
        found->next = s->first;
        s->first = found;
    }
    if (found) {
        ++found->users;
        found->used = ++s->clock;
    }
    pthread_mutex_unlock(&s->lock);
    return found;
}

void plane_put(plane_store *s, plane *p)
{
    pthread_mutex_lock(&s->lock);
    --p->users;
    make_room(s);
    pthread_mutex_unlock(&s->lock);
}

int plane_threads(const plane_store *s, const plane *p)
{
    return run_view_is_running(p->name.run) ? 1 : s->threads;
}
