#!/bin/sh
# Claim: spate bench devices measures single devices, static and dynamic division, what is skipped, threads, shares and
# ghost zones; its figures are consistent, and all runs of the same water have the same bits.
# Usage: bench_devices.sh path/to/spate
set -u
spate=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
. "$(cd "$(dirname "$0")" && pwd)/expect.sh"
OMP_NUM_THREADS=2
OMP_WAIT_POLICY=passive
export OMP_NUM_THREADS OMP_WAIT_POLICY

# rows FILE FIELD...: these fields of each row of a file of JSON, one row a line, blanks as _; - where a row has none.
rows() {
    awk -v wanted="$(shift && echo "$@")" '
        BEGIN { count = split(wanted, names, " ") }
        /^  {/ { split("", value) }
        /^ *"/ { key = $1; gsub(/[":]/, "", key); text = $0; sub(/^[^:]*: /, "", text); gsub(/[",]$|^"/, "", text)
            gsub(/"/, "", text); gsub(/ /, "_", text); value[key] = text }
        /^  }/ { for (k = 1; k <= count; ++k)
            printf "%s%s", (names[k] in value) ? value[names[k]] : "-", k < count ? " " : "\n" }
    ' "$1"
}

tiny="bench devices --quick --devices cpu,reference --n 48 --steps 6"

echo "modes"
# shellcheck disable=SC2086 # options are words
expect 0 '"kernel": "devices"' $tiny --experiment modes --cases BE --json --markdown table.md
valid_json out.txt "bench --json"
for of in B E; do
    for around in 0 0.1; do
        for skip in off tiles; do
            for run in "single cpu" "single reference" "static cpu,reference" "dynamic cpu,reference"; do
                echo "$of $around $skip $run"
            done
        done
    done
done >wanted.txt
rows out.txt case around skip mode devices | sed 's/ 0\.1[0]*[0-9]* / 0.1 /' >measured.txt
diff measured.txt wanted.txt || fail "not the runs that were asked for"
[ "$(grep -c '^| modes | ' table.md)" = 32 ] || fail "table.md lacks rows"

echo "figures"
# Cells are 48 x 48; a step reads and writes 17 words (RK2) or 7 (Euler, case E) of f32. The ideal is the sum of speeds.
rows out.txt case mode seconds_best steps rate rate_peak bytes_floor gbs copy_gbs fraction of_ideal peer_seconds peer_ratio \
    same_bits tuning | awk '
    function same(what, a, b) {
        if (a > 0 && a < 2 * b && (a - b) ^ 2 <= (1e-9 * b) ^ 2) return
        print "FAIL: row " NR ": " what ": " a ", not " b
        wrong = 1
    }
    {
        same("Mcells/s", $5, 1e-6 * 2304 * $4 / $3)
        same("bytes", $7, 2304 * $4 * ($1 == "E" ? 7 : 17) * 4)
        same("GB/s", $8, 1e-9 * $7 / $3)
        same("share of copy", $10, $8 / $9)
        if (!($6 >= $5)) { print "FAIL: row " NR ": the peak is below the mean"; wrong = 1 }
        if ($4 < 6) { print "FAIL: row " NR ": " $4 " steps"; wrong = 1 }
        if ($14 != "same") { print "FAIL: row " NR ": bits: " $14; wrong = 1 }
        if ($2 == "single") { alone[NR % 4] = $3; if ($11 != "-" || $12 != "-") { print "FAIL: row " NR ": a peer has one"; wrong = 1 } }
        else {
            best = alone[1] < alone[2] ? alone[1] : alone[2]
            same("of ideal", $11, 1 / (1 / alone[1] + 1 / alone[2]) / $3)
            same("time of the peer", $12, best)
            same("peer", $13, best / $3)
        }
        if (($2 == "dynamic") != ($15 != "-")) { print "FAIL: row " NR ": tuning: " $15; wrong = 1 }
    }
    END { exit wrong || NR != 32 }' || fail "figures contradict one another"

echo "sweeps"
# shellcheck disable=SC2086
expect 0 . $tiny --experiment skips --cases C --json
[ "$(rows out.txt skip same_bits | sort | uniq -c | tr -s ' \n' ' ')" = \
    " 2 box same 2 early_exit same 2 off same 2 tiles same " ] || fail "skips: $(rows out.txt skip same_bits)"
# shellcheck disable=SC2086
expect 0 . $tiny --experiment overlap --delay 0.2 --json
# 6 steps of two stages: every stage has an exchange, those of redone steps too, or every k-th step.
[ "$(rows out.txt exchange_every delay_seconds exchanges same_bits | sed 's/^1 \(.*\) 1[2-9] /1 \1 12+ /' | tr '\n' ';')" = \
    "1 0 12+ same;2 0 3 same;4 0 2 same;1 0.0002 12+ same;2 0.0002 3 same;4 0.0002 2 same;" ] ||
    fail "overlap: $(rows out.txt exchange_every delay_seconds exchanges same_bits)"
# shellcheck disable=SC2086
expect 0 . $tiny --experiment threads --json
[ "$(rows out.txt threads same_bits | tr '\n' ';')" = "1 same;2 same;" ] || fail "threads: $(rows out.txt threads same_bits)"
# shellcheck disable=SC2086
expect 0 . $tiny --experiment shares --json
[ "$(rows out.txt share same_bits | tail -n 3 | tr '\n' ';')" = "50:50 same;67:33 same;67:33 same;" ] ||
    fail "shares: $(rows out.txt share same_bits)"

echo "held back"
expect 0 . bench devices --quick --repeat 2 --devices cpu,cpu --n 64 --steps 32 --experiment held-back --ratio 2 --json
[ "$(rows out.txt mode devices ratio same_bits | uniq -c | awk '{ $1 = $1 } 1' | tr '\n' ';')" = \
    "2 single cpu - same;1 single cpu 1:1 same;1 single cpu 1:2 same;3 static cpu,cpu 1:2 same;1 dynamic cpu,cpu 1:2 same;" ] || fail "held back: $(rows out.txt mode devices ratio same_bits)"
# The first device waits 99 times as long as it computes; the run that corrects its delay may halve that at most.
rows out.txt mode ratio seconds_best against_best | awk '
    $1 == "single" { alone[++count] = $3 }
    $1 == "static" && (!best || $3 < best) { best = $3 }
    $1 == "dynamic" {
        for (n = 3; n <= 4; ++n) if (alone[n] < best) best = alone[n]
        if (($3 / best - 1 - $4) ^ 2 > 1e-12) { print "FAIL: against the best: " $4 ", not " $3 / best - 1; wrong = 1 }
    }
    END { if (alone[3] < 49 * alone[1]) { print "FAIL: not held back: " alone[3] " s after " alone[1]; wrong = 1 }
        exit wrong }' || fail "figures of devices that are held back"

echo "mistakes"
mistake 2 "experiment must be modes|" bench devices --experiment half
mistake 2 "'X' is no case" bench devices --cases AX
mistake 2 "give at most 8 names" bench devices --devices cpu,,cpu
mistake 4 "nonsense" bench devices --quick --experiment modes --devices nonsense --n 48 --steps 2
mistake 6 "cannot write none/table.md" bench devices --markdown none/table.md
finish
