#!/bin/sh
# Every example is checked and run for a short time. The real cases use their run.sh; that of Malpasset needs
# SPATE_DATA. Usage: examples.sh path/to/spate [part of a folder's name ...]
set -u
spate=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
shift
examples=$(cd "$(dirname "$0")/../../examples" && pwd)
. "$(cd "$(dirname "$0")" && pwd)/expect.sh"
ran=0 skipped=0

# Simulated time that takes about a second.
short() {
    case $1 in
        01-*) echo '0.5 s' ;;
        03-*) echo '10 min' ;;
        07-*) echo '6 h' ;;
        08-*) echo '3 min' ;;
        monai) echo '0.2 s' ;;
        *) echo '10 s' ;;
    esac
}

wanted() { # NAME [PART ...]
    [ $# = 1 ] && return 0
    whole=$1
    shift
    for part; do
        case $whole in *"$part"*) return 0 ;; esac
    done
    return 1
}

run_case() { # NAME END: the case as it is
    "$spate" check --threads 1 --set time.end="$2" "$examples/$1/case.yaml" &&
        "$spate" run --quiet --threads 1 --set time.end="$2" --out "$1.out" "$examples/$1/case.yaml"
}

run_real() { # NAME END: the terrain of Malpasset is not part of Spate
    case $1 in
        malpasset) "$examples/$1/run.sh" 60 "$spate" --quiet --threads 1 --end "$2" ;;
        *) "$examples/$1/run.sh" 0.014 "$spate" --quiet --threads 1 --end "$2" ;;
    esac
}

for path in "$examples"/*/case.yaml; do
    [ -f "$path" ] || { fail "no examples in $examples"; break; }
    name=$(basename "$(dirname "$path")")
    wanted "$name" "$@" || continue
    end=$(short "$name")
    if [ -f "$examples/$name/run.sh" ]; then
        run_real "$name" "$end" >said.txt 2>&1
    else
        run_case "$name" "$end" >said.txt 2>&1
    fi
    code=$?
    if [ $code = 77 ]; then
        echo "$name: $(tail -n 1 said.txt)"
        skipped=$((skipped + 1))
        continue
    fi
    if [ $code != 0 ]; then
        fail "$name: exit $code: $(tail -n 3 said.txt)"
        continue
    fi
    for file in maps.nc max.nc mass.csv run.json; do
        [ -n "$(find . -path "./$name*.out/$file" -size +0)" ] || fail "$name: no $file"
    done
    ran=$((ran + 1))
    echo "$name: first $end"
    rm -rf "$name"*.out
done
echo "$ran run, $skipped skipped, $failures failures"
[ $failures = 0 ]
