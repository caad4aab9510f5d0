#!/bin/sh
# Claim: spate bench adi measures the requested runs in the set-up of the paper, plain C first, and its figures are
# consistent. Usage: bench_adi.sh path/to/spate
set -u
spate=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
. "$(cd "$(dirname "$0")" && pwd)/expect.sh"
OMP_NUM_THREADS=2
OMP_WAIT_POLICY=passive
CUDA_VISIBLE_DEVICES= # the runs of a machine without a GPU
export OMP_NUM_THREADS OMP_WAIT_POLICY CUDA_VISIBLE_DEVICES
unset SPATE_PLUGINS

tiny="bench adi --quick --repeat 1 --steps 2 --n 40"

# rows FILE FIELD...: these fields of each row of a file of JSON, one row a line.
rows() {
    awk -v wanted="$(shift && echo "$@")" '
        BEGIN { count = split(wanted, names, " ") }
        /^  {/ { split("", value) }
        /^ *"/ { key = $1; gsub(/[":]/, "", key); gsub(/[",]/, "", $2); value[key] = $2 }
        /^  }/ { for (k = 1; k <= count; ++k) printf "%s%s", value[names[k]], k < count ? " " : "\n" }
    ' "$1"
}

echo "what is measured"
# shellcheck disable=SC2086 # options are words
expect 0 '"kernel": "adi"' $tiny --json --markdown table.md
valid_json out.txt "bench --json"
cp out.txt all.json
rows all.json method backend precision coefficients threads | sort >measured.txt
for precision in f32 f64 mixed; do
    for kind in printed extrapolated; do
        for method in plain penta; do [ $precision = mixed ] || echo "$method reference $precision $kind 1"; done
        for threads in 1 2; do echo "cut-lines cpu $precision $kind $threads"; done
    done
done | sort >wanted.txt
diff measured.txt wanted.txt || fail "not the runs that were asked for"
[ "$(rows all.json method precision coefficients | head -n 1)" = "plain f64 printed" ] ||
    fail "the peer of all others is not the first"
[ "$(grep -c '^| cut-lines | cpu ' table.md)" = 12 ] || fail "table.md lacks rows"
grep -q '^\* Command: `spate bench adi --quick ' table.md || fail "table.md does not say its command"

echo "figures"
# 14 values of each of 1600 cells. The basin is closed: water is lost only by rounding. In four steps of two sweeps (the
# first two are not timed) a depth is rounded 8 times, and so are much smaller fluxes: 16 roundings are enough.
rows all.json precision seconds_best rate bytes_floor gbs copy_gbs triad_gbs fraction fraction_of_triad peer_seconds \
    peer_ratio dt mass_error steps | awk '
    function same(what, a, b) {
        if (a > 0 && a < 2 * b && (a - b) ^ 2 <= (1e-12 * b) ^ 2) return
        print "FAIL: row " NR ": " what ": " a ", not " b
        wrong = 1
    }
    NR == 1 { first = $2 }
    {
        same("ns/cell", $3, 1e9 * $2 / 1600)
        same("bytes", $4, 1600 * 14 * ($1 == "f64" ? 8 : 4))
        same("GB/s", $5, 1e-9 * $4 / $2)
        same("share of copy", $8, $5 / $6)
        same("share of triad", $9, $5 / $7)
        same("time of the peer", $10, first)
        same("times plain", $11, $10 / $2)
        same("dt", $12, 20)
        limit = 16 * ($1 == "f64" ? 2 ^ -53 : 2 ^ -24)
        if (!($13 <= limit && -$13 <= limit)) { print "FAIL: row " NR ": mass " $13; wrong = 1 }
        if (!($14 >= 1 && $14 <= 2)) { print "FAIL: row " NR ": " $14 " steps"; wrong = 1 }
    }
    END { exit wrong || NR != 20 }' || fail "figures contradict one another"

echo "what options narrow"
# shellcheck disable=SC2086
expect 0 '"method": "cut-lines"' $tiny --method cut-lines --precision f32 --coefficients extrapolated --threads 2 --isa base --json
[ "$(rows out.txt method isa precision coefficients threads | tail -n +2)" = "cut-lines base f32 extrapolated 2" ] ||
    fail "more than the peer and one run: $(rows out.txt method isa precision coefficients threads)"

echo "plain C on a smaller grid"
# shellcheck disable=SC2086
expect 0 '"peer_nx": 20' $tiny --method cut-lines --coefficients printed --precision f64 --threads 2 --plain-most 20 --json
rows out.txt nx seconds_best peer_seconds peer_ratio | awk '
    NR == 1 { plain = $2; wrong = $1 != 20 }
    NR == 2 { wrong = wrong || $1 != 40 || ($3 / plain - 4) ^ 2 > 1e-20 || ($4 * $2 / $3 - 1) ^ 2 > 1e-20 }
    END { exit wrong || NR != 2 }' || fail "the time a cell of plain C does not serve the larger grid"

echo "mistakes"
mistake 2 "method must be all|plain|penta|cut-lines|fused|s1|s14|s2-pcr|s2-cr-pcr|cusparse" bench adi --method s13
mistake 2 "method s1 is one of backend cuda, not of cpu" bench adi --method s1 --backend cpu
mistake 2 "method plain is one of backend reference, not of cpu" bench adi --method plain --backend cpu
mistake 4 "backend is \"nonsense\"" bench adi --backend nonsense
mistake 4 "isa \"nonsense\"" bench adi --isa nonsense
mistake 6 "cannot write none/table.md" bench adi --markdown none/table.md
finish
