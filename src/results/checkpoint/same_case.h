/* Whether a run may be continued with the case as it is now. */
#ifndef SPATE_RESULTS_SAME_CASE_H
#define SPATE_RESULTS_SAME_CASE_H

#include "results/record/json_flat.h"
#include "results/results.h"

/* SPATE_ERROR_ARGUMENT where the case differs from that in an earlier run.json; the message names
 * the keys. */
spate_status same_case_check(spate_context *ctx, const results_plan *plan,
                             const json_flat *earlier);

/* SHA-256 of the keys of the resolved case that may not change on a resume. It depends neither on
 * their order nor on how numbers are written. 0: out of memory. */
int case_fingerprint(const results_plan *plan, char hex[65]);

#endif
