/* The dam break of Malpasset from examples/malpasset/case.yaml and the data in $SPATE_DATA. */
#include "bench/devices_malpasset.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "casefile/keys.h"
#include "model/model.h"

static int find_terrain(char *name, size_t room)
{
    static const char *const names[] = {"dem_15m.tif", "dem_15m.asc"};
    const char *data = getenv("SPATE_DATA");
    for (int k = 0; data && k < 2; ++k) {
        snprintf(name, room, "%s/malpasset/%s", data, names[k]);
        if (access(name, R_OK) == 0)
            return 1;
    }
    return 0;
}

const char *malpasset_missing(const char *case_file, const devices_setup *s)
{
    char terrain[1024];
    if (!case_file)
        return "--malpasset examples/malpasset/case.yaml names its case file";
    if (!find_terrain(terrain, sizeof terrain))
        return "SPATE_DATA is not the folder that holds malpasset/dem_15m.tif or dem_15m.asc";
    if (s->mode == DEVICES_DYNAMIC && !key_find("solver.tune"))
        return "dynamic: case files have no key solver.tune";
    return NULL;
}

/* key=value texts in the order they are given. */
typedef struct case_sets {
    char text[10][1200];
    const char *item[10];
    int count;
} case_sets;

static void set(case_sets *s, const char *key, const char *value)
{
    char *text = s->text[s->count];
    snprintf(text, sizeof s->text[0], "%s=\"%s\"", key, value);
    s->item[s->count++] = text;
}

spate_status malpasset_open(const spate_tool *tool, const char *case_file, const spate_options *o,
                            malpasset_run *run)
{
    static const char *const skips[] = {"tiles", "early_exit", "bounding_box"};
    case_sets sets = {.count = 0};
    char terrain[1024], number[16];
    casefile *file = NULL;
    run->model = NULL;
    find_terrain(terrain, sizeof terrain);
    set(&sets, "terrain.file", terrain);
    set(&sets, "solver.integrator", "euler");
    set(&sets, "solver.precision", o->precision == 32 ? "f32" : "f64");
    set(&sets, "solver.devices", o->devices);
    set(&sets, "solver.skip_still", o->skip_still ? "yes" : "no");
    set(&sets, "solver.skip", skips[o->skip]);
    snprintf(number, sizeof number, "%d", o->threads);
    set(&sets, "solver.threads", number);
    if (o->part_weights)
        set(&sets, "solver.part_weights", o->part_weights);
    set(&sets, "solver.tune", spate_tuning_word(o->tune));
    spate_status status = casefile_read(tool->ctx, case_file, sets.item, sets.count, &file);
    if (status == SPATE_OK) {
        status = model_build(tool->ctx, file, &run->model);
        if (status != SPATE_OK)
            casefile_free(file);
    }
    return status;
}

spate_sim *malpasset_sim(const malpasset_run *run)
{
    return run->model ? run->model->sim : NULL;
}

void malpasset_close(malpasset_run *run)
{
    model_free(run->model);
    run->model = NULL;
}
