#!/bin/sh
# Claim: what `make install` installs works from any place: C and C++ programs through pkg-config and CMake, the program
# with its plug-in, completion, manual pages. libspate.so exports the functions of the headers and nothing else.
# Usage: install.sh BUILD
set -eu
build=$(cd "$1" && pwd)
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
fail() {
    echo "FAIL: $1"
    failed=1
}
unset SPATE_PLUGINS LD_LIBRARY_PATH
export OMP_WAIT_POLICY=passive

# Installed for one place, then moved to another: nothing may point back.
DESTDIR=$work/dest cmake --install "$build" --prefix /opt/spate >/dev/null
mv "$work/dest/opt/spate" "$work/here"
rm -rf "$work/dest"
here=$work/here
lib=$(dirname "$(find "$here" -name libspate.so)")
cp -r "$root/examples/library" "$work/examples"
cp -r "$root/examples/01-dam-break-bumps" "$work/case"
cd "$work"

echo "== symbols"
nm -D --defined-only "$lib/libspate.so" | awk '$2 != "A" { sub(/@.*/, "", $3); print $3 }' | sort >exported
grep -v '^spate_' exported && fail "libspate.so exports names that do not begin with spate_"
sed 's|//.*||' "$here"/include/spate/*.h | grep -v '^static inline' |
    sed -n 's/^[a-z][a-z_0-9 *]*[ *]\(spate_[a-z_0-9]*\)(.*/\1/p' | sort -u >declared
diff declared exported || fail "headers (<) and libspate.so (>) differ"
[ "$(wc -l <exported)" -gt 100 ] || fail "only $(wc -l <exported) functions are exported"
soname=$(objdump -p "$lib/libspate.so" | awk '$1 == "SONAME" { print $2 }')
version=$("$here/bin/spate" --version | awk 'NR == 1 { print $2 }')
[ "$soname" = "libspate.so.${version%.*}" ] || fail "the soname is $soname, the version $version"

echo "== C and C++ through pkg-config"
PKG_CONFIG_PATH=$lib/pkgconfig
export PKG_CONFIG_PATH
[ "$(pkg-config --modversion spate)" = "$version" ] || fail "pkg-config has another version"
flags="-std=c11 -Wall -Wextra -Werror -pedantic"
# shellcheck disable=SC2046,SC2086 # lists of words
cc $flags examples/dam_break.c -o dam_c $(pkg-config --cflags --libs spate) -Wl,-rpath,"$lib"
# Every header by itself, in both languages.
for header in "$here"/include/spate/*.h; do
    case $header in */status_list.h) continue ;; esac
    printf "#include \"spate/%s\"\nextern int used;\n" "$(basename "$header")" >one.c
    # shellcheck disable=SC2086
    cc $flags -I"$here/include" -fsyntax-only one.c || fail "$header in C"
    c++ -std=c++11 -Wall -Wextra -Werror -pedantic -I"$here/include" -fsyntax-only -x c++ one.c || fail "$header in C++"
done
./dam_c | tee said
# Stoker's depth between the bore and the wave that runs back is 1.4538 m for 2 m over 1 m.
grep -q 'depth at the dam 1.45' said || fail "the dam break in C has another depth"

echo "== C and C++ through CMake"
cmake -S examples -B cmake -G Ninja -DCMAKE_PREFIX_PATH="$here" -DCMAKE_BUILD_TYPE=Debug >log 2>&1 &&
    cmake --build cmake >>log 2>&1 || { cat log; fail "find_package(spate)"; }
cmake/dam_break | cmp - said || fail "the program of CMake says something else"
if cmake/run_case case/case.yaml >steps; then
    grep -q ' 40 s: ' steps || fail "the case in C++ does not reach its end"
else
    "$here/bin/spate" version | grep -q '^libyaml *no' || fail "the case in C++"
fi

echo "== the program"
"$here/bin/spate" doctor >doctor
if [ -f "$lib/spate/libspate_gdal.so" ]; then
    grep -q '^GDAL .*[0-9]\.[0-9]' doctor || { cat doctor; fail "the installed program does not find its GDAL plug-in"; }
fi
[ -s "$here/share/doc/spate/LICENSE" ] || fail "no licence"
for page in spate spate-run spate-bench; do
    [ -s "$here/share/man/man1/$page.1" ] || fail "no manual page $page"
    ! command -v groff >/dev/null || [ -z "$(groff -man -ww -z "$here/share/man/man1/$page.1" 2>&1)" ] || fail "$page.1"
done
# Every command has its page.
"$here/bin/spate" --help | awk '/^  [a-z]/ { print $1 }' >commands
while read -r command; do
    [ -s "$here/share/man/man1/spate-$command.1" ] || fail "no manual page of spate $command"
done <commands

echo "== Python and Fortran"
python=/usr/bin/python3
[ -x $python ] || python=python3
package=$(dirname "$(find "$here" -path '*/spate/__init__.py')" 2>/dev/null || true)
if [ -d "$package" ] && $python -c 'import numpy' 2>/dev/null; then
    cd /
    PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$(dirname "$package") $python -c "
import spate, sys
assert spate.__path__ == ['$package'], spate.__path__
sim = spate.Simulation(32, 16)
sim.bed = 0
sim.depth = 1
assert sim.step().depth.min() == 1 and spate.__version__ == '$version'
" || fail "import spate"
    cd "$work"
    # From /usr/local the interpreter of the system finds it by itself.
    ! $python -c 'import sysconfig, sys; sys.exit("dist-packages" not in sysconfig.get_path("purelib"))' ||
        $python -c "import sys; sys.exit('/usr/local/${package#"$here/"}'.rsplit('/', 1)[0] not in sys.path)" ||
        fail "${package#"$here/"} below /usr/local is not where $python looks"
fi
[ -s "$(pkg-config --variable=fortran spate)/spate.f90" ] || fail "no module for Fortran"

echo "== completion"
if command -v bash >/dev/null; then
    complete() { # words of the command line; the last is completed
        bash -c 'source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _spate; echo "${COMPREPLY[*]}"' \
            "$here/share/bash-completion/completions/spate" spate "$@"
    }
    expect() { # what, words
        wanted=$1
        shift
        [ "$(complete "$@")" = "$wanted" ] || fail "spate $* completes to '$(complete "$@")', not '$wanted'"
    }
    expect "run" ru
    expect "--overwrite" run --ov
    expect "f32 f64" verify --precision f
    expect "tridiag tridiag-distributed" bench tri
    expect "--json" bench kurganov --js
    expect "" run x
fi
if command -v zsh >/dev/null; then
    zsh -n "$here/share/zsh/site-functions/_spate" || fail "_spate for zsh"
fi
[ $failed = 0 ] && echo "all as claimed"
exit $failed
