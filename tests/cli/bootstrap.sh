#!/bin/sh
# Claims: what `make demo` installs is what the README's first commands need, and no more; `make` adds MPI and GDAL, and
# `make test` what tests need; one more package for the demo fails here. Nothing is installed.
set -u
bootstrap=$(cd "$(dirname "$0")/../.." && pwd)/scripts/bootstrap
failed=0
fail() {
    echo "FAIL: $1"
    failed=1
}

allowed=" gcc libc6-dev cmake ninja-build pkg-config libpng-dev libyaml-dev libnetcdf-dev libhdf5-dev zlib1g-dev libcairo2-dev "
demo=$("$bootstrap" demo --list) || fail "bootstrap demo --list: exit $?"
build=$("$bootstrap" build --list) || fail "bootstrap build --list: exit $?"
test=$("$bootstrap" test --list) || fail "bootstrap test --list: exit $?"
for package in $demo; do
    case $allowed in
        *" $package "*) ;;
        *) fail "the demo would install $package" ;;
    esac
done

# $1: packages, $2: all of these are among them
holds() {
    for package in $2; do
        printf '%s\n' "$1" | grep -qx "$package" || fail "$package is missing: $(echo $1)"
    done
}
holds "$demo" "gcc cmake libpng-dev libyaml-dev libnetcdf-dev libcairo2-dev"
holds "$build" "$demo libopenmpi-dev libgdal-dev libmicrohttpd-dev"
holds "$test" "$build clang chromium"
"$bootstrap" nothing --list >/dev/null 2>&1 && fail "bootstrap knows a purpose called nothing"
[ $failed = 0 ] && echo "demo: $(echo "$demo" | wc -l) packages, build: $(echo "$build" | wc -l), test: $(echo "$test" | wc -l)"
exit $failed
