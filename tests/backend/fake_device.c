/* Where CUDA's kernels cannot run (no C++ compiler, or under a sanitizer): kernels on a device's
 * copy of a part, which is in host memory here, too. It does what a mirrored backend does, with
 * the kernels of another one. Clocks are copied back as late as allowed. */
#include "fake_backend.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "physics/shown.h"

typedef struct device {
    grid_part p; /* the device's */
    spate_clock clock;
    const common_kernels *common;
    const kurganov_kernels *inner;
    int late; /* the clock has not been copied back */
} device;

static device *device_of(const grid_part *part)
{
    return part->work;
}

/* ---- fields ---- */

static size_t block_bytes(const grid_part *p, int field)
{
    return field_pitch_bytes(p, field) * part_rows(&p->shape);
}

static size_t room_bytes(const grid_part *p, int field)
{
    return field_pitch_bytes(p, field) * part_room(&p->shape);
}

static void free_field(grid_part *p, int field)
{
    for (int s = 0; s < part_slots(p, field); ++s)
        if (p->field[field][s])
            memory_free((char *)p->field[field][s] - field_room_origin_bytes(p, field));
    for (int s = 0; s < PART_SLOTS; ++s)
        p->field[field][s] = NULL;
}

static int make_field(grid_part *p, int field)
{
    for (int s = 0; s < PART_SLOTS; ++s) {
        const size_t bytes = room_bytes(p, field);
        char *block = s < part_slots(p, field) ? memory_alloc(bytes) : NULL;
        p->field[field][s] =
            block ? (char *)memset(block, 0, bytes) + field_room_origin_bytes(p, field)
                  : p->field[field][0];
    }
    return p->field[field][0] != NULL;
}

/* The device has the fields that the image has. */
static int match_fields(device *d, const grid_part *part)
{
    grid_part *p = &d->p;
    for (int f = 0; f < part->field_count; ++f)
        if (part->fields[f].name && !part->field[f][0])
            free_field(p, f);
        else if (part->fields[f].name && !p->field[f][0] && !make_field(p, f))
            return 0;
    p->codes = p->field[FIELD_CODES][0];
    return 1;
}

static void copy_slot(device *d, const grid_part *part, int field, int slot, int to_device)
{
    const ptrdiff_t origin = field_origin_bytes(part, field);
    char *here = part->field[field][slot], *there = d->p.field[field][slot];
    if (here && there)
        memcpy((to_device ? there : here) - origin, (to_device ? here : there) - origin,
               block_bytes(part, field));
}

static void copy_groups(device *d, const grid_part *part, unsigned groups, int to_device)
{
    const int now = part->clock->now;
    for (int f = 0; f < part->field_count; ++f) {
        const field_info *info = &part->fields[f];
        if (info->name && (groups & 1u << info->role))
            copy_slot(d, part, f, info->slots > 1 ? now : 0, to_device);
        if (info->name && (groups & PART_FAILED) && info->role == ROLE_STATE &&
            info->slots == PART_SLOTS)
            copy_slot(d, part, f, 1 - now, to_device);
    }
}

/* The part has got rows or given some away. */
static void shift_fields(grid_part *p, int rows)
{
    for (int f = 0; f < p->field_count; ++f)
        for (int s = 0; s < PART_SLOTS; ++s)
            if (p->field[f][s])
                p->field[f][s] = (char *)p->field[f][s] + rows * (ptrdiff_t)field_pitch_bytes(p, f);
}

