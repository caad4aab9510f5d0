/* The common kernels that are others in the ADI scheme: its momentum is at faces, theirs at cells. */
#include <stdlib.h>

#include "schemes/adi_own.h"

static void scan(spate_queue *queue, kp_part *part)
{
    (void)queue;
    part->adi->kernels->scan(part);
}

static void begin(spate_queue *queue, kp_part *part)
{
    (void)queue;
    part->adi->kernels->begin(part);
}

static void finish(spate_queue *queue, kp_part *part)
{
    (void)queue;
    part->adi->kernels->finish(part);
}

static double limiting(spate_queue *queue, const kp_part *part, int *i, int *j)
{
    (void)queue;
    return part->adi->kernels->limiting(part, i, j);
}

/* The part with its momentum at cells, in host memory. */
static kp_part centred_part(kp_part *part)
{
    kp_part centred = *part;
    const int now = part->clock->now;
    if (!part->adi->centred) /* what was set from outside is in no face yet */
        part->adi->kernels->centre(part);
    part->adi->centred = 1;
    centred.state[now][KP_HU] = part->adi->centre[0];
    centred.state[now][KP_HV] = part->adi->centre[1];
    return centred;
}

static void maxima(spate_queue *queue, kp_part *part, int begin_anew)
{
    if (part->adi->kernels->maxima) {
        part->adi->kernels->maxima(part, begin_anew);
        return;
    }
    kp_part centred = centred_part(part);
    part->adi->common->maxima(queue, &centred, begin_anew);
    part->maxima = centred.maxima;
}

/* Common kernels see what readers see; returns the dry depth of the scheme, for the call that ends it. */
static double present(kp_part *part)
{
    const double dry_depth = part->params.dry_depth;
    part->params.dry_depth = part->adi->shown_dry_depth;
    part->adi->kernels->present(part, 1);
    return dry_depth;
}

static void present_no_more(kp_part *part, double dry_depth)
{
    part->params.dry_depth = dry_depth;
    part->adi->kernels->present(part, 0);
}

static double fastest(spate_queue *queue, kp_part *part)
{
    const double dry_depth = present(part), top = part->adi->common->fastest(queue, part);
    present_no_more(part, dry_depth);
    return top;
}

static void survey_there(spate_queue *queue, kp_part *part, double lowest, double film,
                         kp_survey *out)
{
    const double dry_depth = present(part);
    part->adi->common->survey(queue, part, lowest, film, out);
    present_no_more(part, dry_depth);
}

static void survey(spate_queue *queue, kp_part *part, double lowest, double film, kp_survey *out)
{
    kp_part centred = centred_part(part);
    part->adi->common->survey(queue, &centred, lowest, film, out);
}

static void read_cells(const kp_part *part, int variable, const ptrdiff_t *offsets, int count,
                       double *values)
{
    const double dry_depth = present((kp_part *)part); /* it is as it was when this returns */
    part->adi->common->read_cells(part, variable, offsets, count, values);
    present_no_more((kp_part *)part, dry_depth);
}

static struct kp_copy *copy_start(kp_part *part, unsigned fields)
{
    const double dry_depth = present(part);
    struct kp_copy *copy = part->adi->common->copy_start(part, fields);
    present_no_more(part, dry_depth);
    return copy;
}

/* The step under way is that of the graph: no line of it is told to have failed before the next look. */
static void solve_queued(void *lines, int stage)
{
    adi_lines_queue(lines, stage);
}

static void advance(spate_queue *queue, kp_part *part, int64_t steps)
{
    (void)queue;
    part->adi->kernels->advance(part, steps, solve_queued, part->adi->lines);
}

static int push(kp_part *part)
{
    return part->adi ? part->adi->kernels->push(part) : 0;
}

/* Kernels of backends with a memory of their own. */
static void take_mirrored(kp_kernels *table, const kp_kernels *common)
{
    table->push = push;
    table->advance = advance;
    table->fastest = common->fastest ? fastest : NULL;
    table->survey = survey_there;
    table->read_cells = read_cells;
    table->copy_start = copy_start;
}

const kp_kernels *adi_common_kernels(flow *k)
{
    const spate_options *o = k->setup.options;
    const spate_backend *b = k->setup.backend;
    const kp_kernels *common = b->kurganov(o->precision, o->isa);
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
