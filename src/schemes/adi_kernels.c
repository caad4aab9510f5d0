/* The common kernels that are others in the ADI scheme: its momentum is at faces, theirs at cells. */
#include <stdlib.h>

#include "schemes/adi_own.h"

static void scan(grid_part *part)
{
    adi_of(part)->kernels->scan(part);
}

static void begin(grid_part *part)
{
    adi_of(part)->kernels->begin(part);
}

static void finish(grid_part *part)
{
    adi_of(part)->kernels->finish(part);
}

static double limiting(const grid_part *part, int *i, int *j)
{
    return adi_of(part)->kernels->limiting(part, i, j);
}

/* The part with its momentum at cells, in host memory. */
static grid_part centred_part(grid_part *part)
{
    grid_part centred = *part;
    const int now = part->clock->now;
    if (!adi_of(part)->centred) /* what was set from outside is in no face yet */
        adi_of(part)->kernels->centre(part);
    adi_of(part)->centred = 1;
    centred.field[ADI_P][now] = part->field[FIELD_MOMENTUM_X + 0][0];
    centred.field[ADI_Q][now] = part->field[FIELD_MOMENTUM_X + 1][0];
    return centred;
}

static void maxima(grid_part *part, int begin_anew)
{
    if (adi_of(part)->kernels->maxima) {
        adi_of(part)->kernels->maxima(part, begin_anew);
        return;
    }
    grid_part centred = centred_part(part);
    adi_of(part)->common->maxima(queue, &centred, begin_anew);
    part->maxima = centred.maxima;
}

/* Common kernels see what readers see; returns the dry depth of the scheme, for the call that ends it. */
static double present(grid_part *part)
{
    const double dry_depth = part->params.dry_depth;
    part->params.dry_depth = adi_of(part)->shown_dry_depth;
    adi_of(part)->kernels->present(part, 1);
    return dry_depth;
}

static void present_no_more(grid_part *part, double dry_depth)
{
    part->params.dry_depth = dry_depth;
    adi_of(part)->kernels->present(part, 0);
}

static double fastest(grid_part *part)
{
    const double dry_depth = present(part), top = adi_of(part)->common->fastest(queue, part);
    present_no_more(part, dry_depth);
    return top;
}

static void survey_there(grid_part *part, double lowest, double film,
                         water_survey *out)
{
    const double dry_depth = present(part);
    adi_of(part)->common->survey(queue, part, lowest, film, out);
    present_no_more(part, dry_depth);
}

static void survey(grid_part *part, double lowest, double film, water_survey *out)
{
    grid_part centred = centred_part(part);
    adi_of(part)->common->survey(queue, &centred, lowest, film, out);
}

static void read_cells(const grid_part *part, int variable, const ptrdiff_t *offsets, int count,
                       double *values)
{
    const double dry_depth = present((grid_part *)part); /* it is as it was when this returns */
    adi_of(part)->common->read_cells(part, variable, offsets, count, values);
    present_no_more((grid_part *)part, dry_depth);
}

static struct frame_copy *copy_start(grid_part *part, unsigned fields)
{
    const double dry_depth = present(part);
    struct frame_copy *copy = adi_of(part)->common->copy_start(part, fields);
    present_no_more(part, dry_depth);
    return copy;
}

/* The step under way is that of the graph: no line of it is told to have failed before the next look. */
static void solve_queued(void *lines, int stage)
{
    adi_lines_queue(lines, stage);
}

static void advance(grid_part *part, int64_t steps)
{
    adi_of(part)->kernels->advance(part, steps, solve_queued, adi_of(part)->lines);
}

static int push(grid_part *part)
{
    return part->adi ? adi_of(part)->kernels->push(part) : 0;
}

/* Kernels of backends with a memory of their own. */
static void take_mirrored(kurganov_kernels *table, const kurganov_kernels *common)
{
    table->push = push;
    table->advance = advance;
    table->fastest = common->fastest ? fastest : NULL;
    table->survey = survey_there;
    table->read_cells = read_cells;
    table->copy_start = copy_start;
}

const kurganov_kernels *adi_common_kernels(flow *k)
{
    const spate_options *o = k->setup.options;
    const spate_backend *b = k->setup.backend;
    const kurganov_kernels *common = b->kurganov(o->precision, o->isa);
    const adi_kernels *own = b->adi ? b->adi(adi_precision(o), o->isa) : NULL;
    adi *a = calloc(1, sizeof *a);
    if (!common || !own || !a) {
        free(a);
        return NULL;
    }
    k->own = a;
    a->table = *common;
    a->table.isa = own->isa;
    a->table.scan = scan;
    a->table.begin = begin;
    a->table.finish = finish;
    a->table.limiting = limiting;
    a->table.maxima = maxima;
    a->table.survey = survey;
    if (b->mirrored)
        take_mirrored(&a->table, common);
    return &a->table;
}
