#!/bin/sh
# Claim: spate plot draws every kind of picture completely or not at all, and reports errors.
# Usage: plot.sh path/to/spate path/to/make_results
set -u
spate=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
make=$(cd "$(dirname "$2")" && pwd)/$(basename "$2")
. "$(cd "$(dirname "$0")" && pwd)/expect.sh"

"$spate" plot x 2>&1 | grep -q 'need cairo' && {
    mistake 4 "libcairo2-dev" plot x
    [ $failures = 0 ] || exit 1
    echo "skipped: pictures, this build has no cairo"
    exit 77
}
"$make" valley.out || exit 1
need_maps valley.out

hex() { od -An -v -tx1 "$@" | tr -d ' \n'; }
end() { tail -c "$1" "$2" | hex; } # the last bytes of a file
valid_png() { # FILE [LEAST WIDTH]
    [ -f "$1" ] || { fail "$1 is missing"; return; }
    [ "$(hex -N 8 "$1")" = 89504e470d0a1a0a ] || fail "$1 has no PNG signature"
    [ "$(end 8 "$1")" = 49454e44ae426082 ] || fail "$1 is not whole"
    width=$((0x$(hex -j 16 -N 4 "$1")))
    [ $width -ge "${2:-800}" ] && [ $width -le 1600 ] || fail "$1 is $width pixels wide"
}

echo "maps"
expect 0 "valley.out/max-depth.png" plot valley.out
valid_png valley.out/max-depth.png
for what in max-level max-speed arrival hazard hazard-arr hazard-uk max-product duration depth level speed vorticity bed; do
    expect 0 "valley.out/$what.png" plot valley.out $what
    valid_png valley.out/$what.png
    cmp -s valley.out/$what.png valley.out/max-depth.png && fail "$what is the same picture as max-depth"
done
expect 0 "first.png" plot valley.out depth --frame 0 -o first.png
expect 0 "also.png" plot valley.out depth --time 0 -o also.png
cmp -s first.png also.png || fail "frame 0 and time 0 differ"
cmp -s first.png valley.out/depth.png && fail "the first and the last frame are the same"
expect 0 "date.png" plot valley.out depth --time 2024-01-02T00:01:50Z -o date.png
expect 0 "near.png" plot valley.out depth --time '2 min' -o near.png
cmp -s date.png near.png || fail "the nearest frame of a date is another"
expect 0 "one.png" plot valley.out -o one.png
cmp -s one.png valley.out/max-depth.png || fail "the same picture twice is not the same"

echo "files of their own, and other formats"
expect 0 "map.svg" plot valley.out -o map.svg
grep -q '</svg>' map.svg || fail "map.svg is not whole"
expect 0 "map.pdf" plot valley.out/maps.nc -o map.pdf
tail -c 8 map.pdf | grep -q EOF || fail "map.pdf is not whole"
expect 0 "maps-depth.png" plot valley.out/maps.nc depth
if [ -f valley.out/max_depth.tif ]; then
    expect 0 "max_depth.png" plot valley.out/max_depth.tif
    valid_png valley.out/max_depth.png
fi
printf 'ncols 3\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 10\nNODATA_value -9\n1 2 3\n0 0.5 -9\n' >some.asc
expect 0 "some.png" plot some.asc
valid_png some.png
printf 'ncols 900\nnrows 1\nxllcorner 0\nyllcorner 0\ncellsize 10\n' >line_depth.asc
seq 900 | tr '\n' ' ' >>line_depth.asc
expect 0 "line_depth.png" plot line_depth.asc
valid_png line_depth.png

echo "where nothing is wet, and where there is no font"
expect 0 "dry.png" plot valley.out --wet 1000 -o dry.png
valid_png dry.png
printf '<?xml version="1.0"?><fontconfig></fontconfig>' >nofonts.conf
FONTCONFIG_FILE=$folder/nofonts.conf expect 0 "plain.png" plot valley.out hazard -o plain.png
valid_png plain.png

echo "charts"
expect 0 "gauges.png" plot valley.out gauges
grep -q 'observations .*bridge.csv of gauge bridge are not there' err.txt ||
    fail "nothing is said of missing observations"
cp valley.out/gauges.png without.png
printf 'time,water level [m]\n2024-01-02T00:02Z,60\n2024-01-02T00:04Z,58\n2024-01-02T00:06Z,\n' >bridge.csv
printf 'time [min];rain [mm];stage [cm]\n3;0;5500\n6;0;5600\n' >quay.csv
expect 0 "gauges.png" plot valley.out gauges
[ ! -s err.txt ] || fail "observations: $(cat err.txt)"
valid_png valley.out/gauges.png
cmp -s without.png valley.out/gauges.png && fail "observations do not show"
mistake 3 "valley.out has no sections" plot valley.out sections
mkdir valley.out/sections
printf 'time,elapsed [s],discharge [m3/s],volume [m3]\n2024-01-02T00:00:00Z,0,,0\n2024-01-02T00:05:00Z,300,12.5,3750\n' \
    >valley.out/sections/road.csv
expect 0 "sections.png" plot valley.out sections
valid_png valley.out/sections.png
expect 0 "balance.png" plot valley.out balance
valid_png valley.out/balance.png

