/* Methods of solving lines, and which of them a run may use. */
#include "schemes/adi_own.h"

extern const scheme_description adi_about;

static const adi_kernels *kernels_in(const spate_backend *backend, int precision)
{
    return (const adi_kernels *)backend->kernels(adi_about.name, precision, "auto");
}

/* A device with tridiagonal solvers has its own methods. Kernels without matrix rows solve plain
 * lines. All precisions have the same methods. */
const char *const *adi_lines_methods(const spate_backend *backend)
{
    if (!backend)
        return adi_line_methods;
    if (backend->tridiag)
        return adi_line_methods_device;
    return kernels_in(backend, 64)->rows ? adi_line_methods_cpu : adi_line_methods_plain;
}

static int sees_whole_lines(adi_line_method m)
{
    return m != ADI_AUTO && m != ADI_CUT;
}

int adi_precision(const spate_options *o)
{
    return o->precision == 32 && o->line_precision == 64 ? PRECISION_MIXED : o->precision;
}

/* A backend may return another table for PRECISION_MIXED; `mixed` marks the right one. */
int adi_lines_mix(const spate_backend *backend)
{
    const adi_kernels *k = kernels_in(backend, PRECISION_MIXED);
    return k && k->mixed;
}

/* Some methods need whole lines, others need lines with two ends. */
spate_status adi_lines_check(const scheme_setup *s)
{
    const adi_line_method m = adi_line_method_of(s->options->lines);
    const int px = s->partition->px, py = s->partition->py;
    if (sees_whole_lines(m) && px * py > 1)
        return fail_argument(s->ctx,
                             "lines is \"%s\": it solves whole lines, and there are %d x %d parts; "
                             "use cut, or one process and one part",
                             s->options->lines, px, py);
    if ((m == ADI_S2_PCR || m == ADI_S2_CR_PCR) && (s->grid->periodic_x || s->grid->periodic_y))
        return fail_argument(s->ctx,
                             "lines is \"%s\": it has no periodic lines; use s1, fused or cut",
                             s->options->lines);
    return SPATE_OK;
}

spate_status adi_lines_check_whole(const scheme_setup *s, int whole)
{
    if (whole || !sees_whole_lines(adi_line_method_of(s->options->lines)))
        return SPATE_OK;
    return fail_argument(s->ctx,
                         "lines is \"%s\": the %s backend cannot solve lines of %lld and %lld "
                         "cells in precision %s by it; use auto or cut",
                         s->options->lines, s->backend->name, (long long)s->grid->nx,
                         (long long)s->grid->ny, spate_options_precision(s->options));
}

const char *adi_lines_in_use(void *self)
{
    const flow *k = self;
    const adi *a = k->own;
    const adi_line_method m = adi_line_method_of(k->setup.options->lines);
    if (!a->whole)
        return adi_line_methods[ADI_CUT];
    if (m != ADI_AUTO)
        return adi_line_methods[m];
    return k->setup.backend->mirrored ? adi_line_methods[ADI_FUSED] : "plain";
}
