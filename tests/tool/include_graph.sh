#!/bin/sh
# Claim: a folder includes only folders that come earlier in the order. The order is written here and nowhere else.
# Usage: include_graph.sh [ROOT]
#
# Prints the graph, one line for each folder. Only `#include "..."` of files of the repository counts.
set -eu
here=$(cd "$(dirname "$0")" && pwd)

# The order. A folder may include itself and folders of earlier lines, not its neighbours on the same line.
# `+` joins folders that may include each other: on a GPU the elimination of a cut line computes compact right-hand sides.
# `backend` stands for the files of src/backend itself; `backend/cpu` for those of src/backend/cpu itself; and so on.
order='
include
base
physics
backend/common
backend
backend/tridiag
backend/compact backend/krylov
backend/kurganov backend/adi
backend/staggered backend/semi_implicit backend/vector_invariant
backend/cpu/common backend/cuda/common
backend/cpu/krylov backend/cuda/krylov
backend/cpu/tridiag backend/cuda/tridiag+backend/cuda/compact
backend/cpu/compact
backend/cpu/kurganov backend/cpu/adi backend/cpu/staggered backend/cpu/semi_implicit backend/cpu/vector_invariant backend/cuda/kurganov backend/cuda/adi backend/cuda/staggered backend/cuda/semi_implicit backend/cuda/vector_invariant
backend/cpu backend/cuda backend/reference
forcing
grid
parallel
solvers
schemes
run
cases
io
casefile
results
model
api
program
bench
tools
tests
'

# Folders that only some files may include, as regular expressions: a scheme for its own files and the backends'
# kernel tables, a backend for itself. Boundaries of the staggered scheme are those of Kurganov's. Tests may include all.
private='
^backend/kurganov$            kurganov|staggered/listed\.h|^src/backend/[a-z]+/backend\.
^backend/adi$                 /adi|^src/backend/[a-z]+/backend\.
^backend/staggered$           staggered|^src/backend/[a-z]+/backend\.
^backend/semi_implicit$       semi_implicit|^src/backend/[a-z]+/backend\.
^backend/vector_invariant$    vector_invariant|^src/backend/[a-z]+/backend\.
^backend/(cpu|cuda)/kurganov$ /kurganov/
^backend/(cpu|cuda)/adi$      /adi/
^backend/(cpu|cuda)/staggered$ /staggered/
^backend/(cpu|cuda)/semi_implicit$ /semi_implicit/
^backend/(cpu|cuda)/vector_invariant$ /vector_invariant/
^backend/cpu                  ^src/backend/cpu/
^backend/cuda                 ^src/backend/cuda/
^backend/reference            ^src/backend/reference/
'

