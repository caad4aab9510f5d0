#!/bin/sh
# Claim: spate bench krylov solves the requested systems with every preconditioner, its figures are consistent, and what it
# calls solved is solved. Usage: bench_krylov.sh path/to/spate
set -u
spate=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
. "$(cd "$(dirname "$0")" && pwd)/expect.sh"
OMP_NUM_THREADS=2
OMP_WAIT_POLICY=passive
CUDA_VISIBLE_DEVICES= # the runs of a machine without a GPU
export OMP_NUM_THREADS OMP_WAIT_POLICY CUDA_VISIBLE_DEVICES
unset SPATE_PLUGINS

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

tiny="bench krylov --quick --repeat 1 --n 48"

echo "what is measured"
# shellcheck disable=SC2086 # options are words
expect 0 '"kernel": "krylov"' $tiny --ratios 5,20 --precision all --threads 1 --json --markdown table.md
valid_json out.txt "bench --json"
cp out.txt all.json
for solver in none jacobi; do # the names of all others come from the library
    for real in f64 f32 mixed; do
        for ratio in 5 20; do
            rows all.json solver precision ratio n | grep -q "^$solver $real $ratio 48\$" ||
                fail "no row of $solver in $real at ratio $ratio"
        done
    done
done
grep -q '^| none | cpu | f64 | 48 | 5 |' table.md || fail "table.md lacks rows"
grep -q '^\* Command: `spate bench krylov --quick ' table.md || fail "table.md does not say its command"

echo "figures"
# 13 words for each unknown and iteration and those of the preconditioner, 15.5 in all with rrb. The true residual, from the matrix of the benchmark, is at most 1e-6
# of the right-hand side. The solver stops by the residual of its recursion: the two drift apart by some eps |A| |x|, and |A|
# is up to 8 ratio^2 + 1 = 3201: in f64 by 1e-12 or less, in f32 by up to 4e-4 (ratio 20).
rows all.json solver backend precision iterations seconds_best rate words bytes_floor gbs copy_gbs fraction residual \
    seconds_per_iteration failure setup_seconds | awk '
    function same(what, a, b) {
        if (a > 0 && a < 2 * b && (a - b) ^ 2 <= (1e-12 * b) ^ 2) return
        print "FAIL: " $0 ": " what ": " a ", not " b
        wrong = 1
    }
    BEGIN {
        count = split("none 0 jacobi 1 block-jacobi 4 ssor 7 chebyshev 24 fsai 9 ic 7 rrb 8 multigrid 13", list, " ")
        for (k = 1; k < count; k += 2) added[list[k]] = list[k + 1]
    }
    $14 != "-" { print "FAIL: " $0; wrong = 1; next }
    {
        same("ns/unknown", $6, 1e9 * $5 / 2304)
        same("time of an iteration", $13, $5 / $4)
        limit = $3 == "f32" ? 4e-4 : 1.001e-6
        if (!($12 <= limit)) { print "FAIL: " $0 ": residual " $12; wrong = 1 }
        if (!($4 >= 1 && $15 > 0)) { print "FAIL: " $0 ": no iteration, or no set-up"; wrong = 1 }
    }
    $2 == "cpu" {
        ++ours
        same("words", $7, ($1 ~ /^(rrb|multigrid)$/ ? 7.5 : 13) + ($3 == "mixed" ? 0.5 : 1) * added[$1])
        same("bytes", $8, 2304 * $7 * $4 * ($3 == "f32" ? 4 : 8))
        same("GB/s", $9, 1e-9 * $8 / $5)
        same("share of copy", $11, $9 / $10)
    }
    END { print ours " rows of ours"; exit wrong || ours < 12 }' || fail "figures contradict one another"
# Longer steps need more iterations of plain conjugate gradients.
rows all.json solver precision ratio iterations | awk '
    $1 == "none" && $2 == "f64" { n[$3] = $4 } END { exit !(n[5] > 0 && n[20] > n[5]) }' ||
    fail "a longer step is not harder to solve"

echo "what options narrow"
# shellcheck disable=SC2086
expect 0 . $tiny --ratios poisson --preconditioners jacobi,none --precision f64 --threads 2 --bed flat --rhs drop --json
[ "$(rows out.txt solver ratio threads bed rhs)" = "none poisson 2 flat drop
jacobi poisson 2 flat drop" ] ||
    fail "not the run that was asked for: $(cat out.txt)"

echo "mistakes"
mistake 2 "preconditioner 'jacoby' is unknown: there are none, jacobi" bench krylov --preconditioners none,jacoby
mistake 2 "preconditioner '' is unknown" bench krylov --preconditioners none,
mistake 2 "method 'gmres' is unknown: there are cg" bench krylov --method gmres
mistake 2 "ratios 10,,20: up to 16 numbers" bench krylov --ratios 10,,20
mistake 2 "ratios -3: up to 16 numbers" bench krylov --ratios -3
mistake 2 "ratios 10,fish: up to 16 numbers" bench krylov --ratios 10,fish
mistake 2 "precision must be f32|f64|mixed|all" bench krylov --precision f16
mistake 4 "backend is \"nonsense\"" bench krylov --backend nonsense
expect 6 "cannot write none/table.md" bench krylov --markdown none/table.md
finish
