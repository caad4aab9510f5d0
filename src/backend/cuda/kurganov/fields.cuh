/* Fields of a part on the device, and bringing them over. */
#ifndef SPATE_BACKEND_CUDA_KURGANOV_FIELDS_CUH
#define SPATE_BACKEND_CUDA_KURGANOV_FIELDS_CUH

#include "backend/cuda/kurganov/host.cuh"

namespace
{

mirror *find_mirror(cuda_work *w, const image_block &block, int slot)
{
    for (mirror &m : w->mirrors)
        if (m.image.number == block.number && m.slot == slot)
            return &m;
    return NULL;
}

/* The device's address for an address of the image; NULL: no memory. */
void *twin_of(cuda_work *w, const void *image, int slot)
{
    const image_block block = cuda_image_block(image);
    if (!block.number)
        return NULL;
    const mirror *known = find_mirror(w, block, slot);
    const size_t room =
        sizeof(double) * (size_t)w->c.p.shape.pitch; /* kernels read a row beyond the last */
    char *device = known ? known->device : (char *)cuda_allocate(block.bytes + room);
    if (!device)
        return NULL;
    if (!known)
        w->mirrors.push_back({block, slot, device});
    return device + ((const char *)image - block.memory);
}

/* Copies of fields that the scheme has given up. */
void drop_orphans(cuda_work *w)
{
    for (size_t n = w->mirrors.size(); n-- > 0;)
        if (cuda_image_block(w->mirrors[n].image.memory).number != w->mirrors[n].image.number) {
            cuda_free(w->mirrors[n].device);
            w->mirrors.erase(w->mirrors.begin() + (ptrdiff_t)n);
        }
}

/* Fields to be brought over together. */
typedef std::vector<staged_copy> batch;

void add_field(batch *b, cuda_work *w, const void *image, int slot)
{
    const image_block block = cuda_image_block(image);
    const mirror *m = block.number ? find_mirror(w, block, slot) : NULL;
    if (m)
        b->push_back({m->device, block.memory, block.bytes, 1, block.bytes});
}

/* Waits for the kernels first, and returns when all is there. */
void bring(const cuda_work *w, const batch &b, staging_way way)
{
    cuda_ok(cudaStreamSynchronize(cuda_stream()), "waiting for the device");
    staged_transfer(b.data(), (int)b.size(), way, NULL, w->threads);
}

} // namespace

#endif
