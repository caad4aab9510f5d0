#!/bin/sh
# Claim: spate bench vector-invariant measures every kernel, the parts of a step and whole runs, its figures follow from one
# another, and counts of iterations are those that were asked for. Usage: bench_vector_invariant.sh path/to/spate
set -u
spate=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
. "$(cd "$(dirname "$0")" && pwd)/expect.sh"
OMP_NUM_THREADS=2
OMP_WAIT_POLICY=passive
export OMP_NUM_THREADS OMP_WAIT_POLICY

# rows FILE FIELD...: these fields of each row of a file of JSON, one row a line, spaces as _; - where a row has none.
rows() {
    awk -v wanted="$(shift && echo "$@")" '
        BEGIN { count = split(wanted, names, " ") }
        /^  {/ { split("", value) }
        /^ *"/ { key = $1; gsub(/[":]/, "", key); sub(/^ *"[^"]*": */, ""); gsub(/,$/, ""); gsub(/"/, ""); gsub(/ /, "_"); value[key] = $0 }
        /^  }/ { for (k = 1; k <= count; ++k)
            printf "%s%s", (names[k] in value) ? value[names[k]] : "-", k < count ? " " : "\n" }
    ' "$1"
}

# Part of each awk program: relative differences of 1e-9 are those of printed figures.
same='function same(what, a, b) {
    if ((a - b) ^ 2 <= (1e-9 * b) ^ 2) return
    print "FAIL: row " NR ": " what ": " a ", not " b
    wrong = 1
}'
tiny="bench vector-invariant --quick --repeat 1 --n 24 --json"

echo "kernels"
# shellcheck disable=SC2086 # options are words
expect 0 '"kernel": "vector-invariant"' $tiny --set kernels --markdown table.md
valid_json out.txt "bench --json"
cp out.txt kernels.json
# The times of the paper belong to 2048 x 2048 cells.
rows kernels.json words operations seconds_best rate gbs copy_gbs fraction gflops paper_seconds | awk "$same"'
    {
        if (!($3 > 0)) { print "FAIL: row " NR ": no time"; wrong = 1 }
        same("ns/cell", $4, 1e9 * $3 / 576)
        same("GB/s", $5, 1e-9 * 576 * 8 * $1 / $3)
        same("share of copy", $7, $5 / $6)
        if ($2 > 0) same("GFLOP/s", $8, 1e-9 * 576 * $2 / $3)
        if ($9 > 0) { print "FAIL: row " NR ": a time of the paper for another size"; wrong = 1 }
    }
    END { exit wrong || NR != 13 }' || fail "figures of kernels contradict one another"
[ "$(grep -c '^| kernels | ' table.md)" = 13 ] || fail "table.md lacks rows"

echo "parts of a step"
# shellcheck disable=SC2086
expect 0 '"set": "step"' $tiny --set step
# A step is its solves and the rest; the last four rows are an iteration, its solve, the rest of it, and what is no iteration.
rows out.txt seconds_best | awk "$same"'
    { part[NR] = $1 }
    END {
        for (k = 1; k <= 13; k += 3) same("parts of row " k, part[k + 1] + part[k + 2], part[k])
        exit wrong || NR != 16
    }' || fail "parts of a step do not make it"

echo "Newton's method"
# shellcheck disable=SC2086
expect 0 '"set": "newton"' $tiny --set newton
rows out.txt what steps newton_mean newton_most solve_most error_in_time >newton.txt
awk '
    $2 != 10 { print "FAIL: " $1 ": " $2 " steps"; wrong = 1 }
    /^[24]_iterations/ && ($3 != substr($1, 1, 1) || $4 != $3) { print "FAIL: " $0; wrong = 1 }
    /_of_[36]_of_CG/ { split($1, w, "_"); if ($5 != w[4]) { print "FAIL: " $0; wrong = 1 } }
    # The nonlinear system has one solution, whatever solves it.
    /^Newton_1e-8/ { solved = $6 }
    /^1e-8,_Phi/ && !(($6 - solved) ^ 2 < (1e-6 * solved) ^ 2) { print "FAIL: " $0 ", not " solved; wrong = 1 }
    /^Newton_1e-/ { if ($3 < before) { print "FAIL: fewer iterations: " $0; wrong = 1 } before = $3 }
    END { exit wrong || NR != 22 }' newton.txt || fail "iterations are not those that were asked for"

