#!/bin/sh
# Claim: spate bench tridiag measures the requested lines, solves them correctly, and its figures are consistent.
# Usage: bench_tridiag.sh path/to/spate
set -u
spate=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
. "$(cd "$(dirname "$0")" && pwd)/expect.sh"
OMP_NUM_THREADS=2
OMP_WAIT_POLICY=passive
export OMP_NUM_THREADS OMP_WAIT_POLICY

tiny="bench tridiag --quick --repeat 1 --unknowns 3000"

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
# shellcheck disable=SC2086 # options are words
expect 0 '"kernel": "tridiag"' $tiny --n 30 --precision f64 --json --markdown table.md
valid_json out.txt "bench --json"
cp out.txt all.json
# The choice of auto is measured once for each class, layout, precision and number of threads.
rows all.json auto matrix layout precision threads n batch | grep '^true' | sort >chosen.txt
for kind in "general contiguous" "general strided" "general interleaved" "shared contiguous" "shared strided" \
    "toeplitz contiguous" "toeplitz strided"; do
    for threads in 1 2; do echo "true $kind f64 $threads 30 100"; done
done | sort >wanted.txt
diff chosen.txt wanted.txt || fail "not the runs that were asked for"
grep -q '^| thomas.* | general | contiguous | f64 | 30 | 100 | 2 |' table.md || fail "table.md lacks a row"
grep -q '^\* Command: `spate bench tridiag --quick ' table.md || fail "table.md does not say its command"

echo "figures"
# 3000 unknowns of 5 or 2 values. Rows are dominant (Pade: equally stable): Thomas leaves residuals of 27 roundings at
# most (tests/solvers/judge.h), and their evaluation adds 4; of cyclic reduction (cr, pcr, cr-pcr) only
# finite values are required here.
rows all.json matrix precision seconds_best rate bytes_floor gbs copy_gbs fraction residual peer_seconds peer_ratio solver |
    awk '
    function same(what, a, b) {
        if (a > 0 && a < 2 * b && (a - b) ^ 2 <= (1e-12 * b) ^ 2) return
        print "FAIL: row " NR ": " what ": " a ", not " b
        wrong = 1
    }
    {
        same("ns/unknown", $4, 1e9 * $3 / 3000)
        same("bytes", $5, 3000 * ($1 == "general" ? 5 : 2) * ($2 == "f32" ? 4 : 8))
        same("GB/s", $6, 1e-9 * $5 / $3)
        same("share of copy", $8, $6 / $7)
        if ($10 != "-") same("ratio", $11, $10 / $3)
        if (!($9 >= 0 && $9 <= ($12 ~ /cr$/ ? 1 : 31 * 2 ^ -53))) { print "FAIL: row " NR ": residual " $9; wrong = 1 }
    }
    END { print NR " rows"; exit wrong || NR < 14 }' || fail "figures contradict one another"
if grep -q "no peers" err.txt; then
    ! grep -q '"backend": "lapack"' all.json || fail "peers that are said to be missing"
else
    for peer in gtsv gttrs pttrs; do
        grep -q "\"solver\": \"$peer\"" all.json || fail "no $peer"
        grep -q "\"peer\": \"g" all.json || fail "no ratio to LAPACK"
    done
fi

echo "narrowed"
# shellcheck disable=SC2086
expect 0 '"precision": "f32"' $tiny --n 30 --precision f32 --layout contiguous --threads 1 --json
rows out.txt precision bytes_floor matrix | sort -u >kinds.txt
printf 'f32 %s\n' '24000 shared' '24000 toeplitz' '60000 general' >wanted.txt
diff kinds.txt wanted.txt || fail "f32: not the words that were asked for"
rows out.txt residual solver | awk '!($1 >= 0 && $1 <= ($2 ~ /cr$/ ? 1 : 31 * 2 ^ -24)) { print "FAIL: residual " $1; wrong = 1 } END { exit wrong }' ||
    fail "f32: wrong solutions"
# shellcheck disable=SC2086
expect 0 "^thomas (auto) *general *strided *f64 *64 *46 *1 " $tiny --n 64 --matrix general --layout strided \
    --precision f64 --threads 1 --algorithm auto
[ "$(wc -l <out.txt)" = 2 ] || fail "more than one row: $(cat out.txt)"

echo "systems of Aackermann and Dinesen Pedersen (2012)"
# thomas FIELD...: of the rows of our Thomas.
thomas() { rows out.txt solver "$@" | sed -n 's/^thomas //p' | sort; }
expect 0 "i3-2120" bench tridiag --set paper --n 1023 --layout contiguous --precision f64 --threads 1 --algorithm thomas \
    --repeat 1 --json
[ "$(thomas n batch paper_seconds)" = "1023 512 0.01397" ] || fail "set paper: $(thomas n batch paper_seconds)"
expect 0 '"n": 511' bench tridiag --set paper --quick --layout interleaved --precision f32 --repeat 1 --threads 1 \
    --algorithm thomas --json
[ "$(thomas n batch paper_seconds | tr '\n' ,)" = "255 128 -,511 256 -," ] || fail "set paper, quick: $(thomas n batch)"

echo "how good auto is"
# judged PERCENT LAYOUT REAL: the lines of set auto with 4 rows, by our solvers only; over_best follows from the times, and the
# exit code shows whether a choice of auto was slower than the best of its group by more than PERCENT.
judged() {
    # shellcheck disable=SC2086
    "$spate" $tiny --set auto --n 4 --layout "$2" --precision "$3" --threads 1 --within "$1" --markdown auto.md --json \
        >out.txt 2>err.txt
    code=$?
    rows out.txt matrix layout precision n batch peer | sort -u >kinds.txt
    for lines in 1 16 64 750 1024; do echo "general $2 $3 4 $lines -"; done | sort >wanted.txt
    diff kinds.txt wanted.txt || fail "set auto: not its lines"
    rows out.txt batch seconds_best auto over_best | awk -v percent="$1" '
        !($1 in best) || $2 < best[$1] { best[$1] = $2 }
        $3 == "true" { chosen[$1] = $2; told[$1] = $4 }
        END {
            for (group in chosen) {
                ratio = chosen[group] / best[group]
                if ((told[group] / ratio - 1) ^ 2 > 1e-18) wrong = group
                if (ratio > worst) worst = ratio
            }
            if (wrong) print "over_best of " wrong " lines is " told[wrong]
            else print (worst > 1 + percent / 100 ? 7 : 0)
        }' >wanted.txt
    [ "$code" = "$(cat wanted.txt)" ] || fail "within $1: exit $code, not $(cat wanted.txt): $(tail -n 1 err.txt)"
    grep -q "^auto: within .* of our best in .*5 groups" auto.md || fail "auto.md does not say how good auto is"
    echo "within $1 %: exit $code"
}
judged 0 contiguous f32
judged 1e9 interleaved f64
[ "$code" = 0 ] || fail "nothing takes ten million times the time of the best"

echo "mistakes"
mistake 2 "set paper has no such lines" bench tridiag --set paper --n 100
mistake 2 "set must be auto|paper" bench tridiag --set all
mistake 2 "within" bench tridiag --within -1
mistake 2 "within compares auto with all algorithms, not with thomas" bench tridiag --within 10 --algorithm thomas
mistake 2 "matrix must be general|shared|toeplitz" bench tridiag --matrix full
mistake 2 "a shared matrix is not measured with interleaved lines" bench tridiag --matrix shared --layout interleaved
mistake 6 "cannot write none/table.md" bench tridiag --markdown none/table.md
mistake 2 "nonsense" bench tridiag --algorithm nonsense --unknowns 1000 --n 10
finish
