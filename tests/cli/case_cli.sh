#!/bin/sh
# Case files from the user's view: new, check, run; stop and resume; errors with their exit codes; ranks and
# parts. Usage: case_cli.sh path/to/spate
set -u
spate=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
. "$(cd "$(dirname "$0")" && pwd)/expect.sh"

# same A B: two runs have equal series, and equal maps where a tool can read them.
same() {
    for file in mass.csv gauges/spot.csv sections/across.csv; do
        cmp -s "$1/$file" "$2/$file" || fail "$1/$file and $2/$file differ"
    done
    for file in maps.nc max.nc; do
        same_values "$1" "$2" "$file"
    done
}

echo "a starter case"
expect 0 "wrote valley.yaml" new valley
mistake 6 "valley.yaml exists" new valley
mistake 2 "a name is needed" new
mistake 2 "cannot be the name" new "a:b"
mistake 3 "nothere.tif" new other --terrain nothere.tif
[ ! -e other.yaml ] || fail "a case without its terrain was written"
expect 0 "river  *discharge" check valley.yaml --threads 1
[ ! -e valley.out ] || fail "check made a folder"
expect 0 '"rough_run_seconds"' check valley.yaml --json
valid_json out.txt "check --json"
expect 0 "water balance" run valley.yaml --end "2 min" --threads 1
for file in maps.nc max.nc mass.csv run.json gauges/middle.csv sections/middle.csv; do
    [ -s valley.out/$file ] || fail "valley.out/$file is missing"
done
grep -q "spate \(plot\|view\) valley.out" err.txt || fail "no hint at spate plot"
grep -q "^time  .*, done; steps" out.txt || fail "no line about the time: $(cat out.txt)"
grep -q "Mcell-stages/s\|first state" out.txt && fail "a run prints its own timing without --profile"
expect 0 "^spent on  *start .* %$" run valley.yaml --end "2 min" --threads 1 --overwrite --profile
grep -q "^speed .*Mcell-stages/s" out.txt && grep -q "^  *in all " out.txt || fail "--profile: $(cat out.txt)"
uptime() { cut -d ' ' -f 1 /proc/uptime; } # a clock that never jumps
from=$(uptime)
expect 0 '"wall"' run valley.yaml --end "2 min" --threads 1 --overwrite --quiet --json
# The start of a process is known to a tick of 10 ms, and so are both readings of the clock, before and after it.
awk -v elapsed="$(uptime | awk -v from="$from" '{ print $1 - from }')" '
    $1 == "\"seconds\":" { steps = $2 + 0 }
    $1 == "\"wall\":" { wall = $2 + 0 }
    END { exit !(steps > 0 && wall > steps && wall < elapsed + 0.03) }' out.txt ||
    fail "the sections of a run do not add up to a time between its steps and the whole process"
mkdir deep
expect 0 "wrote deep/copy.yaml" new deep/copy --terrain valley_terrain.asc
expect 0 "outside  *outfall" check deep/copy.yaml --set time.end=1min
# 15 m do not divide 2000 m: the last column has no data, and the edge is that of the 100 rows before it.
expect 0 "out  *outfall  *100 faces" check valley.yaml --set grid.resolution='15 m'
grep -q "rising ground" err.txt && fail "an outfall is warned of as if it were open"
mistake 6 "overwrite" run valley.yaml --end "2 min" --quiet

echo "mistakes"
mistake 2 "nothere.yaml" run nothere.yaml
mistake 2 "nothere.yaml" check nothere.yaml
mistake 2 "built-in case" run three_bumps
mistake 2 "case file" run
mistake 2 "case file" check
mistake 2 "exclude each other" run valley.yaml --resume --overwrite
mistake 2 "did you mean '--resume'" run valley.yaml --resum
mistake 2 "not expected here" run valley.yaml other.yaml
mistake 2 "did you mean" check valley.yaml --set grid.resolutoin=5
mistake 2 "rain" check valley.yaml --set rain=20
mistake 4 "cuda" check valley.yaml --backend cuda
mistake 2 "part" check valley.yaml --parts 90x90
mistake 2 "part_weights is .3,-1.: weight 2" check valley.yaml --part-weights 3,-1
mistake 2 "for 1 x 3 parts, and there are 2 x 2" check valley.yaml --parts 2x2 --part-weights 3,1,1
mistake 2 "set gauges" check valley.yaml --set "gauges[0].at=[1,2,3]"

