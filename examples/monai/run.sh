#!/bin/sh
# Runs the Monai case and prints gauges and run-up against the measurements: the section of
# docs/validation.md that is kept in docs/validation/monai.md.
# Usage: examples/monai/run.sh [RESOLUTION[,RESOLUTION...] [SPATE [OPTION...]]]
#   RESOLUTION in m (0.014), SPATE the program (build/spate), OPTIONs go to spate run.
# Writes monai-bathymetry.asc and monai-RESOLUTION.out/ in the working folder.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
resolutions=$(echo "${1:-0.014}" | tr , ' ')
spate=${2:-$here/../../build/spate}
[ $# -lt 2 ] || shift
[ $# -lt 1 ] || shift

gzip -dc "$here/bathymetry.asc.gz" >monai-bathymetry.asc
terrain=$(pwd)/monai-bathymetry.asc
folders=
for resolution in $resolutions; do
    "$spate" run "$here/case.yaml" --out "monai-$resolution.out" \
        --set terrain.file="$terrain" --set grid.resolution="$resolution m" "$@" >&2
    folders="$folders monai-$resolution.out"
done

# shellcheck disable=SC2086 # names without blanks
"$here/table.sh" "$here/measured.csv" "$spate" $folders
