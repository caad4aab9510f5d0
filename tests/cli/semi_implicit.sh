#!/bin/sh
# The implicit schemes from a case file. semi-implicit: the limit of its steps, parts, a failed solve with exit 5 and a
# checkpoint, steps that are halved, a run that is stopped and resumed, periodic edges, and what is refused.
# vi-semi-implicit: a failed step, halved steps, a run that is stopped and resumed.
# Usage: semi_implicit.sh path/to/spate
set -u
spate=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
. "$(cd "$(dirname "$0")" && pwd)/expect.sh"

# stop FOLDER ARGUMENTS...: a run that gets SIGTERM after its first row of mass.csv. One that ended before the signal is started
# again.
stop() {
    folder=$1 code=0 tries=0
    shift
    while [ $code = 0 ] && [ $tries -lt 50 ]; do
        rm -rf "$folder"
        "$spate" "$@" --out "$folder" --quiet >out.txt 2>err.txt &
        pid=$!
        while kill -0 $pid 2>/dev/null; do
            [ -f "$folder/mass.csv" ] && [ "$(wc -l <"$folder/mass.csv")" -gt 1 ] && break
            sleep 0.02
        done
        kill -TERM $pid 2>/dev/null
        wait $pid
        code=$?
        tries=$((tries + 1))
    done
    [ $code = 75 ] || fail "SIGTERM: exit $code, not 75: $(cat err.txt)"
}

valley 40 24 '-4 + 0.12 * i + 0.5 * (j > 14)' >terrain.asc
cat >bay.yaml <<'END'
spate: 1
title: Bay
time: {end: 24 min}
terrain: {file: terrain.asc}
manning: 0.02
initial: [{level: 0 m}]
boundaries:
  - {name: sea, edge: west, level: {mean: 0 m, constituents: [{amplitude: 0.8 m, period: 3 h, phase: 90 deg}]}}
gauges: [{name: spot, at: [150, 150]}]
output: {series: {every: 4 min}}
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
failed="run bay.yaml --threads 1 --out failed --set solver.max_iterations=1 --set solver.preconditioner=none --quiet"
# shellcheck disable=SC2086
expect 5 "step 1 at t = 0 s.*no convergence after 1 iterations: residual [0-9.e+-]*, at the start [0-9.e+-]*" $failed
grep -q "solver.failed_solve: halve tries shorter steps" err.txt || fail "no advice: $(cat err.txt)"
grep -q "the last state is saved in checkpoints/" err.txt || fail "no checkpoint is announced: $(cat err.txt)"
ls failed/checkpoints/*.spc >/dev/null || fail "there is no checkpoint"
# shellcheck disable=SC2086
expect 5 "no convergence after 1 iterations" $failed --resume # the same state fails again, and nothing else does
# Ten halves are not enough for a single iteration; for twelve, one is.
expect 5 "no convergence after 1 iterations" run bay.yaml --threads 1 --out never --set solver.max_iterations=1 \
    --set solver.preconditioner=none --set solver.tolerance=1e-12 --set solver.failed_solve=halve --quiet
halve="run bay.yaml --threads 1 --set solver.max_iterations=12 --set solver.preconditioner=none
    --set solver.failed_solve=halve"
# shellcheck disable=SC2086
expect 0 "redone [1-9]" $halve --out halved

echo "stopped and resumed"
# The longest step after a failed solve is part of the state.
# shellcheck disable=SC2086
stop resumed $halve
# shellcheck disable=SC2086
expect 0 "" $halve --out resumed --resume --parts 1x3 --quiet
for file in mass.csv gauges/spot.csv; do
    cmp -s halved/$file resumed/$file || fail "$file of an uninterrupted run and of a resumed one differ"
done

echo "periodic edges"
cat >ring.yaml <<'END'
spate: 1
title: Ring
time: {end: 5 min}
terrain: {file: terrain.asc}
initial: [{level: 0 m}]
boundaries:
  - {name: low, edge: south, periodic: yes}
  - {name: high, edge: north, periodic: yes}
inflows: [{name: spring, at: [150, 5], discharge: 2 m3/s}]
solver: {scheme: semi-implicit, courant: 10}
END
expect 0 "water balance" run ring.yaml --threads 1 --out ring
expect 0 "" run ring.yaml --threads 1 --out ring-parts --parts 1x3 --quiet
cmp -s ring/mass.csv ring-parts/mass.csv || fail "mass.csv of a ring of one part and of three differ"

echo "what is refused"
mistake 2 'advection is "central"' check bay.yaml --set solver.advection=central
mistake 2 'did you mean' check bay.yaml --set solver.preconditioner=rbr
mistake 2 'solver.theta' check bay.yaml --set solver.theta=0.3

echo "vi-semi-implicit: a failed step, halved steps, stopped and resumed"
cat >eddy.yaml <<'END'
spate: 1
title: Eddy
time: {end: 10 min}
terrain: {file: terrain.asc}
manning: 0
coriolis: {f: 0.001 1/s}
initial: [{level: 20 m, u: 2 m/s, v: 1 m/s}]
gauges: [{name: spot, at: [150, 150]}]
output: {series: {every: 20 s}}
solver: {scheme: vi-semi-implicit, courant: 20}
END
hasty="run eddy.yaml --threads 1 --set solver.newton_max_iterations=3 --set solver.newton_tolerance=1e-3"
# shellcheck disable=SC2086
expect 5 "step 1 at t = 0 s.*Newton's method did not converge: residual [0-9.e+-]* of the first" $hasty --out vi-failed --quiet
grep -q "the last state is saved in checkpoints/" err.txt || fail "no checkpoint is announced: $(cat err.txt)"
ls vi-failed/checkpoints/*.spc >/dev/null || fail "there is no checkpoint"
# shellcheck disable=SC2086
expect 5 "Newton's method did not converge" $hasty --out vi-failed --quiet --resume
patient="$hasty --set solver.failed_solve=halve"
# shellcheck disable=SC2086
expect 0 "redone [1-9]" $patient --out vi-halved
# shellcheck disable=SC2086
stop vi-resumed $patient
# shellcheck disable=SC2086
expect 0 "" $patient --out vi-resumed --resume --parts 1x3 --quiet
for file in mass.csv gauges/spot.csv; do
    cmp -s vi-halved/$file vi-resumed/$file || fail "$file of an uninterrupted vi-semi-implicit run and of a resumed one differ"
done

[ $failures = 0 ] && echo "all as expected"
exit $failures
