/* The descriptions of schemes are sound, and a scheme that a program registers is known to case
 * files. */
#include "casefile/keys.h"
#include "check.h"
#include "schemes/scheme.h"

static int four_stages(const spate_options *options)
{
    (void)options;
    return 4;
}

static const scheme_option guest_options[] = {
    {SCHEME_OPTION(SCHEME_NUMBER, dry_depth, "dry-depth", dry_depth),
     SCHEME_RANGE(UNIT_LENGTH, 1e-7, 1), SCHEME_DEFAULT(1e-5, " m"),
     .help = "Water no deeper than this does not move."},
    {.key = NULL},
};
static const scheme_description guest_about = {.name = "guest",
                                               .summary = "a guest",
                                               .page = "this file",
                                               .stages = four_stages,
                                               .options = guest_options,
                                               .can = {.has = SCHEME_F64,
                                                       .bed_models = 1u << SPATE_BED_BILINEAR}};
static const scheme_ops guest = {.about = &guest_about};

static void every_default_is_the_text_of_its_number_and_in_range(void)
{
    spate_options o;
    spate_options_default(&o);
    for (const scheme_option *s = scheme_option_next(NULL); s; s = scheme_option_next(s)) {
        char word[32];
        double si;
        CHECK(s->fallback || s->otherwise);
        if (!scheme_option_is_number(s)) {
            CHECK(strcmp(scheme_option_word(s, &o, word, sizeof word), s->fallback) == 0);
        } else if (s->fallback) {
            CHECK(quantity_parse(s->fallback, s->unit, &si) == QUANTITY_OK && si == s->usual);
            CHECK(scheme_option_number(s, &o) == s->usual);
            CHECK(s->usual >= s->low && s->usual <= s->high);
        }
    }
}

static void options_with_one_key_are_one_member(void)
{
    for (const scheme_ops *const *s = scheme_list(); *s; ++s)
        for (const scheme_option *o = scheme_option_next(NULL); o; o = scheme_option_next(o)) {
            const scheme_option *own = scheme_option_of((*s)->about, o->key);
            CHECK(!own || (own->offset == o->offset && own->type == o->type &&
                           own->usual == o->usual && strcmp(own->flag, o->flag) == 0));
        }
}

static void words_and_numbers_are_read_as_they_were_set(void)
{
    spate_options o;
    spate_options_default(&o);
    char word[32];
    for (const scheme_option *s = scheme_option_next(NULL); s; s = scheme_option_next(s))
        if (scheme_option_is_number(s)) {
            scheme_option_set_number(s, &o, s->low);
            CHECK(scheme_option_number(s, &o) == s->low);
        } else {
            for (int n = 0; key_word(s->choices, n, word, sizeof word); ++n) {
                char again[32];
                scheme_option_set_word(s, &o, word);
                CHECK(strcmp(scheme_option_word(s, &o, again, sizeof again), word) == 0);
            }
        }
    CHECK(o.integrator == SPATE_RK2 && o.extrapolate == 0);
}

static void a_registered_scheme_is_known_everywhere(void)
{
    char names[128];
    const spate_options o = {.scheme = "guest"};
    CHECK(scheme_find("guest") == &guest && !scheme_register(&guest));
    CHECK(scheme_stages(&o) == 4);
    CHECK(scheme_bed_model(&guest_about, SPATE_BED_CELLS) == SPATE_BED_BILINEAR);
    CHECK(key_has_word(key_find("solver.scheme")->choices, "guest"));
    scheme_names_with(0, "solver.dry_depth", names, sizeof names);
    CHECK_CONTAINS(names, " or \"guest\"");
    CHECK_CONTAINS(key_find("solver.dry_depth")->help, "guest");
}

static void what_a_scheme_lacks_is_refused(void)
{
    spate_context *ctx = NULL;
    spate_sim *sim = NULL;
    spate_options o;
    CHECK(spate_context_create(&ctx) == SPATE_OK);
    spate_options_default(&o);
    o.scheme = "guest", o.nx = o.ny = 8, o.dx = o.dy = 1;
    CHECK(spate_sim_create(ctx, &o, &sim) == SPATE_ERROR_ARGUMENT);
    CHECK_CONTAINS(spate_message(ctx), "scheme \"guest\" has no flat bed");
    o.precision = 32;
    CHECK(spate_sim_create(ctx, &o, &sim) == SPATE_ERROR_ARGUMENT);
    CHECK_CONTAINS(spate_message(ctx), "precision is 32: scheme \"guest\" does not have it");
    o.precision = 64, o.bed_model = SPATE_BED_BILINEAR, o.viscosity = 1;
    CHECK(spate_sim_create(ctx, &o, &sim) == SPATE_ERROR_ARGUMENT);
    CHECK_CONTAINS(spate_message(ctx),
                   "viscosity is 1: scheme \"guest\" has none; use 0, or scheme");
    spate_context_destroy(ctx);
}

int main(void)
{
    CHECK(scheme_register(&guest)); /* before the keys are made */
    RUN(every_default_is_the_text_of_its_number_and_in_range);
    RUN(options_with_one_key_are_one_member);
    RUN(words_and_numbers_are_read_as_they_were_set);
    RUN(a_registered_scheme_is_known_everywhere);
    RUN(what_a_scheme_lacks_is_refused);
    return check_done();
}