echo "solves with the mass matrix, and times"
# shellcheck disable=SC2086
expect 0 '"set": "mass"' $tiny --set mass
# A solve that is exact to 1e-8 leaves what lines give.
rows out.txt what error_in_time error | awk '
    { if (!($3 > 0)) wrong = 1 }
    /cg_1e-8/ { exact = $2 }
    /lines/ && !(($2 - exact) ^ 2 < (1e-3 * exact) ^ 2) { print "FAIL: lines " $2 ", cg " exact; wrong = 1 }
    END { exit wrong || NR != 14 }' || fail "errors of solves"
# shellcheck disable=SC2086
expect 0 '"set": "ripple"' $tiny --set ripple
rows out.txt options courant steps seconds_best error_in_time paper_seconds | awk '
    { if (!($3 > 0 && $4 > 0 && $5 >= 0)) { print "FAIL: " $0; wrong = 1 } }
    $6 > 0 { ++published }
    END { exit wrong || NR != 26 || published != 13 }' || fail "not the runs of the paper"

echo "whole steps by their floors, and the hundred steps of the paper"
# shellcheck disable=SC2086
expect 0 '"set": "floor"' $tiny --set floor
rows out.txt precision options words steps seconds_best rate gbs copy_gbs fraction >floor.txt
awk "$same"'
    { same("ns/cell", $6, 1e9 * $5 / 576); same("GB/s", $7, 1e-9 * 576 * $3 * ($1 == "f64" ? 8 : 4) / $5)
      same("share of copy", $9, $7 / $8) }
    END { exit wrong || NR != 8 }' floor.txt || fail "figures of whole steps contradict one another"
for precision in f64 f32; do
    cat <<-END
	$precision vi-leapfrog:form=energy 10 1
	$precision vi-leapfrog:form=energy:mass-matrix=consistent 14 1
	$precision vi-rk3:form=energy 27 1
	$precision vi-rk3:form=energy:mass-matrix=consistent 39 1
	END
done >wanted.txt
cut -d ' ' -f 1-4 floor.txt | diff - wanted.txt || fail "not the steps of the floor"
# shellcheck disable=SC2086
expect 0 '"precision": "f32"' $tiny --set floor --precision f32
[ "$(grep -c '"precision"' out.txt)" = 4 ] || fail "--precision f32 gives other rows"
# shellcheck disable=SC2086
expect 0 '"set": "hundred"' $tiny --set hundred
# The seconds of the paper belong to 5120 x 5120 cells.
rows out.txt steps words seconds_best gbs rate paper_seconds | awk "$same"'
    { if ($1 != 100 || $6 > 0) { print "FAIL: " $0; wrong = 1 }
      same("GB/s", $4, 1e-9 * 57600 * 8 * $2 / $3); same("ns/cell/step", $5, 1e9 * $3 / 57600) }
    END { exit wrong || NR != 7 }' || fail "not the hundred steps"
# The beginning with the mass matrix, two iterations of Newton's method, the end, six of conjugate gradients.
rows out.txt options words | grep -q "^vi-semi-implicit:.*:newton-iterations=2:solve-iterations=3 $((17 + 2 * 16 + 5 + 6 * 13))$" ||
    fail "words of an implicit step: $(rows out.txt options words | grep semi)"
rows out.txt options words | awk '/mass-matrix=cg/ && !($2 > (/rk3/ ? 39 : 14)) { print "FAIL: " $0; exit 1 }' ||
    fail "iterations with the mass matrix have no words"

echo "mistakes"
mistake 2 "set must be kernels|step|floor|hundred|mass|newton|ripple|all" bench vector-invariant --set half
mistake 4 "backend is \"nonsense\"" bench vector-invariant --backend nonsense
mistake 6 "cannot write none/table.md" bench vector-invariant --set kernels --quick --markdown none/table.md
finish
