#!/bin/sh
# Claim: a tidal bay under a storm that crosses it (scheme adi, rasters of the air's pressure of four times, the sea behind an
# edge) has on another backend the bits of the CPU in every file, in every precision; and the storm matters.
# Usage: air.sh SPATE BACKEND. Exits with 77 without case files.
set -u
spate=$(realpath "$1") backend=$2
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$spate" version --json | grep -q '"libyaml": true' || { echo "skipped: no libyaml, no case files"; exit 77; }
"$here/../cli/storm_data.sh" "$work" || exit 1
cd "$work" || exit 1

run() { # NAME CASE PRECISION BACKEND ISA
    "$spate" run "$2" --backend "$4" --set solver.isa="$5" --set solver.precision="$3" --set output.rasters=asc --quiet --out "$1" >log 2>&1 ||
        { echo "FAIL: $1: exit $?"; cat log; exit 1; }
}

failures=0
for real in f32 f64 mixed; do
    run cpu-$real storm.yaml $real cpu auto
    run there-$real storm.yaml $real "$backend" strict
    if "$spate" compare there-$real cpu-$real --max-difference 0 >compared 2>&1; then
        echo "$real: $(tail -n 1 compared)"
    else
        grep -v identical compared | head -n 12
        echo "FAIL: $real differs from the CPU"
        failures=$((failures + 1))
    fi
    for file in mass.csv gauges/pier.csv; do
        cmp "there-$real/$file" "cpu-$real/$file" || failures=$((failures + 1))
    done
done
"$spate" run storm.yaml --backend "$backend" --set solver.precision=mixed --set output.rasters=asc --set solver.lines=fused --out no >log 2>&1
code=$?
[ $code = 2 ] && grep -q 'lines is "fused": .* in precision mixed by it; use auto or cut' log ||
    { cat log; echo "FAIL: fused sweeps of a mixed run: exit $code"; failures=$((failures + 1)); }
run calm calm.yaml f64 cpu auto
"$spate" compare calm cpu-f64 --max-difference 0 >/dev/null 2>&1 && { echo "FAIL: the storm changes nothing"; failures=$((failures + 1)); }
[ $failures = 0 ] && echo "a storm over a bay: $backend and the CPU agree"
[ $failures = 0 ]
