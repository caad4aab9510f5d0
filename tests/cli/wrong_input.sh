#!/bin/sh
# Claim: wrong input of every kind ends with its exit code and a message that names the cause, never with
# an "internal error", and leaves no folder of results behind. Usage: wrong_input.sh path/to/spate
#
# A line of the table: name | exit code | part of the message (-: none) | how to make the case (shell; in a fresh
# folder with the right case below). Without `args` it is `spate run case.yaml`.
# shellcheck disable=SC2010,SC2012,SC2034,SC2059,SC2086,SC2317 # names of our own making; functions called by eval
set -u
spate=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
. "$(cd "$(dirname "$0")" && pwd)/expect.sh"
count=0 skipped=0

mkdir right
cat >right/case.yaml <<'END'
spate: 1
time: {end: 5 min}
terrain: {file: dem.asc}
manning: 0.03
initial:
  - {level: 1 m}
boundaries:
  - {name: river, line: [[0, 80], [0, 120]], discharge: 5 m3/s, slope: 0.002}
  - {name: sea, edge: east, level: 1 m}
gauges:
  - {name: spot, at: [155, 105]}
sections:
  - {name: across, line: [[200, 200], [200, 0]]}
output: {maps: {every: 5 min}, series: {every: 1 min}, geotiff: no}
END
valley 40 20 '2 - 0.05 * i + 0.01 * (j - 10) ^ 2' >right/dem.asc
printf 'time [s],discharge [m3/s]\n0,1\n300,2\n' >right/q.csv
printf '{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"crest_m":"high"},"geometry":{"type":"LineString","coordinates":[[300,0],[300,200]]}}]}\n' >right/walls.geojson

# Helpers for the lines of the table.
edit() { sed "$1" case.yaml >new.yaml && mv new.yaml case.yaml; }
dem() { awk "$1" dem.asc >new.asc && mv new.asc dem.asc; }
add() { printf '%b\n' "$*" >>case.yaml; }
args() { given=1 && arguments=$*; }
series() { edit 's/discharge: 5 m3.s/discharge: q.csv/' && printf "$1" >q.csv; } # 300 s are needed
skip() { skipped=$((skipped + 1)) && echo "skipped: $name: $*" && left_out=1; }
needs_gdal() { [ -n "$gdal" ] || skip "no GDAL plug-in"; }
done_run() { "$spate" run case.yaml --threads 1 --quiet >/dev/null 2>&1; }
# A copy of an endless run in small steps that saves whenever it checks the clock; killed when it had two checkpoints.
# $newest is the last of them.
killed_run() {
    [ -d ../killed ] || (cp -r ../right ../killed && cd ../killed && make_killed_run)
    cp -r ../killed/. .
    newest=$(ls case.out/checkpoints 2>/dev/null | grep 'spc$' | sort -t - -k 2 -n | tail -n 1)
    [ -n "$newest" ] || fail "$name: the run ended before its second checkpoint"
}
make_killed_run() {
    add 'solver: {dt_max: 0.02 s}'
    edit 's/geotiff/checkpoint: {every: 1e-6 s}, geotiff/'
    "$spate" run case.yaml --threads 1 --quiet --end 1000d >/dev/null 2>&1 &
    pid=$!
    until [ "$(ls case.out/checkpoints 2>/dev/null | grep -c 'spc$')" -gt 1 ]; do
        kill -0 $pid 2>/dev/null || break
        sleep 0.05
    done
    kill -KILL $pid 2>/dev/null
    wait $pid 2>/dev/null
}

cp -r right works
(cd works && "$spate" run case.yaml --threads 1 --quiet >out.txt 2>err.txt)
code=$?
if grep -q "without libyaml" works/err.txt; then
    echo "skipped: no libyaml in this build"
    exit 77
fi
[ $code = 0 ] || fail "the right case: exit $code: $(head -n 3 works/err.txt)"
gdal=
[ -e works/case.out/model.gpkg ] && gdal=1

