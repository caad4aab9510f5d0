/* Devices of a run: one that gets no part is named in a warning. */
#include "api.h"

static char warnings[2048]; /* of the last simulation, one for each line */
static int warned;

static void keep_warnings(spate_log_level level, const char *text, void *user)
{
    (void)user;
    if (level != SPATE_LOG_WARNING)
        return;
    ++warned;
    strncat(warnings, text, sizeof warnings - strlen(warnings) - 2);
    strcat(warnings, "\n");
}

/* 64 x 32 cells: 2 x 4 tiles. */
static void create(const char *devices, int parts_x, int parts_y)
{
    spate_context *ctx;
    spate_sim *sim = NULL;
    spate_options opt = api_options();
    opt.nx = 64, opt.ny = 32;
    opt.devices = devices;
    opt.parts_x = parts_x, opt.parts_y = parts_y;
    warnings[0] = '\0';
    warned = 0;
    if (!CHECK(spate_context_create(&ctx) == SPATE_OK))
        return;
    spate_set_log(ctx, keep_warnings, NULL);
    if (!CHECK(spate_sim_create(ctx, &opt, &sim) == SPATE_OK))
        printf("  %s\n", spate_message(ctx));
    spate_sim_destroy(sim);
    spate_context_destroy(ctx);
    printf("%s", warnings);
}

static void a_device_without_a_part_is_named(void)
{
    create("cpu, cpu:base", 1, 1);
    CHECK(warned == 1);
    CHECK_CONTAINS(warnings, "device 2 of 2 (cpu:base) gets no part");
    CHECK_CONTAINS(warnings, "this process has 1 part;");
    CHECK_CONTAINS(warnings, "at least 2 parts");
}

static void each_of_several_is_named(void)
{
    create("cpu,cpu:base,reference,cpu", 1, 2);
    CHECK(warned == 2);
    CHECK_CONTAINS(warnings, "device 2 of 4 (cpu:base) gets no part");
    CHECK_CONTAINS(warnings, "device 4 of 4 (cpu) gets no part");
    CHECK_CONTAINS(warnings, "this process has 2 parts;");
}

static void there_is_no_warning_where_all_have_parts(void)
{
    create("cpu,cpu:base", 0, 0); /* a part for each */
    CHECK(warned == 0);
    create("cpu,cpu:base,reference", 1, 4);
    CHECK(warned == 0);
    create(NULL, 1, 1);
    CHECK(warned == 0);
}

int main(void)
{
    RUN(a_device_without_a_part_is_named);
    RUN(each_of_several_is_named);
    RUN(there_is_no_warning_where_all_have_parts);
    return check_done();
}
