#!/bin/sh
# Claim: spate info describes every file that Spate reads or writes, and reports unknown ones.
# Usage: info.sh path/to/spate path/to/make_results
set -u
spate=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
make=$(cd "$(dirname "$2")" && pwd)/$(basename "$2")
. "$(cd "$(dirname "$0")" && pwd)/expect.sh"

# says FILE PATTERN...: exit 0, all patterns in lines, and JSON that parses.
says() {
    file=$1
    shift
    expect 0 "" info "$file"
    for pattern; do
        cat out.txt err.txt | grep -q -e "$pattern" || fail "info $file: nothing like '$pattern': $(head -n 5 out.txt)"
    done
    expect 0 '"kind"' info "$file" --json
    valid_json out.txt "info $file --json"
}

echo "what others write"
printf 'ncols 3\nnrows 2\nxllcorner 100\nyllcorner 200\ncellsize 10\nNODATA_value -9\n1 2 3\n0 0.5 -9\n' >some.asc
says some.asc "raster" "cells  *3 x 2" "resolution  *10 m" "extent  *100 200 to 130 220" "highest  *3" \
    "nodata cells  *1" "no coordinate system"
printf 'time [h],discharge [m3/s],note\n0,12,\n6,40.5,\n' >river.csv
says river.csv "series" "rows  *2" "to  *21600 s" "discharge .m3/s. 12 to 40.5" "note .. empty"
printf 'spate: 1\n' >bare.yaml
if "$spate" info bare.yaml 2>&1 | grep -q 'without libyaml'; then
    echo "skipped: cases, this build has no libyaml"
else
    printf 'spate: 1\ntitle: A pond\ntime: {end: 2 h}\ngrid: {resolution: 5 m}\nterrain: {file: some.asc}\n' >pond.yaml
    says pond.yaml "case" "A pond" "duration  *7200 s" "resolution  *5 m"
    printf 'spate: 1\ntitel: A pond\n' >wrong.yaml
    expect 2 "did you mean" info wrong.yaml
fi

echo "what Spate writes"
"$make" valley.out || exit 1
says valley.out "results" "status  *done" "Dam break in a winding valley" "simulated until *600 s" "mass.csv"
says valley.out/mass.csv "from  *2024-01-02T00:00:00Z" "volume .m3."
"$make" half.out 0.03 stop || exit 1
says half.out "status  *stopped" "checkpoints  *1"
says half.out/checkpoints/state-0.spc "checkpoint" "cells x  *40" "cells y  *24" "dx  *30 m" "kurganov" "state  *sound"
head -c 12000 half.out/checkpoints/state-0.spc >torn.spc
expect 0 "checkpoint" info torn.spc
grep -q "sound" out.txt && fail "a torn checkpoint is called sound"
printf 'X' | dd of=half.out/checkpoints/state-0.spc bs=1 seek=15000 conv=notrunc 2>/dev/null
expect 0 "checkpoint" info half.out/checkpoints/state-0.spc
grep -q "state  *sound" out.txt && fail "a changed checkpoint is called sound"
need_maps valley.out
says valley.out/maps.nc "frames  *4" "cells  *40 x 24" "last time  *600 s" "depth .m."
says valley.out/max.nc "max_hazard" "arrival .s."
cp valley.out/maps.nc misnamed.dat
says misnamed.dat "NetCDF"
if [ -f valley.out/max_depth.tif ]; then
    says valley.out/max_depth.tif "Float32" "cells  *40 x 24"
    printf '{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"crest_m":3.5},"geometry":{"type":"LineString","coordinates":[[1,2],[3,5]]}}]}' >wall.geojson
    says wall.geojson "features  *1" "1 lines" "crest_m"
fi

echo "mistakes"
mistake 2 "name a file" info
mistake 3 "nowhere does not exist" info nowhere
mkdir plain
mistake 3 "no run.json" info plain
echo hello >hello.dat
mistake 3 "none of the files that Spate reads or writes" info hello.dat
: >empty.yaml
expect 2 "empty.yaml" info empty.yaml
mkdir broken.out
echo '{"status":' >broken.out/run.json
mistake 3 "not JSON" info broken.out
finish
