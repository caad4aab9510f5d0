/* Phases of a run; the phase of the steps is divided into the sections of the library. */
#include "results/record/run_sections.h"

#include <string.h>

static void add(run_sections *s, const char *name, double seconds)
{
    s->names[s->count] = name;
    s->seconds[s->count++] = seconds;
    s->wall += seconds;
}

/* The time between the first and the last step that the steps did not use went to output. */
static void add_loop(run_sections *s, double seconds, const spate_stats *stats, double waited)
{
    static const spate_section inside[] = {SPATE_SECTION_STAGE, SPATE_SECTION_HALO,
                                           SPATE_SECTION_REDUCE};
    double rest = seconds - waited;
    for (size_t k = 0; k < sizeof inside / sizeof *inside; ++k) {
        add(s, spate_section_name(inside[k]), stats->seconds[inside[k]]);
        rest -= stats->seconds[inside[k]];
    }
    add(s, spate_section_name(SPATE_SECTION_OUTPUT), rest);
    add(s, "waiting", waited);
}

run_sections run_sections_of(const phases *p, const spate_stats *stats, double waited)
{
    run_sections s = {0};
    for (int k = 0; k < p->count; ++k)
        if (strcmp(p->names[k], PHASE_LOOP) == 0)
            add_loop(&s, p->seconds[k], stats, waited);
        else
            add(&s, p->names[k], p->seconds[k]);
    for (int k = 0; k < SPATE_SECTION_COUNT && p->count == 0; ++k)
        add(&s, spate_section_name((spate_section)k), stats->seconds[k]);
    return s;
}
