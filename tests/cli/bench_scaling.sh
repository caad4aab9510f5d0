#!/bin/sh
# Claim: spate bench scaling measures any scheme on threads, parts and ranks, its figures and its model follow from one
# another, and what is modelled says so. Usage: bench_scaling.sh path/to/spate
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
        /^ *"/ { key = $1; gsub(/[":]/, "", key); sub(/^ *"[^"]*": */, ""); gsub(/[",]/, ""); gsub(/ /, "_"); value[key] = $0 }
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
tiny="bench scaling --quick --repeat 1 --precision f64 --json"

echo "threads and parts of one process"
# shellcheck disable=SC2086 # options are words
expect 0 '"kernel": "scaling"' $tiny --schemes kurganov,staggered --n 128 --parts 2 --cg-n 64 --iterations 5 --markdown table.md
valid_json out.txt "bench --json"
cp out.txt all.json
{
    echo "link copy - - 1 - 2 measured"
    for scheme in kurganov staggered; do
        echo "step $scheme alone 128 1 1 1 measured"
        echo "step $scheme strong 128 1 1 2 measured"
        for what in step halo; do echo "$what $scheme strong 128 1 2 2 measured"; done
        echo "step $scheme weak 256 1 1 2 measured"
        for what in step halo; do echo "$what $scheme weak 256 1 2 2 measured"; done
    done
    for system in helmholtz mass-x mass-y; do
        echo "cg $system alone 64 1 1 1 measured"
        for parts in 1 2; do echo "cg $system strong 64 1 $parts 2 measured"; done
    done
} >wanted.txt
rows all.json what series mode ny ranks parts threads origin >measured.txt
diff measured.txt wanted.txt || fail "not the runs that were asked for"
[ "$(grep -c '^| step | kurganov |' table.md)" = 5 ] || fail "table.md lacks rows"

echo "figures"
# Both schemes exchange three fields; two parts one above the other send 128 cells and the last face of as many rows as the
# halo is wide. RK2 needs 17 words, the staggered scheme 7. Sections of a step are not more than the step.
rows all.json what series mode nx ny threads parts seconds_best efficiency rate bytes_floor gbs bytes_sent messages \
    model_seconds stage_seconds halo_seconds reduce_seconds gflops | awk "$same"'
    $1 == "link" { latency = $8; per_byte = $12 == "null" ? 0 : 1e-9 / $12 }
    $1 == "step" {
        cells = $4 * $5
        if ($3 == "alone") alone = $8 / cells
        same("efficiency", $9, alone * cells / ($6 * $8))
        same("ns/cell", $10, 1e9 * $8 / cells)
        same("bytes", $11, cells * ($2 == "kurganov" ? 17 : 7) * 8)
        same("GB/s", $12, 1e-9 * $11 / $8)
        if ($7 == 1) { base = $8; if ($15 != "null") { print "FAIL: row " NR ": a model of " $15; wrong = 1 } }
        else same("model", $15, base + $14 * latency + $13 * per_byte)
        if (!($16 + $17 + $18 <= $8 * (1 + 1e-9)) || !($16 > 0)) { print "FAIL: row " NR ": sections"; wrong = 1 }
    }
    $1 == "halo" {
        width = $2 == "kurganov" ? 2 : 4
        same("bytes sent", $13, 2 * 129 * width * 3 * 8)
        same("messages", $14, 2)
        same("GB/s", $12, 1e-9 * $13 / $8)
    }
    $1 == "cg" {
        if ($3 == "alone") alone = $8
        same("efficiency", $9, alone / ($6 * $8))
        same("bytes", $11, 64 * 64 * 5 * 13 * 8)
        same("operations", $19, 1e-9 * 64 * 64 * 5 * ($2 == "helmholtz" ? 19 : 15) / $8)
    }
    END { exit wrong || NR != 24 }' || fail "figures contradict one another"

