#!/bin/sh
# Claims: spate ensemble runs the scenarios of a table; its table and its maps are what a still lake of known levels must
# give; a killed ensemble of 20 goes on with nothing lost or done twice (kills follow events, never the clock); mistakes
# of the table are named with line and column; the exit code is that of the worst scenario.
# Usage: ensemble.sh path/to/spate
set -u
spate=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
[ ! -w /dev/shm ] || export TMPDIR=/dev/shm
. "$(cd "$(dirname "$0")" && pwd)/expect.sh"

# A basin in two terraces, 4 x 4 cells of 10 m: the west at 0 m, the east at 1 m. A lake at rest stays as deep as it is.
valley 4 4 'i < 2 ? 0 : 1' >dem.asc
cat >case.yaml <<'END'
spate: 1
time: {end: 1 min}
terrain: {file: dem.asc}
initial: [{level: 0.5 m}]
gauges: [{name: west, at: [5, 5]}]
output: {maps: {every: 0 s}, maxima: [depth, level], rasters: asc, series: {every: 1 s}}
END
"$spate" check case.yaml >out.txt 2>err.txt || {
    grep -q "without libyaml" err.txt && echo "skipped: no libyaml in this build" && exit 77
    fail "check: $(cat err.txt)"
}

echo "known answers"
# Levels 0.1, 0.2, ... 2.0 m; the water is above the east from 1.1 m on. Two never end until their ends are set.
table() {
    echo 'name,initial[0].level [m],time.end'
    for n in 01 02 03 04 05 06 07 08 09 10 11 12 13 14 15 16 17 18 19 20; do
        case $n in
        11 | 12) until=$1 ;;
        *) until= ;;
        esac
        echo "s$n,$(echo $n | awk '{ print $1 / 10 }'),$until"
    done
}
table '100000 d' >table.csv
"$spate" ensemble case.yaml --table table.csv --out out --jobs 2 --depth 0.35 >out.txt 2>err.txt &
pid=$!
rows() { cat "out/$1/mass.csv" 2>/dev/null | wc -l; }
alive() { kill -0 $pid 2>/dev/null; }
while alive && { [ "$(rows s11)" -lt 3 ] || [ "$(rows s12)" -lt 3 ]; }; do sleep 0.02; done
alive || fail "the ensemble ended before its kill: $(cat err.txt)"
kill -KILL $pid
wait $pid 2>/dev/null
for n in 01 10; do
    grep -q '"status": "done"' out/s$n/run.json || fail "s$n was not finished at the kill"
done
[ ! -e out/s13 ] || fail "s13 began beside two that never end"
[ ! -e out/summary.csv ] || fail "a killed ensemble has a summary"
ls -i --full-time out/s0*/run.json out/s10/run.json out/s0*/mass.csv >before.txt

# What the two processes save while they end is behind their locks; the ends lie beyond it.
for n in s11 s12; do
    while [ -e out/$n/run.lock ] && ! flock -n out/$n/run.lock true; do sleep 0.02; done
done
end=$(cat out/s11/mass.csv out/s12/mass.csv | awk -F, '$2 + 0 > most { most = $2 } END { printf "%.0f", most + 100 }')
table "$end s" >table.csv
expect 0 "20 done, 0 failed" ensemble case.yaml --table table.csv --out out --jobs 2 --depth 0.35
grep -q "20 scenarios in out, 10 of them finished before" err.txt || fail "not 10 were found: $(head -n 1 err.txt)"
[ "$(grep -c '^done ' err.txt)" = 10 ] || fail "not 10 were run: $(cat err.txt)"
ls -i --full-time out/s0*/run.json out/s10/run.json out/s0*/mass.csv | cmp -s - before.txt || fail "finished scenarios were run again"
for n in 11 12; do
    grep -q '"restarts": 1' out/s$n/run.json || fail "s$n did not go on where it was"
    [ "$(awk -F, 'NR > 1 { print $2 }' out/s$n/mass.csv | uniq -d | wc -l)" = 0 ] || fail "s$n has rows twice"
    [ "$(wc -l <out/s$n/mass.csv)" = $((end + 2)) ] || fail "s$n has $(wc -l <out/s$n/mass.csv) rows, not one a second to $end s"
done

