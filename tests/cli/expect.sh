# Shared by the tests of commands; sourced after `spate=...`. Works in a temporary folder.
folder=$(mktemp -d)
trap 'rm -rf "$folder" "$folder.lsan"' EXIT
cd "$folder" || exit 1
# fontconfig keeps its tables until the end: not our leak.
echo 'leak:libfontconfig' >"$folder.lsan"
export LSAN_OPTIONS="suppressions=$folder.lsan:print_suppressions=0"
failures=0

fail() {
    echo "FAIL: $*"
    failures=$((failures + 1))
}

# expect CODE PATTERN arguments...: runs spate; PATTERN must be in its output (empty: no output is required).
expect() {
    wanted=$1 pattern=$2
    shift 2
    "$spate" "$@" >out.txt 2>err.txt
    code=$?
    [ $code = "$wanted" ] || fail "spate $*: exit $code, not $wanted: $(tail -n 3 err.txt)"
    [ -z "$pattern" ] || cat out.txt err.txt | grep -q -e "$pattern" ||
        fail "spate $*: nothing like '$pattern': $(head -n 5 err.txt)"
}

# An error gives its exit code, one line on stderr that names the cause, and nothing on stdout.
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

# valley NX NY BED: a terrain of 10 m cells, as an ESRI ASCII grid; BED is awk, of the cell i to the east, j to
# the north.
valley() {
    awk "BEGIN {
        print \"ncols $1\\nnrows $2\\nxllcorner 0\\nyllcorner 0\\ncellsize 10\\nNODATA_value -9999\"
        for (j = $2 - 1; j >= 0; --j)
            for (i = 0; i < $1; ++i)
                printf \"%.3f%s\", $3, i < $1 - 1 ? \" \" : \"\\n\"
    }"
}

# same_values A B FILE [WHEN]: two runs have equal values in a NetCDF file, where a tool can read it.
same_values() {
    command -v ncdump >/dev/null 2>&1 || return 0
    for from in "$1" "$2"; do
        ncdump -p 9,17 "$from/$3" | sed '1,/^data:/d' >"$from.values"
    done
    [ -s "$1.values" ] || fail "${4:+$4: }$1/$3 has no values"
    cmp "$1.values" "$2.values" || fail "${4:+$4: }values of $1/$3 and $2/$3 differ"
}

# Whether MPI is available; mpirun then works for root, and with more ranks than cores.
have_ranks() {
    command -v mpirun >/dev/null 2>&1 && "$spate" version --json | grep -q '"mpi": true' || return 1
    export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
    export OMPI_MCA_rmaps_base_oversubscribe=1
    export OMPI_MCA_btl_vader_single_copy_mechanism=none OMPI_MCA_hwloc_base_binding_policy=none
}

# Without NetCDF there are no maps: the tests of maps are skipped.
need_maps() {
    [ -f "$1/maps.nc" ] && return
    [ $failures = 0 ] || exit 1
    echo "skipped: this build writes no maps"
    exit 77
}

# finish [WORDS]: the last line of a test.
finish() {
    [ $failures = 0 ] && echo "${1:-all of it works}" || echo "$failures failed"
    [ $failures = 0 ]
    exit
}
