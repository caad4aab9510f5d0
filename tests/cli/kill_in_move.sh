#!/bin/sh
# Claim: a run of two devices that is killed (SIGKILL), or asked to stop (SIGTERM), while rows move between them, and
# resumed on other devices, ends with the results of an uninterrupted run on one device, bit for bit. The signal comes at
# an event of the move (kill_in_move.c), never by the clock.
# Usage: kill_in_move.sh path/to/spate path/to/spate_kill_in_move [DEVICES...]: mixes to resume on in turn
# shellcheck disable=SC2086 # words of our own making
set -u
spate=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
killed=$(cd "$(dirname "$2")" && pwd)/$(basename "$2")
shift 2
[ ! -w /dev/shm ] || export TMPDIR=/dev/shm
. "$(cd "$(dirname "$0")" && pwd)/expect.sh"

cat >case.yaml <<'EOF'
spate: 1
time: {end: 240 s}
terrain: {file: dem.asc, walls: [{line: [[0, 500], [330, 500]], crest: 3 m}]}
manning: 0.03
initial:
  - {level: 9 m, within: [[0, 0], [400, 0], [400, 200], [0, 200]]}
boundaries:
  - {name: river, line: [[150, 0], [250, 0]], discharge: 20 m3/s, slope: 0.002}
  - {name: sea, edge: north, level: 1 m, absorbing: yes}
rain: 30 mm/h
infiltration: {green_ampt: {conductivity: 5 mm/h, suction: 0.1 m, deficit: 0.3}}
gauges:
  - {name: spot, at: [205, 305]}
sections:
  - {name: across, line: [[0, 400], [400, 400]]}
output: {maps: {every: 60 s}, series: {every: 5 s}, checkpoint: {every: 1e-6 s}}
solver: {tune_every: 4}
EOF
valley 40 96 '6 - 0.06 * j + 0.01 * (i - 20) ^ 2 + 0.3 * sin(i * j)' >dem.asc
run="run case.yaml --threads 1 --quiet"

"$spate" $run --devices "${1%%,*}" --out whole >out.txt 2>err.txt || { cat err.txt; exit 1; }

# interrupt EVENT SIGNAL CODE: on the next mix of devices.
turn=0 states=0
interrupt() {
    n=0
    for devices in $mixes; do
        [ $n = $((turn % count)) ] && break
        n=$((n + 1))
    done
    SPATE_TEST_KILL=$1:$2 "$killed" $run --devices $devices --tune dynamic --out killed $resume >out.txt 2>err.txt
    code=$?
    [ $code = $3 ] || fail "on $devices, signal $2 at $1: exit $code, not $3: $(head -n 3 err.txt)"
    ! grep -i "cannot be used" err.txt || fail "after $turn interruptions a file cannot be used"
    [ -z "$(find killed -name '*.spc')" ] || states=$((states + 1))
    turn=$((turn + 1))
    resume=--resume
}

mixes="$*" count=$# resume=''
for event in 2:rows:1 3:rows:7 3:rows:40 4:shape:1 3:shape:2; do
    interrupt $event 9 137
done
[ $states -ge 4 ] || fail "only $states of $turn runs had a checkpoint when they were killed"
interrupt 3:rows:20 15 75
interrupt 2:shape:2 15 75

"$spate" $run --devices "${1##*,}" --out killed --resume >out.txt 2>err.txt ||
    fail "the last resume: exit $?: $(head -n 3 err.txt)"
"$spate" compare killed whole --max-difference 0 >out.txt 2>err.txt ||
    fail "compare: exit $?: $(grep -v ' 0$' out.txt err.txt | head -n 5)"
for file in mass.csv gauges/spot.csv sections/across.csv; do
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
echo "$turn interruptions in moves, of which $states left a checkpoint"
finish "equal to the uninterrupted run on one device"
