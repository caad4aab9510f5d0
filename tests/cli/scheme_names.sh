#!/bin/sh
# Claim: nothing but src/schemes and the tables of kernels (src/backend/*/backend.c) knows a scheme by name.
# Usage: scheme_names.sh path/to/spate
#
# In src, tools and bench no scheme is compared by name. In src and tools no text is a scheme's name alone, and no
# integrator is taken for a number of stages: schemes/description.h has what these would be used for. A benchmark is for
# one scheme and may choose it by its name.
set -eu
spate=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
cd "$(dirname "$0")/../.."
names=$("$spate" keys solver.scheme --json | sed -n 's/.*"choices": "\(.*\)",/\1/p')
[ -n "$names" ] || { echo "spate keys lists no schemes"; exit 1; }

compared="str[a-z]*cmp\\(.*[^\"a-z_]scheme[^\"a-z_(]|str[a-z]*cmp\\(.*\"($names)\""
counted='integrator == SPATE_[A-Z0-9]* \? 2 : 1'
named="\\\\?\"($names)\\\\?\""

# Lines of sources that break the rule, comments left out. $1: the folder that has src, tools and bench.
offences() {
    (cd "$1" && grep -rnE --include='*.c' --include='*.h' --include='*.cu' --include='*.cuh' \
        "$compared|$counted|$named" src tools bench) |
        sed -e 's:/\*.*\*/::' -e 's:/\*.*::' -e '/^[^:]*:[0-9]*: \* /d' -e '/^src\/schemes\//d' |
        grep -E "^bench/.*($compared)|^(src|tools)/.*($compared|$counted|$named)" |
        grep -vE "^(tools/spate/bench.c|src/backend/[a-z]*/backend.cu?):"
}

# The check finds what it is for.
wrong=$(mktemp -d)
trap 'rm -rf "$wrong"' EXIT
mkdir -p "$wrong/src/run" "$wrong/src/schemes" "$wrong/tools" "$wrong/bench"
one=${names%%|*}
cat >"$wrong/src/run/a.c" <<END
/* "$one" in a comment is allowed. */
if (strcmp(options->scheme, other) == 0)
opt.scheme = "$one";
"use scheme \\"$one\\"",
END
echo 'stages = o->integrator == SPATE_RK2 ? 2 : 1;' >"$wrong/tools/d.c"
printf 'if (strcmp(name, "%s") == 0)\n.scheme = "%s",\n' "$one" "$one" >"$wrong/bench/b.c"
printf '.name = "%s",\n' "$one" >"$wrong/src/schemes/c.c"
found=$(offences "$wrong" | wc -l)
[ "$found" -eq 5 ] || { echo "the check finds $found of 5 offences"; offences "$wrong"; exit 1; }

offences . >"$wrong/list" || true
if [ -s "$wrong/list" ]; then
    echo "These lines know a scheme by name; use its description (src/schemes/description.h):"
    cat "$wrong/list"
    exit 1
fi
echo "no scheme of $names is known by name outside src/schemes and the tables of kernels"
