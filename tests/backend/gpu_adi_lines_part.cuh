/* Parts of random data for gpu_adi_lines. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "gpu_adi_lines.h"

enum { HALO = 2 };

static uint64_t random_state = 1;

static double uniform(double from, double to)
{
    random_state = random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return from + (to - from) * (double)(random_state >> 11) * 0x1p-53;
}

/* Memory for host and device. */
static void *take(size_t bytes)
{
    void *at = NULL;
#ifdef __CUDACC__
    if (!cuda_ok(cudaMallocManaged(&at, bytes), "taking memory"))
        exit(1);
#else
    at = malloc(bytes);
#endif
    memset(at, 0, bytes);
    return at;
}

static void give(void *at)
{
#ifdef __CUDACC__
    cudaFree(at);
#else
    free(at);
#endif
}

#ifdef __CUDACC__
/* For device memory: the same rows are repeated, because drawing so many values takes long. */
static real *take_there(size_t values, size_t some, double from, double to)
{
    real *field = NULL, *drawn = (real *)malloc(some * sizeof(real));
    for (size_t k = 0; k < some; ++k)
        drawn[k] = (real)uniform(from, to);
    if (!cuda_ok(cudaMalloc((void **)&field, values * sizeof(real)), "taking memory"))
        exit(1);
    for (size_t k = 0; k < values; k += some)
        cudaMemcpy(field + k, k ? field : drawn,
                   (values - k < some ? values - k : some) * sizeof(real), cudaMemcpyDefault);
    free(drawn);
    return field;
}
#endif

/* A field of this part, at cell (0, 0), with values between two bounds. */
static real *take_field(lines_part *p, double from, double to)
{
    real *field;
#ifdef __CUDACC__
    if (p->setup.there)
        field = take_there(p->values, (size_t)p->device.pitch * 61, from, to);
    else
#endif
        field = (real *)take(p->values * sizeof(real));
    for (size_t k = 0; k < p->values && !p->setup.there; ++k)
        field[k] = (real)uniform(from, to);
    p->field[p->fields++] = field;
    return field + (HALO + 1) * p->device.pitch + 16;
}

static void copy_ring(const lines_part *p, real *f)
{
    const int nx = p->setup.nx, ny = p->setup.ny;
    const ptrdiff_t pitch = p->device.pitch;
    for (int j = -HALO; j <= ny + HALO && p->setup.ring[0]; ++j)
        for (int k = 0; k < HALO; ++k) {
            f[j * pitch - 1 - k] = f[j * pitch + nx - 1 - k];
            f[j * pitch + nx + k] = f[j * pitch + k];
        }
    for (int i = -HALO; i <= nx + HALO && p->setup.ring[1]; ++i)
        for (int k = 0; k < HALO; ++k) {
            f[(-1 - k) * pitch + i] = f[(ny - 1 - k) * pitch + i];
            f[(ny + k) * pitch + i] = f[k * pitch + i];
        }
}

/* Walls around, unless lines are periodic, and some inside. */
static void close_faces(const lines_part *p, uint8_t *codes)
{
    const int nx = p->setup.nx, ny = p->setup.ny;
    const ptrdiff_t pitch = p->device.pitch;
    for (int j = -HALO; j <= ny + HALO; ++j)
        for (int i = -HALO; i <= nx + HALO; ++i) {
            uint8_t *code = &codes[j * pitch + i];
            if (!p->setup.ring[0] && (i <= 0 || i >= nx))
                *code |= FACE_WEST_CLOSED;
            if (!p->setup.ring[1] && (j <= 0 || j >= ny))
                *code |= FACE_SOUTH_CLOSED;
            if (p->setup.rough && uniform(0, 1) < 0.03)
                *code |= FACE_WEST_CLOSED;
            if (p->setup.rough && uniform(0, 1) < 0.03)
                *code |= FACE_SOUTH_CLOSED;
            if (p->setup.rough && uniform(0, 1) < 0.03)
                *code |= CELL_INACTIVE;
        }
}

/* Both outer faces of about half of the lines. */
static boundary_list list_faces(const lines_part *p, int axis, uint8_t *codes)
{
    static const face_kind kinds[] = {FACE_OPEN,      FACE_LEVEL,   FACE_WAVE,
                                      FACE_DISCHARGE, FACE_OUTFALL, FACE_PROBE};
    const int nx = p->setup.nx, ny = p->setup.ny, any = p->setup.rough && !p->setup.ring[axis];
    const int rows = axis == 0 ? ny : ny + 1;
    boundary_list list = {};
    list.faces = (boundary_face *)take(sizeof(boundary_face) * (size_t)(2 * (nx + ny) + 4));
    list.row_start = (int *)take(sizeof(int) * (size_t)(ny + 3));
    for (int j = 0; j <= ny + 1; ++j) {
        list.row_start[j] = list.count;
        for (int i = 0; i <= nx && any && j < rows; ++i) {
            const int place = axis == 0 ? i : j, end = axis == 0 ? nx : ny;
            if ((axis == 1 && i == nx) || (place != 0 && place != end) || uniform(0, 1) < 0.5)
                continue;
            boundary_face *f = &list.faces[list.count++];
            f->i = i;
            f->j = j;
            f->outward = place == 0 ? -1 : 1;
            f->kind = (uint8_t)kinds[(int)uniform(0, 6)];
            f->value[0] = uniform(0, 1);
            f->value[1] = uniform(0, 1);
            f->coefficient = uniform(0, 1);
            codes[j * p->device.pitch + i] |= axis == 0 ? FACE_WEST_CLAIMED : FACE_SOUTH_CLAIMED;
        }
    }
    return list;
}

