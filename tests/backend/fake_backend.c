/* A GPU for machines without one: images, places and transfers. Its kernels are those of CUDA (host_cuda/), or of the
 * reference backend where those cannot run. The "strict" ones are compiled as everywhere, the "fast" ones with contraction,
 * where the processor can: what compares the fast build of CUDA has something to compare. Transfers are as late as they may be: who forgets to wait for one is found out. */
#include "fake_backend.h"

#include <stdlib.h>
#include <string.h>

#include "backend/adi/adi.h"
#include "base/memory.h"

/* ---- images ---- */

enum { MOST_BLOCKS = 1024 };
static fake_block blocks[MOST_BLOCKS];
static long blocks_made;

static void *alloc(size_t pitch_bytes, size_t rows)
{
    const size_t bytes = pitch_bytes * rows;
    for (int n = 0; n < MOST_BLOCKS; ++n)
        if (!blocks[n].memory && (blocks[n].memory = memory_alloc(bytes))) {
            blocks[n].bytes = bytes;
            blocks[n].number = ++blocks_made;
            return memset(blocks[n].memory, 0, bytes);
        }
    return NULL;
}

static void release(void *block)
{
    for (int n = 0; n < MOST_BLOCKS && block; ++n)
        if (blocks[n].memory == block)
            blocks[n] = (fake_block){NULL, 0, 0};
    memory_free(block);
}

int fake_find_block(const void *address, fake_block *block)
{
    const char *wanted = address;
    for (int n = 0; n < MOST_BLOCKS; ++n) {
        *block = blocks[n];
        if (block->memory && wanted >= block->memory && wanted < block->memory + block->bytes)
            return 1;
    }
    return 0;
}

static double available(const spate_backend *backend)
{
    (void)backend;
    return memory_available();
}

static void copy_box(void *to, size_t to_pitch, const void *from,
                     size_t from_pitch, size_t row_bytes, size_t rows)
{
    for (size_t row = 0; row < rows; ++row)
        memcpy((char *)to + row * to_pitch, (const char *)from + row * from_pitch, row_bytes);
}

/* ---- transfers ---- */

typedef struct box_copy {
    void *to;
    const void *from;
    size_t to_pitch, from_pitch, row_bytes, rows;
} box_copy;

enum { MOST_COPIES = 4096 };
static box_copy waiting[MOST_COPIES];
static int waiting_count;

static void depart(const spate_backend *backend)
{
    (void)backend;
}

static void transfer(int to_place, void *to, size_t to_pitch, int from_place, const void *from,
                     size_t from_pitch, size_t row_bytes, size_t rows)
{
    if (to_place < FAKE_FIRST_PLACE || from_place < FAKE_FIRST_PLACE ||
        waiting_count == MOST_COPIES)
        abort();
    waiting[waiting_count++] = (box_copy){to, from, to_pitch, from_pitch, row_bytes, rows};
}

static void do_all(const spate_backend *backend)
{
    (void)backend;
    for (int n = 0; n < waiting_count; ++n) {
        const box_copy *c = &waiting[n];
        copy_box(NULL, c->to, c->to_pitch, c->from, c->from_pitch, c->row_bytes, c->rows);
    }
    waiting_count = 0;
}

static void *message_alloc(int place, size_t bytes, int on_device)
{
    (void)on_device;
    return place >= FAKE_FIRST_PLACE ? memory_alloc(bytes) : NULL;
}

static void message_free(void *message, int on_device)
{
    (void)on_device;
    memory_free(message);
}

static const spate_transfers transfers = {
    .depart = depart,
    .copy = transfer,
    .settle = do_all,
    .arrive = do_all,
    .message_alloc = message_alloc,
    .message_free = message_free,
};

/* ---- the backend ---- */

static int can_contract(void)
{
#ifdef FAKE_CONTRACTS
    return __builtin_cpu_supports("fma");
#else
    return 0;
#endif
}

