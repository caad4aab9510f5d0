/* Images of parts, where the kernels have copies of their own (backend.h): which side is newer, and when
 * values are brought over. */
#include <stdlib.h>

#include "backend/adi/adi.h"
#include "backend/common/still.h"
#include "schemes/flow.h"

/* The values of these groups are about to be read in the image. Threads may ask at once. */
void flow_use_image(const flow *k, grid_part *p, unsigned groups)
{
    if (!(p->newer_there & groups))
        return;
#pragma omp critical(spate_flow_image)
    {
        if (p->newer_there & groups)
            k->kernels->pull(p, p->newer_there & groups);
    }
}

void flow_use_images(flow *k, unsigned groups)
{
    for (int n = 0; n < k->setup.part_count; ++n)
        flow_use_image(k, &k->parts[n], groups);
}

/* What was still may move after a change. Maxima move nothing. */
void flow_images_changed(flow *k, unsigned groups)
{
    for (int n = 0; n < k->setup.part_count; ++n) {
        k->parts[n].newer_here |= groups;
        if (groups & ~(unsigned)PART_MAXIMA)
            k->clocks[n].flags &= ~(uint32_t)CLOCK_STILL;
    }
}

/* Before kernels run. */
spate_status flow_push_images(flow *k)
{
    for (int n = 0; n < k->setup.part_count; ++n) {
        if (!k->kernels->push || k->kernels->push(&k->parts[n]))
            continue;
        if (k->setup.backend->trouble())
            return spate_fail(k->setup.ctx, SPATE_ERROR_BACKEND, "%s backend: %s",
                              k->setup.backend->name, k->setup.backend->trouble());
        return spate_fail(k->setup.ctx, SPATE_ERROR_MEMORY,
                          "the device has no memory for what was added to a part of %d x %d cells: "
                          "%.2f GB are free there; use a smaller grid, f32, or more devices",
                          k->shapes[n].nx, k->shapes[n].ny,
                          1e-9 * k->setup.backend->available(k->setup.backend));
    }
    return SPATE_OK;
}

spate_status flow_check_device(const flow *k)
{
    const char *trouble = k->setup.backend->trouble ? k->setup.backend->trouble() : NULL;
    return trouble ? spate_fail(k->setup.ctx, SPATE_ERROR_BACKEND, "%s backend: %s",
                                k->setup.backend->name, trouble)
                   : SPATE_OK;
}

unsigned flow_group_of_field(scheme_field which)
{
    switch (which) {
    case FIELD_DEPTH:
    case FIELD_MOMENTUM_X:
    case FIELD_MOMENTUM_Y:
    case FIELD_INFILTRATED: return PART_STATE;
    case FIELD_MAX_DEPTH:
    case FIELD_MAX_SPEED_SQUARED:
    case FIELD_MAX_MOMENTUM_SQUARED:
    case FIELD_ARRIVAL:
    case FIELD_DEEP_SINCE:
    case FIELD_DURATION: return PART_MAXIMA;
    default: return 0; /* kernels do not change it */
    }
}

/* Where readers find a variable at cells: flow_field. */
static void *image_of_cells(const grid_part *p, int variable)
{
    return p->adi && variable != FIELD_DEPTH ? adi_of(p)->centre[variable - FIELD_MOMENTUM_X] : p->field[variable][0];
}

/* Brings single cells of the state to the image, which is enough for gauges; count 0: no more of that. */
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
        return; /* the whole state is brought, then */
    }
    for (int v = 0; v < STATE_VARIABLES; ++v) {
        k->kernels->read_cells(p, v, offsets, count, values);
        void *to = image_of_cells(p, v);
        for (int n = 0; n < count; ++n)
            if (k->value_bytes == 4)
                ((float *)to)[offsets[n]] = (float)values[n];
            else
                ((double *)to)[offsets[n]] = values[n];
    }
    free(values);
}

/* ---- copies in the background ---- */

_Static_assert((int)SHOWN_FIELDS == (int)SHOWN_FIELDS &&
                   (int)SHOWN_VELOCITY_Y == (int)SHOWN_VELOCITY_Y,
               "the same fields in the same order");

void *flow_copy_start(void *self, int local_part, unsigned fields)
{
    flow *k = self;
    grid_part *p = &k->parts[local_part];
    const int current = !(p->newer_here & PART_STATE);
    return current && k->kernels->copy_start ? k->kernels->copy_start(p, fields) : NULL;
}

void flow_copy_finish(void *self, void *copy, float *const to[SHOWN_FIELDS], ptrdiff_t pitch)
{
    ((flow *)self)->kernels->copy_finish(copy, to, pitch);
}
