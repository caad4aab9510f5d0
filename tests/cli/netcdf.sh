#!/bin/sh
# Claim: every reader georeferences the maps correctly. A library that cannot be loaded has a message. Rows of the files go north; GDAL shows them north up at the same
# position; the bounds that rioxarray computes (from GeoTransform and coordinates) are the extent of the grid; CF names are set.
# Usage: netcdf.sh path/to/spate
set -u
spate=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
. "$(cd "$(dirname "$0")" && pwd)/expect.sh"
command -v ncdump >/dev/null 2>&1 || { echo "skipped: no ncdump"; exit 77; }

valley 40 20 '2 - 0.05 * i + 0.1 * j' | sed 's/xllcorner 0/xllcorner 500000/;s/yllcorner 0/yllcorner 5400000/' >dem.asc
cat >case.yaml <<'END'
spate: 1
time: {end: 10 s}
terrain: {file: dem.asc}
initial: [{level: 2 m}]
output: {maps: {every: 5 s}}
END
cp case.yaml placed.yaml
echo 'grid: {crs: EPSG:32632}' >>placed.yaml

expect 0 "" run case.yaml --threads 1 --quiet
need_maps case.out
# NetCDF is loaded when it is needed. Where it cannot be, a run says so before it begins.
mkdir broken
library=$(head -n 1 "$(dirname "$spate")/generated/loaded_libraries")
echo 'not a library' >"broken/$library"
export LD_LIBRARY_PATH="$PWD/broken"
expect 6 "NetCDF cannot be loaded .*$library.*; install the libraries" run case.yaml --set output.rasters=asc --quiet --out none.out
[ -f none.out/max.nc ] && fail "a run without NetCDF left max.nc"
expect 3 "NetCDF cannot be loaded" info case.out/max.nc
expect 0 "" check case.yaml --set output.rasters=asc
unset LD_LIBRARY_PATH
ncdump -h case.out/max.nc >head.txt
grep -q 'grid_mapping' head.txt && fail "a run without a coordinate system names a grid mapping"
"$spate" run placed.yaml --threads 1 --quiet >out.txt 2>err.txt
code=$?
grep -q 'plug-in' err.txt && [ $code != 0 ] && finish "the rest needs GDAL"
[ $code = 0 ] || fail "a run with a coordinate system: exit $code: $(cat err.txt)"

for file in maps.nc max.nc state.nc; do
    ncdump -h "placed.out/$file" >head.txt
    for line in 'crs:GeoTransform = "500000 10 0 5400000 0 10"' 'crs:grid_mapping_name = "transverse_mercator"' \
        'crs:longitude_of_central_meridian = 9' 'crs:crs_wkt = ' 'bed:grid_mapping = "crs"'; do
        grep -q "$line" head.txt || fail "$file: nothing like '$line': $(grep -o 'crs:[A-Za-z_]* = .\{40\}' head.txt)"
    done
done
ncdump -h placed.out/max.nc >head.txt
for line in 'hazard_arr:flag_values = 1.f, 2.f, 3.f, 4.f, 5.f, 6.f' 'hazard_arr:flag_meanings = "H1_generally_safe H2' \
    'hazard_uk:flag_values = 1.f, 2.f, 3.f, 4.f' 'hazard_uk:flag_meanings = "low_caution moderate_danger_for_some'; do
    grep -q "$line" head.txt || fail "max.nc: nothing like '$line'"
done
# Rain from the times of a NetCDF file: 6 mm/h, then 12 mm/h, for half a minute each.
cat >rain.cdl <<'END'
netcdf rain {
dimensions: time = 2; y = 20; x = 40;
variables:
  double time(time); time:units = "minutes since 1970-01-01 00:00:00";
  double x(x); x:standard_name = "projection_x_coordinate"; x:units = "m";
  double y(y); y:standard_name = "projection_y_coordinate"; y:units = "m";
  float rain(time, y, x); float wind(time, y, x);
data:
  time = 0, 0.5;
END
awk 'BEGIN {
    for (i = 0; i < 40; ++i) x = x (i ? ", " : "") 500005 + 10 * i
    for (j = 0; j < 20; ++j) y = y (j ? ", " : "") 5400005 + 10 * j
    for (n = 0; n < 1600; ++n) r = r (n ? ", " : "") (n < 800 ? 6 : 12)
    print "x = " x ";\ny = " y ";\nrain = " r ";\nwind = " r ";\n}" }' OFMT=%.10g CONVFMT=%.10g >>rain.cdl
if ncgen -o rain.nc rain.cdl 2>err.txt; then
    sed 's/end: 10 s/end: 1 min/' placed.yaml >rainy.yaml
    echo 'rain: {unit: mm/h, rasters: [{file: rain.nc, variable: rain}]}' >>rainy.yaml
    expect 0 "rain from rasters, 0.15 mm in all on average" check rainy.yaml --threads 1
    sed 's/, variable: rain//' rainy.yaml >several.yaml
    expect 3 "several.yaml:7:30: .*holds several variables; name one" check several.yaml
else
    fail "ncgen: $(cat err.txt)"
fi
if command -v gdalinfo >/dev/null 2>&1; then
    gdalinfo NETCDF:placed.out/max.nc:bed >info.txt 2>&1
    for line in 'Lower Left  (  500000.000, 5400000.000)' 'Upper Right (  500400.000, 5400200.000)' 'ID\["EPSG",32632\]'; do
        grep -q "$line" info.txt || fail "gdalinfo: nothing like '$line'"
    done
    # 2 + 0.1 * 19 in the north-west cell.
    gdallocationinfo -valonly -geoloc NETCDF:placed.out/max.nc:bed 500005 5400195 2>/dev/null | grep -q '^3\.9' ||
        fail "GDAL reads another bed in the north-west"
else
    echo "skipped: no gdalinfo"
fi
/usr/bin/env python3 -c 'import netCDF4' 2>/dev/null && python=python3 || python=/usr/bin/python3
if "$python" -c 'import netCDF4' 2>/dev/null; then
    "$python" - <<'END' || fail "bounds as rioxarray computes them"
import sys
import netCDF4
d = netCDF4.Dataset("placed.out/max.nc")
x, y = d["x"][:], d["y"][:]
x0, dx, _, y0, _, dy = [float(word) for word in d["crs"].GeoTransform.split()]
# rioxarray.raster_array: the resolution is that of GeoTransform, ends are coordinates plus or minus half of it.
bounds = (x[0] - dx / 2, y[0] - dy / 2, x[-1] + dx / 2, y[-1] + dy / 2)
print("bounds", bounds)
sys.exit(bounds != (500000, 5400000, 500400, 5400200) or (x0, y0) != bounds[:2])
END
else
    echo "skipped: no python3 with netCDF4"
fi

finish
