/* What a run asks for and its scheme cannot do is refused here, by the scheme's own data (scheme_abilities). */
#ifndef SPATE_RUN_SCHEME_LIMITS_H
#define SPATE_RUN_SCHEME_LIMITS_H

#include "run/sim.h"

/* The options of a scheme that exists. */
spate_status scheme_limits_check(spate_context *ctx, const spate_options *opt);
/* How its lines are solved, once it is known what computes. */
spate_status scheme_limits_check_lines(spate_context *ctx, const spate_options *opt,
                                       const spate_backend *backend);
/* Listed faces of this kind, of the boundary of that name. */
spate_status scheme_limits_check_faces(const spate_sim *sim, face_kind kind, const char *name);

#endif
