/* Images of parts whose device has separate memory (backend/common/part.h): which side is newer,
 * and when values are copied. */
#include <stdlib.h>

#include "schemes/flow_zones.h"

/* Threads may call it at once. */
void flow_use_image(const flow *k, grid_part *p, unsigned groups)
{
    (void)k;
    if (!(p->newer_there & groups))
        return;
#pragma omp critical(spate_flow_image)
    {
        if (p->newer_there & groups)
            p->common->pull(p, p->newer_there & groups);
    }
}

void flow_use_images(flow *k, unsigned groups)
{
    for (int n = 0; n < k->setup.part_count; ++n)
        flow_use_image(k, &k->parts[n], groups);
}

/* A change may move water at rest. Maxima move nothing. */
void flow_images_changed(flow *k, unsigned groups)
{
    for (int n = 0; n < k->setup.part_count; ++n) {
        k->parts[n].newer_here |= groups;
        if (groups & ~(unsigned)PART_MAXIMA)
            k->clocks[n].flags &= ~(uint32_t)CLOCK_STILL;
    }
    if (groups & ~(unsigned)PART_MAXIMA)
        flow_zones_outdated(k);
}

int flow_push_image(grid_part *p)
{
    const unsigned groups = p->newer_here;
    if (!p->common->push || !groups)
        return 1;
    return p->common->push(p) && (!p->kernels->pushed || p->kernels->pushed(p, groups));
}

spate_status flow_push_images(flow *k)
{
    for (int n = 0; n < flow_stepped(k); ++n) {
        const spate_backend *b = k->parts[n].device->backend;
        if (flow_push_image(&k->parts[n]))
            continue;
        if (b->trouble())
            return spate_fail(k->setup.ctx, SPATE_ERROR_BACKEND, "%s backend: %s", b->name,
                              b->trouble());
        return fail_memory(
            k->setup.ctx,
            "the device has no memory for what was added to a part of %d x %d cells: "
            "%.2f GB are free there; use a smaller grid, f32, or more devices",
            k->parts[n].shape.nx, k->parts[n].shape.ny, 1e-9 * b->available(b));
    }
    return SPATE_OK;
}

spate_status flow_check_device(const flow *k)
{
    for (int n = 0; n < k->setup.part_count; ++n) {
        const spate_backend *b = k->parts[n].device->backend;
        const char *trouble = b->trouble ? b->trouble() : NULL;
        if (trouble)
            return spate_fail(k->setup.ctx, SPATE_ERROR_BACKEND, "%s backend: %s", b->name,
                              trouble);
    }
    return SPATE_OK;
}

/* Threads may call it at once. Newer values of the image are pushed first, except before the first
 * step: then kernels fill the image itself. */
void flow_show(grid_part *p)
{
    if (!p->kernels->show || p->shown_valid)
        return;
#pragma omp critical(spate_flow_show)
    {
        if (!p->shown_valid)
            p->kernels->show(p);
        p->shown_valid = 1;
    }
}

/* Reading a value waits for the kernels before it. */
spate_status flow_device_field(void *self, int local_part, int field, const void **values)
{
    flow *k = self;
    grid_part *p = &k->parts[local_part];
    const ptrdiff_t first = 0;
    double value;
    *values = NULL;
    if (!p->common->device_field)
        return spate_fail(k->setup.ctx, SPATE_ERROR_BACKEND,
                          "part %d is computed on the host: it has no view on a device, "
                          "use spate_get_view",
                          local_part);
    SPATE_TRY(flow_push_images(k));
    flow_show(p);
    if (p->kernels->await)
        p->kernels->await(p);
    p->common->read_cells(p, field, &first, 1, &value);
    SPATE_TRY(flow_check_device(k));
    *values = p->common->device_field(p, field, p->fields[field].slots > 1 ? p->clock->now : 0);
    return SPATE_OK;
}

/* Copies single cells of the state to the image, which is enough for gauges. count 0 ends it. */
void flow_borrow_cells(void *self, int local_part, const ptrdiff_t *offsets, int count)
{
    flow *k = self;
    grid_part *p = &k->parts[local_part];
    k->cells_borrowed = count > 0;
    if (!(p->newer_there & PART_STATE))
        return;
    double *values = malloc(sizeof *values * (size_t)(count ? count : 1));
    if (!values) {
        k->cells_borrowed = 0;
        return; /* the whole state will be copied */
    }
    flow_show(p);
    for (int v = 0; v < STATE_VARIABLES; ++v) {
        p->common->read_cells(p, v, offsets, count, values);
        void *to = p->field[v][p->clock->now];
        for (int n = 0; n < count; ++n)
            if (k->value_bytes == 4)
                ((float *)to)[offsets[n]] = (float)values[n];
            else
                ((double *)to)[offsets[n]] = values[n];
    }
    free(values);
}

/* ---- copies in the background ---- */

void *flow_copy_start(void *self, int local_part, unsigned fields)
{
    grid_part *p = &((flow *)self)->parts[local_part];
    if ((p->newer_here & PART_STATE) || !p->common->copy_start)
        return NULL;
    flow_show(p);
    return p->common->copy_start(p, fields);
}

/* Any thread may call it, also while rows move between parts. */
void flow_copy_finish(void *self, void *copy, float *const to[SHOWN_FIELDS], ptrdiff_t pitch)
{
    const flow *k = self;
    k->copier->copy_finish(copy, to, pitch);
}