# Depth in the west h, in the east max(h - 1, 0). 0.4 to 2.0 of 20 levels are 0.35 m deep in the west (17), 1.4 to 2.0 in
# the east (7). f32 holds 7 digits.
awk -F, 'NR == 1 { exit $0 != "name,initial[0].level [m],time.end,status,exit,peak_level [m],peak_depth [m],largest_volume [m3],extent [m2],west peak level [m]" }' \
    out/summary.csv || fail "columns: $(head -n 1 out/summary.csv)"
awk -F, 'function near(a, b) { return a - b < 1e-5 * (b + 1) && b - a < 1e-5 * (b + 1) }
    NR > 1 {
        h = (NR - 1) / 10; east = h > 1 ? h - 1 : 0
        cells = (h >= 0.35 ? 8 : 0) + (east >= 0.35 ? 8 : 0)
        wrong = $4 != "done" || $5 != 0 || !near($8, 100 * 8 * (h + east)) || !near($9, 100 * cells) || !near($10, h)
        wrong = wrong || (cells > 0 ? !near($6, h) || !near($7, h) : $6 != "" || $7 != "")
        if (wrong) { print "FAIL: line " NR ": " $0; bad = 1 }
    }
    END { exit bad || NR != 21 }' out/summary.csv || fail "the table is not that of a lake"
# first and last value of a row of a raster: west and east.
ends() { awk 'NF == 4 && $1 != "ncols" { print $1, $4; exit }' "out/$1.asc"; }
if [ -e out/probability.tif ] && command -v gdal_translate >/dev/null; then
    for map in probability mean_max_depth largest_max_depth; do
        gdal_translate -q -of AAIGrid out/$map.tif out/$map.asc || fail "gdal_translate $map"
    done
fi
near() { awk "BEGIN { split(\"$2\", v, \" \"); exit !(v[1] - $3 < 1e-5 && $3 - v[1] < 1e-5 && v[2] - $4 < 1e-5 && $4 - v[2] < 1e-5) }" ||
    fail "$1 is $2, not $3 $4"; }
if [ -e out/probability.asc ]; then
    near probability "$(ends probability)" 0.85 0.35
    near "mean of the depths" "$(ends mean_max_depth)" 1.05 0.275
    near "largest depth" "$(ends largest_max_depth)" 2 1
fi
if [ -e out/ensemble.nc ]; then
    expect 0 "probability" info out/ensemble.nc
    if command -v ncdump >/dev/null; then
        ncdump -v probability out/ensemble.nc | grep -q "0.85, 0.85, 0.35, 0.35" || fail "probability in ensemble.nc"
        ncdump -h out/ensemble.nc | grep -q "share of 20 scenarios in which the largest depth is 0.35 m or more" ||
            fail "ensemble.nc does not describe its probability"
    fi
fi
if "$spate" plot --help >/dev/null 2>&1; then
    expect 0 "out/probability.png" plot out
    expect 0 "out/mean-max-depth.png" plot out mean-max-depth
fi

echo "weights, empty cells, the case's own depth"
printf 'name,manning,initial[0].level,weight\nlow,,0.5 m,3\nhigh,0.05,1.5 m,1\n' >two.csv
expect 0 "2 done" ensemble case.yaml --table two.csv --set output.wet_depth=2m
near=$(tail -n 1 case.ensemble/summary.csv | cut -d, -f9)
[ "$near" = 0 ] || fail "an extent of $near m2 deeper than 2 m"
expect 0 "2 of them finished before" ensemble case.yaml --table two.csv --depth 0.4 --set output.wet_depth=2m
if [ -e case.ensemble/probability.asc ] || command -v gdal_translate >/dev/null; then
    [ -e case.ensemble/probability.asc ] || gdal_translate -q -of AAIGrid case.ensemble/probability.tif case.ensemble/probability.asc
    near "weighted probability" "$(awk 'NF == 4 { print $1, $4; exit }' case.ensemble/probability.asc)" 1 0.25
fi

echo "a stop, failures, another scenario under the same name"
printf 'name,time.end\nendless,100000 d\nnext,1 s\n' >long.csv
"$spate" ensemble case.yaml --table long.csv --out stop --jobs 1 >out.txt 2>err.txt &
pid=$!
while alive && [ "$(cat stop/endless/mass.csv 2>/dev/null | wc -l)" -lt 3 ]; do sleep 0.02; done
kill -TERM $pid
wait $pid
code=$?
[ $code = 75 ] || fail "SIGTERM: exit $code, not 75: $(cat err.txt)"
grep -q '^endless,.*,stopped,75,' stop/summary.csv && grep -q '^next,1 s,waiting,,' stop/summary.csv ||
    fail "a stopped ensemble: $(cat stop/summary.csv)"
