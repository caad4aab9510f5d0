/* Claim: a simulation whose fields do not fit is refused before any of them is allocated, and
 * one whose fields just fit is accepted. The counted bytes are the allocated bytes, for every
 * scheme, precision and integrator. The linker puts the functions of this file in place of those
 * of base/memory.c (--wrap). */
#include "api.h"
#include "base/memory.h"

/* Available bytes of the machine, and bytes of allocated fields. Every new field is
 * touched first. */
static double available, made;

double __real_memory_available(void);
double __wrap_memory_available(void);
void __real_memory_first_touch(void *block, size_t pitch, size_t rows);
void __wrap_memory_first_touch(void *block, size_t pitch, size_t rows);

double __wrap_memory_available(void)
{
    return available;
}

void __wrap_memory_first_touch(void *block, size_t pitch, size_t rows)
{
    if (rows > 1) /* one row for each thread, of which there is one: scratch, which does not grow
                     with the grid */
        made += (double)pitch * (double)rows;
    __real_memory_first_touch(block, pitch, rows);
}

static spate_context *ctx;

/* Bits of n choose what is run. */
static spate_options choice(const char *scheme, int n)
{
    static const char *const precisions[] = {"f64", "f32", "mixed"};
    const int adi = strcmp(scheme, "adi") == 0;
    spate_options o = api_options();
    o.scheme = scheme;
    spate_options_set_precision(&o, precisions[n % (2 + adi)]);
    o.integrator = n & 8 ? SPATE_EULER : SPATE_RK2;
    o.rain = n & 16 ? 1e-5 : 0;
    o.parts_x = n & 32 ? 2 : 1, o.parts_y = 1;
    if (adi)
        o.bed_model = SPATE_BED_CELLS;
    return o;
}
enum { CHOICES = 64 };

static spate_status make(const spate_options *o, double bytes)
{
    spate_sim *sim;
    available = bytes;
    made = 0;
    const spate_status status = spate_sim_create(ctx, o, &sim);
    spate_sim_destroy(sim);
    return status;
}

static void count(const char *scheme)
{
    for (int n = 0; n < CHOICES; ++n) {
        const spate_options o = choice(scheme, n);
        CHECK(make(&o, 1e18) == SPATE_OK);
        const double needed = made;
        CHECK(needed > 0);
        CHECK(make(&o, needed) == SPATE_OK);
        CHECK(make(&o, needed - 1) == SPATE_ERROR_MEMORY);
        CHECK_CONTAINS(spate_message(ctx), "use a smaller grid");
        CHECK(made == 0);
    }
}

static void fields_of_kurganov_are_counted(void)
{
    count("kurganov");
}

static void fields_of_adi_are_counted(void)
{
    count("adi");
}

int main(void)
{
    if (spate_context_create(&ctx) != SPATE_OK)
        return 1;
    RUN(fields_of_kurganov_are_counted);
    RUN(fields_of_adi_are_counted);
    spate_context_destroy(ctx);
    return check_done();
}
