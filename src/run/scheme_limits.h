/* Refuses what a scheme cannot do, by its description (schemes/description.h). */
#ifndef SPATE_RUN_SCHEME_LIMITS_H
#define SPATE_RUN_SCHEME_LIMITS_H

#include "run/sim.h"

/* Ranges of the options of all schemes. */
spate_status scheme_limits_check_options(spate_context *ctx, const spate_options *opt);
/* Whether the scheme of the options can do what they require. The scheme exists. */
spate_status scheme_limits_check(spate_context *ctx, const spate_options *opt);
/* How its grid lines are solved, once the backend is known. */
spate_status scheme_limits_check_lines(spate_context *ctx, const spate_options *opt,
                                       const spate_backend *backend);
/* What it calls by this name needs the ability (SCHEME_AIR ...). */
spate_status scheme_limits_check_ability(spate_context *ctx, const scheme_ops *ops,
                                         unsigned ability, const char *what);
/* Listed faces of this kind, of the boundary of that name. */
spate_status scheme_limits_check_faces(const spate_sim *sim, face_kind kind, const char *name);

#endif
