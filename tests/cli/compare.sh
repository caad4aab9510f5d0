#!/bin/sh
# Claim: spate compare prints the difference of two results, and its exit code shows whether it exceeds the limits.
# Usage: compare.sh path/to/spate path/to/make_results
set -u
spate=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
make=$(cd "$(dirname "$2")" && pwd)/$(basename "$2")
. "$(cd "$(dirname "$0")" && pwd)/expect.sh"

raster() { # FILE row row
    { printf 'ncols 3\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 10\nNODATA_value -9\n'; printf '%s\n%s\n' "$2" "$3"; } >"$1"
}

echo "rasters, by hand"
# differences (A - B): 0.5, 0, -0.2, 0.3, then a gap in B, and wet only in A (0.06 against 0)
raster a_depth.asc "1.5 1 0" "0.3 2 0.06"
raster b_depth.asc "1 1 0.2" "0 -9 0"
expect 0 "5 values, 1 only in A, 0 only in B" compare a_depth.asc b_depth.asc
grep -q "largest difference 0.5 (1.5 and 1) at x 5, y 15" out.txt || fail "place: $(cat out.txt)"
# squares 0.25 + 0.04 + 0.09 + 0.0036 over 5: sqrt(0.07672); sum 0.66 over 5
grep -q "RMSE 0.276984, bias +0.132" out.txt || fail "RMSE: $(cat out.txt)"
# wet in both 2, only in B 1, only in A 3 (the cell without data in B counts as dry there)
grep -q "hit rate 0.6667, false alarm ratio 0.6000, critical success index 0.3333" out.txt ||
    fail "extent: $(cat out.txt)"
expect 0 "hit rate 1.0000, false alarm ratio 0.5000, critical success index 0.5000" compare a_depth.asc b_depth.asc --wet 0.25
expect 7 "RMSE 0.276984 is above 0.2" compare a_depth.asc b_depth.asc --max-rmse 0.2
expect 0 "RMSE" compare a_depth.asc b_depth.asc --max-rmse 0.3 --max-difference 0.5 --min-csi 0.3
expect 7 "largest difference 0.5 is above 0.4" compare a_depth.asc b_depth.asc --max-difference 0.4
expect 7 "index 0.333333 is below 0.5" compare a_depth.asc b_depth.asc --min-csi 0.5
expect 0 "same bits" compare a_depth.asc a_depth.asc --max-difference 0 --min-csi 1
expect 0 '"rmse": 0.27' compare a_depth.asc b_depth.asc --json
valid_json out.txt "compare --json"

echo "another grid: B has one cell where A has two, with the mean of them"
{ printf 'ncols 2\nnrows 1\nxllcorner 0\nyllcorner 0\ncellsize 20\n'; echo "1 4"; } >coarse_depth.asc
{ printf 'ncols 4\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 10\n'; printf '1 1 4 4\n1 2 4 4\n'; } >fine_depth.asc
mistake 3 "resample brings the second" compare fine_depth.asc coarse_depth.asc
expect 0 "bias +0.125" compare fine_depth.asc coarse_depth.asc --resample
# means of four: 1.25 and 4 against 1 and 4
expect 0 "bias -0.125" compare coarse_depth.asc fine_depth.asc --resample

echo "series, by hand"
printf 'time [min],level [m]\n0,1\n10,3\n20,\n30,5\n' >a.csv
printf 'time [s];stage [cm]\n0;100\n300;250\n900;300\n1800;500\n3000;1\n' >b.csv
# at 0 s 1 and 1, at 300 s 2 and 2.5, at 900 s a gap in A, at 1800 s 5 and 5, 3000 s is past A; in cm
expect 0 "stage: 3 values, 0 only in A, 2 only in B" compare a.csv b.csv
grep -q "RMSE 28.8675 cm, bias -16.6667 cm" out.txt || fail "series: $(cat out.txt)"
grep -q "largest difference 50 cm (200 and 250), t = 300 s" out.txt || fail "series: $(cat out.txt)"
printf 'time,level [m]\n2024-01-02T00:00Z,1\n' >dated.csv
mistake 3 "dates and .* elapsed" compare a.csv dated.csv
printf 'time,x,y\n0,1,2\n' >two.csv
mistake 3 "share no column" compare two.csv a.csv
expect 0 "level: 1 values" compare two.csv a.csv --variable x

echo "runs"
"$make" one.out || exit 1
need_maps one.out
cp -r one.out same.out
"$make" other.out 0.05 || exit 1
expect 0 "identical: all" compare one.out same.out --max-difference 0
expect 0 "maps.nc: depth: 4 frames" compare one.out other.out
grep -q "gauges/quay.csv: level" out.txt || fail "gauges are not compared"
order=$(grep -o '^gauges/[a-z]*' out.txt | uniq | tr '\n' ' ')
[ "$order" = "gauges/bridge gauges/mill gauges/quay gauges/hill " ] || fail "not in the order of the case: $order"
expect 7 "max.nc: max_depth: the critical success index" compare one.out other.out --min-csi 0.9999
expect 0 '"identical": true' compare one.out same.out --json
valid_json out.txt "compare --json"
expect 0 "max_depth: [0-9]* values" compare one.out/max.nc other.out/max.nc --variable max_depth
[ "$(grep -c values out.txt)" = 1 ] || fail "--variable: more than one"
rm same.out/mass.csv
expect 7 "mass.csv is only in one.out" compare one.out same.out --max-difference 0
if [ -f one.out/max_depth.tif ]; then
    expect 0 "same bits" compare one.out/max_depth.tif one.out/max.nc
fi

echo "mistakes"
mistake 2 "name two files" compare one.out
mistake 3 "nowhere does not exist" compare one.out nowhere
mistake 3 "the grids differ" compare a_depth.asc one.out/max.nc --variable max_depth
mistake 3 "is a series" compare a.csv a_depth.asc
mistake 3 "is a folder" compare one.out a.csv
mistake 3 "has no variable fish" compare a_depth.asc one.out/max.nc --variable fish
mistake 3 "nothing in common of this name" compare one.out/max.nc other.out/max.nc --variable fish
mistake 2 "max-rmse must be a number" compare a.csv b.csv --max-rmse much
printf 'time,level\n0,1\n0,2\n' >twice.csv
mistake 3 "twice.csv:3: the time does not increase" compare twice.csv a.csv
printf 'time,level\n0,one\n' >words.csv
mistake 3 "words.csv:2: a cell is not a number" compare words.csv a.csv
awk 'BEGIN { srand(1); for (n = 0; n < 100000; ++n) printf "%c", 1 + int(255 * rand()) }' >noise.csv # the same noise each time
mistake 3 "noise.csv:1" compare noise.csv a.csv
: >empty.csv
mistake 3 "empty.csv" compare empty.csv a.csv
finish
