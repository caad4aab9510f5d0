/* The host's side of a part of the ADI scheme on a device: what is known on both sides. */
#ifndef SPATE_BACKEND_CUDA_ADI_WORK_CUH
#define SPATE_BACKEND_CUDA_ADI_WORK_CUH

#include "backend/cuda/adi/fields.cuh"

namespace
{

void adi_dispose(grid_part *part)
{
    adi_work *w = adi_work_of(part);
    if (!w)
        return;
    adi_twin(part); /* its device */
    for (adi_graph &graph : w->graphs)
        adi_graph_forget(&graph);
    for (char *rows : w->rows)
        adi_free_rows(part, rows);
    adi_methods_drop(w->methods);
    adi_fused_release(&w->d);
    for (adi_row *listed : w->d.listed)
        cuda_free(listed);
    cuda_free(w->d.restless);
    cuda_free(w->device);
    adi_free_pinned(w->report);
    delete w;
    part->scheme_work = NULL;
}

/* What kernels know of the part's shape. */
void adi_set_shape(adi_device &d, const grid_part *part)
{
    d.nx = part->shape.nx;
    d.ny = part->shape.ny;
    d.halo = part->shape.halo;
    d.pitch = part->shape.pitch;
    for (int axis = 0; axis < 2; ++axis) {
        d.faces[axis] = adi_of(part)->faces[axis];
        d.ring[axis] = adi_of(part)->ring[axis];
    }
    d.terms.law = part->params.friction;
    d.terms.extrapolated = adi_of(part)->extrapolated;
    d.terms.mixed = adi_of(part)->viscosity > 0;
}

/* The requested method, or the fused sweep where it fits. 0: no memory, or a refusal. */
int adi_choose_method(adi_work *w, adi_part *asked)
{
    const adi_line_method method = asked->method;
    if (method == ADI_AUTO || method == ADI_FUSED)
        adi_fused_claim(&w->d);
    w->fused = adi_fused_fits(&w->d, ADI_SWEEP_X) && adi_fused_fits(&w->d, ADI_SWEEP_Y);
    if (!w->fused)
        adi_fused_release(&w->d);
    if (method < ADI_S1)
        return 1;
    w->methods = adi_methods_make(&w->d, method, asked->refusal, sizeof asked->refusal);
    return w->methods != NULL;
}

int adi_prepare(grid_part *part, int threads)
{
    (void)threads;
    adi_work *w = new adi_work();
    part->scheme_work = w;
    adi_twin(part); /* its device */
    w->device = (adi_memory *)cuda_allocate(sizeof *w->device);
    w->report = (adi_report *)adi_allocate_pinned(sizeof *w->report);
    w->d.restless = (uint8_t *)cuda_allocate(adi_tile_flags(part->shape.nx, part->shape.ny));
    adi_set_shape(w->d, part);
    if (w->device && w->report && w->d.restless && adi_choose_method(w, adi_of(part)))
        return 1;
    adi_dispose(part);
    return 0;
}

/* ---- what both sides know ---- */

void adi_copy(void *to, const void *from, size_t bytes, const char *doing)
{
    cuda_ok(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, cuda_stream()), doing);
}

int adi_make_listed(adi_work *w, int axis, int count)
{
    if (w->d.listed_count[axis] == count)
        return 1;
    cuda_free(w->d.listed[axis]);
    w->d.listed[axis] = (adi_row *)cuda_allocate(sizeof(adi_row) * (size_t)(count ? count : 1));
    w->d.listed_count[axis] = w->d.listed[axis] ? count : 0;
    return w->d.listed[axis] != NULL;
}

/* Arguments of kernels, anew. 0: no memory. */
int adi_make_arguments(grid_part *part)
{
    adi_work *w = adi_work_of(part);
    const grid_part *twin = adi_twin(part);
    adi_device &d = w->d;
    if (!adi_make_listed(w, 0, twin->boundary_x.count) ||
        !adi_make_listed(w, 1, twin->boundary_y.count))
        return 0;
    d.part = &w->device->part;
    d.control = &w->device->control;
    d.views = w->device->views;
    d.has_friction_map = twin->field[FIELD_FRICTION][0] != NULL;
    d.has_beta = twin->params.coriolis.beta != 0;
    d.terms.aired = twin->field[FIELD_AIR][1] != NULL;
    return 1;
}

/* After a push: the part with the device's addresses goes to where kernels find it. 0:
 * no memory. */
int adi_pushed(grid_part *part, unsigned groups)
{
    const int running = 1;
    adi_work *w = adi_work_of(part);
    grid_part twin = *adi_twin(part);
    (void)groups;
    for (adi_graph &graph : w->graphs)
        adi_graph_forget(&graph);
    if (!adi_make_arguments(part))
        return 0;
    twin.own = &w->device->own;
    adi_copy(&w->device->part, &twin, sizeof twin, "copying a part");
    adi_copy(&w->device->own, part->own, sizeof w->device->own, "copying a part");
    adi_copy(&w->device->control.running, &running, sizeof running, "copying the control");
    cuda_ok(cudaStreamSynchronize(cuda_stream()), "copying a part"); /* of this function's memory */
    return 1;
}

/* Clock and length of the step before, as the image has them, to the device. */
void adi_push_clock(grid_part *part)
{
    adi_work *w = adi_work_of(part);
    adi_copy(adi_twin(part)->clock, part->clock, sizeof *part->clock, "copying the clock");
    adi_copy(&w->device->own.dt_before, &adi_of(part)->dt_before, sizeof(double),
             "copying the step before");
}

/* Waits, and updates the image and the device's copy as the host knows it: accepted steps swap
 * fields. */
void adi_settle(grid_part *part)
{
    adi_work *w = adi_work_of(part);
    grid_part *twin = adi_twin(part);
    adi_memory &memory = w->report->memory;
    adi_copy(&memory, w->device, sizeof memory, "copying the state of a part");
    adi_copy(&w->report->clock, twin->clock, sizeof w->report->clock, "copying the clock");
    if (!cuda_ok(cudaStreamSynchronize(cuda_stream()), "waiting for the device"))
        return;
    *part->clock = w->report->clock;
    adi_of(part)->dt_before = memory.own.dt_before;
    memcpy(twin->field, memory.part.field, sizeof twin->field);
}

} // namespace

#endif
