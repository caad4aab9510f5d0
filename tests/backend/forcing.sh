#!/bin/sh
# Claim: a case file with every forcing gives on another backend what it gives on the CPU, maps, maxima, last state, gauges,
# sections and mass balance included. Its strict kernels: the same bits in every file. Its fast ones (docs/internals/cuda.md): no further
# from the CPU than rounding to f32 moves the CPU. In f64 that is the distance between the CPU's f32 and f64; in f32 both sides
# are rounded, so that by the triangle inequality it is twice that. So over all cells of a map: arrivals and durations jump at
# a threshold and gauges are single cells, whose luck says nothing; how far they are is in the table of `spate compare`. Of the
# mass balance: a step stores each depth twice and rounds it by half a unit at most, so that n steps lose at most n units.
# Usage: forcing.sh SPATE BACKEND [options of spate run]; SPATE_ISAS: "strict fast". Exits with 77 without case files.
set -u
spate=$(realpath "$1") backend=$2
shift 2
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$spate" version --json | grep -q '"libyaml": true' || { echo "skipped: no libyaml, no case files"; exit 77; }
"$here/../cli/forcing_data.sh" "$work" || exit 1
cd "$work" || exit 1
failures=0

run() { # NAME PRECISION BACKEND ISA [options]
    name=$1 real=$2 where=$3 isa=$4
    shift 4
    "$spate" run forcing.yaml --backend "$where" --set solver.isa="$isa" --set solver.precision="$real" --set output.rasters=asc --quiet \
        --json --out "$name" "$@" >"$name.json" 2>log || { cat log; echo "FAIL: $name: exit $?"; exit 1; }
}
figures() { # A B: rmse of everything the two runs share, a line each: RMSE|NAME
    "$spate" compare "$1" "$2" --json 2>/dev/null | awk -F '"' '
        $2 == "what" { what = $4 } $2 == "identical" && /true/ { print "0|" what }
        $2 == "rmse" { value = $3; gsub(/[:, ]/, "", value); print value "|" what }'
}

for real in f32 f64; do run cpu-$real $real cpu auto "$@"; done
figures cpu-f32 cpu-f64 >rounding
[ "$(wc -l <rounding)" -ge 20 ] || { echo "FAIL: only $(wc -l <rounding) things to compare"; exit 1; }

strict() {
    for real in f32 f64; do
        run strict-$real $real "$backend" strict "$@"
        if "$spate" compare "strict-$real" "cpu-$real" --max-difference 0 >compared 2>&1; then
            echo "strict $real: $(tail -n 1 compared)"
        else
            grep -v identical compared | head -n 12
            echo "FAIL: strict $real differs from the CPU"
            failures=$((failures + 1))
        fi
        for file in mass.csv gauges/bridge.csv sections/valley.csv; do
            cmp "strict-$real/$file" "cpu-$real/$file" || failures=$((failures + 1))
        done
    done
}

fast() {
    for real in f32 f64; do
        run fast-$real $real "$backend" fast "$@"
        figures fast-$real cpu-$real >distance
        awk -F '|' -v allowed="$([ $real = f32 ] && echo 2 || echo 1)" -v real=$real '
            FNR == NR { rounding[$2] = $1; next }
            { judged = $2 ~ /^[a-z]*\.nc:/ && $2 !~ /arrival|duration/; count += judged; bad = judged && !($1 <= allowed * rounding[$2])
              share = rounding[$2] > 0 ? $1 / rounding[$2] : ($1 > 0 ? "inf" : 0)
              if (judged && share > most) { most = share; which = $2 }
              if (bad) { failed++; printf "FAIL: fast %s: %s: RMSE %s from the CPU, rounding %s\n", real, $2, $1, rounding[$2] } }
            END { printf "fast %s: %d compared, at most %.3g of rounding to f32 (%s), allowed %d\n", real, count, most, which, allowed
                  exit count < 10 || failed > 0 }' rounding distance || failures=$((failures + 1))
        awk -v unit="$([ $real = f32 ] && echo 1.1920929e-7 || echo 2.220446e-16)" -v real=$real '
            $1 == "\"mass_error\":" { error = $2 + 0 } $1 == "\"steps\":" { steps = $2 + 0 }
            END { if (error < 0) error = -error
                  printf "fast %s: mass error %.3g after %d steps, allowed %.3g\n", real, error, steps, steps * unit
                  exit !(steps > 0 && error <= steps * unit) }' fast-$real.json || failures=$((failures + 1))
    done
}

for kind in ${SPATE_ISAS:-strict fast}; do $kind "$@"; done
[ $failures = 0 ] && echo "every forcing: $backend and the CPU agree" || echo "$failures failed"
[ $failures = 0 ]
