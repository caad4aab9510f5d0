#!/bin/sh
# Misleading input, through the program: no GDAL, values for missing data, three-dimensional levees, network paths.
# Usage: input_checks.sh path/to/spate
set -u
spate=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
. "$(cd "$(dirname "$0")" && pwd)/expect.sh"

# case NAME TERRAIN [MORE]: a small dry case.
case_file() {
    printf 'spate: 1\ntime: {end: 1 s}\nterrain: %s\n%s\n' "$2" "${3:-}" >"$1.yaml"
}
valley 12 8 '0.1 * i' >dem.asc

echo "without GDAL a GeoTIFF is an error, before the run"
case_file plain "{file: dem.asc}"
SPATE_PLUGINS=/nowhere
export SPATE_PLUGINS
for command in check run; do
    expect 6 "output.rasters to asc" $command plain.yaml --threads 1
done
[ ! -e plain.out ] || fail "a run that cannot write its rasters made a folder"
expect 0 "" run plain.yaml --threads 1 --set output.rasters=asc
[ -s plain.out/bed.asc ] && [ -s plain.out/max_depth.asc ] || fail "output.rasters=asc wrote no .asc"
expect 0 "wrote starter.yaml" new starter
grep -q "rasters: asc" starter.yaml || fail "new without GDAL writes a case that cannot run"
expect 0 "" check starter.yaml --threads 1
unset SPATE_PLUGINS

echo "heights that no ground has stop the check"
valley 12 8 'i == 3 && j == 2 ? -32767 : 0.1 * i' >marked.asc
case_file marked "{file: marked.asc}"
expect 3 "x = 35, y = 25" check marked.yaml --threads 1
expect 3 "nodata_value: -32767" run marked.yaml --threads 1
case_file declared "{layers: [{file: marked.asc, nodata_value: -32767}], nodata: 1 m}"
expect 0 "" check declared.yaml --threads 1
valley 12 8 'i == 3 && j == 2 ? 90 : 0.1 * i' >spike.asc
case_file spike "{file: spike.asc}"
expect 0 "single cells are more than 20 m" check spike.yaml --threads 1

if "$spate" doctor | grep -q '^GDAL .*plug-in libspate_gdal.so'; then
    echo "levees in three dimensions have a crest"
    cat >levee.geojson <<'END'
{"type": "FeatureCollection", "features": [{"type": "Feature", "properties": {}, "geometry":
 {"type": "LineString", "coordinates": [[60, 0, 2.5], [60, 80, 2.5]]}}]}
END
    case_file levee "{file: dem.asc, walls: {file: levee.geojson}}"
    expect 0 "crests are the heights of its lines, 2.5 to 2.5 m" check levee.yaml --threads 1 --verbose

    echo "the network is off"
    away=http://127.0.0.1:9/dem.tif # a port at which nobody listens
    for name in $away /vsicurl/$away; do
        case_file away "{file: '$name'}"
        expect 3 "--network" check away.yaml --threads 1
        expect 3 "on the network, which is off" run away.yaml --threads 1
        expect 3 "--network" new other --terrain "$name"
        expect 3 "" check away.yaml --threads 1 --network
        grep -q "which is off" err.txt && fail "--network does not allow $name"
    done
    [ ! -e away.out ] && [ ! -e other.yaml ] || fail "something was written without terrain"
fi

finish
