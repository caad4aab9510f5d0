/* Sections of time: laps leave no gaps, and what is timed within a lap is not counted twice. */
#include "base/timers.h"

#include "check.h"

static double sum(const timers *t)
{
    double seconds = 0;
    for (int k = 0; k < SPATE_SECTION_COUNT; ++k)
        seconds += t->seconds[k];
    return seconds;
}

static void spend(double seconds)
{
    const double begun = timers_now();
    while (timers_now() - begun < seconds)
        ;
}

/* A few additions of times since the start of the machine. */
static double rounding(double mark)
{
    return 16 * 0x1p-53 * mark;
}

static void inner_time_belongs_to_one_section(void)
{
    timers t = {{0}, 0, 0};
    double mark = timers_now();
    const double begun = mark;
    for (int k = 0; k < 3; ++k) {
        spend(1e-4);
        const double inner = timers_now();
        spend(2e-4);
        timers_inner(&t, SPATE_SECTION_HALO, inner);
        if (k != 1) /* two inner times in the second lap */
            timers_lap(&t, SPATE_SECTION_STAGE, &mark);
    }
    CHECK_NEAR(sum(&t), mark - begun, rounding(mark));
    CHECK(t.seconds[SPATE_SECTION_HALO] >= 6e-4);
    CHECK(t.seconds[SPATE_SECTION_STAGE] >= 3e-4);
}

static void inner_time_before_a_lap_is_not_taken_from_it(void)
{
    timers t = {{0}, 0, 0};
    const double inner = timers_now();
    spend(1e-4);
    timers_inner(&t, SPATE_SECTION_HALO, inner);
    double mark = timers_now();
    const double begun = mark;
    timers_lap(&t, SPATE_SECTION_STAGE, &mark);
    CHECK(t.seconds[SPATE_SECTION_STAGE] == mark - begun);
}

int main(void)
{
    RUN(inner_time_belongs_to_one_section);
    RUN(inner_time_before_a_lap_is_not_taken_from_it);
    return check_done();
}