static void set_params(lines_part *p)
{
    part_params *m = &p->part->params;
    m->gravity = 9.81;
    m->dry_depth = 0.01;
    m->dx = 10;
    m->dy = 11;
    m->cfl = 5;
    m->coriolis.f0 = 1e-4;
    m->friction = p->setup.law;
    m->friction_strength = p->setup.law == FRICTION_MANNING ? 9.81 * 0.03 * 0.03 : 9.81 / 2500;
    m->stages = 2;
}

static void fill_state(lines_part *p)
{
    const int rough = p->setup.rough;
    grid_part *part = p->part;
    adi_part *adi = (adi_part *)take(sizeof *adi);
    part->own = adi;
    adi->viscosity = p->setup.mixed ? 0.5 : 0;
    adi->extrapolated = p->setup.extrapolated;
    adi->flood_depth = 0.02;
    for (int slot = 0; slot < PART_SLOTS; ++slot) {
        part->field[FIELD_DEPTH][slot] = take_field(p, rough ? -0.5 : 9.9, rough ? 3 : 10.1);
        part->field[ADI_P][slot] = take_field(p, rough ? -5 : -0.5, rough ? 5 : 0.5);
        part->field[ADI_Q][slot] = take_field(p, rough ? -5 : -0.5, rough ? 5 : 0.5);
    }
    part->field[ADI_HALF_BEFORE][0] = take_field(p, rough ? 0 : 9.9, rough ? 3 : 10.1);
    part->field[FIELD_BED][0] = take_field(p, 0, rough ? 2 : 0.1);
    part->field[FIELD_FRICTION][0] = p->setup.map ? take_field(p, 0.005, 0.01) : NULL;
    for (int k = 0; k < p->fields && !p->setup.there; ++k) {
        real *f = p->field[k];
        for (size_t n = 0; n < p->values && rough; ++n) {
            const int depth = k % 3 == 0 || k > 8;
            f[n] = depth && f[n] < 0 ? (real)0 : f[n];
            f[n] = !depth && uniform(0, 1) < 0.2 ? (real)0 : f[n]; /* some do not flow */
        }
        copy_ring(p, f + (HALO + 1) * p->device.pitch + 16);
    }
}

static lines_part lines_make(lines_setup setup)
{
    lines_part p = {};
    adi_device *d = &p.device;
    p.setup = setup;
    d->pitch = (setup.nx + 2 * HALO + 16 + 31) / 32 * 32 + 32;
    p.values = (size_t)d->pitch * (size_t)(setup.ny + 2 * HALO + 3);
    p.part = (grid_part *)take(sizeof *p.part);
    p.part->shape.nx = d->nx = setup.nx;
    p.part->shape.ny = d->ny = setup.ny;
    p.part->shape.halo = d->halo = HALO;
    p.part->shape.pitch = d->pitch;
    set_params(&p);
    p.part->clock = (spate_clock *)take(sizeof(spate_clock));
    p.part->clock->dt = 5.0 * 10 / 10; /* a Courant number of about 5 in 10 m of water */
    p.part->clock->wind[0][0] = p.part->clock->wind[1][1] = setup.rough ? 1e-4 : 0;
    fill_state(&p);
    uint8_t *codes = (uint8_t *)take(p.values) + (HALO + 1) * d->pitch + 16;
    close_faces(&p, codes);
    p.part->codes = codes;
    p.part->boundary_x = list_faces(&p, 0, codes);
    p.part->boundary_y = list_faces(&p, 1, codes);
    p.part->boundaries = (face_boundary *)take(sizeof(face_boundary));
    d->part = p.part;
    d->control = (adi_control *)take(sizeof *d->control);
    d->control->running = 1;
    d->views = (adi_view *)take(3 * sizeof(adi_view));
    for (int axis = 0; axis < 2; ++axis) {
        d->listed_count[axis] = axis == 0 ? p.part->boundary_x.count : p.part->boundary_y.count;
        d->listed[axis] = (adi_row *)take(sizeof(adi_row) * (size_t)(d->listed_count[axis] + 1));
        d->ring[axis] = setup.ring[axis];
    }
    d->faces[0] = setup.nx + !setup.ring[0];
    d->faces[1] = setup.ny + !setup.ring[1];
    d->terms.law = setup.law;
    d->terms.extrapolated = setup.extrapolated;
    d->terms.mixed = setup.mixed;
    d->has_friction_map = setup.map;
    adi_fused_claim(d);
    return p;
}

static void lines_release(lines_part *p)
{
    adi_fused_release(&p->device);
    for (int k = 0; k < p->fields; ++k)
        give(p->field[k]);
    give(p->part->codes - (HALO + 1) * p->device.pitch - 16);
    give(p->part->boundary_x.faces);
    give(p->part->boundary_x.row_start);
    give(p->part->boundary_y.faces);
    give(p->part->boundary_y.row_start);
    give(p->part->boundaries);
    give(p->part->clock);
    give(p->part->own);
    give(p->part);
    give(p->device.control);
    give(p->device.views);
    give(p->device.listed[0]);
    give(p->device.listed[1]);
}
