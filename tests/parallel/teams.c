/* Claim: steps make no threads. OpenMP ends the threads that a smaller team leaves out and makes them
 * anew for the next larger one, so that teams of parts with little and with much to do must be alike.
 * Exits with 77 where the system has no list of threads. */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "spate/spate.h"

enum { NX = 256, NY = 256, THREADS = 8, WARMING_UP = 3, STEPS = 7, MOST = 256 };

static spate_context *ctx;

static double bed(double x, double y, void *user)
{
    (void)x, (void)y, (void)user;
    return 0;
}

/* Much of the north moves; in the south there is a pond of a few tiles. */
static double level(double x, double y, void *user)
{
    (void)user;
    if (y < 0.75 * NY)
        return x < 64 && y < 32 ? 1 : -1;
    return 2 + 0.1 * (((int)x + (int)y) % 2);
}

/* The threads of this process by their numbers, which are not given again for long. */
static int list_threads(char names[MOST][16])
{
    DIR *all = opendir("/proc/self/task");
    int count = 0;
    for (struct dirent *e; all && (e = readdir(all)) && count < MOST;)
        if (*e->d_name != '.' && strlen(e->d_name) < sizeof names[0])
            strcpy(names[count++], e->d_name);
    if (all)
        closedir(all);
    return count;
}

static int is_listed(const char *name, char names[MOST][16], int count)
{
    for (int n = 0; n < count; ++n)
        if (strcmp(name, names[n]) == 0)
            return 1;
    return 0;
}

static void steps_make_no_threads(void)
{
    static char before[MOST][16], after[MOST][16];
    spate_sim *sim = NULL;
    spate_options o;
    int made = 0;
    spate_options_default(&o);
    o.nx = NX;
    o.ny = NY;
    o.dx = o.dy = 1;
    o.threads = THREADS;
    o.devices = "cpu";
    o.parts_x = 1;
    o.parts_y = 2;
    CHECK(spate_sim_create(ctx, &o, &sim) == SPATE_OK);
    CHECK(spate_set_bed(sim, bed, NULL) == SPATE_OK);
    CHECK(spate_set_level(sim, level, NULL) == SPATE_OK);
    CHECK(spate_advance_steps(sim, WARMING_UP) == SPATE_OK);
    int known = list_threads(before);
    for (int n = 0; n < STEPS; ++n) {
        CHECK(spate_advance_steps(sim, 1) == SPATE_OK);
        const int count = list_threads(after);
        for (int k = 0; k < count; ++k)
            made += !is_listed(after[k], before, known);
        memcpy(before, after, sizeof before);
        known = count;
    }
    spate_sim_destroy(sim);
    printf("%d threads were made by %d steps\n", made, STEPS);
    CHECK(made == 0);
}

int main(void)
{
    static char names[MOST][16];
    if (list_threads(names) == 0)
        return 77;
    if (spate_context_create(&ctx) != SPATE_OK)
        return 1;
    RUN(steps_make_no_threads);
    spate_context_destroy(ctx);
    return check_done();
}
