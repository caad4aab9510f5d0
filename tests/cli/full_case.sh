#!/bin/sh
# Claim: the whole case of tests/data/full_case.yaml, every key of it, runs on synthetic data (on a coarse grid, for
# one hour), and its results are plausible. Usage: full_case.sh spate full_case_data full_case.yaml
set -u
spate=$(realpath "$1") data=$(realpath "$2") case=$(realpath "$3")
. "$(cd "$(dirname "$0")" && pwd)/expect.sh"
"$data" . || exit $? # 77: no GDAL here
cp "$case" case.yaml
coarse="--set grid.resolution=50m --set time.end=1h --set output.maps.every=30min --threads 1"

"$spate" run warmup.yaml --quiet || fail "the warm-up ended with $?"
# shellcheck disable=SC2086 # several words
"$spate" check case.yaml $coarse >check.txt 2>check.err || fail "check: exit $?: $(cat check.err)"
cat check.txt check.err
for word in river sea brook_out quay L1 L2 road_bridge; do
    grep -q "$word" check.txt || fail "check says nothing of $word"
done
[ ! -e case.out ] || fail "check made a folder"
# shellcheck disable=SC2086
"$spate" run case.yaml $coarse >report.txt 2>run.err || fail "run: exit $?: $(tail -n 3 run.err)"
cat report.txt
for file in maps.nc max.nc max_depth.tif max_level.tif max_speed.tif max_hazard.tif hazard_arr.tif hazard_uk.tif arrival.tif \
    duration.tif bed.tif manning.tif model.gpkg mass.csv run.json gauges/quay.csv gauges/L1.csv \
    gauges/L2.csv sections/road_bridge.csv; do
    [ -s "case.out/$file" ] || fail "case.out/$file is missing"
done

# value FILE COLUMN: the last row.
value() {
    awk -F, -v name="$2" 'NR == 1 { for (k = 1; k <= NF; ++k) if (index($k, name) == 1) c = k }
        END { print $c }' "$1"
}
check() { awk "BEGIN { exit !($1) }" || fail "$2: $1"; }
error=$(value case.out/mass.csv error)
check "$error < 1e-5 && $error > -1e-5" "mass error in f32"
# The inflow of the river is its series: slightly more than 40 m3/s for an hour.
river=$(value case.out/mass.csv "river in")
check "$river > 3600 * 40 && $river < 3600 * 41" "volume of the river"
# 12 mm/h on the study area (16 km2 less half a corner of 1 km2, less houses) for an hour.
rain=$(value case.out/mass.csv rain)
check "$rain > 0.012 * 15.2e6 && $rain < 0.012 * 15.6e6" "volume of the rain"
check "$(value case.out/mass.csv infiltrated) > 0" "infiltration"
# The bridge is drawn from the right to the left bank: flow to the sea is negative.
check "$(value case.out/sections/road_bridge.csv volume) < 0" "volume under the bridge"
check "$(value case.out/gauges/quay.csv depth) > 1" "depth at the quay"
check "$(value case.out/gauges/L2.csv depth) < 0.1" "depth in the polder"

finish
