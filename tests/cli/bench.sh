#!/bin/sh
# Claim: spate bench kurganov measures the requested runs on the requested backend, its figures are consistent,
# and it reports what it leaves out. Usage: bench.sh path/to/spate
set -u
spate=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
scripts=$(cd "$(dirname "$0")/../../scripts" && pwd)
. "$(cd "$(dirname "$0")" && pwd)/expect.sh"
OMP_NUM_THREADS=1
export OMP_NUM_THREADS

tiny="bench kurganov --backend reference --quick --repeat 1 --precision f32"

# rows FILE FIELD...: these fields of each kurganov row of a file of JSON, one row a line.
rows() {
    awk -v wanted="$(shift && echo "$@")" '
        function tell(k) {
            for (k = 1; kurganov && k <= count; ++k) printf "%s%s", value[names[k]], k < count ? " " : "\n"
        }
        BEGIN { count = split(wanted, names, " ") }
        /^  {/ { kurganov = 0; split("", value) }
        /^ *"/ { key = $1; gsub(/[":]/, "", key); gsub(/[",]/, "", $2); value[key] = $2 }
        $1 == "\"kernel\":" { kurganov = $2 == "kurganov" }
        /^  }/ { tell() }' "$1"
}

echo "costs of friction and maxima"
# shellcheck disable=SC2086 # options are words
expect 0 '"backend": "reference"' $tiny --set costs --n 40 --json --markdown table.md
valid_json out.txt "bench --json"
cp out.txt costs.json
rows costs.json backend isa nx friction maxima >kinds.txt
printf 'reference plain 40 %s\n' 'none off' 'manning off' 'none on' 'manning on' >wanted.txt
diff kinds.txt wanted.txt || fail "not the four runs that were asked for"
# 40 x 40 cells, two stages, 8.5 values of 4 bytes each; figures are printed with 15 digits or more.
rows costs.json seconds_best steps_per_second rate bytes_floor gbs copy_gbs fraction setup_seconds | awk '
    function same(what, a, b) {
        if (a > 0 && a < 2 * b && (a - b) ^ 2 <= (1e-12 * b) ^ 2) return
        print "FAIL: row " NR ": " what ": " a ", not " b
        wrong = 1
    }
    {
        same("steps/s", $2, 1 / $1)
        same("Mcell-stages/s", $3, 1e-6 * 3200 / $1)
        same("bytes", $4, 3200 * 8.5 * 4)
        same("GB/s", $5, 1e-9 * $4 / $1)
        same("share of copy", $7, $5 / $6)
        if (!($8 > 0)) { print "FAIL: row " NR ": no time of set-up"; wrong = 1 }
    }
    END { exit wrong || NR != 4 }' || fail "figures contradict one another"
[ "$(grep -c '^| kurganov | reference | wet | bilinear |' table.md)" = 4 ] || fail "table.md lacks rows"
grep -q '^\* Command: `spate bench kurganov --backend reference ' table.md || fail "table.md does not say its command"
grep -q "^\* Commit $("$spate" version | awk 'NR == 1 { gsub(/[()]/, ""); print $3 }')," table.md ||
    fail "table.md does not say its commit"

echo "dry land"
expect 0 '"field": "sparse"' bench kurganov --backend cpu --quick --repeat 1 --precision f32 --set fields \
    --n 160 --json
rows out.txt field awake >awake.txt
awk '{ awake[$1] = $2 } END { print "tiles awake: wet " awake["wet"] ", sparse " awake["sparse"];
    exit !(awake["wet"] == 1 && awake["sparse"] > 0 && awake["sparse"] < 0.5) }' awake.txt ||
    fail "wet is not all awake, or sparse is"

echo "the set for GPUs"
expect 0 "." bench kurganov --backend reference --set cuda --budget 0
for n in 256 512 1024 2048 4096 8192 16384 32768; do
    for real in f32 f64; do
        grep -q "^skipped: $n x $n cells in ${real}[ ,]" err.txt || fail "nothing of $n x $n cells in $real"
    done
done
grep -q "^skipped: the dam break" err.txt || fail "nothing of the dam break"
[ ! -s out.txt ] || fail "rows without time to measure them"
# shellcheck disable=SC2086
expect 0 "^dam_break .* rk2 *24 .* mean error of h" $tiny --set dam_break --n 24

echo "time to solution"
SPATE=$spate "$scripts/bench-solution" --sizes 24 --backends "reference cpu" --json solution.json \
    >solution.md 2>err.txt || fail "bench-solution: exit $?: $(tail -n 3 err.txt)"
valid_json solution.json "bench-solution --json"
# One step; circular in two precisions; A to D with dry twins of three; E. Each on two backends.
for case in start circular A B C D E; do
    count=$(grep -c "^| ${case}[ ,].*| reference (plain) |.*times as fast |\$" solution.md)
    case $case in circular | A | B | D) least=2 ;; *) least=1 ;; esac
    [ "$count" -ge $least ] || fail "bench-solution: $count rows of $case"
done
awk -F '|' '$5 ~ /\(/ { ++rows; if (!($6 > 0 && $7 >= 0 && $7 <= $6 && $8 > 0)) { print "FAIL: " $0; wrong = 1 } }
    END { print rows " runs, start to results"; exit wrong || rows < 22 }' solution.md ||
    fail "a run was shorter than its steps, or some are missing"
mistake_of_script=$("$scripts/bench-solution" --size 24 2>&1) && fail "bench-solution takes --size"
[ "$mistake_of_script" = "bench-solution: unknown option '--size' (--help tells more)" ] ||
    fail "bench-solution: $mistake_of_script"

echo "mistakes"
mistake 4 "backend is \"nonsense\"" bench kurganov --backend nonsense
mistake 4 "isa \"nonsense\"" bench kurganov --backend cpu --isa nonsense
mistake 6 "cannot write none/table.md" bench kurganov --markdown none/table.md
mistake 2 "maxima must be on|off|both" bench kurganov --maxima perhaps
finish
