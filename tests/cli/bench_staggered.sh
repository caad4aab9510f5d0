#!/bin/sh
# Claim: spate bench staggered measures both orders and both sets of terms beside the default scheme, and its figures are
# consistent. Usage: bench_staggered.sh path/to/spate
set -u
spate=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
. "$(cd "$(dirname "$0")" && pwd)/expect.sh"
OMP_NUM_THREADS=2
OMP_WAIT_POLICY=passive
export OMP_NUM_THREADS OMP_WAIT_POLICY

# rows FILE FIELD...: these fields of each row of a file of JSON, one row a line; - where a row has none.
rows() {
    awk -v wanted="$(shift && echo "$@")" '
        BEGIN { count = split(wanted, names, " ") }
        /^  {/ { split("", value) }
        /^ *"/ { key = $1; gsub(/[":]/, "", key); gsub(/[",]/, "", $2); value[key] = $2 }
        /^  }/ { for (k = 1; k <= count; ++k)
            printf "%s%s", (names[k] in value) ? value[names[k]] : "-", k < count ? " " : "\n" }
    ' "$1"
}

tiny="bench staggered --quick --repeat 1 --steps 4"

echo "what is measured"
# shellcheck disable=SC2086 # options are words
expect 0 '"kernel": "staggered"' $tiny --n 96 --json --markdown table.md
valid_json out.txt "bench --json"
cp out.txt all.json
default=$("$spate" keys solver.scheme --json | sed -n 's/.*"choices": "\([^|]*\).*/\1/p')
for terms in gravity whole; do
    for real in f32 f64; do
        for threads in 1 2; do
            echo "$default - $terms $real $threads"
            for order in hansen sielecki; do echo "staggered $order $terms $real $threads"; done
        done
    done
done >wanted.txt
rows all.json scheme ordering terms precision threads >measured.txt
diff measured.txt wanted.txt || fail "not the runs that were asked for"
[ "$(grep -c '^| staggered | hansen | ' table.md)" = 8 ] || fail "table.md lacks rows"

echo "figures"
# 7 words of each of 9216 cells; the default scheme has two stages. The basin is closed. In each step of a stretch, of a trial
# and of the start, at most 16 in all, a depth is rounded twice a stage: 64 roundings are enough.
rows all.json scheme precision seconds_best rate bytes_floor gbs copy_gbs fraction peer_seconds peer_ratio mass_error \
    thesis_gpu_seconds setup_seconds | awk '
    function same(what, a, b) {
        if (a > 0 && a < 2 * b && (a - b) ^ 2 <= (1e-12 * b) ^ 2) return
        print "FAIL: row " NR ": " what ": " a ", not " b
        wrong = 1
    }
    {
        stages = $1 == "staggered" ? 1 : 2
        same("ns/cell", $4, 1e9 * $3 / 9216)
        same("bytes", $5, 9216 * 7 * stages * ($2 == "f64" ? 8 : 4))
        same("GB/s", $6, 1e-9 * $5 / $3)
        same("share of copy", $8, $6 / $7)
        if (stages == 2) { peer = $3; if ($9 != "-" || $12 != "-") { print "FAIL: row " NR ": a peer has one"; wrong = 1 } }
        else { same("time of the peer", $9, peer); same("peer", $10, peer / $3); if (!($12 > 0)) wrong = 1 }
        limit = 64 * ($2 == "f64" ? 2 ^ -53 : 2 ^ -24)
        if (!($11 <= limit && -$11 <= limit)) { print "FAIL: row " NR ": mass " $11; wrong = 1 }
        if (!($13 > 0)) { print "FAIL: row " NR ": no time of set-up"; wrong = 1 }
    }
    END { exit wrong || NR != 24 }' || fail "figures contradict one another"

echo "what options narrow"
# shellcheck disable=SC2086
expect 0 . $tiny --n 40 --terms whole --ordering sielecki --precision f64 --threads 1 --isa base --json
[ "$(rows out.txt ordering terms precision isa n thesis_gpu_seconds | tail -n 1)" = "sielecki whole f64 base 40 null" ] ||
    fail "not the run that was asked for: $(rows out.txt ordering terms precision isa n thesis_gpu_seconds)"

echo "mistakes"
mistake 2 "terms must be gravity|whole|both" bench staggered --terms half
mistake 2 "ordering must be hansen|sielecki|both" bench staggered --ordering alphabetic
mistake 4 "backend is \"nonsense\"" bench staggered --backend nonsense
mistake 4 "isa \"nonsense\"" bench staggered --isa nonsense
mistake 2 "--strip is of GPUs" bench staggered --strip 64,256
mistake 6 "cannot write none/table.md" bench staggered --markdown none/table.md
finish
