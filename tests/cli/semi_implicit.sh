#!/bin/sh
# The semi-implicit scheme from a case file: the limit of its steps, parts, a failed solve with exit 5 and a checkpoint,
# steps that are halved, and what is refused.
# Usage: semi_implicit.sh path/to/spate
set -u
spate=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
. "$(cd "$(dirname "$0")" && pwd)/expect.sh"

valley 40 24 '-4 + 0.12 * i + 0.5 * (j > 14)' >terrain.asc
cat >bay.yaml <<'END'
spate: 1
title: Bay
time: {end: 1 h}
terrain: {file: terrain.asc}
manning: 0.02
initial: [{level: 0 m}]
boundaries:
  - {name: sea, edge: west, level: {mean: 0 m, constituents: [{amplitude: 0.8 m, period: 3 h, phase: 90 deg}]}}
gauges: [{name: spot, at: [150, 150]}]
output: {series: {every: 10 min}}
solver: {scheme: semi-implicit, courant: 20, theta: 0.6, drying: newton, preconditioner: rrb}
END

echo "the limit of its steps"
expect 0 "time step .*flow at most 0.5.*Froude number above 0.025" check bay.yaml
expect 0 "flow at most 2, .*Froude number above 0.1" check bay.yaml --set solver.transport=substepped

echo "parts"
expect 0 "water balance" run bay.yaml --threads 1 --out whole
expect 0 "" run bay.yaml --threads 1 --out parts --parts 1x3 --quiet
for file in mass.csv gauges/spot.csv; do
    cmp -s whole/$file parts/$file || fail "$file of one part and of three differ"
done

echo "failed solves"
expect 5 "step 1 at t = 0 s.*no convergence after 2 iterations: residual" \
    run bay.yaml --threads 1 --out failed --set solver.max_iterations=2 --set solver.preconditioner=none --quiet
grep -q "the last state is saved in checkpoints/" err.txt || fail "no checkpoint is announced: $(cat err.txt)"
ls failed/checkpoints/*.spc >/dev/null || fail "there is no checkpoint"
expect 0 "redone [1-9]" run bay.yaml --threads 1 --out halved --set solver.max_iterations=12 \
    --set solver.preconditioner=none --set solver.failed_solve=halve

echo "what is refused"
mistake 2 'advection is "central"' check bay.yaml --set solver.advection=central
mistake 2 'did you mean' check bay.yaml --set solver.preconditioner=rbr
mistake 2 'solver.theta' check bay.yaml --set solver.theta=0.3

[ $failures = 0 ] && echo "all as expected"
exit $failures
