/* Options of the user as constants of the kernels: an option that a scheme lacks has no effect. */
#include "schemes/flow_params.h"

#include "api.h"

static spate_options options_of(const char *scheme)
{
    spate_options opt = api_options();
    opt.scheme = scheme;
    opt.rain = 1e-5; /* bounds the step by the Courant number */
    return opt;
}

static void an_option_that_the_scheme_lacks_does_not_change_the_step(void)
{
    spate_options opt = options_of("adi");
    const part_params usual = part_params_from(&opt);
    opt.integrator = SPATE_EULER;
    opt.theta = 2;
    opt.cfl = 0.1;
    const part_params ignored = part_params_from(&opt);
    printf("  longest step %g s and %g s\n", usual.dt_limit, ignored.dt_limit);
    CHECK(usual.dt_limit > 0);
    CHECK(ignored.dt_limit == usual.dt_limit);
    CHECK(ignored.cfl == usual.cfl);
}

/* 0.9, with euler 0.9 / (2 + limiter): the reference page says so. */
static void an_option_that_the_scheme_has_does(void)
{
    spate_options opt = options_of("kurganov");
    CHECK(part_cfl(&opt) == 0.9);
    opt.integrator = SPATE_EULER;
    opt.theta = 2;
    CHECK(part_cfl(&opt) == 0.9 * 0.25);
    opt.cfl = 0.1;
    CHECK(part_cfl(&opt) == 0.1);
}

int main(void)
{
    RUN(an_option_that_the_scheme_lacks_does_not_change_the_step);
    RUN(an_option_that_the_scheme_has_does);
    return check_done();
}
