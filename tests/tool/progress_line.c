/* The progress line fits every terminal, and says the important things first. */
#include "progress_line.h"
#include "tests/check.h"

static const progress_values long_run = {.percent = 42,
                                         .t = 90720,
                                         .t_end = 216000,
                                         .dt = 0.5126,
                                         .rate = 31.25e6,
                                         .mass_error = 1.2e-13,
                                         .left = 754.2};

static const char *line(int width)
{
    static char text[256];
    return progress_line(&long_run, width, text, sizeof text);
}

static void a_wide_terminal_shows_all(void)
{
    CHECK(strcmp(line(199), " 42 %  t = 25 h 12 min of 60 h  dt = 0.513 s  31.2 Mcell-stages/s  "
                            "mass error 1.2e-13  12 min 34 s left") == 0);
}

static void narrow_terminals_show_the_important_part(void)
{
    CHECK(strcmp(line(79), " 42 %  t = 25 h 12 min of 60 h  dt = 0.513 s  12 min 34 s left") == 0);
    CHECK(strcmp(line(39), " 42 %  12 min 34 s left") == 0);
    CHECK(strcmp(line(10), " 42 %") == 0);
}

static void no_width_is_exceeded(void)
{
    for (int width = 0; width < 250; ++width)
        CHECK(strlen(line(width)) <= (size_t)width);
}

static void a_small_buffer_is_not_exceeded(void)
{
    char text[24];
    CHECK(strlen(progress_line(&long_run, 200, text, sizeof text)) < sizeof text);
    CHECK(strcmp(text, " 42 %  12 min 34 s left") == 0);
}

static void an_unknown_mass_error_is_left_out(void)
{
    char text[256];
    progress_values v = long_run;
    v.mass_error = NAN;
    progress_line(&v, 199, text, sizeof text);
    CHECK(strstr(text, "mass") == NULL && strstr(text, "Mcell") != NULL);
}

int main(void)
{
    RUN(a_wide_terminal_shows_all);
    RUN(narrow_terminals_show_the_important_part);
    RUN(no_width_is_exceeded);
    RUN(a_small_buffer_is_not_exceeded);
    RUN(an_unknown_mass_error_is_left_out);
    return check_done();
}
