#!/bin/sh
# Every example is checked and runs for a few steps. The real cases need their data: SPATE_DATA.
# Usage: examples.sh path/to/spate [name ...]; a name is a part of a folder's name.
set -u
spate=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
shift
examples=$(cd "$(dirname "$0")/../../examples" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failures=0 ran=0 skipped=0

fail() {
    echo "FAIL: $*"
    failures=$((failures + 1))
}

# Simulated time that takes a second or so, for each example (tsunamis start with still water).
short() {
    case $1 in
        01-*) echo '0.5 s' ;;
        03-*) echo '10 min' ;;
        *monai*) echo '0.2 s' ;;
        *) echo '10 s' ;;
    esac
}

wanted() { # NAME [part ...]
    name=$1
    shift
    [ $# = 0 ] && return 0
    for part; do
        case $name in *"$part"*) return 0 ;; esac
    done
    return 1
}

one() { # NAME CASE
    end=$(short "$1")
    "$spate" check --set time.end="$end" "$2" >"$folder/check.txt" 2>&1 ||
        { fail "$1: check: exit $?: $(tail -n 2 "$folder/check.txt")"; return; }
    "$spate" run --quiet --set time.end="$end" --out "$folder/$1.out" "$2" >"$folder/run.txt" 2>&1 ||
        { fail "$1: run: exit $?: $(tail -n 2 "$folder/run.txt")"; return; }
    for file in maps.nc max.nc mass.csv run.json; do
        [ -s "$folder/$1.out/$file" ] || fail "$1: no $file"
    done
    ran=$((ran + 1))
    echo "$1: checked, and run for $end"
    rm -rf "$folder/$1.out"
}

for path in "$examples"/*/case.yaml; do
    [ -f "$path" ] || { fail "no examples in $examples"; break; }
    name=$(basename "$(dirname "$path")")
    wanted "$name" "$@" || continue
    case $name in
        *malpasset* | *monai*)
            if [ -z "${SPATE_DATA:-}" ] || [ ! -d "${SPATE_DATA:-}" ]; then
                echo "$name: skipped, SPATE_DATA does not name the folder of its data"
                skipped=$((skipped + 1))
                continue
            fi ;;
    esac
    one "$name" "$path"
done
echo "$ran examples run, $skipped skipped, $failures failures"
[ $failures = 0 ]
