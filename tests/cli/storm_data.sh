#!/bin/sh
# A tidal bay under a storm that crosses it, for scheme adi: storm.yaml with rasters of air pressure at four times, and calm.yaml
# without the storm. Usage: storm_data.sh FOLDER
set -eu
mkdir -p "$1"
cd "$1"

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