#ifdef FAKE_TRIDIAG
const kurganov_kernels *kurganov_kernels_cuda_f32_strict(void); /* src/backend/cuda/kurganov/kurganov.cu */
const kurganov_kernels *kurganov_kernels_cuda_f64_strict(void);
const kurganov_kernels *kurganov_kernels_cuda_f32_fast(void);
const kurganov_kernels *kurganov_kernels_cuda_f64_fast(void);

static const kurganov_kernels *kernels_of(int precision, int fast)
{
    if (fast)
        return precision == 32 ? kurganov_kernels_cuda_f32_fast() : kurganov_kernels_cuda_f64_fast();
    return precision == 32 ? kurganov_kernels_cuda_f32_strict() : kurganov_kernels_cuda_f64_strict();
}
#else
extern const kurganov_kernels kurganov_kernels_reference_f32, kurganov_kernels_reference_f64;

/* Where nothing contracts, there are no fast ones. */
static const kurganov_kernels *kernels_of(int precision, int fast)
{
    const kurganov_kernels *inner =
        precision == 32 ? &kurganov_kernels_reference_f32 : &kurganov_kernels_reference_f64;
    return fast ? NULL : fake_device_kernels(inner, precision);
}
#endif

static const kurganov_kernels *kurganov(int precision, const char *isa)
{
    const int automatic = strcmp(isa, "auto") == 0;
    if (strcmp(isa, "fast") == 0 || (automatic && can_contract()))
        return can_contract() ? kernels_of(precision, 1) : NULL;
    return automatic || strcmp(isa, "strict") == 0 ? kernels_of(precision, 0) : NULL;
}

#ifdef FAKE_TRIDIAG
const struct adi_kernels *adi_kernels_cuda_f32_strict(void); /* src/backend/cuda/adi/adi.cu */
const struct adi_kernels *adi_kernels_cuda_f64_strict(void);
const struct adi_kernels *adi_kernels_cuda_f32_fast(void);
const struct adi_kernels *adi_kernels_cuda_f64_fast(void);
const struct adi_kernels *adi_kernels_cuda_f32c64_strict(void);
const struct adi_kernels *adi_kernels_cuda_f32c64_fast(void);

static const struct adi_kernels *adi(int precision, const char *isa)
{
    const int mixed = precision == ADI_F32C64;
    const kurganov_kernels *common = kurganov(mixed ? 32 : precision, isa);
    if (!common)
        return NULL;
    const int fast = strcmp(common->isa, "fast") == 0;
    if (mixed)
        return fast ? adi_kernels_cuda_f32c64_fast() : adi_kernels_cuda_f32c64_strict();
    if (fast)
        return precision == 32 ? adi_kernels_cuda_f32_fast() : adi_kernels_cuda_f64_fast();
    return precision == 32 ? adi_kernels_cuda_f32_strict() : adi_kernels_cuda_f64_strict();
}

const struct tri_device *tri_device_cuda(void);         /* src/backend/cuda/tridiag/tridiag.cu */
const struct compact_device *compact_device_cuda(void); /* src/backend/cuda/compact/compact.cu */
const struct tri_cut_device *tri_cut_device_cuda(void); /* src/backend/cuda/tridiag/cut.cu */
#endif

const spate_backend *fake_backend(const int *devices, int count)
{
    static int places[FAKE_MOST_PLACES];
    static spate_backend backends[FAKE_MOST_PLACES + 1];
    (void)devices;
    if (count > FAKE_MOST_PLACES)
        return NULL;
    for (int n = 0; n < count; ++n)
        places[n] = FAKE_FIRST_PLACE + n;
    backends[count] = (spate_backend){
        .name = "cuda",
        .alloc = alloc,
        .release = release,
        .available = available,
        .copy_box = copy_box,
        .kurganov = kurganov,
        .mirrored = 1,
        .places = places,
        .place_count = count,
        .transfers = &transfers,
#ifdef FAKE_TRIDIAG
        .adi = adi,
        .tridiag = tri_device_cuda,
        .compact = compact_device_cuda,
        .tridiag_cut = tri_cut_device_cuda,
#endif
    };
    return &backends[count];
}
