#!/bin/sh
# Claim: a tidal bay under a storm that crosses it (scheme adi, rasters of the air's pressure of four times, the sea behind an
# edge) has on another backend the bits of the CPU in every file, in every precision; and the storm matters.
# Usage: air.sh SPATE BACKEND. Exits with 77 without case files.
set -u
spate=$(realpath "$1") backend=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$spate" version --json | grep -q '"libyaml": true' || { echo "skipped: no libyaml, no case files"; exit 77; }
cd "$work" || exit 1

# raster FILE EXPRESSION: of 60 x 40 cells of 50 m, in x and y.
raster() {
    awk 'BEGIN {
        print "ncols 60\nnrows 40\nxllcorner 0\nyllcorner 0\ncellsize 50"
        for (j = 39; j >= 0; --j)
            for (i = 0; i < 60; ++i) {
                x = 50 * (i + 0.5); y = 50 * (j + 0.5)
                printf "%.4f%s", ('"$2"'), i < 59 ? " " : "\n"
            }
    }' >"$1"
}

# Deep water in the east, a beach and dry land in the west, an island.
raster bed.asc '2 - 0.006 * x + 12 * exp(-((x - 1800) ^ 2 + (y - 900) ^ 2) / 2e4)'
for n in 0 1 2 3; do # hPa: a low of 30 that crosses the bay
    raster "air$n.asc" "1013 - 30 * exp(-((x - 3000 + 900 * $n) ^ 2 + (y - 1000) ^ 2) / 5e5)"
done
cat >calm.yaml <<END
spate: 1
title: A storm over a bay
time: {end: 4 min}
grid: {resolution: 50 m}
terrain: {file: bed.asc}
manning: 0.03
coriolis: {latitude: 52 deg}
initial: [{level: 0 m}]
boundaries:
  - {name: sea, line: [[3000, 0], [3000, 2000]], level: 0 m}
solver: {scheme: adi, courant: 4}
gauges: [{name: pier, at: [2500, 500]}]
output:
  maps: {every: 2 min}
  series: {every: 1 min}
  geotiff: no
END
{
    cat calm.yaml
    echo "air_pressure:"
    echo "  unit: hPa"
    echo "  rasters:"
    for n in 0 1 2 3; do echo "    - {time: $((70 * n)) s, file: air$n.asc}"; done
} >storm.yaml

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
