/* Choices of tuning while they are made: as kept in the cache folder, or by trials. */
#include "run/tuning_kept.h"

#include <stdio.h>
#include <string.h>

#include "base/threads.h"

void kept_read(spate_sim *sim, kept_choices *kept)
{
    int broken = 0;
    const spate_options *o = &sim->options;
    *kept = (kept_choices){.count = 0};
    kept->is_kept = o->tune_keep && !o->tuning_clock && !o->tile_delays &&
                    !(o->exchange_delay > 0) && tuning_cache_path(kept->path, sizeof kept->path);
    if (kept->is_kept)
        kept->count = tuning_cache_read(kept->path, kept->item, MOST_KEPT_RATES, &broken);
    for (int n = 0; n < kept->count; ++n)
        kept->measured_on[n] = -1;
    if (broken)
        spate_log(
            sim->ctx, SPATE_LOG_WARNING,
            "%s is not a file of tuning choices that can be read: it is ignored, and replaced",
            kept->path);
}

void kept_write(spate_sim *sim, const kept_choices *kept)
{
    if (kept->is_kept && kept->tried && !tuning_cache_write(kept->path, kept->item, kept->count))
        spate_log(sim->ctx, SPATE_LOG_WARNING,
                  "%s cannot be written: rates of devices will be measured again", kept->path);
}

static int is_same(const char *a, const char *b)
{
    return strcmp(a, b) == 0;
}

/* device: -1 for any. Devices of the same name have trials of their own. */
static int find(const kept_choices *kept, const kept_rate *wanted, int device)
{
    for (int n = 0; n < kept->count; ++n) {
        const kept_rate *k = &kept->item[n];
        const int on = kept->measured_on[n];
        if (is_same(k->scheme, wanted->scheme) && is_same(k->device, wanted->device) &&
            k->precision == wanted->precision && k->threads == wanted->threads &&
            (k->every > 0) == (wanted->every > 0) && (k->sharing > 0) == (wanted->sharing > 0) &&
            (device < 0 || on < 0 || on == device))
            return n;
    }
    return -1;
}

static void add(kept_choices *kept, const kept_rate *k, int device)
{
    if (kept->count == MOST_KEPT_RATES || !(k->rate > 0 || k->every > 0 || k->sharing > 0) ||
        find(kept, k, -1) >= 0)
        return;
    kept->measured_on[kept->count] = device;
    kept->item[kept->count++] = *k;
}

static kept_rate describe(const spate_sim *sim, int threads)
{
    kept_rate k = {.precision = sim->options.precision, .threads = threads_for(threads)};
    strncpy(k.scheme, sim->ops->about->name, sizeof k.scheme - 1);
    return k;
}

spate_status kept_rate_of(spate_sim *sim, kept_choices *kept, int device, int threads, double *rate)
{
    kept_rate k = describe(sim, threads);
    tuning_device_name(sim->options.devices, device, k.device, sizeof k.device);
    const int found = find(kept, &k, device);
    if (found >= 0) {
        *rate = kept->item[found].rate;
        return SPATE_OK;
    }
    SPATE_TRY(tuning_trial(sim, device, threads, rate));
    ++kept->tried;
    k.rate = *rate;
    add(kept, &k, device);
    return SPATE_OK;
}

/* All devices of the run together. Returns 0 where their list is too long for the file. */
static int describe_together(const spate_sim *sim, kept_rate *k)
{
    size_t used = 0;
    *k = describe(sim, sim->options.threads);
    for (int d = 0; d < sim->device_set.count; ++d) {
        char name[48];
        if (!tuning_device_name(sim->options.devices, d, name, sizeof name))
            return 0;
        used += (size_t)snprintf(k->device + used, sizeof k->device - used, "%s%s",
                                 d > 0 ? "," : "", name);
        if (used >= sizeof k->device)
            return 0;
    }
    return 1;
}

int kept_every(const spate_sim *sim, const kept_choices *kept, int *every)
{
    kept_rate k;
    const int known = describe_together(sim, &k);
    k.every = 1;
    const int found = known ? find(kept, &k, -1) : -1;
    if (found >= 0)
        *every = kept->item[found].every;
    return found >= 0;
}

void keep_every(spate_sim *sim, kept_choices *kept, int every)
{
    kept_rate k;
    ++kept->tried;
    if (!describe_together(sim, &k))
        return;
    k.every = every;
    add(kept, &k, 0);
}

double kept_sharing(const spate_sim *sim, const kept_choices *kept)
{
    kept_rate k;
    const int known = describe_together(sim, &k);
    k.sharing = 1;
    const int found = known ? find(kept, &k, -1) : -1;
    return found >= 0 ? kept->item[found].sharing : 0;
}

void keep_sharing(spate_sim *sim, kept_choices *kept, double seconds)
{
    kept_rate k;
    ++kept->tried;
    if (!describe_together(sim, &k))
        return;
    k.sharing = seconds;
    add(kept, &k, 0);
}