cat >tiny.yaml <<'END'
spate: 1
time: {end: 45 min}
terrain: {file: tiny.asc}
manning: 0.03
initial:
  - {level: 3 m}
boundaries:
  - {name: river, line: [[0, 150], [0, 250]], discharge: 30 m3/s, slope: 0.002}
  - {name: sea, edge: east, level: 3 m}
gauges:
  - {name: spot, at: [305, 205]}
sections:
  - {name: across, line: [[400, 400], [400, 0]]}
output: {maps: {every: 10 min}, series: {every: 1 min}}
END
valley 66 40 '4 - 0.04 * i + 0.01 * (j - 20) ^ 2' >tiny.asc
run="run tiny.yaml --threads 1 --quiet"

# wrong CODE PATTERN SED: the case changed by a sed script.
wrong() {
    sed "$3" tiny.yaml >wrong.yaml
    mistake "$1" "$2" check wrong.yaml
    grep -q "wrong.yaml:[0-9]*:[0-9]*: " err.txt || fail "$3: no place in the file: $(cat err.txt)"
}
wrong 2 "slope" 's/, slope: 0.002//'
wrong 2 "outside the grid" 's/at: \[305, 205\]/at: [3050, 205]/'
wrong 2 "crosses no face" 's/\[\[400, 400\], \[400, 0\]\]/[[900, 400], [900, 0]]/'
wrong 2 "sea" 's/edge: east/edge: west/'
wrong 2 "river" 's/\[\[0, 150\], \[0, 250\]\]/[[300, 150], [300, 250]]/'
wrong 3 "nothere.csv" 's/30 m3.s/nothere.csv/'
wrong 2 "m3/s" 's/30 m3.s/30/'
wrong 2 "end" 's/45 min/-45 min/'

echo "what is there stays"
# shellcheck disable=SC2086 # several words
{
    expect 0 "" $run --end "2 min" --out there
    mistake 6 "overwrite" $run --out there
    : >there/mine.txt
    expect 0 "" $run --end "1 min" --out there --overwrite
    [ -e there/mine.txt ] || fail "--overwrite took a file that is not its own"
    expect 0 "" $run --out whole
    expect 0 '"ended": "done"' $run --out json --json --end "1 min"
}
valid_json out.txt "run --json"
if [ -w /dev/full ]; then
    for command in "$run --out json --json --end 1min --overwrite" "check tiny.yaml" "check tiny.yaml --json" "info whole" \
        "compare whole whole"; do
        # shellcheck disable=SC2086
        "$spate" $command >/dev/full 2>err.txt
        code=$?
        [ $code = 6 ] || fail "spate $command to a full device: exit $code, not 6: $(cat err.txt)"
    done
fi

echo "warnings of a run"
# 1e9 maps of 66 x 40 cells; stopped as soon as the warning is there.
# shellcheck disable=SC2086
"$spate" $run --out big --end "1e9 s" --set output.maps.every=1s >out.txt 2>err.txt &
pid=$!
while kill -0 $pid 2>/dev/null && ! grep -q "^warning: the results need .* TB .* big has " err.txt; do sleep 0.02; done
kill -TERM $pid 2>/dev/null
wait $pid
grep -q "^warning: the results need .* TB .* big has " err.txt || fail "no warning of a full disk: $(cat err.txt)"

