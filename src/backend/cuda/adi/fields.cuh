/* Memory of a part of the ADI scheme on a device: fields beside those that all schemes have, and bringing them over. */
#ifndef SPATE_BACKEND_CUDA_ADI_FIELDS_CUH
#define SPATE_BACKEND_CUDA_ADI_FIELDS_CUH

#include "backend/cuda/adi/clock.cuh"
#include "backend/cuda/adi/fused.cuh"
#include "backend/cuda/adi/methods.cuh"
#include "backend/cuda/adi/share_out.cuh"

/* The device's view of a part; its address never changes. */
struct adi_memory {
    grid_part part;
    adi_part fields;
    adi_control control;
    adi_view views[3];
};

/* What the host reads after steps, in pinned memory. */
struct adi_report {
    adi_memory memory;
    spate_clock clock;
};

struct adi_work {
    adi_memory *device;
    adi_report *report;   /* pinned */
    adi_device d;         /* as kernels get it */
    adi_part fields;    /* with the device's addresses, as the device has them */
    char *rows[4];        /* calc: fields of coefficients; taken when first asked for */
    adi_methods *methods; /* what solves whole lines; NULL: others do */
    int fused;            /* sweeps are made by one kernel each (adi_fused.cuh) */
    adi_graph graphs[2];  /* of steps with all kernels, and of calm ones */
    adi_trust trust;
    double seconds_per_graph;
};

namespace
{

adi_work *adi_work_of(const grid_part *part)
{
    return (adi_work *)adi_of(part)->work;
}

/* ---- fields ---- */

/* A field of the device, of the shape of one of the image, whose values may be of another size; as roomy as those of all
 * schemes. NULL: no memory. */
void *adi_take_field(const grid_part *part, const void *image, size_t value_bytes = sizeof(real))
{
    const image_block block = cuda_image_block(image);
    const size_t larger = value_bytes / sizeof(real);
    char *device =
        (char *)cuda_allocate(larger * block.bytes + sizeof(double) * (size_t)part->shape.pitch);
    return device ? device + (ptrdiff_t)larger * ((const char *)image - block.memory) : NULL;
}

void adi_give_field(const void *image, void *field, size_t value_bytes = sizeof(real))
{
    const ptrdiff_t larger = (ptrdiff_t)(value_bytes / sizeof(real));
    if (field)
        cuda_free((char *)field - larger * ((const char *)image - cuda_image_block(image).memory));
}

void adi_bring_field(const grid_part *part, const void *image, void *field, int to_image)
{
    const image_block block = cuda_image_block(image);
    adi_bring(part, (char *)field - ((const char *)image - block.memory), block, to_image);
}

/* Images and the device's fields of the ADI scheme alone, in the same order. */
enum { ADI_OWN_FIELDS = 5 };

void adi_own_fields(adi_part *f, void **to[ADI_OWN_FIELDS])
{
    void **const all[ADI_OWN_FIELDS] = {&f->half_before, &f->share, &f->share_next, &f->centre[0],
                                        &f->centre[1]};
    memcpy(to, all, sizeof all);
}

/* ---- pressure of the air ---- */

void adi_drop_air(grid_part *part)
{
    for (void *&map : adi_work_of(part)->fields.air) {
        adi_give_field(part->field[ADI_HALF_BEFORE][0], map);
        map = NULL;
    }
}

/* Both maps as the image has them, or none. 0: no memory. */
int adi_push_air(grid_part *part)
{
    const adi_part *image = part->adi;
    adi_part &f = adi_work_of(part)->fields;
    f.levels_as_given = image->levels_as_given;
    if (!image->air[1])
        adi_drop_air(part);
    for (int time = 0; time < 2 && image->air[1]; ++time) {
        f.air_time[time] = image->air_time[time];
        if (!f.air[time] && !(f.air[time] = adi_take_field(part, image->half_before)))
            return 0;
        adi_bring_field(part, image->air[time], f.air[time], 0);
    }
    return 1;
}

} // namespace

#endif
