/* Where CUDA's kernels cannot run (no C++ compiler, or under a sanitizer): kernels on a device's copy of a part, which is
 * in host memory here too; what a mirrored backend does, with the kernels of another one. Clocks come back as late as
 * they may. */
#include "fake_backend.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "physics/shown.h"

enum { MOST_TWINS = 64 };

typedef struct twin {
    fake_block image;
    int slot;
    char *memory;
} twin;

typedef struct device {
    grid_part p; /* the device's */
    spate_clock clock;
    const kurganov_kernels *inner;
    int bytes; /* of a value */
    int late;  /* the clock has not been brought over */
    twin twins[MOST_TWINS];
    int twin_count;
} device;

static device *device_of(const grid_part *part)
{
    return part->work;
}

/* ---- fields ---- */

static twin *find_twin(device *d, const void *image, int slot)
{
    fake_block b;
    if (!image || !fake_find_block(image, &b))
        return NULL;
    for (int n = 0; n < d->twin_count; ++n)
        if (d->twins[n].image.memory == b.memory && d->twins[n].slot == slot)
            return &d->twins[n];
    if (d->twin_count == MOST_TWINS)
        abort();
    twin *t = &d->twins[d->twin_count++];
    *t = (twin){b, slot, memory_alloc(b.bytes)};
    return t->memory ? memset(t->memory, 0, b.bytes), t : NULL;
}

static void *twin_of(device *d, const void *image, int slot)
{
    const twin *t = find_twin(d, image, slot);
    return t ? t->memory + ((const char *)image - t->image.memory) : NULL;
}

static void copy_field(device *d, const void *image, int slot, int to_device)
{
    twin *t = find_twin(d, image, slot);
    if (t && to_device)
        memcpy(t->memory, t->image.memory, t->image.bytes);
    else if (t)
        memcpy(t->image.memory, t->memory, t->image.bytes);
}

static void make_fields(device *d, const grid_part *part)
{
    void *const work = d->p.work;
    d->p = *part;
    d->p.work = work;
    d->p.clock = &d->clock;
    for (int s = 0; s < PART_SLOTS; ++s)
        for (int v = 0; v < STATE_VARIABLES; ++v)
            d->p.field[v][s] = twin_of(d, part->field[v][s], s);
    for (int s = 0; s < 2; ++s) {
        d->p.field[FIELD_CARRY][s] = twin_of(d, part->field[FIELD_CARRY][s], s);
        d->p.field[FIELD_INFILTRATED][s] = twin_of(d, part->field[FIELD_INFILTRATED][s], s);
    }
    void **const others[] = {&d->p.field[FIELD_BED][0],
                             &d->p.field[FIELD_FRICTION][0],
                             (void **)&d->p.codes,
                             (void **)&d->p.field[FIELD_RAIN_MAP][0],
                             (void **)&d->p.field[FIELD_CONDUCTIVITY][0],
                             (void **)&d->p.field[FIELD_SUCTION][0],
                             (void **)&d->p.field[FIELD_DEFICIT][0],
                             &d->p.field[FIELD_MAX_DEPTH][0],
                             &d->p.field[FIELD_MAX_SPEED_SQUARED][0],
                             &d->p.field[FIELD_MAX_MOMENTUM_SQUARED][0],
                             &d->p.field[FIELD_ARRIVAL][0],
                             &d->p.field[FIELD_DEEP_SINCE][0],
                             &d->p.field[FIELD_DURATION][0]};
    for (size_t n = 0; n < sizeof others / sizeof *others; ++n)
        *others[n] = twin_of(d, *others[n], 0);
}

static void copy_state(device *d, const grid_part *part, int slot, int to_device)
{
    for (int v = 0; v < STATE_VARIABLES; ++v)
        copy_field(d, part->field[v][0], slot, to_device);
    copy_field(d, part->field[FIELD_CARRY][0], slot, to_device);
    copy_field(d, part->field[FIELD_INFILTRATED][0], slot, to_device);
}

static void copy_maxima(device *d, const part_maxima *m, int to_device)
{
    const void *const fields[] = {m->depth,   m->speed_squared, m->momentum_squared,
                                  m->arrival, m->since,         m->duration};
    for (size_t n = 0; n < sizeof fields / sizeof *fields; ++n)
        copy_field(d, fields[n], 0, to_device);
}

static int push(grid_part *part)
{
    device *d = device_of(part);
    const unsigned groups = part->newer_here;
    if (!groups)
        return 1;
    make_fields(d, part);
    d->clock = *part->clock;
    if (groups & PART_GROUND) {
        copy_field(d, part->field[FIELD_BED][0], 0, 1);
        copy_field(d, part->field[FIELD_FRICTION][0], 0, 1);
        copy_field(d, part->codes, 0, 1);
    }
    if (groups & PART_SOURCES) {
        copy_field(d, part->field[FIELD_RAIN_MAP][0], 0, 1);
        copy_field(d, part->field[FIELD_CONDUCTIVITY][0], 0, 1);
        copy_field(d, part->field[FIELD_SUCTION][0], 0, 1);
        copy_field(d, part->field[FIELD_DEFICIT][0], 0, 1);
    }
    if (groups & PART_STATE)
        copy_state(d, part, part->clock->now, 1);
    if (groups & PART_MAXIMA && part->maxima.begun != part->clock->step)
        copy_maxima(d, &part->maxima, 1);
    part->newer_here = 0;
    return 1;
}

