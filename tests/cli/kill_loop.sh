#!/bin/sh
# Claim: a run that is killed (kill -9) at random instants, 20 by default, and resumed after each ends with the results
# of an uninterrupted run, bit for bit. Every other start cuts the grid into two parts.
# Usage: kill_loop.sh path/to/spate [KILLS]
# shellcheck disable=SC2012,SC2086 # names of our own making
set -u
spate=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
[ ! -w /dev/shm ] || export TMPDIR=/dev/shm # a slow disk would only stretch the set-up
. "$(cd "$(dirname "$0")" && pwd)/expect.sh"
wanted=${2:-20}

# A flood wave from a lake behind a dam, over a rough valley with a wall, rain and a boundary.
cat >case.yaml <<'END'
spate: 1
time: {end: 1 h}
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
output: {maps: {every: 60 s}, series: {every: 5 s}, checkpoint: {every: 0.1 s}}
END
valley 80 40 '6 - 0.07 * i + 0.01 * (j - 20) ^ 2 + 0.3 * sin(i * j)' >dem.asc

# How much is simulated in a second here? The whole run is to take about six for 20 kills, on any machine.
"$spate" run case.yaml --threads 1 --quiet --json --end "300 s" --out trial >trial.json 2>err.txt
code=$?
if grep -q "without libyaml" err.txt; then
    echo "skipped: no libyaml in this build"
    exit 77
fi
[ $code = 0 ] || { cat err.txt; exit 1; }
wall=$(sed -n 's/.*"seconds": *\([0-9.e+-]*\).*/\1/p' trial.json | head -n 1)
end=$(awk -v wall="${wall:-1}" -v kills="$wanted" 'BEGIN { e = 20 * int(15 * kills / 2 / (wall + 1e-3)); print (e < 300 ? 300 : e > 40000 ? 40000 : e) }')
run="run case.yaml --threads 1 --quiet --end ${end}s"
"$spate" $run --out whole >out.txt 2>err.txt || { cat err.txt; exit 1; }
echo "an uninterrupted run of $end s"

# equal FOLDER: to the uninterrupted run, in every series, map and maximum.
equal() {
    "$spate" compare "$1" whole --max-difference 0 >out.txt 2>err.txt ||
        fail "$2: compare: exit $?: $(grep -v ' 0$' out.txt err.txt | head -n 5)"
    for file in mass.csv gauges/spot.csv gauges/behind.csv sections/across.csv; do
        cmp "$1/$file" "whole/$file" || fail "$2: $file differs"
    done
    for file in maps.nc max.nc state.nc; do
        [ -s "$1/$file" ] || fail "$2: $file is missing"
        same_values "$1" whole "$file" "$2"
    done
    left=$(find "$1" -name '*.part' -o -name '*.tmp' -o -name '*.spc' -o -name '*.spm')
    [ -z "$left" ] || fail "$2: left behind: $left"
}

kills=0 starts=0 finished=0 resume='' reached='' seed=2024 stretch=1000 advanced=0 before=''
while [ $kills -lt $wanted ] && [ $starts -lt 100 ]; do
    seed=$(((seed * 1103515245 + 12345) % 2147483648)) # 0.02 to 0.60 s
    instant=$(awk -v s=$seed -v k=$stretch 'BEGIN { printf "%.3f", k / 1000 * (0.02 + 0.58 * int(s / 65536) / 32768) }')
    starts=$((starts + 1))
    "$spate" $run --out killed $resume --parts $((1 + starts % 2))x1 >out.txt 2>err.txt &
    pid=$!
    sleep "$instant"
    kill -KILL $pid 2>/dev/null
    wait $pid 2>/dev/null
    code=$?
    resume=--resume
    case $code in
    137)
        kills=$((kills + 1))
        # Where a start is too slow to get anywhere, the next ones have more time.
        state=$(ls killed/checkpoints 2>/dev/null | sort -t - -k 2 -n | tail -n 1)
        [ "$state" != "$before" ] && advanced=$((advanced + 1)) || stretch=$((stretch * 5 / 4))
        before=$state
        reached="$reached $(tail -n 1 killed/mass.csv 2>/dev/null | cut -d , -f 2)"
        ;;
    0) # done before: compared, and another one is started
        equal killed "after $kills kills"
        finished=$((finished + 1)) resume=''
        rm -r killed
        ;;
    *) fail "start $starts: exit $code: $(head -n 3 err.txt)"; break ;;
    esac
    grep -i "cannot be used" err.txt
done
[ $advanced -ge $((wanted / 2)) ] || fail "only $advanced of $kills killed starts went on to a new checkpoint"
[ $kills = $wanted ] || fail "only $kills kills in $starts starts"
"$spate" $run --out killed $resume >out.txt 2>err.txt || fail "the last resume: exit $?: $(head -n 3 err.txt)"
equal killed "at the end"
echo "series reached, at the kills:$reached s"
echo "$kills kills, $((finished + 1)) runs came to their end"
finish "all equal to the uninterrupted run"
