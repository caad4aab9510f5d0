/* Which methods of solving lines there are, and which of them a run may ask for. */
#include "schemes/adi_lines.h"

/* A device that solves tridiagonal systems has its methods. Whole sweeps are told by a table of any precision. */
const char *const *adi_lines_methods(const spate_backend *backend)
{
    if (!backend)
        return adi_line_methods;
    if (backend->tridiag)
        return adi_line_methods_device;
    return backend->adi(64, "auto")->sweep ? adi_line_methods_plain : adi_line_methods_cpu;
}

int adi_precision(const spate_options *o)
{
    return o->precision == 32 && o->line_precision == 64 ? ADI_F32C64 : o->precision;
}

/* A table that does not say so may be any other one. */
int adi_lines_mix(const spate_backend *backend)
{
    const adi_kernels *k = backend->adi ? backend->adi(ADI_F32C64, "auto") : NULL;
    return k && k->mixed;
}

/* Methods that see whole lines, and those whose lines end somewhere. */
spate_status adi_lines_check(const scheme_setup *s)
{
    const adi_line_method m = adi_line_method_of(s->options->lines);
    const int px = s->partition->px, py = s->partition->py;
    if (m != ADI_AUTO && m != ADI_CUT && px * py > 1)
        return spate_fail(
            s->ctx, SPATE_ERROR_ARGUMENT,
            "lines is \"%s\": it solves whole lines, and there are %d x %d parts; use "
            "cut, or one process and one part",
            s->options->lines, px, py);
    if ((m == ADI_S2_PCR || m == ADI_S2_CR_PCR) && (s->grid->periodic_x || s->grid->periodic_y))
        return spate_fail(s->ctx, SPATE_ERROR_ARGUMENT,
                          "lines is \"%s\": it has no periodic lines; use s1, fused or cut",
                          s->options->lines);
    return SPATE_OK;
}