static int push(grid_part *part)
{
    device *d = device_of(part);
    unsigned groups = part->newer_here;
    void *field[PART_FIELDS][PART_SLOTS];
    if (!groups)
        return 1;
    shift_fields(&d->p, part->shape.rows_below - d->p.shape.rows_below);
    memcpy(field, d->p.field, sizeof field);
    void *const works[] = {d->p.work, d->p.scheme_work};
    d->p = *part;
    memcpy(d->p.field, field, sizeof field);
    d->p.work = works[0];
    d->p.scheme_work = works[1];
    d->p.clock = &d->clock;
    if (!match_fields(d, part))
        return 0;
    d->clock = *part->clock;
    if (part->maxima.begun == part->clock->step)
        groups &= ~(unsigned)PART_MAXIMA;
    copy_groups(d, part, groups, 1);
    part->newer_here = 0;
    return 1;
}

static void pull(grid_part *part, unsigned groups)
{
    copy_groups(device_of(part), part, groups & ~(unsigned)PART_SOURCES, 0);
    part->newer_there &= ~groups;
}

/* ---- kernels ---- */

/* Kernels that see these groups. */
static device *before_seeing(grid_part *part, unsigned groups)
{
    device *d = device_of(part);
    if (part->newer_here & groups || part->shape.device_number < FAKE_FIRST_DEVICE || d->late)
        abort(); /* old values, or no device to run on */
    d->clock = *part->clock;
    return d;
}

static device *before(grid_part *part)
{
    return before_seeing(part, PART_ALL);
}

/* Sources may have changed after the last step. */
static device *before_reading(grid_part *part)
{
    return before_seeing(part, PART_ALL & ~(unsigned)PART_SOURCES);
}

static void after(grid_part *part, device *d)
{
    *part->clock = d->clock;
    part->tiles_computed = d->p.tiles_computed;
    d->late = 0;
}

static void await(grid_part *part)
{
    if (device_of(part)->late)
        after(part, device_of(part));
}

static void dispose(grid_part *part)
{
    device *d = device_of(part);
    if (!d)
        return;
    d->common->dispose(&d->p);
    for (int f = 0; f < d->p.field_count; ++f)
        if (d->p.fields[f].name)
            free_field(&d->p, f);
    free(d);
    part->work = NULL;
}

static void scan(grid_part *part)
{
    device *d = before(part);
    d->inner->base.scan(&d->p);
    after(part, d);
}

static void begin(grid_part *part)
{
    device *d = before(part);
    d->inner->begin(&d->p);
    after(part, d);
}

static void conveyance(grid_part *part, int boundary, exact_sum sums[2])
{
    device *d = before(part);
    d->common->conveyance(&d->p, boundary, sums);
}

static void stage(grid_part *part, part_region region, int number)
{
    device *d = device_of(part);
    d->inner->stage(&d->p, region, number);
    d->late = region != REGION_INNER && number + 1 == part->params.stages;
    part->newer_there = PART_STATE | PART_LISTS | PART_SOURCES |
                        (part->field[FIELD_MAX_DEPTH][0] ? PART_MAXIMA : 0);
}

static void finish(grid_part *part)
{
    device *d = before(part);
    d->inner->finish(&d->p);
    d->late = 1;
}

static void sum(grid_part *part, exact_sum *depth)
{
    device *d = before_reading(part);
    d->common->sum(&d->p, depth);
}

static void sum_infiltrated(grid_part *part, exact_sum *depth)
{
    device *d = before_reading(part);
    d->common->sum_infiltrated(&d->p, depth);
}

static void survey(grid_part *part, double lowest, double film, water_survey *out)
{
    device *d = before_reading(part);
    d->common->survey(&d->p, lowest, film, out);
}

static double limiting(const grid_part *part, int *i, int *j)
{
    device *d = device_of(part);
    return d->inner->base.limiting(&d->p, i, j);
}

static void maxima(grid_part *part, int begin_anew)
{
    device *d = before(part);
    d->common->maxima(&d->p, begin_anew);
    part->newer_there |= PART_MAXIMA;
}

/* ---- values ---- */

static double value_at(const device *d, int variable, ptrdiff_t offset)
{
    const void *field = d->p.field[variable][d->clock.now];
    return d->p.shape.real_bytes == 4 ? (double)((const float *)field)[offset]
                                      : ((const double *)field)[offset];
}

