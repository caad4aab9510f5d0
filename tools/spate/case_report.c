/* The report at the end of a run. */
#include "case_report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/json_writer.h"
#include "parallel/comm.h"
#include "results/record/run_sections.h"
#include "schemes/description.h"
#include "wording.h"

spate_status case_report_gather(case_report *r)
{
    spate_sim *sim = r->m->sim;
    r->boundaries = calloc((size_t)r->m->boundary_count + 1, sizeof *r->boundaries);
    r->inflows = calloc((size_t)r->m->inflow_count + 1, sizeof *r->inflows);
    SPATE_TRY(comm_agree(r->m->ctx, r->boundaries && r->inflows ? SPATE_OK : SPATE_ERROR_MEMORY));
    SPATE_TRY(spate_get_stats(sim, &r->stats));
    for (int k = 0; k < r->m->boundary_count; ++k)
        SPATE_TRY(spate_get_boundary(sim, k, &r->boundaries[k]));
    for (int k = 0; k < r->m->inflow_count; ++k)
        SPATE_TRY(spate_get_inflow(sim, k, &r->inflows[k]));
    SPATE_TRY(spate_get_limiting_cell(sim, &r->cell[0], &r->cell[1]));
    if (r->cell[0] < 0)
        return SPATE_OK;
    return spate_get_cells(sim, 1, (const int64_t(*)[2]) & r->cell, &r->values);
}

void case_report_free(case_report *r)
{
    free(r->boundaries);
    free(r->inflows);
}

/* ---- water ---- */

static void print_item(FILE *out, const char *name, double in, double out_of)
{
    char a[48], b[48];
    fprintf(out, "  %-22.40s %20s %20s\n", name, isnan(in) ? "" : word_volume(in, a, sizeof a),
            isnan(out_of) ? "" : word_volume(out_of, b, sizeof b));
}

static void print_shortfall(FILE *out, const char *name, double shortfall)
{
    char text[48];
    if (shortfall > 0)
        fprintf(out, "  %s lacked %s m3 that it asked for\n", name,
                word_volume(shortfall, text, sizeof text));
}

static double defect(const spate_stats *s)
{
    return s->volume - s->initial_volume - s->entered + s->left;
}

static void print_balance(const case_report *r, FILE *out)
{
    const spate_stats *s = &r->stats;
    const case_node *root = casefile_root(r->m->file);
    fprintf(out, "water balance, m3                        in                  out\n");
    print_item(out, "initial", s->initial_volume, NAN);
    for (int k = 0; k < r->m->boundary_count; ++k)
        print_item(out, r->m->boundaries[k].name, r->boundaries[k].entered, r->boundaries[k].left);
    if (case_get(root, "rain"))
        print_item(out, "rain", s->rain, NAN);
    for (int k = 0; k < r->m->inflow_count; ++k) {
        const double net = r->inflows[k].entered;
        print_item(out, r->m->inflow_names[k], fmax(net, 0), fmax(-net, 0));
    }
    if (case_get(root, "infiltration"))
        print_item(out, "infiltrated", NAN, s->infiltrated);
    print_item(out, "stored", NAN, s->volume);
    fprintf(out, "  error %.3g m3, %.2e of the water\n", defect(s), s->mass_error);
    for (int k = 0; k < r->m->boundary_count; ++k)
        print_shortfall(out, r->m->boundaries[k].name, r->boundaries[k].shortfall);
    for (int k = 0; k < r->m->inflow_count; ++k)
        print_shortfall(out, r->m->inflow_names[k], r->inflows[k].shortfall);
}

/* ---- time ---- */

static double cell_stages(const case_report *r)
{
    const spate_options *o = &r->m->options;
    const double stages = scheme_stages(o);
    return stages * (double)o->nx * (double)o->ny * (double)(r->stats.steps - r->steps_begun);
}

static point centre_of(const model *m, const int64_t cell[2])
{
    return (point){.x = m->grid.x0 + ((double)cell[0] + 0.5) * m->grid.dx,
                   .y = m->grid.y0 + ((double)cell[1] + 0.5) * m->grid.dy};
}

