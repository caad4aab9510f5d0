/* The host's side of explicit schemes with velocities at faces: heights of items, and kernels that are
 * needed now and then. `work` is what a scheme keeps for a part, as in item_steps.cuh; its control has
 * `changed` and `next`. The scheme has launch_ghosts(w, when), launch_centre(w, what, in_step) and
 * launch_maxima(w, begin_anew, in_step). */
#ifndef SPATE_BACKEND_CUDA_COMMON_FACE_STEPS_CUH
#define SPATE_BACKEND_CUDA_COMMON_FACE_STEPS_CUH

#include <cmath>
#include <cstring>

#include "backend/cuda/common/build.cuh"
#include "backend/cuda/common/item_steps.cuh"
#include "backend/cuda/common/items.cuh"

/* CUDA calls of this thread go to the device of the part from here on. */
template <class work> static work *face_work(const grid_part *part)
{
    common_of(part);
    return (work *)part->scheme_work;
}

/* ---- set-up ---- */

enum { LOWEST_ITEM = 16 };

/* The height of items of a given width: so many rows around an item are computed again, and the last
 * items leave multiprocessors idle; for a shorter time if they are computed in pieces. resident: items
 * that are computed at the same time. Heights are those of tiles, so that few items share one. */
template <class device_part>
static void set_item_height(device_part *c, long long resident, int rows_around, int pieces)
{
    enum { HIGHEST = 320, STEP = SPATE_TILE_Y };
    double shortest = -1;
    c->columns = (c->p.shape.nx + c->width - 1) / c->width;
    for (int height = LOWEST_ITEM; height <= HIGHEST; height += STEP) {
        const int rows = (c->p.shape.ny + height - 1) / height;
        const double waves = (double)c->columns * rows / (double)resident;
        const double time = pieces > 1 ? waves * (height + rows_around) + (double)height / pieces
                                       : ceil(waves) * (height + rows_around);
        if (shortest >= 0 && time >= shortest)
            continue;
        shortest = time;
        c->height = height;
        c->rows = rows;
    }
}

/* The device's copy of what the scheme has beside the fields. */
template <class work> static void push_terms(const work *w)
{
    cuda_ok(cudaMemcpyAsync(w->own, &w->terms, sizeof w->terms, cudaMemcpyHostToDevice,
                            cuda_stream()),
            "copying the terms");
    cuda_ok(cudaStreamSynchronize(cuda_stream()), "copying the terms");
}

/* ---- reports ---- */

/* The rate of Q^n is what kernels have found. */
template <class work> static void take_scanned_rate(const work *w, grid_part *part)
{
    unsigned long long bits = 0;
    cuda_ok(cudaMemcpyAsync(&bits, &w->c.control->next, sizeof bits, cudaMemcpyDeviceToHost,
                            cuda_stream()),
            "copying a rate");
    cuda_ok(cudaStreamSynchronize(cuda_stream()), "waiting for a rate");
    memcpy(&part->clock->rate, &bits, sizeof bits);
    push_clock(part);
}

template <class work> static void face_maxima(grid_part *part, int begin_anew)
{
    work *w = face_work<work>(part);
    push_clock(part);
    launch_ghosts(w, GHOSTS_ALWAYS); /* of a part that is alone: only its own steps fill them */
    launch_maxima(w, begin_anew, 0);
    part->newer_there |= PART_MAXIMA;
}

/* Before the first step the image is all there is. */
template <class work, void show_image(grid_part *)> static void face_show(grid_part *part)
{
    const unsigned groups = part->newer_here;
    if ((groups & PART_STATE) && part->clock->step == 0) {
        show_image(part);
        return;
    }
    if (groups && !(part->common->push(part) && part->kernels->pushed(part, groups)))
        return; /* the device has failed, and reports it */
    work *w = face_work<work>(part);
    push_clock(part);
    launch_ghosts(w, GHOSTS_ALWAYS);
    launch_centre(w, CENTRE_SHOW, 0);
    part->newer_there |= PART_SHOWN;
}

template <class work> static int face_centre_changed(grid_part *part)
{
    work *w = face_work<work>(part);
    int changed = 0;
    push_clock(part);
    cuda_ok(cudaMemsetAsync(&w->c.control->changed, 0, sizeof changed, cuda_stream()),
            "clearing a flag");
    launch_centre(w, CENTRE_COMPARE, 0);
    cuda_ok(cudaMemcpyAsync(&changed, &w->c.control->changed, sizeof changed,
                            cudaMemcpyDeviceToHost, cuda_stream()),
            "copying a flag");
    cuda_ok(cudaStreamSynchronize(cuda_stream()), "waiting for a flag");
    return changed;
}

template <class work> static void face_to_faces(grid_part *part)
{
    push_clock(part);
    launch_centre(face_work<work>(part), CENTRE_TO_FACES, 0);
    part->newer_there |= PART_STATE;
}

/* The entries of a scheme's table that are the functions above. `limiting` works on the image, as
 * show_image does. */
template <class work, void show_image(grid_part *), class kernels>
static void set_face_reports(kernels *t, double (*limiting)(const grid_part *, int *, int *))
{
    scheme_kernels *base = &t->steps.base;
    base->isa = CUDA_ISA;
    base->limiting = limiting;
    base->show = face_show<work, show_image>;
    base->maxima = face_maxima<work>;
    t->centre_changed = face_centre_changed<work>;
    t->to_faces = face_to_faces<work>;
}

#endif