static void *device_field(const grid_part *part, int field, int slot)
{
    return device_of(part)->p.field[field][slot];
}

static void read_cells(const grid_part *part, int variable, const ptrdiff_t *offsets, int count,
                       double *values)
{
    for (int n = 0; n < count; ++n)
        values[n] = value_at(device_of(part), variable, offsets[n]);
}

struct frame_copy {
    int nx, ny;
    unsigned fields;
    float values[];
};

static struct frame_copy *copy_start(grid_part *part, unsigned fields)
{
    const device *d = before_reading(part);
    const part_shape *s = &part->shape;
    const size_t cells = (size_t)s->nx * (size_t)s->ny;
    struct frame_copy *copy = malloc(sizeof *copy + SHOWN_FIELDS * cells * sizeof(float));
    if (!copy)
        return NULL;
    *copy = (struct frame_copy){.nx = s->nx, .ny = s->ny, .fields = fields};
    for (int k = 0; k < SHOWN_FIELDS; ++k)
        for (size_t n = 0; n < cells && fields >> k & 1; ++n) {
            const ptrdiff_t o =
                (ptrdiff_t)(n / (size_t)s->nx) * s->pitch + (ptrdiff_t)(n % (size_t)s->nx);
            const double value = value_at(d, FIELD_DEPTH + k, o);
            copy->values[(size_t)k * cells + n] =
                (float)(k ? shown_velocity(value, value_at(d, FIELD_DEPTH, o),
                                           part->params.shown_dry_depth)
                          : value);
        }
    return copy;
}

static void copy_finish(struct frame_copy *copy, float *const to[SHOWN_FIELDS], ptrdiff_t pitch)
{
    const float *from = copy->values;
    for (int k = 0; k < SHOWN_FIELDS; ++k, from += (size_t)copy->nx * (size_t)copy->ny)
        for (int j = 0; j < copy->ny && copy->fields >> k & 1; ++j)
            memcpy(to[k] + j * pitch, from + (size_t)j * (size_t)copy->nx,
                   sizeof(float) * (size_t)copy->nx);
    free(copy);
}

/* ---- tables ---- */

static int prepare(grid_part *part, int threads, int n)
{
    device *d = calloc(1, sizeof *d);
    part->work = d;
    if (!d)
        return 0;
    d->common = fake_inner_common(n ? 64 : 32);
    d->inner = fake_inner_kurganov(n ? 64 : 32);
    d->p = *part;
    memset(d->p.field, 0, sizeof d->p.field);
    d->p.clock = &d->clock;
    d->p.work = d->p.scheme_work = NULL;
    part->newer_here = PART_ALL;
    return match_fields(d, part) && d->common->prepare(&d->p, threads);
}

static int prepare_f32(grid_part *part, int threads)
{
    return prepare(part, threads, 0);
}

static int prepare_f64(grid_part *part, int threads)
{
    return prepare(part, threads, 1);
}

const common_kernels *fake_device_common(int precision)
{
    static common_kernels tables[2];
    const int n = precision == 64;
    tables[n] = (common_kernels){
        .prepare = n ? prepare_f64 : prepare_f32,
        .dispose = dispose,
        .sum = sum,
        .sum_infiltrated = sum_infiltrated,
        .maxima = maxima,
        .survey = survey,
        .conveyance = conveyance,
        .push = push,
        .pull = pull,
        .device_field = device_field,
        .read_cells = read_cells,
        .copy_start = copy_start,
        .copy_finish = copy_finish,
    };
    return &tables[n];
}

const scheme_kernels *fake_device_kurganov(int precision)
{
    static const kurganov_kernels table = {
        .base = {.isa = "strict", .scan = scan, .limiting = limiting, .await = await},
        .begin = begin,
        .stage = stage,
        .finish = finish,
    };
    (void)precision;
    return &table.base;
}
