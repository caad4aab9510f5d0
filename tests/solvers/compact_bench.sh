#!/bin/sh
# Claim: spate bench compact measures what it is asked for, its results fit the schemes, and its figures follow from
# one another. Usage: compact_bench.sh path/to/spate
set -u
spate=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
. "$(cd "$(dirname "$0")" && pwd)/../cli/expect.sh"
OMP_NUM_THREADS=2
OMP_WAIT_POLICY=passive
export OMP_NUM_THREADS OMP_WAIT_POLICY

# rows FILE FIELD...: these fields of each row of a file of JSON, one row a line; "-" where there is none.
rows() {
    awk -v wanted="$(shift && echo "$@")" '
        BEGIN { count = split(wanted, names, " ") }
        /^  {/ { split("", value) }
        /^ *"/ { key = $1; gsub(/[":]/, "", key); gsub(/[",]/, "", $2); value[key] = $2 }
        /^  }/ { for (k = 1; k <= count; ++k) printf "%s%s", names[k] in value ? value[names[k]] : "-", k < count ? " " : "\n" }
    ' "$1"
}

echo "what is measured"
expect 0 '"kernel": "compact"' bench compact --quick --repeat 1 --n 16 --json --markdown table.md
valid_json out.txt "bench --json"
rows out.txt solver scheme ends precision nx direction threads | grep '^spate' | sort >found.txt
for scheme in first-4 first-6; do
    for along in x y z; do echo "spate $scheme closed f64 16 $along 2"; done
done | sort >wanted.txt
diff found.txt wanted.txt || fail "not the runs that were asked for"
grep -q '^| spate | first-6 | closed | f64 | 16x16x16 | z | 2 |' table.md || fail "table.md lacks a row"
grep -q '^\* Command: `spate bench compact --quick ' table.md || fail "table.md does not say its command"

echo "figures"
# 4096 values of two words. A residual row by row: backward error of the elimination, 6 roundings of |L| |U|, which
# for these matrices is at most 3 |A|, once for the matrix and at most 9 + 6 for the right-hand side: 40 in all.
rows out.txt seconds_best rate bytes_floor gbs copy_gbs fraction residual peer_seconds peer_ratio |
    awk '
    function same(what, a, b) {
        if (a > 0 && a < 2 * b && (a - b) ^ 2 <= (1e-12 * b) ^ 2) return
        print "FAIL: row " NR ": " what ": " a ", not " b
        wrong = 1
    }
    {
        same("ns/value", $2, 1e9 * $1 / 4096)
        same("bytes", $3, 4096 * 2 * 8)
        same("GB/s", $4, 1e-9 * $3 / $1)
        same("share of copy", $6, $4 / $5)
        if ($8 != "-") same("ratio", $9, $8 / $1)
        if (!($7 >= 0 && $7 <= 40 * 2 ^ -53)) { print "FAIL: row " NR ": residual " $7; wrong = 1 }
    }
    END { print NR " rows"; exit wrong || NR < 6 }' || fail "figures contradict one another"

echo "narrowed"
for kind in "second-6 closed" "filter-8 periodic" "to-half-first-6 periodic" "from-half-mean-6 closed"; do
    # shellcheck disable=SC2086 # two words
    set -- $kind
    expect 0 '"kernel"' bench compact --repeat 1 --n 16 --scheme "$1" --ends "$2" --precision f32 --direction y --json
    rows out.txt residual | awk '!($1 >= 0 && $1 <= 40 * 2 ^ -24) { print "FAIL: residual " $1; exit 1 }' ||
        fail "$kind: wrong results"
done

echo "boxes"
# Lines of 16 in chunks of 8: 8 roundings for each row of a chunk but one, 16 for the level above them, 18 (judge.h), of
# |L| |U| <= 3 |A|; 16 for the matrix and the right-hand side.
expect 0 '"solver": "cut"' bench compact --quick --repeat 1 --n 16 --scheme first-6 --parts 2x1x2 --json --markdown cut.md
rows out.txt solver parts_x parts_y parts_z ranks seconds_best bytes_floor gbs moved sent_bytes residual | grep '^cut' |
    awk '{
        if ($2 " " $3 " " $4 " " $5 != "2 1 2 1" || $10 != 0 || !($9 > 1 && $9 < 2)) { print "FAIL: " $0; wrong = 1 }
        if (!($11 >= 0 && $11 <= (3 * (8 * 7 + 16 + 18) + 16) * 2 ^ -53)) { print "FAIL: residual " $11; wrong = 1 }
        if (($8 - 1e-9 * $7 / $6) ^ 2 > (1e-12 * $8) ^ 2) { print "FAIL: GB/s " $8; wrong = 1 }
    }
    END { exit wrong || NR != 3 }' || fail "boxes: wrong figures"
grep -q '^| cut | first-6 .* 2x1x2 on 1: ' cut.md || fail "cut.md lacks a row"
expect 0 'from-half-first-6' bench compact --repeat 1 --n 16 --scheme from-half-first-6 --precision f32 --direction x --parts 3
expect 0 'skipped: 16 x 16 x 16 in 17 x 1 x 1 parts' bench compact --repeat 1 --n 16 --scheme first-4 --direction x --parts 17

echo "mistakes"
for parts in 2x 0x1 2x2x2x2 -1 x; do
    mistake 2 "parts must be PxQxR" bench compact --parts $parts
done
mistake 2 "set must be paper" bench compact --set none
mistake 2 "no scheme 'nonsense'" bench compact --scheme nonsense
mistake 2 "direction must be x|y|z" bench compact --direction w
mistake 6 "cannot write none/table.md" bench compact --markdown none/table.md
finish
