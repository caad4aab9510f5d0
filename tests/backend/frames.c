/* Claim: a frame holds the fields of the moment at which it was started, bit for bit as
 * spate_get_field_f32 gives them, though steps follow before another thread waits for it; in one
 * part and in several.
 *
 *   frames [--backend cuda] [--isa strict] [--scheme kurganov]
 *
 * Exits with 77 where there is no such backend. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "backend_args.h"
#include "scene.h"

enum { FIELDS = 3 };
static const spate_field_name names[FIELDS] = {SPATE_VELOCITY_Y, SPATE_DEPTH, SPATE_VELOCITY_X};

typedef struct waiting {
    spate_frame *frame;
    spate_status status;
} waiting;

static void *wait_for_it(void *user)
{
    waiting *w = user;
    spate_context *own = NULL;
    w->status = spate_context_create(&own);
    if (w->status == SPATE_OK)
        w->status = spate_frame_wait(w->frame, own);
    spate_context_destroy(own);
    return NULL;
}

/* Fields of now, at once and by a frame that is fetched three steps later. Returns how many bytes
 * differ. */
static size_t differences(spate_context *ctx, spate_sim *sim, size_t cells, int *in_background)
{
    float *at_once[FIELDS], *framed[FIELDS];
    waiting w = {0};
    pthread_t thread;
    size_t different = 0;
    int ok = 1;
    for (int k = 0; k < FIELDS; ++k) {
        at_once[k] = calloc(cells, sizeof(float));
        framed[k] = malloc(cells * sizeof(float));
        memset(framed[k], 0xff, cells * sizeof(float));
        ok = ok && spate_get_field_f32(sim, names[k], at_once[k]) == SPATE_OK;
    }
    ok = ok && spate_frame_start(sim, FIELDS, names, framed, &w.frame) == SPATE_OK;
    *in_background += w.frame != NULL;
    ok = ok && spate_advance_steps(sim, 3) == SPATE_OK &&
         pthread_create(&thread, NULL, wait_for_it, &w) == 0 && pthread_join(thread, NULL) == 0 &&
         w.status == SPATE_OK;
    if (!ok)
        printf("FAIL   %s\n", spate_message(ctx));
    for (int k = 0; k < FIELDS; ++k) {
        const unsigned char *a = (unsigned char *)at_once[k], *b = (unsigned char *)framed[k];
        for (size_t n = 0; n < cells * sizeof(float); ++n)
            different += a[n] != b[n];
        free(at_once[k]);
        free(framed[k]);
    }
    return ok ? different : cells;
}

static double bed(double x, double y, void *user)
{
    (void)user;
    return 0.02 * x + 0.4 * ((int)(x / 7) % 3) - 0.01 * y;
}

static double level(double x, double y, void *user)
{
    return x + y < 60 ? 4 : bed(x, y, user); /* a dam break over steps */
}

static int compare(spate_context *ctx, const spate_options *on, int precision, int px, int py)
{
    spate_options opt = *on;
    spate_sim *sim = NULL;
    int in_background = 0;
    size_t different = 0;
    opt.nx = 131;
    opt.ny = 77;
    opt.dx = opt.dy = 1;
    opt.precision = precision;
    opt.parts_x = px;
    opt.parts_y = py;
    if (spate_sim_create(ctx, &opt, &sim) != SPATE_OK ||
        spate_set_bed(sim, bed, NULL) != SPATE_OK ||
        spate_set_level(sim, level, NULL) != SPATE_OK) {
        printf("FAIL   %s\n", spate_message(ctx));
        spate_sim_destroy(sim);
        return 1;
    }
    for (int moment = 0; moment < 4; ++moment) /* the first before any step */
        different += differences(ctx, sim, (size_t)(opt.nx * opt.ny), &in_background);
    printf("f%d, %dx%d parts: %zu bytes differ, %d of 4 frames in the background\n", precision, px,
           py, different, in_background);
    spate_sim_destroy(sim);
    return different > 0 || in_background != 4;
}

int main(int argc, char **argv)
{
    spate_options on;
    spate_context *ctx = NULL;
    int failures = 0;
    if (spate_context_create(&ctx) != SPATE_OK)
        return 1;
    spate_options_default(&on);
    on.backend = argument(argc, argv, "--backend", "cuda");
    on.isa = argument(argc, argv, "--isa", "strict");
    on.scheme = argument(argc, argv, "--scheme", on.scheme);
    const spate_status status = try_backend(ctx, on.backend, on.isa);
    for (int precision = 32; precision <= 64 && status == SPATE_OK; precision += 32) {
        failures += compare(ctx, &on, precision, 1, 1);
        failures += compare(ctx, &on, precision, 2, 3);
    }
    spate_context_destroy(ctx);
    if (status != SPATE_OK)
        return status == SPATE_ERROR_BACKEND ? TEST_SKIPPED : 1;
    printf("%d of 4 comparisons failed\n", failures);
    return failures != 0;
}