# one NAME CODE FRAGMENT HOW
one() {
    name=$1 given='' arguments='' left_out='' small_files=''
    cp -r right "$name"
    cd "$name" || exit 1
    eval "$4"
    if [ -z "$left_out" ]; then
        count=$((count + 1))
        [ -n "$given" ] || arguments="run case.yaml"
        before=$(echo *.out)
        # shellcheck disable=SC2086 # several words
        (
            [ -z "$small_files" ] || { trap '' XFSZ && ulimit -f "$small_files"; } # of 512 bytes
            "$spate" $arguments --threads 1 --quiet >out.txt 2>err.txt
        )
        code=$?
        [ $code = "$2" ] || fail "$name: exit $code, not $2: $(head -n 3 err.txt)"
        [ "$3" = - ] || grep -q -F -e "$3" err.txt || fail "$name: nothing like '$3': $(head -n 3 err.txt)"
        grep -q 'case.yaml:[0-9]*:[0-9]*: .*case.yaml:[0-9]*:' err.txt && fail "$name: one place twice: $(head -n 3 err.txt)"
        grep -q -i "internal error" err.txt && fail "$name: $(grep -i 'internal error' err.txt)"
        case $2 in
        2 | 3) [ "$(echo *.out)" = "$before" ] || fail "$name: left $(echo *.out)" ;;
        esac
        [ -z "${SHOW:-}" ] || printf '%s: %s\n' "$name" "$(head -n 2 err.txt)"
    fi
    cd ..
    rm -rf "$name"
}

# The size limits (4 MB for a case, 256 MB for a series) apply long before a gigabyte: 8 MB of garbage are enough
# for the case and the GeoTIFF.
while IFS='|' read -r name code fragment how; do
    case $name in '' | '#'*) continue ;; esac
    one "$name" "$code" "$fragment" "$how"
