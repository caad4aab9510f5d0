#!/bin/sh
# Runs the Malpasset case and prints computed against observed levels and arrival times: the section of
# docs/validation.md that is kept in docs/validation/malpasset.md.
# Usage: SPATE_DATA=folder examples/malpasset/run.sh [RESOLUTION[,RESOLUTION...] [SPATE [OPTION...]]]
#   RESOLUTION in m (15), SPATE the program (build/spate), OPTIONs go to spate run.
# Results go to malpasset-RESOLUTION.out in the working folder. Exit 77 where the data are absent.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
resolutions=$(echo "${1:-15}" | tr , ' ')
spate=${2:-$here/../../build/spate}
[ $# -lt 2 ] || shift
[ $# -lt 1 ] || shift
data=${SPATE_DATA:-}/malpasset
terrain=$data/dem_15m.tif
[ -f "$terrain" ] || terrain=$data/dem_15m.asc
if [ -z "${SPATE_DATA:-}" ] || [ ! -f "$terrain" ]; then
    echo "skipped: set SPATE_DATA to the folder that holds malpasset/dem_15m.tif or dem_15m.asc" \
        "(mesh_to_asc.py makes it: see README.md)" >&2
    exit 77
fi
terrain=$(cd "$data" && pwd)/$(basename "$terrain")
observed=$data/observations.csv

# One gauge for each line of the observations: id,kind,x_m,y_m,max_level_m,arrival_s
gauges=
[ ! -f "$observed" ] ||
    gauges=$(awk -F, 'NR > 1 {printf "%s{name: %s, at: [%s, %s]}", (NR == 2 ? "" : ", "), $1, $3, $4}' "$observed")
folders=
for resolution in $resolutions; do
    "$spate" run "$here/case.yaml" --out "malpasset-$resolution.out" \
        --set terrain.file="$terrain" --set grid.resolution="$resolution m" \
        --set gauges="[$gauges]" "$@" >&2
    folders="$folders malpasset-$resolution.out"
done

if [ ! -f "$observed" ]; then
    echo "no tables: $observed is not there (see README.md)" >&2
    exit 0
fi
# shellcheck disable=SC2086 # names without blanks
"$here/table.sh" "$observed" $folders
