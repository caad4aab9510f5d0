/* The mass matrix of the vector-invariant schemes. Unknowns are accelerations at the west (south)
 * faces of cells; those of closed faces are 0. */
#include "schemes/vector_invariant_mass.h"

#include <stdlib.h>

#include "parallel/comm.h"
#include "schemes/flow_solver.h"
#include "schemes/vector_invariant_lines.h"

struct vi_mass {
    flow *k;
    int y; /* the axis that is solved by conjugate gradients */
    spate_krylov *gradients;
    vi_lines lines;
};

static int has_gradients(const flow *k)
{
    return vi_of(&k->parts[0])->gradients;
}

spate_status vi_mass_check(const flow *k)
{
    const vi_kernels *own = vi_kernels_of(&k->parts[0]);
    if (!own->mass_rows && !own->line_arrays)
        return spate_fail(k->setup.ctx, SPATE_ERROR_BACKEND,
                          "mass_matrix: the %s backend has lumped mass alone; use backend \"cpu\"",
                          k->setup.backend->name);
    return flow_check_one_device(&k->setup, "with a mass matrix");
}

int vi_mass_make_fields(flow *k)
{
    for (int n = 0; n < k->setup.part_count; ++n)
        if (!flow_make_field(k, &k->parts[n], VI_FORCE_X) ||
            !flow_make_field(k, &k->parts[n], VI_FORCE_Y) ||
            (has_gradients(k) && !flow_make_field(k, &k->parts[n], VI_SOLVED)))
            return 0;
    return 1;
}

void vi_mass_forget(flow *k)
{
    vi_mass *m = vi_own_of(k)->mass;
    if (!m)
        return;
    vi_lines_forget(&m->lines);
    spate_krylov_destroy(m->gradients);
    m->gradients = NULL;
}

/* Of conjugate gradients alone. */
scheme_iterations vi_iterations(void *self)
{
    const flow *k = self;
    const vi_mass *m = vi_own_of(k)->mass;
    const kry_solver *s = m ? m->gradients : NULL;
    return (scheme_iterations){.mass = s ? (double)s->all_iterations : 0};
}

void vi_mass_destroy(flow *k)
{
    vi_mass_forget(k);
    free(vi_own_of(k)->mass);
    vi_own_of(k)->mass = NULL;
}

/* ---- conjugate gradients ---- */

static void apply(void *user, int part, const void *p, void *y, int64_t pitch, void *stream)
{
    const vi_mass *m = user;
    const grid_part *of = &m->k->parts[part];
    vi_kernels_of(of)->mass_product(of, m->y, p, y, pitch, stream);
}

static spate_status create_gradients(vi_mass *m)
{
    spate_krylov_options o = flow_solver_options(&m->k->setup, "none");
    o.relative = m->k->setup.options->tolerance;
    SPATE_TRY(flow_create_solver(m->k, &o, &m->gradients));
    SPATE_TRY(spate_krylov_set_operator(m->gradients, apply, m));
    return spate_krylov_setup(m->gradients);
}

static spate_status solve_one(vi_mass *m, kry_array *arrays)
{
    flow *k = m->k;
    const int count = k->setup.part_count;
    for (int n = 0; n < count; ++n) {
        arrays[n] = flow_array(&k->parts[n], m->y ? VI_FORCE_Y : VI_FORCE_X);
        arrays[count + n] = flow_array(&k->parts[n], VI_SOLVED);
    }
    SPATE_TRY(kry_solve_arrays(m->gradients, arrays, arrays + count));
    VI_EACH_PART(k, accelerate_all(p, m->y, arrays[count + n].first))
    return SPATE_OK;
}

/* Their messages have the tags of the halo exchange, which therefore follows. */
static spate_status solve_gradients(vi_mass *m, const halo_field *fields, int count)
{
    const scheme_setup *s = &m->k->setup;
    if (!m->gradients)
        SPATE_TRY(create_gradients(m));
    kry_array *arrays = calloc(2 * (size_t)s->part_count + 1, sizeof *arrays);
    spate_status status =
        comm_agree(s->ctx, arrays ? SPATE_OK : fail_memory(s->ctx, "no memory for arrays"));
    for (m->y = 0; m->y < 2 && status == SPATE_OK; ++m->y)
        status = solve_one(m, arrays);
    free(arrays);
    if (count > 0)
        flow_exchange(m->k, fields, count);
    return status;
}

spate_status vi_mass_start(flow *k, const halo_field *fields, int count)
{
    vi_own *own = vi_own_of(k);
    if (!own->mass) {
        vi_mass *m = calloc(1, sizeof *m);
        own->mass = m;
        SPATE_TRY(comm_agree(k->setup.ctx, m ? SPATE_OK : fail_memory(k->setup.ctx, "no memory")));
        m->k = m->lines.k = k;
    }
    return has_gradients(k) ? solve_gradients(own->mass, fields, count)
                            : vi_lines_start(&own->mass->lines, fields, count);
}

spate_status vi_mass_await(flow *k)
{
    vi_mass *m = vi_own_of(k)->mass;
    return m ? vi_lines_await(&m->lines) : SPATE_OK;
}

spate_status vi_mass_solve(flow *k, const halo_field *fields, int count)
{
    const spate_status started = vi_mass_start(k, fields, count), waited = vi_mass_await(k);
    return started == SPATE_OK ? waited : started;
}
