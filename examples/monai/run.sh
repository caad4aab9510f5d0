#!/bin/sh
# Runs the Monai case and prints gauges and run-up against the measurements: the section of
# docs/validation.md that is kept in docs/validation/monai.md.
# Usage: SPATE_DATA=folder examples/monai/run.sh [RESOLUTION[,RESOLUTION...] [SPATE [OPTION...]]]
#   RESOLUTION in m (0.014), SPATE the program (build/spate), OPTIONs go to spate run.
# Writes monai-input/ (tables and terrain as Spate reads them) and monai-RESOLUTION.out/ in the working
# folder. Exit 77 where the data are absent.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
resolutions=$(echo "${1:-0.014}" | tr , ' ')
spate=${2:-$here/../../build/spate}
[ $# -lt 2 ] || shift
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

folders=
for resolution in $resolutions; do
    "$spate" run "$here/case.yaml" --out "monai-$resolution.out" \
        --set terrain.file="$input/bathymetry.asc" --set grid.resolution="$resolution m" \
        --set "boundaries[wavemaker].wave=$input/wave.csv" \
        --set "gauges[gauge5].observed.file=$input/measured.csv" \
        --set "gauges[gauge7].observed.file=$input/measured.csv" \
        --set "gauges[gauge9].observed.file=$input/measured.csv" "$@" >&2
    folders="$folders monai-$resolution.out"
done

# shellcheck disable=SC2086 # names without blanks
"$here/table.sh" "$input/measured.csv" "$spate" $folders
