#!/bin/sh
# Claim: spate bench tridiag-distributed measures the requested cuts and solves them correctly.
# Usage: bench_tridiag_distributed.sh path/to/spate
set -u
spate=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
. "$(cd "$(dirname "$0")" && pwd)/expect.sh"
OMP_NUM_THREADS=2
OMP_WAIT_POLICY=passive
export OMP_NUM_THREADS OMP_WAIT_POLICY

tiny="bench tridiag-distributed --quick --repeat 1 --unknowns 30000"

echo "what is measured"
# shellcheck disable=SC2086 # options are words
expect 0 "^general *contiguous *f64 *520 *57 *2 *1 *4 gather" $tiny --n 520 --markdown table.md
[ "$(grep -c '^general' out.txt)" = 8 ] || fail "not 1, 2, 4 and 8 parts in two layouts"
[ "$(grep -c '^toeplitz' out.txt)" = 8 ] || fail "not 1, 2, 4 and 8 parts in two layouts"
grep -q '^| toeplitz | strided | f64 | 520 | 57 | 2 | 1 | 8 | gather |' table.md || fail "table.md lacks a row"
grep -q '^\* Command: `spate bench tridiag-distributed --quick ' table.md || fail "table.md does not say its command"
# tests/solvers checks accuracy; here solutions must be finite, and cuts cost few bytes.
awk '/^(general|toeplitz)/ {
        if (!($NF >= 0 && $NF <= 1)) { print "FAIL: residual " $NF; wrong = 1 }
        if (!($(NF - 3) >= 1 && $(NF - 3) <= 1.8)) { print "FAIL: moves " $(NF - 3) " times as much"; wrong = 1 }
    }
    END { exit wrong }' out.txt || fail "wrong solutions or too many bytes"

echo "narrowed"
# shellcheck disable=SC2086
expect 0 "^general *strided *f32 *96 *312 *1 *1 *3 neighbours" $tiny --n 96 --chunk 32 --parts 3 --matrix general \
    --layout strided --precision f32 --threads 1 --reduced neighbours --tolerance 0.1
[ "$(wc -l <out.txt)" = 2 ] || fail "more than one row: $(cat out.txt)"

echo "mistakes"
mistake 2 "9 parts: lines of 512 rows have fewer chunks of 64 rows" bench tridiag-distributed --n 512 --parts 9
mistake 2 "reduced must be auto|gather|all-to-all|neighbours" bench tridiag-distributed --reduced none
mistake 6 "cannot write none/table.md" bench tridiag-distributed --markdown none/table.md
mistake 5 "couplings across a part may cause errors" bench tridiag-distributed --quick --unknowns 3000 --n 128 \
    --chunk 8 --parts 16 --matrix general --reduced neighbours
finish
