/* Memory of a part of the ADI scheme on a device beside its fields. */
#ifndef SPATE_BACKEND_CUDA_ADI_FIELDS_CUH
#define SPATE_BACKEND_CUDA_ADI_FIELDS_CUH

#include "backend/cuda/adi/clock.cuh"
#include "backend/cuda/adi/fused.cuh"
#include "backend/cuda/adi/methods.cuh"
#include "backend/cuda/adi/share_out.cuh"

/* The device's view of a part; its address never changes. */
struct adi_memory {
    grid_part part;
    adi_part own;
    adi_control control;
    adi_view views[3];
};

/* What the host reads after steps, in pinned memory. */
struct adi_report {
    adi_memory memory;
    spate_clock clock;
};

/* Of part->scheme_work. */
struct adi_work {
    adi_memory *device;
    adi_report *report;   /* pinned */
    adi_device d;         /* as kernels get it */
    char *rows[4];        /* calc: fields of coefficients; allocated when first needed */
    adi_methods *methods; /* what solves whole lines; NULL: others do */
    int fused;            /* sweeps are made by one kernel each (fused.cuh) */
    adi_graph graphs[2];  /* of steps with all kernels, and of quiet ones */
    adi_trust trust;
    double seconds_per_graph;
};

namespace
{

adi_work *adi_work_of(const grid_part *part)
{
    return (adi_work *)part->scheme_work;
}

/* A field of calc with the layout of the part's fields, with room for kernels that read beyond the
 * last row. NULL: no memory. */
char *adi_allocate_rows(const grid_part *part)
{
    const size_t values =
        (size_t)part->shape.pitch * (part_rows(&part->shape) + sizeof(double) / sizeof(calc));
    char *block = (char *)cuda_allocate(sizeof(calc) * values);
    return block ? block + part_origin(&part->shape) * (ptrdiff_t)sizeof(calc) : NULL;
}

void adi_free_rows(const grid_part *part, char *rows)
{
    if (rows)
        cuda_free(rows - part_origin(&part->shape) * (ptrdiff_t)sizeof(calc));
}

} // namespace

#endif
