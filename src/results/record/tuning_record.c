/* Writes the tuning of a run: what it is at the end, and each look at the balance. */
#include "results/record/tuning_record.h"

static void put_devices(json_writer *j, const spate_tuning *t)
{
    json_open_array(j, "devices");
    for (int d = 0; d < t->devices; ++d) {
        json_open_object(j, NULL);
        json_text(j, "device", t->device[d]);
        json_real(j, "share", t->share[d]);
        json_real(j, "tiles_per_second", t->rate[d]);
        json_close(j);
    }
    json_close(j);
}

static void put_seconds(json_writer *j, const spate_tuning *t)
{
    json_open_object(j, "seconds");
    json_real(j, "trial", t->trial);
    json_real(j, "measure", t->measure);
    json_real(j, "decide", t->decide);
    json_real(j, "move", t->move);
    json_close(j);
}

static const char *action_of(const spate_tuning_look *l)
{
    static const char *const words[] = {"keep", "move", "drop", "retry", "return"};
    return (unsigned)l->action < sizeof words / sizeof *words ? words[l->action] : "unknown";
}

static void put_values(json_writer *j, const char *key, const double *values, int count)
{
    json_open_array(j, key);
    for (int d = 0; d < count; ++d)
        json_real(j, NULL, values[d]);
    json_close(j);
}

static void put_look(json_writer *j, const spate_tuning_look *l, int devices)
{
    json_open_object(j, NULL);
    json_real(j, "t", l->t);
    json_integer(j, "steps", l->steps);
    json_real(j, "wall", l->wall);
    json_real(j, "cells_per_second", l->rate);
    put_values(j, "share", l->share, devices);
    put_values(j, "step_seconds", l->seconds, devices);
    json_real(j, "imbalance", l->imbalance);
    json_integer(j, "next", l->next);
    json_real(j, "measure", l->measure);
    json_real(j, "decide", l->decide);
    json_real(j, "move", l->move);
    json_integer(j, "rows", l->rows);
    json_text(j, "action", action_of(l));
    json_close(j);
}

void tuning_record_put(json_writer *j, const spate_tuning *t)
{
    if (t->mode == SPATE_TUNE_OFF)
        return;
    json_open_object(j, "tuning");
    json_text(j, "mode", spate_tuning_word(t->mode));
    put_devices(j, t);
    json_boolean(j, "remembered", t->remembered);
    if (t->threads > 0)
        json_integer(j, "threads", t->threads);
    if (t->exchange_every > 0)
        json_integer(j, "exchange_every", t->exchange_every);
    put_seconds(j, t);
    json_integer(j, "looks", t->looks);
    json_integer(j, "moves", t->moves);
    json_integer(j, "rows", t->rows);
    json_integer(j, "bytes", t->bytes);
    json_integer(j, "interval", t->interval);
    json_open_array(j, "history");
    for (int n = 0; n < t->look_count; ++n)
        put_look(j, &t->look[n], t->devices);
    json_close(j);
    json_close(j);
}