echo "frames and films"
expect 0 "frames/depth-0003.png" plot valley.out frames
valid_png valley.out/frames/depth-0000.png
[ "$(find valley.out/frames -name '*.png' | wc -l)" = 4 ] || fail "not four frames"
expect 0 "shots/level-0003.png" plot valley.out frames --of level -o shots
mkdir bin # an ffmpeg that keeps what it gets in the file it is to write
printf '#!/bin/sh\nfor last; do :; done\ncat >"$last"\necho "$*" >%s/asked.txt\n' "$folder" >bin/ffmpeg
chmod +x bin/ffmpeg
PATH=$folder/bin:$PATH expect 0 "valley.out/depth.mp4" plot valley.out animation --rate 5
[ "$(hex valley.out/depth.mp4 2>/dev/null | grep -o 89504e470d0a1a0a | wc -l)" = 4 ] ||
    fail "ffmpeg did not get four pictures"
grep -q -e '-framerate 5' asked.txt || fail "ffmpeg was not told the rate"
printf '#!/bin/sh\nexit 1\n' >bin/ffmpeg
rm -f valley.out/depth.mp4
PATH=$folder/bin:$PATH expect 6 "spate plot" plot valley.out animation
[ ! -e valley.out/depth.mp4 ] || fail "a failed film left a file"
rm bin/ffmpeg # and whatever else is on the path
for tool in cat grep head wc; do ln -s "$(command -v $tool)" bin/$tool; done
PATH=$folder/bin mistake 4 "apt-get install ffmpeg" plot valley.out animation

echo "differences, profiles, backgrounds, feet"
other() { cmp -s "$1" "$2" && fail "$1 and $2 are the same picture"; }
expect 0 "max-depth-difference.png" plot valley.out --minus valley.out
valid_png valley.out/max-depth-difference.png
expect 0 "ft.png" plot valley.out --feet -o ft.png
other ft.png one.png
expect 0 "below.png" plot valley.out bed --sea-level 1000 -o below.png
other below.png valley.out/bed.png
expect 0 "plain.png" plot valley.out --plain -o plain.png
if [ -f valley.out/model.gpkg ]; then
    other plain.png one.png # which shows the levee
    head -c 6 valley.out/max_depth.qml | grep -q '<' && [ "$(grep -c '<item' valley.out/max_depth.qml)" = 9 ] ||
        fail "no style beside max_depth.tif"
    printf '{"type":"LineString","coordinates":[[292000,92360],[293200,92360]]}' >valley.geojson
    expect 0 "file.png" plot valley.out profile --along valley.geojson -o file.png
fi
expect 0 "profile.png" plot valley.out profile --along "292000,92360 293200,92360"
valid_png valley.out/profile.png
[ ! -f file.png ] || cmp -s file.png valley.out/profile.png || fail "the line of a file is another"
{ printf 'ncols 2\nnrows 1\nxllcorner 292000\nyllcorner 92000\ncellsize 720\n'; echo "0 255"; } >photo.asc
expect 0 "back.png" plot valley.out --background photo.asc -o back.png
other back.png one.png
expect 0 "zone.png" plot valley.out gauges --zone +05:30 -o zone.png
other zone.png valley.out/gauges.png
"$make" other.out 0.05 || exit 1
expect 0 "depth-difference.png" plot valley.out depth --minus other.out
expect 0 "level-difference.png" plot valley.out level --minus other.out --frame 1
other valley.out/depth-difference.png valley.out/max-depth-difference.png
echo "a run that has not ended shows its last frame"
"$make" live.out 0.03 stop || exit 1
expect 0 "live.out/depth.png" plot live.out
valid_png live.out/depth.png
expect 0 "level.png" plot live.out level --frame 0 -o level.png
expect 0 "live.out/frames/depth-0000.png" plot live.out frames
mistake 3 "the run has not ended" plot live.out max-depth
expect 0 "live-profile.png" plot live.out profile --along "292000,92360 293200,92360" -o live-profile.png

echo "mistakes"
mistake 2 "name what to draw" plot
mistake 2 "did you mean 'depth'" plot valley.out dpeth
mistake 2 "png, .svg or .pdf" plot valley.out -o x.jpg
mistake 2 "the last one is 3" plot valley.out depth --frame 99
mistake 2 "time must be" plot valley.out depth --time noon
mistake 2 "not below" plot valley.out --low 2 --high 1
mistake 2 "classes cannot be subtracted" plot valley.out hazard --minus other.out
mistake 2 "minus is for maps" plot valley.out gauges --minus other.out
mistake 3 "nowhere does not exist" plot valley.out --minus nowhere
mistake 2 "needs a line" plot valley.out profile
mistake 2 "along must be corners" plot valley.out profile --along 1,2
mistake 2 "does not cross the model" plot valley.out profile --along "0,0 1,1"
mistake 2 "zone must be" plot valley.out gauges --zone CET
mistake 3 "none.tif" plot valley.out --background none.tif
mistake 3 "nowhere does not exist" plot nowhere
mistake 3 "drawn from the folder" plot valley.out/mass.csv
mistake 3 "maps over time" plot some.asc frames
mistake 6 "cannot write" plot valley.out -o no/such/folder/x.png
: >empty.nc
mistake 3 "empty.nc" plot empty.nc
echo garbage >bad.tif
mistake 3 "bad.tif" plot bad.tif
find . -name '*.part*' | grep -q . && fail "a temporary file was left behind"
finish