# $1: a folder with src, include, bench, tools, tests. Prints the graph, then a line "WRONG ..." for each offence.
graph() {
    (cd "$1" && find src include bench tools tests -name '*.c' -o -name '*.h' -o -name '*.h.in' -o -name '*.cu' -o -name '*.cuh') |
        sort >"$scratch/files"
    (cd "$1" && xargs grep -HoE '^[[:space:]]*#[[:space:]]*include[[:space:]]+"[^"]+"' <"$scratch/files") >"$scratch/includes" || true
    ORDER=$order PRIVATE=$private awk '
        # The folder of a path as the order names it; "" if it has none.
        function folder(path,    f) {
            f = path
            sub(/\/[^\/]*$/, "", f)
            if (f ~ /^src\//)
                sub(/^src\//, "", f)
            if (f !~ /^backend/)
                sub(/\/.*/, "", f)
            return f
        }
        # The file of the repository that `name` means in `file`; "" if there is none.
        function found(file, name,    at, n, i, try) {
            at = file
            sub(/[^\/]*$/, "", at)
            n = split(at " src/ include/ tests/ tests/parallel/ tests/backend/ tools/spate/ src/base/ src/io/ /", base, " ")
            for (i = 1; i <= n; ++i) {
                try = (base[i] == "/" ? "" : base[i]) name
                while (sub(/[^\/]+\/\.\.\//, "", try))
                    ;
                if (try in known)
                    return try
                if ((try ".in") in known)
                    return try ".in"
            }
            return ""
        }
        function wrong(what) { offences[++wrongs] = "WRONG " what }
        function check(file, target,    a, b, i) {
            a = folder(file)
            b = folder(target)
            if (a == b)
                return
            if (!((a, b) in edge)) {
                edge[a, b] = 1
                list[a] = list[a] " " b
            }
            if (!(a in level) || !(b in level)) {
                wrong(file ": " (a in level ? b : a) " is not in the order")
                return
            }
            if (level[b] > level[a] || level[b] == level[a] && (team[a] == "" || team[a] != team[b]))
                wrong(file " includes " target ": " b " does not come before " a)
            if (a == "tests")
                return
            for (i = 1; i <= privates; ++i)
                if (b ~ private_to[i] && file !~ allowed[i])
                    wrong(file " includes " target ": " b " is private")
        }
        BEGIN {
            lines = split(ENVIRON["ORDER"], line, "\n")
            for (i = 1; i <= lines; ++i) {
                n = split(line[i], word, " ")
                for (k = 1; k <= n; ++k) {
                    m = split(word[k], one, "+")
                    for (p = 1; p <= m; ++p) {
                        level[one[p]] = i
                        team[one[p]] = m > 1 ? word[k] : ""
                        folders[++count] = one[p]
                    }
                }
            }
            lines = split(ENVIRON["PRIVATE"], line, "\n")
            for (i = 1; i <= lines; ++i)
                if (split(line[i], word, " ") == 2) {
                    private_to[++privates] = word[1]
                    allowed[privates] = word[2]
                }
        }
        FNR == NR { known[$0] = 1; next }
        {
            file = $0
            sub(/:.*/, "", file)
            name = $0
            sub(/^[^"]*"/, "", name)
            sub(/"$/, "", name)
            target = found(file, name)
            if (target != "")
                check(file, target)
        }
        END {
            for (i = 1; i <= count; ++i)
                print folders[i] ":" list[folders[i]]
            for (i = 1; i <= wrongs; ++i)
                print offences[i]
        }' "$scratch/files" "$scratch/includes"
}

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# The check finds what it is for: each planted file has one offence.
bad=$scratch/bad
for folder in src/base src/physics src/backend/common src/backend/kurganov src/backend/adi src/backend/cpu/kurganov \
    src/backend/cuda/kurganov src/grid src/schemes src/new include bench tools/spate tests; do
    mkdir -p "$bad/$folder"
done
plant() {
    echo "#include \"$2\"" >"$bad/src/$1"
}
touch "$bad/src/backend/kurganov/kurganov.h" "$bad/src/schemes/flow.h" "$bad/tools/spate/commands.h" \
    "$bad/src/backend/cpu/kurganov/rows.h" "$bad/tests/check.h" "$bad/src/new/new.h"
plant physics/up.h backend/kurganov/kurganov.h          # against the order, and private
plant backend/common/clock.h backend/kurganov/kurganov.h # the same
plant backend/adi/rooms.h backend/kurganov/kurganov.h   # a neighbour, and private
plant grid/up.c schemes/flow.h                          # against the order
plant schemes/adi.c backend/kurganov/kurganov.h         # private
plant schemes/kurganov.c backend/kurganov/kurganov.h    # right
plant schemes/flow.c flow.h                             # right
plant backend/cuda/kurganov/a.cu backend/cpu/kurganov/rows.h # a neighbour, and private
plant base/lost.c new/new.h                             # a folder that the order does not have
plant ../bench/b.c commands.h                           # against the order
plant grid/tested.c check.h                             # against the order
graph "$bad" >"$scratch/planted"
found=$(grep -c '^WRONG' "$scratch/planted" || true)
[ "$found" -eq 13 ] || { cat "$scratch/planted"; echo "the check finds $found of 13 planted offences"; exit 1; }

graph "${1:-$here/../..}" >"$scratch/graph"
grep -v '^WRONG' "$scratch/graph"
if grep '^WRONG' "$scratch/graph"; then
    echo "These edges are against the order of tests/tool/include_graph.sh: move what both need to an earlier folder."
    exit 1
fi
edges=$(awk '{ n += NF - 1 } END { print n }' "$scratch/graph")
[ "$edges" -gt 100 ] || { echo "only $edges edges: includes are not found"; exit 1; }
echo "$edges edges between $(wc -l <"$scratch/graph") folders, all in order"