static void pull(grid_part *part, unsigned groups)
{
    device *d = device_of(part);
    if (groups & PART_STATE)
        copy_state(d, part, part->clock->now, 0);
    if (groups & PART_FAILED)
        for (int v = 0; v < STATE_VARIABLES; ++v)
            copy_field(d, part->field[v][0], 1 - part->clock->now, 0);
    if (groups & PART_MAXIMA)
        copy_maxima(d, &part->maxima, 0);
    part->newer_there &= ~groups;
}

/* ---- kernels ---- */

/* Kernels that see these groups. */
static device *before_seeing(grid_part *part, unsigned groups)
{
    device *d = device_of(part);
    if (part->newer_here & groups || part->shape.place < FAKE_FIRST_PLACE || d->late)
        abort(); /* one would see what is old, or has no place to run at */
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
    d->inner->dispose(&d->p);
    for (int n = 0; n < d->twin_count; ++n)
        memory_free(d->twins[n].memory);
    free(d);
    part->work = NULL;
}

static void scan(grid_part *part)
{
    device *d = before(part);
    d->inner->scan(queue, &d->p);
    after(part, d);
}

static void begin(grid_part *part)
{
    device *d = before(part);
    d->inner->begin(queue, &d->p);
    after(part, d);
}

static void conveyance(grid_part *part, int boundary, exact_sum sums[2])
{
    device *d = before(part);
    d->inner->conveyance(queue, &d->p, boundary, sums);
}

static void stage(grid_part *part, part_region region, int number)
{
    device *d = device_of(part);
    d->inner->stage(queue, &d->p, region, number);
    d->late = region != REGION_INNER && number + 1 == part->params.stages;
    part->newer_there =
        PART_STATE | PART_LISTS | PART_SOURCES | (part->field[FIELD_MAX_DEPTH][0] ? PART_MAXIMA : 0);
}

static void finish(grid_part *part)
{
    device *d = before(part);
    d->inner->finish(queue, &d->p);
    d->late = 1;
}

static void sum(grid_part *part, exact_sum *depth)
{
    device *d = before_reading(part);
    d->inner->sum(queue, &d->p, depth);
}

static void sum_infiltrated(grid_part *part, exact_sum *depth)
{
    device *d = before_reading(part);
    d->inner->sum_infiltrated(queue, &d->p, depth);
}

static void survey(grid_part *part, double lowest, double film, water_survey *out)
{
    device *d = before_reading(part);
    d->inner->survey(queue, &d->p, lowest, film, out);
}

static double limiting(const grid_part *part, int *i, int *j)
{
    device *d = device_of(part);
    return d->inner->limiting(queue, &d->p, i, j);
}

static void maxima(grid_part *part, int begin_anew)
{
    device *d = before(part);
    d->inner->maxima(queue, &d->p, begin_anew);
    part->newer_there |= PART_MAXIMA;
}

/* ---- values ---- */

static double value_at(const device *d, int variable, ptrdiff_t offset)
{
    const void *field = d->p.field[variable][d->clock.now];
    return d->bytes == 4 ? (double)((const float *)field)[offset] : ((const double *)field)[offset];
}

static void *state_field(const grid_part *part, int slot, int variable)
{
    return device_of(part)->p.field[variable][slot];
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
                (float)(k ? shown_velocity(value, value_at(d, FIELD_DEPTH, o), part->params.dry_depth)
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

static int prepare(grid_part *part, int threads, const kurganov_kernels *inner, int bytes)
{
    device *d = calloc(1, sizeof *d);
    part->work = d;
    if (!d)
        return 0;
    d->inner = inner;
    d->bytes = bytes;
    make_fields(d, part);
    d->p.work = NULL;
    part->newer_here = PART_ALL;
    if (inner->prepare(&d->p, threads))
        return 1;
    dispose(part);
    return 0;
}

static const kurganov_kernels *inners[2]; /* by precision */
static int prepare_f32(grid_part *part, int threads)
{
    return prepare(part, threads, inners[0], 4);
}
static int prepare_f64(grid_part *part, int threads)
{
    return prepare(part, threads, inners[1], 8);
}

const kurganov_kernels *fake_device_kernels(const kurganov_kernels *inner, int precision)
{
    static kurganov_kernels tables[2];
    const int n = precision == 64;
    inners[n] = inner;
    tables[n] = (kurganov_kernels){
        .isa = "strict",
        .prepare = n ? prepare_f64 : prepare_f32,
        .dispose = dispose,
        .scan = scan,
        .begin = begin,
        .conveyance = conveyance,
        .stage = stage,
        .finish = finish,
        .sum = sum,
        .limiting = limiting,
        .maxima = maxima,
        .sum_infiltrated = sum_infiltrated,
        .survey = survey,
        .push = push,
        .pull = pull,
        .state_field = state_field,
        .read_cells = read_cells,
        .await = await,
        .copy_start = copy_start,
        .copy_finish = copy_finish,
    };
    return &tables[n];
}