echo "the published machine"
# shellcheck disable=SC2086
expect 0 '"origin": "modelled"' $tiny --machine emerald-m2090
rows out.txt series mode processes paper_seconds model_seconds difference paper_efficiency efficiency compute_seconds \
    latency_seconds transfer_seconds reduce_seconds messages bytes_sent reductions origin what | awk "$same"'
    $17 == "halo" {
        same("300 exchanges", $5, $10 + $11)
        same("difference of exchanges", $6, $5 / $4 - 1)
        ++halos
        next
    }
    { if ($3 == 1) { alone = $4; latency = 0 }
      ideal = $2 == "weak" ? alone : alone / $3
      edge = $2 == "weak" ? 5120 : 5120 / sqrt($3)
      if (edge == int(edge)) same("compute", $9, ideal)
      same("whole", $5, $9 + $10 + $11 + $12)
      same("efficiency", $8, ideal / $5)
      same("paper efficiency", $7, ideal / $4)
      if ($3 == 1) same("one GPU", $5, $4)
      else {
          same("difference", $6, $5 / $4 - 1)
          if (edge == int(edge)) same("bytes", $14, $13 / 8 * (4 * edge + 4) * 8)
          same("reductions", $12, $15 * log($3) / log(2) * $10 / $13)
      }
      if ($16 != "modelled") { print "FAIL: row " NR ": " $16; wrong = 1 } }
    END { exit wrong || NR != 52 || halos != 10 }' || fail "the model contradicts itself"
# At the least squares, residuals of the halo benchmark (side of a box, seconds of 300 exchanges) are orthogonal to messages
# and bytes: a sum of ten terms, each rounded to some 1e-15 of itself.
rows out.txt processes latency_seconds transfer_seconds messages bytes_sent | awk '
    $1 == 64 { latency = $2 / $4 / 100; per_byte = $3 / $5 / 100 }
    END {
        n = split("2560 .055 1706 .051 1280 .056 1024 .048 853 .053 5120 .079 5120 .096 5120 .123 5120 .136 5120 .110", v, " ")
        for (k = 1; k < n; k += 2) {
            bytes = 8 * (4 * v[k] + 4)
            residual = 8 * latency + bytes * per_byte - v[k + 1] / 300
            sum += residual; moment += residual * bytes; size += v[k + 1] / 300; size_moment += v[k + 1] / 300 * bytes
        }
        print "  residuals: " sum / size ", " moment / size_moment
        exit !(sum ^ 2 <= (1e-12 * size) ^ 2 && moment ^ 2 <= (1e-12 * size_moment) ^ 2 && latency > 0 && per_byte > 0)
    }' || fail "not the least squares of the halo benchmark"
expect 0 "fitted to tables 18 and 19" bench scaling --machine emerald-m2090

echo "a cluster"
# shellcheck disable=SC2086
expect 0 . $tiny --machine h200-cluster --schemes staggered --n 1024 --network-latency 7 --network-bandwidth 20 --gpu-copy 4000
rows out.txt processes model_seconds latency_seconds transfer_seconds messages bytes_sent efficiency origin | awk "$same"'
    $1 == 1 { same("one GPU", $2, 1024 * 1024 * 7 * 8 / (0.5 * 4000e9)) }
    { same("latency", $3, $5 * 7e-6); same("transfer", $4, $6 / 20e9)
      if ($8 != "modelled" || ($1 > 1 && !($7 < 1))) { print "FAIL: row " NR ": " $0; wrong = 1 } }
    END { exit wrong || NR != 14 }' || fail "the model does not follow its parameters"

echo "ranks"
if have_ranks; then
    mpirun -n 2 "$spate" bench scaling --quick --repeat 1 --json --set steps --schemes staggered --n 128 --threads 1 \
        >out.txt 2>err.txt || fail "two ranks: $(tail -n 3 err.txt)"
    valid_json out.txt "bench --json of ranks"
    rows out.txt what mode ranks parts messages origin | sed -n '1,6p' >measured.txt
    cat >wanted.txt <<-END
	link - 2 - - measured
	step alone 1 1 0 measured
	step all_alone 2 1 0 measured
	step strong 2 2 1 measured
	halo strong 2 2 2 measured
	step weak 2 2 1 measured
	END
    diff measured.txt wanted.txt || fail "not the runs of ranks"
    [ "$(rows out.txt origin what | grep -c '^modelled model$')" = 12 ] || fail "no model of more ranks"
else
    echo "skipped: no mpirun"
fi

echo "pictures and mistakes"
if "$spate" bench scaling --machine emerald-m2090 --plot picture.svg >out.txt 2>err.txt; then
    grep -q "<svg" picture.svg || fail "no picture"
else
    mistake 4 "pictures need cairo" bench scaling --plot picture.svg
fi
mistake 2 "machine must be this|emerald-m2090|h200-cluster" bench scaling --machine cray
mistake 2 "unknown scheme 'nonsense'" bench scaling --schemes nonsense
mistake 2 "set must be steps|cg|all" bench scaling --set none
mistake 2 "system must be helmholtz|mass-x|mass-y|all" bench scaling --system mass
mistake 4 "backend is \"nonsense\"" bench scaling --backend nonsense
finish
