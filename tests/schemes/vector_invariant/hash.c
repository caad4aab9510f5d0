/* Prints checksums of saved states of the vector-invariant schemes, before and after they are
 * loaded again: run alone and under mpirun, the lines must be equal (tests/parallel/ranks.sh), and so on
 * devices (tests/backend/device_ranks.sh).
 *
 *   vector_invariant_hash [BACKEND ISA [KIND...]]
 *
 * KIND: a number of bits_kind; without, all. */
#include <inttypes.h>

#include "bits.h"
#include "parallel/bits.h"

static void print_state(const bits_run *r, const char *what, const tape *t)
{
    if (spate_rank(ctx) != 0)
        return;
    bits_print(r);
    printf(" %s: %016" PRIx64 ", %zu bytes\n", what, hash_of(t->bytes, t->size), t->size);
}

static int is_asked_for(int kind, int argc, char **argv)
{
    int asked = argc < 4;
    for (int n = 3; n < argc; ++n)
        asked |= atoi(argv[n]) == kind;
    return asked;
}

int main(int argc, char **argv)
{
    bits_run r;
    if (spate_context_create_parallel(&ctx) != SPATE_OK)
        return 1;
    for (int n = 0; bits_kind(n, &r); ++n) {
        if (r.newton_mass == SPATE_NEWTON_CONSISTENT && argc < 4)
            continue; /* its messages are those of others */
        if (!is_asked_for(n, argc, argv))
            continue;
        r.threads = r.parts_x = r.parts_y = 0;
        r.backend = argc > 2 ? argv[1] : NULL;
        r.isa = argc > 2 ? argv[2] : NULL;
        spate_sim *sim = bits_start(&r), *again = bits_start(&r);
        bits_first_half(sim);
        tape half = bits_save(sim);
        print_state(&r, "half-way", &half);
        ok(spate_load(again, tape_read, &half));
        bits_second_half(again);
        tape end = bits_save(again);
        print_state(&r, "end", &end);
        free(half.bytes);
        free(end.bytes);
        spate_sim_destroy(sim);
        spate_sim_destroy(again);
    }
    const int wrong = check_state.wrong;
    spate_context_destroy(ctx);
    return wrong != 0;
}