[ ! -e stop/ensemble.nc ] || fail "maps of a stopped ensemble"
printf 'name,initial[0].level\nlow,0.75 m\n' >changed.csv
mistake 2 "changed.csv:2: scenario \"low\": case.ensemble/low was run with another case: initial.0..level was 0.5 and is 0.75; .*another name keeps both" \
    ensemble case.yaml --table changed.csv --set output.wet_depth=2m
mistake 2 'two.csv:2: scenario "low": case.ensemble/low has finished with time.end 60, and the case now has 120' \
    ensemble case.yaml --table two.csv --set output.wet_depth=2m --end "2 min"
printf 'name,terrain.file,terrain.nodata\ngood,dem.asc,\nbad,none.asc,\nworse,dem.asc,\n' >bad.csv
mkdir -p fails/worse && : >fails/worse/mine.txt
expect 6 "failed  *bad, exit 3: .*none.asc" ensemble case.yaml --table bad.csv --out fails
grep -q '^failed  *worse, exit 6: .*not a results folder' err.txt || fail "a foreign folder: $(cat err.txt)"
grep -q 'the maps are of 1 of 3 scenarios' err.txt || fail "maps of 1 of 3: $(cat err.txt)"
[ "$(cut -d, -f4,5 fails/summary.csv | tr '\n' ' ')" = "status,exit done,0 failed,3 failed,6 " ] || fail "$(cat fails/summary.csv)"

echo "mistakes of the table"
# wrong CODE PATTERN TEXT: the table is refused, nothing is run.
wrong() {
    # shellcheck disable=SC2059 # a format of our own
    printf "$3" >wrong.csv
    mistake "$1" "$2" ensemble case.yaml --table wrong.csv --out wrong.out
    [ ! -e wrong.out/a ] || fail "$2: a scenario was run"
}
wrong 3 'wrong.csv: the file is empty' ''
wrong 3 'wrong.csv: there are no rows below the header' 'name,manning\n'
wrong 3 'wrong.csv:1: there is no column "name", only run, manning; add one' 'run,manning\na,0.03\n'
wrong 3 'wrong.csv:1: the first line must name the columns' '1,0.03\n2,0.04\n'
wrong 3 'wrong.csv:1: no column is a key of the case' 'name\na\n'
wrong 3 'wrong.csv:1: column 3, manning, is there twice' 'name,manning,manning\na,0.03,0.04\n'
wrong 3 'wrong.csv:1: column 2, output.folder' 'name,output.folder\na,b\n'
wrong 3 'wrong.csv:3: 3 columns where 2 are expected' 'name,manning\na,0.03\nb,0.04,5\n'
wrong 3 'wrong.csv:4: column 1: the name "A" is that of line 2 too' 'name,manning\na,0.03\nb,0.03\nA,0.04\n'
wrong 3 'wrong.csv:2: column 1: "a/b" cannot name a folder' 'name,manning\na/b,0.03\n'
wrong 3 'wrong.csv:2: column 1: "logs" cannot name a folder' 'name,manning\nlogs,0.03\n'
wrong 3 'wrong.csv:2: column 3, weight: "0" is not a number above 0' 'name,manning,weight\na,0.03,0\n'
wrong 2 'wrong.csv:2: column 2, maning: .*unknown key; did you mean manning' 'name,maning\na,0.03\n'
wrong 2 'wrong.csv:3: column 2, manning: .*out of range: 0 to 1' 'name,manning\na,0.03\nb,3\n'
mistake 2 "a case file and a table are needed" ensemble case.yaml
mistake 3 "none.csv: No such file" ensemble case.yaml --table none.csv
mistake 2 "an ensemble needs the largest depth; add depth" ensemble case.yaml --table two.csv --set "output.maxima=[level]"
mistake 2 "none.yaml" ensemble none.yaml --table two.csv
if command -v flock >/dev/null; then
    flock case.ensemble/run.lock "$spate" ensemble case.yaml --table two.csv >out.txt 2>err.txt
    [ $? = 6 ] && grep -q "case.ensemble is in use" err.txt || fail "two ensembles in one folder: $(cat err.txt)"
fi

finish
