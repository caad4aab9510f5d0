#!/bin/sh
# Runs the Monai case and prints gauges and run-up against the measurements.
# Usage: SPATE_DATA=folder examples/monai/run.sh [SPATE [OPTION...]]
#   SPATE is the program (build/spate), OPTIONs go to spate run.
# Writes monai-input/ (tables and terrain as Spate reads them) and monai.out/ in the working folder.
# Exit 77 where the data are absent.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
spate=${1:-$here/../../build/spate}
[ $# -lt 1 ] || shift
data=${SPATE_DATA:-}/monai
for file in bathymetry.asc input_wave.txt gauges_5_7_9.txt; do
    if [ -z "${SPATE_DATA:-}" ] || [ ! -f "$data/$file" ]; then
        echo "skipped: set SPATE_DATA to the folder that holds monai/$file" >&2
        exit 77
    fi
done

mkdir -p monai-input
input=$(pwd)/monai-input
# The values lie at cell centres, though the header speaks of the corner.
awk '{sub("xllcorner", "xllcenter"); sub("yllcorner", "yllcenter"); print}' \
    "$data/bathymetry.asc" >"$input/bathymetry.asc"
awk 'NR == 1 {print "time [s],level [m]"; next}
    NF >= 2 {sub("\r", ""); printf "%.3f,%.9g\n", $1, $2}' "$data/input_wave.txt" >"$input/wave.csv"
awk 'NR == 1 {print "time [s],gauge5 [cm],gauge7 [cm],gauge9 [cm]"; next}
    NF >= 4 && $1 <= 22.5 {sub("\r", ""); print $1 "," $2 "," $3 "," $4}' \
    "$data/gauges_5_7_9.txt" >"$input/measured.csv"

"$spate" run "$here/case.yaml" --out monai.out --set terrain.file="$input/bathymetry.asc" \
    --set boundaries[wavemaker].wave="$input/wave.csv" \
    --set gauges[gauge5].observed.file="$input/measured.csv" \
    --set gauges[gauge7].observed.file="$input/measured.csv" \
    --set gauges[gauge9].observed.file="$input/measured.csv" "$@"

"$here/table.sh" monai.out "$input/measured.csv" "$spate"
