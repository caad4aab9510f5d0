/* Checks of a boundary before anything of it is stored. */
#include <math.h>

#include "run/boundaries.h"
#include "run/scheme_limits.h"

static int is_known(spate_boundary_kind kind)
{
    switch (kind) {
    case SPATE_BOUNDARY_WALL:
    case SPATE_BOUNDARY_OPEN:
    case SPATE_BOUNDARY_LEVEL:
    case SPATE_BOUNDARY_WAVE:
    case SPATE_BOUNDARY_DISCHARGE:
    case SPATE_BOUNDARY_NORMAL_DEPTH:
    case SPATE_BOUNDARY_OUTFALL:
    case SPATE_BOUNDARY_RATING: return 1;
    }
    return 0;
}

static spate_status check_inflow(spate_sim *sim, const spate_boundary *b)
{
    if (b->series_count > 2 || (b->series_count == 2 && b->froude != 0))
        return fail_argument(sim->ctx,
                             "boundary %s: a discharge has one series, and with it either a second "
                             "one for its level or a Froude number",
                             b->name);
    if (b->froude != 0 && !(b->froude > 1 && b->froude <= 100))
        return fail_argument(sim->ctx,
                             "boundary %s: froude is %g; it must be above 1 and at most 100: "
                             "slower water stands as the water inside does",
                             b->name, b->froude);
    char names[128];
    if ((b->series_count == 2 || b->froude != 0) &&
        !(sim->ops->about->can.has & SCHEME_FAST_INFLOW))
        return fail_argument(sim->ctx,
                             "boundary %s: scheme \"%s\" cannot impose the level or Froude number "
                             "of an inflow; use scheme %s",
                             b->name, sim->ops->about->name,
                             scheme_names_with(SCHEME_FAST_INFLOW, NULL, names, sizeof names));
    return SPATE_OK;
}

static spate_status check_rating(spate_sim *sim, const spate_boundary *b)
{
    if (b->rating_count < 2)
        return fail_argument(sim->ctx, "boundary %s: a rating needs at least two levels", b->name);
    for (int k = 0; k < b->rating_count; ++k)
        if (!isfinite(b->rating_level[k]) || !(b->rating_discharge[k] >= 0) ||
            (k > 0 && !(b->rating_level[k] > b->rating_level[k - 1] &&
                        b->rating_discharge[k] >= b->rating_discharge[k - 1])))
            return fail_argument(sim->ctx,
                                 "boundary %s: levels of the rating must rise and its discharges "
                                 "must not fall (entry %d)",
                                 b->name, k + 1);
    return SPATE_OK;
}

spate_status boundary_check(spate_sim *sim, const spate_boundary *b)
{
    spate_context *ctx = sim->ctx;
    const int has_slope =
        b->kind == SPATE_BOUNDARY_DISCHARGE || b->kind == SPATE_BOUNDARY_NORMAL_DEPTH;
    const int may_lack_slope = b->kind == SPATE_BOUNDARY_DISCHARGE;
    const int needs_series = b->kind == SPATE_BOUNDARY_LEVEL || b->kind == SPATE_BOUNDARY_WAVE ||
                             b->kind == SPATE_BOUNDARY_DISCHARGE;
    if (!is_known(b->kind))
        return fail_argument(ctx, "boundary %s: its kind is %d, which is none",
                             b->name ? b->name : "(no name)", (int)b->kind);
    if (b->series_count < 0 || b->rating_count < 0)
        return fail_argument(ctx, "boundary %s: a count is negative",
                             b->name ? b->name : "(no name)");
    if ((b->series_count > 0 && !b->series) ||
        (b->rating_count > 0 && (!b->rating_level || !b->rating_discharge)))
        return fail_argument(ctx, "boundary %s: its series or rating is NULL",
                             b->name ? b->name : "(no name)");
    if (!b->name || !b->takes)
        return fail_argument(ctx, "boundary: it needs a name and `takes`");
    if (!sim->has_bed)
        return fail_argument(ctx, "boundary %s: set the bed first", b->name);
    if (b->kind != SPATE_BOUNDARY_WALL)
        SPATE_TRY(scheme_limits_check_faces(sim, boundary_face_kind(b->kind), b->name));
    if (needs_series && (b->series_count < 1 || !b->series))
        return fail_argument(ctx, "boundary %s: it needs a series", b->name);
    if (has_slope && !(b->slope > 0 && b->slope < 1) && !(may_lack_slope && b->slope == 0))
        return fail_argument(ctx, "boundary %s: slope is %g; it must be above 0 and below 1",
                             b->name, b->slope);
    if (b->kind == SPATE_BOUNDARY_DISCHARGE)
        SPATE_TRY(check_inflow(sim, b));
    if (!(b->absorbing >= 0) || !(b->ramp >= 0) || !isfinite(b->still))
        return fail_argument(ctx, "boundary %s: absorbing and ramp must be times, still a level",
                             b->name);
    return b->kind == SPATE_BOUNDARY_RATING ? check_rating(sim, b) : SPATE_OK;
}

spate_status boundary_check_inflow_level(spate_sim *sim, const spate_boundary *b,
                                         const face_boundary *faces)
{
    double bed = INFINITY, level = INFINITY;
    for (int k = 0; k < faces->section_count; ++k)
        bed = fmin(bed, faces->section[k].bed + faces->datum);
    for (int n = 0; n < b->series[1].count; ++n)
        level = fmin(level, b->series[1].value[n]);
    if (level > bed)
        return SPATE_OK;
    return fail_argument(sim->ctx,
                         "boundary %s: the level of its inflow is %g m, not above the bed, which "
                         "is %g m high at the lowest of its faces; give a higher level",
                         b->name, level, bed);
}