static void print_time(const case_report *r, FILE *out)
{
    const spate_stats *s = &r->stats;
    char simulated[48], since[48], wall[48];
    fprintf(out, "time       %s simulated", word_duration(s->t, simulated, sizeof simulated));
    if (r->resumed)
        fprintf(out, ", the last %s since the resume",
                word_duration(s->t - r->t_begun, since, sizeof since));
    fprintf(out, " in %s, %s; steps %lld, redone %lld, last dt %.4g s\n",
            word_duration(r->wall_seconds, wall, sizeof wall), r->ended, (long long)s->steps,
            (long long)s->redone, r->dt);
    if (r->cell[0] >= 0) {
        const point at = centre_of(r->m, r->cell);
        fprintf(out,
                "dt set by  cell (%lld, %lld) at x = %.10g, y = %.10g: bed %.2f m, depth %.3g m, "
                "speed %.3g m/s\n",
                (long long)r->cell[0], (long long)r->cell[1], at.x, at.y, r->values[0],
                r->values[2], hypot(r->values[3], r->values[4]));
    }
}

static void print_profile(const case_report *r, FILE *out)
{
    const spate_stats *s = &r->stats;
    fprintf(out, "speed      %.1f Mcell-stages/s; tiles awake at the end %.0f %%\n",
            r->wall_seconds > 0 ? 1e-6 * cell_stages(r) / r->wall_seconds : 0, 100 * s->awake);
    const run_sections sections = run_sections_of(&r->m->ctx->phases, s, r->waited);
    for (int k = 0; k < sections.count; ++k)
        fprintf(out, "%s%-16s%9.3f s %5.1f %%\n", k == 0 ? "spent on   " : "           ",
                sections.names[k], sections.seconds[k],
                sections.wall > 0 ? 100 * sections.seconds[k] / sections.wall : 0);
    fprintf(out, "           %-16s%9.3f s\n", "in all", sections.wall);
}

void case_report_print(const case_report *r, FILE *out)
{
    print_balance(r, out);
    print_time(r, out);
    if (r->profile)
        print_profile(r, out);
}

static void json_balance(const case_report *r, json_writer *j)
{
    const spate_stats *s = &r->stats;
    json_open_object(j, "water");
    json_real(j, "initial", s->initial_volume);
    json_open_array(j, "boundaries");
    for (int k = 0; k < r->m->boundary_count; ++k) {
        json_open_object(j, NULL);
        json_text(j, "name", r->m->boundaries[k].name);
        json_real(j, "entered", r->boundaries[k].entered);
        json_real(j, "left", r->boundaries[k].left);
        json_real(j, "shortfall", r->boundaries[k].shortfall);
        json_close(j);
    }
    json_close(j);
    json_real(j, "rain", s->rain);
    json_open_array(j, "inflows");
    for (int k = 0; k < r->m->inflow_count; ++k) {
        json_open_object(j, NULL);
        json_text(j, "name", r->m->inflow_names[k]);
        json_real(j, "entered", r->inflows[k].entered);
        json_real(j, "shortfall", r->inflows[k].shortfall);
        json_close(j);
    }
    json_close(j);
    json_real(j, "infiltrated", s->infiltrated);
    json_real(j, "stored", s->volume);
    json_real(j, "error", defect(s));
    json_real(j, "mass_error", s->mass_error);
    json_close(j);
}

void case_report_print_json(const case_report *r, FILE *out)
{
    const spate_stats *s = &r->stats;
    json_writer j = json_begin(out);
    json_open_object(&j, NULL);
    json_text(&j, "case", casefile_path(r->m->file));
    json_text(&j, "results", r->plan->folder);
    json_text(&j, "ended", r->ended);
    json_real(&j, "t", s->t);
    json_real(&j, "t_end", r->m->duration);
    json_real(&j, "resumed_at", r->resumed ? r->t_begun : (double)NAN);
    json_real(&j, "seconds", r->wall_seconds);
    json_integer(&j, "steps", s->steps);
    json_integer(&j, "redone", s->redone);
    json_integer(&j, "checkpoints", r->checkpoints);
    json_text(&j, "backend", s->backend);
    json_text(&j, "isa", s->isa);
    json_integer(&j, "parts", s->parts);
    json_integer(&j, "threads", s->threads);
    json_balance(r, &j);
    if (r->cell[0] >= 0) {
        const point at = centre_of(r->m, r->cell);
        json_open_object(&j, "limiting_cell");
        json_integer(&j, "i", r->cell[0]);
        json_integer(&j, "j", r->cell[1]);
        json_real(&j, "x", at.x);
        json_real(&j, "y", at.y);
        json_real(&j, "depth", r->values[2]);
        json_close(&j);
    }
    json_open_object(&j, "sections");
    const run_sections sections = run_sections_of(&r->m->ctx->phases, s, r->waited);
    for (int k = 0; k < sections.count; ++k)
        json_real(&j, sections.names[k], sections.seconds[k]);
    json_close(&j);
    json_real(&j, "wall", sections.wall);
    json_close(&j);
}
