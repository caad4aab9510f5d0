# Shared by the tests of commands; sourced after `spate=...`. Works in a folder of its own.
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
failures=0

fail() {
    echo "FAIL: $*"
    failures=$((failures + 1))
}

# expect CODE PATTERN arguments...: runs spate; PATTERN must be in what it says.
expect() {
    wanted=$1 pattern=$2
    shift 2
    "$spate" "$@" >out.txt 2>err.txt
    code=$?
    [ $code = "$wanted" ] || fail "spate $*: exit $code, not $wanted: $(head -n 3 err.txt)"
    cat out.txt err.txt | grep -q -e "$pattern" || fail "spate $*: nothing like '$pattern': $(head -n 5 err.txt)"
}

# A mistake gives its exit code, one line on stderr that names the cause, and nothing on stdout.
mistake() {
    expect "$@"
    shift 2
    [ "$(wc -l <err.txt)" = 1 ] || fail "spate $*: more than one line: $(cat err.txt)"
    [ ! -s out.txt ] || fail "spate $*: a mistake printed to stdout"
}

valid_json() {
    command -v python3 >/dev/null 2>&1 || return 0
    python3 -c 'import json, sys; json.load(sys.stdin)' <"$1" || fail "$2: not JSON"
}

# Without NetCDF there are no maps: the tests of maps are skipped.
need_maps() {
    [ -f "$1/maps.nc" ] && return
    [ $failures = 0 ] || exit 1
    echo "skipped: this build writes no maps"
    exit 77
}

finish() {
    [ $failures = 0 ] && echo "all of it works" || echo "$failures failed"
    [ $failures = 0 ]
    exit
}
