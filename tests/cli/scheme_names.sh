#!/bin/sh
# Claim: nothing but src/schemes and the tables of kernels (src/backend/*/backend.c, the lookup in backend.h) knows a scheme by name.
# Usage: scheme_names.sh path/to/spate
#
# In src, tools and bench no scheme is compared by name. In src and tools no text is a scheme's name alone, and no
# integrator is taken for a number of stages: schemes/description.h has what these would be used for. A benchmark is for
# one scheme and may choose it by its name.
#
# kp_ is the prefix of Kurganov's functions: only files and folders called kurganov use it. Names of earlier designs that
# fitted one scheme into another stay away: a queue argument of kernels, fields of ADI in every part.
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
        grep -vE "^(tools/spate/bench.c|src/backend/[a-z]*/backend.cu?|src/backend/backend.h):"
}

# Names in files that may not have them, comments left out. $1: as above.
own_names() {
    (cd "$1" && grep -rnE --include='*.c' --include='*.h' --include='*.cu' --include='*.cuh' \
        '\<(kp|KP)_|\<spate_queue\>|part->adi\>' include src tools bench) |
        sed -e 's:/\*.*\*/::' -e 's:/\*.*::' -e '/^[^:]*:[0-9]*: *\* /d' |
        grep -E ':.*(spate_queue|part->adi)|^[^:]*:.*(kp|KP)_' |
        grep -vE '^[^:]*kurganov[^:]*:[0-9]*:.*(kp|KP)_'
}

# The check finds what it is for.
wrong=$(mktemp -d)
trap 'rm -rf "$wrong"' EXIT
mkdir -p "$wrong/src/run" "$wrong/src/schemes" "$wrong/src/kurganov" "$wrong/tools" "$wrong/bench" "$wrong/include"
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

cat >"$wrong/src/run/names.c" <<END
 * kp_face in a comment is allowed.
kp_flux f; /* wrong */
int halo = KP_HALO;
void step(spate_queue *queue);
part->adi->share = 0;
int backup_kp, map_to_kp_x;
END
echo 'kp_flux kp_face(void);' | tee "$wrong/src/kurganov/rows.h" >"$wrong/src/schemes/kurganov_about.c"
found=$(own_names "$wrong" | wc -l)
[ "$found" -eq 4 ] || { echo "the check finds $found of 4 names"; own_names "$wrong"; exit 1; }

offences . >"$wrong/list" || true
if [ -s "$wrong/list" ]; then
    echo "These lines know a scheme by name; use its description (src/schemes/description.h):"
    cat "$wrong/list"
    exit 1
fi
own_names . >"$wrong/list" || true
if [ -s "$wrong/list" ]; then
    echo "These lines use names of one scheme, or of an earlier design, outside its own files:"
    cat "$wrong/list"
    exit 1
fi
echo "no scheme of $names is known by name outside src/schemes and the tables of kernels"