done <<'END'
# the case file itself
no_case|2|nothere.yaml|args run nothere.yaml
no_argument|2|case file|args run
case_is_folder|2|folder|mkdir d.yaml; args run d.yaml
case_empty|2|empty|: >case.yaml
case_binary|2|is not part of a text; case files are YAML|head -c 5000 "$spate" >case.yaml
case_zeros|2|4 MB|head -c 8388608 /dev/zero >case.yaml
case_garbage_8MB|2|4 MB|head -c 8388608 /dev/zero | tr '\0' 'x' >case.yaml
case_not_utf8|2|UTF-8|add 'title: "caf\0351"'
case_is_a_list|2|not a case file|echo '- 1' >case.yaml
case_bad_yaml|2|case.yaml:15:15|add 'rain: {file: [}'
case_tab|2|case.yaml:16:1|add 'wind:\n\tspeed: 3 m/s'
tab_before_a_list|2|case.yaml:6:1: a tab indents this line|edit 's/^  - {level/\t- {level/'
tab_after_a_value|2|a tab indents this line, and YAML allows only spaces|add 'wind:\n  speed: 3 m/s\n\tdirection: 270 deg'
value_begins_with_at|2|nothing may begin with @ here; put the text between quotes|add 'title: @home'
case_alias|2|anchors and aliases|add 'title: &a [x]\nrain: [*a, *a]'
no_format|2|spate is missing|edit '/^spate/d'
other_format|2|format|edit 's/spate: 1/spate: 2/'
unknown_key|2|did you mean manning?|edit 's/manning/maning/'
unknown_inner_key|2|did you mean boundaries[0].slope?|edit 's/slope/slop/'
unknown_word_of_the_trade|2|this is called terrain.walls here|add 'dike: {line: [[300, 0], [300, 200]], crest: 3 m}'
unknown_and_nothing_like_it|2|unknown key; known here: spate, title|add 'bike: 3'
duplicate_key|2|twice, first in line 4|add 'manning: 0.04'
wrong_type_map|2|write a map of keys|edit 's/time: {.*/time: 5/'
wrong_type_list|2|write a list|edit 's/^gauges:/gauges: 3\nsections:/;/spot/d;/across/d;s/^sections://'
wrong_type_angle|2|not an angle such as 45 deg|add 'wind: {speed: 5 m/s, direction: west}'
wrong_type_number|2|a list is not expected|edit 's/0.03/[0.03]/'
out_of_range|2|5 is out of range: 1 to 2|add 'solver: {limiter: 5}'
rain_no_unit|2|20 mm/h|add 'rain: 20'
rain_wrong_unit|2|no unit of rate|add 'rain: 20 m3/s'
rain_negative|3|r.csv:3: -3 mm/h is negative; it must be 0 or more|add 'rain: r.csv'; printf 'time [h],rain [mm/h]\n0,5\n0.05,-3\n2,4\n' >r.csv
end_before_start|2|the end, 2024-01-01T00:00:00Z, is not after the start, 2024-01-02T00:00:00Z|edit 's/{end: 5 min}/{start: 2024-01-02T00:00Z, end: 2024-01-01T00:00Z}/'
negative_end|2|-5 min is out of range|edit 's/end: 5 min/end: -5 min/'
no_end|2|end is missing|edit 's/{end: 5 min}/{start: 2024-01-01T00:00Z}/'
start_without_zone|2|zone|edit 's/{end/{start: 2024-01-01T00:00, end/'
impossible_date|2|2024-02-31|edit 's/{end/{start: 2024-02-31T00:00Z, end/'
# terrain and grid
dem_missing|3|dem.asc: No such file|rm dem.asc
dem_empty|3|dem.asc: the file is empty|: >dem.asc
dem_folder|3|directory|rm dem.asc; mkdir dem.asc
dem_not_a_raster|3|is not a key of an ESRI ASCII grid|echo hello >dem.asc
dem_binary|3|not text|head -c 100000 "$spate" >dem.asc
dem_garbage_8MB|3|is not a key of an ESRI ASCII grid|head -c 8388608 /dev/zero | tr '\0' 'x' >dem.asc
dem_truncated|3|ends after 520 of 40 x 20|dem 'NR < 20'
dem_text|3|"abc" is not a number|dem 'NR == 12 { $3 = "abc" } 1'
dem_nan|3|1 cells enclosed by data, the first at (25, 145)|dem 'NR == 12 { $3 = "nan" } 1'
dem_infinite|3|"1e400" is not a number|dem 'NR == 12 { $3 = "1e400" } 1'
dem_huge_header|3|2^31|dem 'NR < 3 { $2 = 1999999999 } 1'
dem_negative_columns|3|ncols is -40|dem 'NR == 1 { $2 = -40 } 1'
dem_cellsize_zero|3|cellsize is 0|dem '$1 == "cellsize" { $2 = 0 } 1'
dem_hole|3|1 cells enclosed by data, the first at (195, 105)|dem 'NR == 16 { $20 = -9999 } 1'
dem_all_nodata|3|no cell is active|dem 'NR > 6 { gsub(/[0-9.]+/, "-9999") } 1'
tiff_garbage|3|dem.tif|head -c 100000 "$spate" >dem.tif; edit 's/dem.asc/dem.tif/'
area_outside|3|no cell is active|add 'grid: {area: [5000, 5000, 6000, 6000]}'
area_upside_down|2|no area|add 'grid: {area: [300, 0, 100, 200]}'
area_three_numbers|2|four numbers|add 'grid: {area: [0, 0, 100]}'
resolution_zero|2|0 is out of range|add 'grid: {resolution: 0}'
resolution_negative|2|-5 m is out of range|add 'grid: {resolution: -5 m}'
resolution_far_too_fine|2|too many|add 'grid: {resolution: 0.1 mm}'
crs_geographic|2|degrees|needs_gdal; add 'grid: {crs: EPSG:4326}'
crs_unknown|2|not a coordinate system|needs_gdal; add 'grid: {crs: EPSG:999999}'
crs_nonsense|2|not a coordinate system|needs_gdal; add 'grid: {crs: nonsense}'
crs_foot|2|in metres|needs_gdal; add 'grid: {crs: EPSG:2263}'
dem_geographic|3|EPSG:326|needs_gdal; dem '$1 == "cellsize" { $2 = 0.0001 } $1 == "xllcorner" { $2 = 9 } $1 == "yllcorner" { $2 = 48 } 1'; echo 'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433],AUTHORITY["EPSG","4326"]]' >dem.prj
walls_missing|3|nothere.geojson|edit 's/{file: dem.asc}/{file: dem.asc, walls: {file: nothere.geojson, crest: 1 m}}/'
crest_no_number|3|crest_m|needs_gdal; edit 's/{file: dem.asc}/{file: dem.asc, walls: {file: walls.geojson, crest: crest_m}}/'
crest_no_column|3|height|needs_gdal; edit 's/{file: dem.asc}/{file: dem.asc, walls: {file: walls.geojson, crest: height}}/'
crest_text_with_line|2|crest|edit 's/{file: dem.asc}/{file: dem.asc, walls: {line: [[300, 0], [300, 200]], crest: high}}/'
blocked_missing|3|nothere.gpkg|edit 's/{file: dem.asc}/{file: dem.asc, blocked: nothere.gpkg}/'
nodata_word|2|nodata|edit 's/{file: dem.asc}/{file: dem.asc, nodata: ignore}/'
# roughness and water
manning_negative|2|-0.03 is out of range|edit 's/0.03/-0.03/'
manning_raster_missing|3|nothere.tif|edit 's/0.03/nothere.tif/'
manning_raster_negative|3|-0.5 at x = 25, y = 145|edit 's/0.03/n.asc/'; awk 'NR == 12 { $3 = "-0.5" } NR > 6 { gsub(/ [0-9.]+/, " 0.03"); $1 = 0.03 } 1' dem.asc >n.asc
manning_class_lacking|3|no row for class 7|edit 's/0.03/{classes: c.asc, table: t.csv}/'; awk 'NR > 6 { gsub(/[0-9.]+/, "7") } 1' dem.asc >c.asc; printf 'class,manning\n1,0.03\n' >t.csv
manning_classes_short|3|c.asc has no value at x = 5, y = 105|edit 's/0.03/{classes: c.asc, table: t.csv}/'; awk 'NR == 2 { $2 = 10 } NR > 16 { next } NR > 6 { gsub(/[0-9.]+/, "7") } 1' dem.asc >c.asc; printf 'class,manning\n7,0.03\n' >t.csv
manning_table_missing|3|t.csv|edit 's/0.03/{classes: c.asc, table: t.csv}/'; awk 'NR > 6 { gsub(/[0-9.]+/, "7") } 1' dem.asc >c.asc
level_text|2|high is not a length|edit 's/level: 1 m}$/level: high}/'
level_and_depth|2|exclude each other|edit 's/- {level: 1 m}$/- {level: 1 m, depth: 1 m}/'
from_missing|3|nothere.out|edit 's/- {level: 1 m}$/- {from: nothere.out}/'
from_not_a_run|3|neither state.nc nor maps.nc|mkdir other; edit 's/- {level: 1 m}$/- {from: other}/'
from_other_crs|3|both must be in the same coordinate system|needs_gdal; add 'grid: {crs: EPSG:32632}'; done_run; mv case.out other.out; edit 's/EPSG:32632/EPSG:32633/;s/- {level: 1 m}$/- {from: other.out}/'
connected_to_unknown|2|ocean|edit 's/- {level: 1 m}$/- {level: 1 m, connected_to: ocean}/'
# series
series_missing|3|q.csv|series 'x'; rm q.csv
series_empty|3|q.csv: the file is empty|series ''
series_head_only|3|no rows below|series 'time [s],discharge [m3/s]\n'
series_not_increasing|3|q.csv:4: times must increase|series 'time [s],discharge [m3/s]\n0,1\n200,1\n100,1\n400,1\n'
series_too_short|3|the run needs|series 'time [s],discharge [m3/s]\n0,1\n200,1\n'
series_begins_late|3|the run needs|series 'time [s],discharge [m3/s]\n60,1\n400,1\n'
series_no_unit|3|m3/s|series 'time [s],discharge\n0,1\n400,1\n'
series_not_a_number|3|q.csv:3|series 'time [s],discharge [m3/s]\n0,1\n200,one\n400,1\n'
series_no_zone|3|zone|series 'time,discharge [m3/s]\n2024-01-01T00:00,1\n2024-01-02T00:00,1\n'
series_ragged|3|q.csv:3: 1 columns where 2|series 'time [s],discharge [m3/s]\n0,1\n200\n400,1\n'
series_which_column|3|several columns (a, b)|series 'time [s],a [m3/s],b [m3/s]\n0,1,1\n400,1,1\n'
series_no_such_column|3|no column "c"|series 'time [s],a [m3/s],b [m3/s]\n0,1,1\n400,1,1\n'; edit 's/discharge: q.csv/discharge: {file: q.csv, column: c}/'
series_binary|3|binary file|series 'x'; head -c 5000 "$spate" >q.csv
series_garbage_8MB|3|more than 1 MB|series 'x'; head -c 8388608 /dev/zero | tr '\0' 'x' >q.csv
series_not_utf8|3|not UTF-8|series 'time [s],d\351bit [m3/s]\n0,1\n400,x\n'
rating_not_increasing|3|1 follows 2|edit 's/edge: east, level: 1 m/edge: east, rating: r.csv/'; printf 'level [m],discharge [m3/s]\n0,0\n2,5\n1,9\n' >r.csv
# boundaries
boundary_line_outside|2|takes no outer face|edit 's/\[\[0, 80\], \[0, 120\]\]/[[900, 80], [900, 120]]/'
boundary_inside|2|from x = 0, y = 0 to x = 400, y = 200; a boundary lies along its edge, and water that enters inside it is one of the inflows|edit 's/\[\[0, 80\], \[0, 120\]\]/[[200, 80], [200, 120]]/'
boundaries_overlap|2|which river has|edit 's/edge: east/edge: west/'
boundary_two_kinds|2|exclude each other|edit 's/level: 1 m}$/level: 1 m, open: yes}/'
boundary_no_kind|2|boundaries[1]: one of these keys is needed: wall|edit 's/edge: east, level: 1 m/edge: east/'
boundary_no_place|2|one of these keys is needed: edge|edit 's/edge: east, level/level/'
boundary_no_name|2|name|edit 's/name: sea, //'
boundary_same_name|2|is also the name|edit 's/name: sea/name: river/'
boundary_unknown_edge|2|right is not west|edit 's/edge: east/edge: right/'
periodic_one_side|2|periodic|edit 's/edge: east, level: 1 m/edge: east, periodic: yes/'
discharge_no_slope|2|slope is missing|edit 's/, slope: 0.002//'
discharge_no_unit|2|m3/s|edit 's/5 m3.s/5/'
# gauges, sections, sources
gauge_outside|2|outside the grid|edit 's/155, 105/1550, 105/'
gauge_inactive|2|cell without flow|dem 'NR == 17 { for (i = 1; i <= 20; ++i) $i = -9999 } NR > 6 && NR < 17 { for (i = 1; i <= 16; ++i) $i = -9999 } NR > 17 { for (i = 1; i <= 16; ++i) $i = -9999 } 1'; edit '/river/d'
gauges_same_name|2|is also the name|edit 's/- {name: spot.*/&\n  - {name: spot, at: [205, 105]}/'
gauge_one_coordinate|2|at|edit 's/155, 105/155/'
section_outside|2|crosses no face|edit 's/\[\[200, 200\], \[200, 0\]\]/[[900, 200], [900, 0]]/'
section_one_point|2|line|edit 's/\[\[200, 200\], \[200, 0\]\]/[[200, 200]]/'
inflow_outside|2|outside the grid|add 'inflows:\n  - {name: spring, at: [900, 900], discharge: 1 m3/s}'
infiltration_no_unit|2|mm/h|add 'infiltration: 5'
infiltration_file_no_unit|2|unit|add 'infiltration: {file: dem.asc}'
wind_no_direction|2|direction is missing|add 'wind: {speed: 10 m/s}'
wind_no_unit|2|m/s|add 'wind: {speed: 10, direction: 270}'
culverts|2|not yet|add 'culverts: []'
pumps|2|not yet|add 'pumps: []'
spherical|2|not yet|add 'spherical: yes'
# solver and command line
backend_cuda|4|cuda|export CUDA_VISIBLE_DEVICES=; args run case.yaml --backend cuda
backend_unknown|2|abacus is not|add 'solver: {backend: abacus}'
scheme_unknown|2|roe is not|add 'solver: {scheme: roe}'
cfl_too_large|2|1.9 is out of range|add 'solver: {cfl: 1.9}'
cfl_of_euler|2|0.9 is too large: give at most 0.588; with integrator euler|add 'solver: {cfl: 0.9, integrator: euler}'
long_euler_steps|0|thin fast water may run away with integrator euler beyond 1 / (2 + limiter), 0.294 here|add 'solver: {cfl: 0.3, integrator: euler}'; edit 's/end: 5 min/end: 1 s/;s/every: 5 min/every: 1 s/;s/every: 1 min/every: 1 s/'
courant_too_large|2|500 is out of range|add 'solver: {scheme: adi, courant: 500}'
courant_zero|2|0 is out of range|add 'solver: {scheme: adi, courant: 0}'
courant_without_limit|2|inf is not a number|add 'solver: {scheme: adi, courant: inf}'
flood_depth_zero|2|0 m is out of range: 1e-06 to 10 m|add 'solver: {scheme: adi, flood_depth: 0 m}'
flood_depth_negative|2|-1 cm is out of range: 1e-06 to 10 m|add 'solver: {scheme: adi, flood_depth: -1 cm}'
viscosity_negative|2|-1 is out of range|add 'solver: {scheme: adi, viscosity: -1}'
viscosity_of_kurganov|2|scheme "kurganov" has none|add 'solver: {viscosity: 10}'
viscosity_bounds_dt|0|stable for time steps of at most 0.05 s|add 'solver: {scheme: adi, viscosity: 500, dt_max: 1 s}'; edit 's/end: 5 min/end: 1 s/;s/every: 5 min/every: 1 s/;s/every: 1 min/every: 1 s/'
time_order_three|2|3 is out of range|add 'solver: {scheme: adi, time_order: 3}'
mixed_of_kurganov|2|scheme "kurganov" solves no lines; use f32 or f64|add 'solver: {precision: mixed}'
precision_unknown|2|did you mean 'mixed'|add 'solver: {scheme: adi, precision: mixd}'
penta_of_the_cpu|4|"penta": that is no method of the cpu backend|add 'solver: {scheme: adi, lines: penta, backend: cpu}'
lines_unknown|2|did you mean 's2-pcr'|add 'solver: {scheme: adi, lines: s2-prc}'
lines_of_a_gpu|4|"fused": that is no method of the cpu backend, which has auto, cut|add 'solver: {scheme: adi, lines: fused, backend: cpu}'
lines_of_kurganov|0|solver.lines: this is for scheme "adi"|add 'solver: {lines: cut}'; edit 's/end: 5 min/end: 1 s/;s/every: 5 min/every: 1 s/;s/every: 1 min/every: 1 s/'
adi_bilinear_bed|2|scheme "adi" has no bilinear bed|add 'solver: {scheme: adi}'; edit 's/{file: dem.asc}/{file: dem.asc, bed: bilinear}/'
adi_crest|2|has no faces of kind crest|add 'solver: {scheme: adi}'; edit 's/{file: dem.asc}/{file: dem.asc, walls: {line: [[300, 0], [300, 200]], crest: 3 m}}/'
adi_narrow_ring|2|at least 3 cells between periodic edges|add 'solver: {scheme: adi}\ngrid: {area: [0, 0, 400, 20]}'; edit 's/edge: east, level: 1 m/edge: north, periodic: yes/;s/  - {name: river.*/  - {name: other, edge: south, periodic: yes}/;/spot/d;/^gauges/d;/across/d;/^sections/d'
adi_key_of_kurganov|0|solver.limiter: this is for scheme "kurganov" and has no effect on "adi"|add 'solver: {scheme: adi, limiter: 1.5}'; edit 's/end: 5 min/end: 1 s/;s/every: 5 min/every: 1 s/;s/every: 1 min/every: 1 s/'
set_unknown_key|2|did you mean|args run case.yaml --set manningg=0.03
set_no_value|2|KEY=VALUE|args run case.yaml --set manning
set_wrong_entry|2|no entry named nobody|args run case.yaml --set gauges[nobody].at=[1,2]
# --resume without a run starts one, so that a batch job may always use it.
resume_nothing|0|warning: case.out has no run to resume: the run begins at its start|args run case.yaml --resume --quiet
resume_other_folder|6|no run.json|mkdir case.out; : >case.out/mine.txt; args run case.yaml --resume
resume_other_case|2|manning was 0.03 and is 0.04|killed_run; args run case.yaml --resume --end 5min --set manning=0.04
checkpoint_corrupted|0|a checksum does not match; the one before it is used|killed_run; printf 'garbage' | dd of=case.out/checkpoints/$newest bs=1 seek=3000 conv=notrunc 2>/dev/null; args run case.yaml --resume --end 2min
checkpoint_torn|0|it ends too early; the one before it is used|killed_run; head -c 3000 case.out/checkpoints/$newest >torn; cp torn case.out/checkpoints/$newest; args run case.yaml --resume --end 2min
checkpoints_all_empty|0|there is none before it|killed_run; for file in case.out/checkpoints/*; do : >$file; done; args run case.yaml --resume --end 2min
checkpoint_garbage|0|cannot be used|killed_run; head -c 5000 "$spate" >case.out/checkpoints/$newest; args run case.yaml --resume --end 2min
run_json_garbage|6|run.json|done_run; echo '{' >case.out/run.json; args run case.yaml --resume
resume_done|0|-|done_run; args run case.yaml --resume
resume_torn_part|0|-|needs_gdal; killed_run; head -c 8 case.out/bed.tif >case.out/max_depth.tif.part; args run case.yaml --resume --end 2min
resume_done_later_end|2|checkpoints are gone|done_run; args run case.yaml --resume --end 10min
resume_and_overwrite|2|exclude|args run case.yaml --resume --overwrite
parts_zero|2|0x0 is out of range|args run case.yaml --parts 0x0
parts_too_many|2|at most that many parts|args run case.yaml --parts 90x90
threads_text|2|threads|args run case.yaml --threads many
option_unknown|2|did you mean '--resume'|args run case.yaml --resum
# folders of results
out_exists|6|--overwrite|done_run; args run case.yaml
out_is_file|6|case.out|: >case.out; args run case.yaml
out_below_file|6|occupied|: >occupied; args run case.yaml --out occupied/inside
out_not_ours|6|case.out|mkdir case.out; : >case.out/mine.txt; args run case.yaml
out_impossible|6|/proc/|[ -d /proc/self ] || skip "no /proc"; args run case.yaml --out /proc/a.out
out_device|6|/dev/full|[ -c /dev/full ] || skip "no /dev/full"; args run case.yaml --out /dev/full
# A limit on the file size imitates a full disk without privileges.
disk_full|6|cannot write|small_files=8
disk_full_later|6|case.out|small_files=400; add 'solver: {dt_max: 1 s}'; edit 's/every: 5 min/every: 1 s/'; args run case.yaml --end 10min
out_unwritable|6|locked|mkdir locked; chmod 555 locked; [ ! -w locked ] || skip "this user writes anywhere"; args run case.yaml --out locked/a.out
END

# ---- what --quiet would hide, and other commands ----

cd works || exit 1
"$spate" run case.yaml --threads 1 --resume --end 100s >out.txt 2>err.txt || fail "resume with an earlier end: exit $?"
grep -q "the run went to 300 s, beyond the 100 s asked for now" err.txt || fail "resume with an earlier end: $(cat err.txt)"
"$spate" run case.yaml --threads 1 --resume >out.txt 2>err.txt || fail "resume of a run that is done: exit $?"
grep -q "has reached its end (300 s after its start)" err.txt || fail "resume of a run that is done: $(cat err.txt)"
cd ..

# Claim: a level boundary treats a film of water as dry land, but not a lake at another level.
for water in "depth: 5 mm" "level: 0.5 m"; do
    rm -rf film && cp -r right film && cd film || exit 1
    edit "s/- {level: 1 m}\$/- {$water}/"
    "$spate" run case.yaml --threads 1 --quiet --end 1s >out.txt 2>err.txt || fail "$water: exit $?"
    said=$(grep -c 'boundary "sea" starts at a level of 1.00 m, but the water' err.txt)
    [ "$water" = "depth: 5 mm" ] && wanted=0 || wanted=1
    [ "$said" = $wanted ] || fail "initial $water: $said warnings, not $wanted: $(cat err.txt)"
    cd ..
done

if "$spate" plot --help >/dev/null 2>&1 && "$spate" version --json | grep -q '"cairo": true'; then
    rm -rf film && cp -r right film && cd film || exit 1
    name=unfinished left_out=''
    killed_run
    "$spate" plot case.out max-depth >out.txt 2>err.txt
    code=$?
    [ -n "$left_out" ] || [ $code = 3 ] || fail "plot of an unfinished run: exit $code"
    [ -n "$left_out" ] || grep -q "the run has not ended" err.txt || fail "plot of an unfinished run: $(cat err.txt)"
    cd ..
fi

[ $failures = 0 ] && echo "$count wrong inputs, all refused as they should; $skipped skipped" ||
    echo "$failures failures among $count wrong inputs; $skipped skipped"
[ $failures = 0 ]
