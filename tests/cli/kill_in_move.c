/* Linked around the program (--wrap): sends it a signal in the middle of a move of rows between devices, on an event of
 * that move. SPATE_TEST_KILL=MOVE:rows:N:SIGNAL: in that move of the process, before the N-th row of a field is copied;
 * MOVE:shape:N:SIGNAL: before the N-th part gets its new rows, when all are copied. Tuning has a clock of numbers on
 * which the devices are fast in turns, so that rows move at each look. The program itself knows nothing of this. */
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "parallel/repartition_own.h"
#include "spate/spate.h"

/* ---- the clock ---- */

static double never(void *user)
{
    (void)user;
    return 0;
}

/* Each look asks once for each device. */
static double in_turns(void *user, int device, double tiles, double measured)
{
    static int asked[16];
    (void)user;
    (void)measured;
    const int slow = (++asked[device] / 2 + device) % 2;
    return 1e-6 * tiles * (slow ? 4 : 1);
}

static double slowest(void *user, const double *seconds, int devices, double measured)
{
    double most = 0;
    (void)user;
    (void)measured;
    for (int d = 0; d < devices; ++d)
        most = seconds[d] > most ? seconds[d] : most;
    return most;
}

spate_status __real_spate_sim_create(spate_context *ctx, const spate_options *o, spate_sim **sim);
spate_status __wrap_spate_sim_create(spate_context *ctx, const spate_options *o, spate_sim **sim);

spate_status __wrap_spate_sim_create(spate_context *ctx, const spate_options *o, spate_sim **sim)
{
    static const spate_tuning_clock clock = {.now = never,
                                             .spent = in_turns,
                                             .wall = slowest,
                                             .user = NULL};
    if (o->tune != SPATE_TUNE_DYNAMIC || o->tuning_clock)
        return __real_spate_sim_create(ctx, o, sim);
    spate_options timed = *o;
    timed.tuning_clock = &clock;
    return __real_spate_sim_create(ctx, &timed, sim);
}

/* ---- events of a move ---- */

static atomic_int moves, rows, shapes, copying;

static void event(const char *kind, int number)
{
    const char *text = getenv("SPATE_TEST_KILL");
    int move, at, signal_number;
    char wanted[8];
    if (text && sscanf(text, "%d:%7[a-z]:%d:%d", &move, wanted, &at, &signal_number) == 4 &&
        move == atomic_load(&moves) && strcmp(wanted, kind) == 0 && at == number)
        kill(getpid(), signal_number);
}

void *__real_memcpy(void *to, const void *from, size_t bytes);
void *__wrap_memcpy(void *to, const void *from, size_t bytes);

void *__wrap_memcpy(void *to, const void *from, size_t bytes)
{
    if (atomic_load_explicit(&copying, memory_order_relaxed))
        event("rows", atomic_fetch_add(&rows, 1) + 1);
    return __real_memcpy(to, from, bytes);
}

repartition_tiles *__real_repartition_tiles_make(const repartition *r);
repartition_tiles *__wrap_repartition_tiles_make(const repartition *r);

/* What a move does first; then it copies. */
repartition_tiles *__wrap_repartition_tiles_make(const repartition *r)
{
    repartition_tiles *tiles = __real_repartition_tiles_make(r);
    atomic_fetch_add(&moves, 1);
    atomic_store(&rows, 0);
    atomic_store(&shapes, 0);
    atomic_store(&copying, 1);
    return tiles;
}

void __real_repartition_reshape(const repartition *r, int part, const repartition_tiles *kinds);
void __wrap_repartition_reshape(const repartition *r, int part, const repartition_tiles *kinds);

void __wrap_repartition_reshape(const repartition *r, int part, const repartition_tiles *kinds)
{
    atomic_store(&copying, 0);
    event("shape", atomic_fetch_add(&shapes, 1) + 1);
    __real_repartition_reshape(r, part, kinds);
}
