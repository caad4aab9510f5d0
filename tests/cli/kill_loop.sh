#!/bin/sh
# Claim: a run that is killed (kill -9) repeatedly, 20 times by default, and resumed after each kill ends with the
# results of an uninterrupted run, bit for bit. Every other start cuts the grid into two parts. Kills follow events
# that always happen (a lock, a checkpoint, a map), never the clock: the run has no end until the last kill, and the
# end is then set beyond what was reached.
# Usage: kill_loop.sh path/to/spate [KILLS]
# shellcheck disable=SC2012,SC2086 # names of our own making
set -u
spate=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
[ ! -w /dev/shm ] || export TMPDIR=/dev/shm # a slow disk would only stretch the set-up
. "$(cd "$(dirname "$0")" && pwd)/expect.sh"
wanted=${2:-20}

# A flood wave from a lake behind a dam, over a rough valley with a wall, rain and a boundary. Checkpoints are
# written each time the run checks its clock.
cat >case.yaml <<'END'
spate: 1
time: {end: 1000 d}
terrain: {file: dem.asc, walls: [{line: [[500, 0], [500, 330]], crest: 3 m}]}
manning: 0.03
initial:
  - {level: 9 m, within: [[0, 0], [200, 0], [200, 400], [0, 400]]}
boundaries:
  - {name: river, line: [[0, 150], [0, 250]], discharge: 20 m3/s, slope: 0.002}
  - {name: sea, edge: east, level: 1 m, absorbing: yes}
rain: 30 mm/h
infiltration: {green_ampt: {conductivity: 5 mm/h, suction: 0.1 m, deficit: 0.3}}
gauges:
  - {name: spot, at: [305, 205]}
  - {name: behind, at: [555, 105]}
sections:
  - {name: across, line: [[400, 400], [400, 0]]}
output: {maps: {every: 60 s}, series: {every: 5 s}, checkpoint: {every: 1e-6 s}}
END
valley 80 40 '6 - 0.07 * i + 0.01 * (j - 20) ^ 2 + 0.3 * sin(i * j)' >dem.asc
run="run case.yaml --threads 1 --quiet"

# The number of the newest file in a folder of the killed run, 0 where there is none.
newest() { ls "killed/$1" 2>/dev/null | sed -n 's/^[a-z]*-0*\([0-9]\{1,\}\)\.sp[cm]$/\1/p' | sort -n | tail -n 1 | grep . || echo 0; }

# start [OPTIONS]: starts or resumes the run in the background.
start() {
    starts=$((starts + 1))
    state=$(newest checkpoints) map=$(newest segments)
    "$spate" $run --out killed "$@" --parts $((1 + starts % 2))x1 >out.txt 2>err.txt &
    pid=$!
}

# kill_when EVENT...: kills it when the command succeeds; $code is its exit code.
kill_when() {
    until "$@" || ! kill -0 $pid 2>/dev/null; do sleep 0.01; done
    kill -KILL $pid 2>/dev/null
    wait $pid 2>/dev/null
    code=$?
    grep -i "cannot be used" err.txt
}

is_locked() { grep -q "^process $pid " killed/run.lock 2>/dev/null; }
has_state() { [ "$(newest checkpoints)" -ge $((state + $1)) ]; }
has_map() { [ "$(newest segments)" -gt $map ]; }

kills=0 starts=0 advanced=0 resume='' reached=''
while [ $kills -lt $wanted ]; do
    start $resume
    case $((kills % 4)) in
    0) kill_when has_state 9 ;;
    1) kill_when is_locked ;;
    2) kill_when has_state 5 ;;
    3) kill_when has_map ;;
    esac
    if grep -q "without libyaml" err.txt; then
        echo "skipped: no libyaml in this build"
        exit 77
    fi
    [ $code = 137 ] || { fail "start $starts: exit $code: $(head -n 3 err.txt)"; break; }
    kills=$((kills + 1))
    resume=--resume
    [ "$(newest checkpoints)" -gt "$state" ] && advanced=$((advanced + 1))
    reached="$reached $(tail -n 1 killed/mass.csv 2>/dev/null | cut -d , -f 2)"
done
# Two of four wait for a checkpoint.
[ $advanced -ge $((wanted / 2)) ] || fail "only $advanced of $kills killed starts went on to a new checkpoint"
echo "series reached, at the kills:$reached s"

# The end lies beyond the last checkpoint, which is at most a row of the series (5 s) later than the last row.
end=$(echo $reached | awk '{ for (k = 1; k <= NF; ++k) if ($k > most) most = $k; print 60 * int(most / 60) + 150 }')
run="$run --end ${end}s"
"$spate" $run --out whole >out.txt 2>err.txt || { cat err.txt; exit 1; }
echo "an uninterrupted run of $end s"

# Kills while the last files are written; a run that finishes before its kill is fine.
last=0
for file in maps.nc.part maps.nc max.nc state.nc; do
    start --resume
    kill_when test -e killed/$file
    case $code in
    137) last=$((last + 1)) ;;
    0) break ;;
    *) fail "the end, at $file: exit $code: $(head -n 3 err.txt)" ;;
    esac
done
"$spate" $run --out killed --resume >out.txt 2>err.txt || fail "the last resume: exit $?: $(head -n 3 err.txt)"

"$spate" compare killed whole --max-difference 0 >out.txt 2>err.txt ||
    fail "compare: exit $?: $(grep -v ' 0$' out.txt err.txt | head -n 5)"
for file in mass.csv gauges/spot.csv gauges/behind.csv sections/across.csv; do
    cmp "killed/$file" "whole/$file" || fail "$file differs"
done
if "$spate" version --json | grep -q '"netcdf": false'; then
    echo "skipped: maps, this build has no NetCDF"
else
    for file in maps.nc max.nc state.nc; do
        [ -s "killed/$file" ] || fail "$file is missing"
        same_values killed whole "$file"
    done
fi
left=$(find killed -name '*.part' -o -name '*.tmp' -o -name '*.spc' -o -name '*.spm' -o -name run.lock)
[ -z "$left" ] || fail "left behind: $left"
echo "$kills kills while it ran, $last while the last files were written"
finish "equal to the uninterrupted run"