echo "one run per folder"
# Another process holds the lock while the command runs.
if command -v flock >/dev/null 2>&1; then
    # locked CODE PATTERN command...: the exit code and the message while the folder is locked.
    locked() {
        wanted=$1 pattern=$2
        shift 2
        flock there/run.lock "$@" >out.txt 2>err.txt
        code=$?
        [ $code = "$wanted" ] || fail "locked: $*: exit $code, not $wanted: $(tail -n 3 err.txt)"
        [ "$(grep -c -e "$pattern" err.txt)" = 1 ] || fail "locked: $*: not one '$pattern': $(cat err.txt)"
    }
    cp -r there there.before
    # shellcheck disable=SC2086
    locked 6 "there is in use" "$spate" $run --out there --overwrite
    if have_ranks; then
        # shellcheck disable=SC2086
        locked 6 "there is in use" mpirun -n 2 "$spate" $run --out there --overwrite
    fi
    rm there/run.lock
    diff -r there there.before || fail "a refused run changed the folder"
else
    echo "skipped: no flock"
fi

echo "stopping and going on"
# stop SIGNAL FOLDER: sends the signal when the series have begun (later lines wait for the writer, perhaps to the end); sets
# $code to the exit code. A run that ended before the signal is started again.
stop() {
    code=0 tries=0
    while [ $code = 0 ] && [ $tries -lt 50 ]; do
        rm -rf "$2"
        # shellcheck disable=SC2086
        "$spate" $run --out "$2" >out.txt 2>err.txt &
        pid=$!
        while kill -0 $pid 2>/dev/null; do
            [ -f "$2/mass.csv" ] && [ "$(wc -l <"$2/mass.csv")" -gt 1 ] && break
            sleep 0.02
        done
        kill -"$1" $pid 2>/dev/null
        kill -"$1" $pid 2>/dev/null # as timeout does
        kill -TERM $pid 2>/dev/null
        wait $pid
        code=$?
        tries=$((tries + 1))
    done
}
stop TERM term
[ $code = 75 ] || fail "SIGTERM: exit $code, not 75: $(cat err.txt)"
grep -q -e "--resume" err.txt || fail "no hint at --resume: $(cat err.txt)"
# shellcheck disable=SC2086
expect 0 "" $run --out term --resume --parts 2x1
same whole term
stop INT int
[ $code = 130 ] || fail "SIGINT: exit $code, not 130: $(cat err.txt)"
# shellcheck disable=SC2086
mistake 2 "manning" $run --out int --resume --set manning=0.04
# shellcheck disable=SC2086
expect 0 "45 min simulated, the last .* since the resume in" run tiny.yaml --threads 1 --out int --resume
began=$("$spate" check tiny.yaml --threads 1 | sed -n 's/^water *\(.*\) m3 at the start.*/\1/p')
grep -q "^water *$began m3 at the start" err.txt || fail "not $began m3 at the start: $(grep ^water err.txt)"
same whole int
stop USR1 usr
[ $code = 75 ] || fail "SIGUSR1: exit $code, not 75: $(cat err.txt)"
# shellcheck disable=SC2086
expect 0 "" $run --out usr --resume --part-weights 1,3
same whole usr

echo "parts and ranks"
run="$run --end 12min" # over two maps
# shellcheck disable=SC2086
expect 0 "" $run --out alone
# shellcheck disable=SC2086
expect 0 "" $run --out parts --parts 2x3
same alone parts
# shellcheck disable=SC2086
expect 0 "" $run --out weights --set solver.part_weights=2,1x1,3
same alone weights
if have_ranks; then
    for ranks in 2 3; do
        # shellcheck disable=SC2086
        mpirun -n $ranks "$spate" $run --out ranks$ranks >out.txt 2>err.txt ||
            fail "$ranks ranks: exit $?: $(head -n 3 err.txt)"
        same alone ranks$ranks
    done
    mpirun -n 2 "$spate" run nothere.yaml >out.txt 2>err.txt && fail "two ranks ran nothing"
    [ "$(grep -c 'nothere.yaml' err.txt)" = 1 ] || fail "two ranks complain twice: $(cat err.txt)"
else
    echo "skipped: no mpirun or no MPI in this build"
fi

finish
