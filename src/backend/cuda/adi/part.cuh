/* What the ADI kernels take from those that all schemes have (kurganov.cu, compiled with the same macros): the device's twin
 * of a part. */
#ifndef SPATE_BACKEND_CUDA_ADI_PART_CUH
#define SPATE_BACKEND_CUDA_ADI_PART_CUH

#include "backend/cuda/adi/twins.cuh"
#include "backend/cuda/kurganov/fields.cuh"
#include "backend/cuda/kurganov/progress.cuh"

/* The work of a part is made by kernels of the precision of its fields, and laid out in their arithmetic (cuda_part): of a
 * mixed run those of f32 look into it. */
#define adi_bring_f32 ADI_BUILD(adi_bring_f32)
#define adi_twin_f32 ADI_BUILD(adi_twin_f32)
#define adi_twin_moved_f32 ADI_BUILD(adi_twin_moved_f32)
extern "C" void adi_bring_f32(const grid_part *part, char *device, const image_block *image,
                              int to_image);
extern "C" grid_part *adi_twin_f32(const grid_part *part);
extern "C" void adi_twin_moved_f32(const grid_part *part);

#if ADI_MIXED
static inline void adi_bring(const grid_part *part, char *device, const image_block &image,
                             int to_image)
{
    adi_bring_f32(part, device, &image, to_image);
}

static inline grid_part *adi_twin(const grid_part *part)
{
    return adi_twin_f32(part);
}

static inline void adi_twin_moved(const grid_part *part)
{
    adi_twin_moved_f32(part);
}
#else
/* A whole block between device and image. */
static inline void adi_bring(const grid_part *part, char *device, const image_block &image,
                             int to_image)
{
    const batch one = {{device, image.memory, image.bytes, 1, image.bytes}};
    bring(work_of(part), one, to_image ? TO_HOST : TO_DEVICE);
}

/* ---- the twin of a part ---- */

/* With the device's addresses, as common kernels get it by value; this thread's calls go to its place from here on. */
static inline grid_part *adi_twin(const grid_part *part)
{
    return &work_of(part)->c.p;
}

/* The state of the twin has traded places: what the image's slots have their copies in follows. */
static inline void adi_twin_moved(const grid_part *part)
{
    cuda_work *w = work_of(part);
    for (int s = 0; s < PART_SLOTS; ++s)
        for (int v = 0; v < STATE_VARIABLES; ++v) {
            const image_block block = cuda_image_block(part->field[v][s]);
            mirror *m = find_mirror(w, block, s);
            if (m)
                m->device =
                    (char *)w->c.p.field[v][s] - ((const char *)part->field[v][s] - block.memory);
        }
}
#endif

#endif
