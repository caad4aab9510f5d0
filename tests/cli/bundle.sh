#!/bin/sh
# Claim: a bundle runs where only glibc is installed: in a chroot (as root; else with an empty environment
# from another folder) it runs an example, writes a GeoTIFF with a coordinate system and reads it.
# Usage: bundle.sh path/to/bundle
# shellcheck disable=SC2317 # `inside` has two kinds
set -u
bundle=$(cd "$1" && pwd)
work=$(mktemp -d)
failures=0

fail() {
    echo "FAIL: $*"
    failures=$((failures + 1))
}

# ---- a root with only glibc, in a mount namespace that ends with each command ----

make_root() {
    mkdir -p "$work/root/proc" "$work/root/tmp" "$work/root/dev" "$work/root/opt/spate" "$work/root/lib64" \
        "$work/root/lib/x86_64-linux-gnu"
    loader=$(readelf -l "$bundle/bin/spate" | sed -n 's/.*interpreter: \(.*\)]/\1/p')
    cp -L "$loader" "$work/root$loader" || return 1
    for library in libc.so.6 libm.so.6 libmvec.so.1 libdl.so.2 libpthread.so.0 librt.so.1 libresolv.so.2; do
        place=$(ldconfig -p | awk -v l="$library" '$1 == l { print $NF; exit }')
        [ -z "$place" ] || cp -L "$place" "$work/root/lib/x86_64-linux-gnu/" || return 1
    done
}

# chroot starts the program itself: there is no env in the root.
in_bare_root() {
    # shellcheck disable=SC2016
    env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin unshare -m sh -c 'root=$1 bundle=$2 && shift 2 &&
        mount -t proc proc "$root/proc" && mount --bind "$bundle" "$root/opt/spate" &&
        unset PATH && exec /usr/sbin/chroot "$root" /opt/spate/bin/spate "$@"' sh "$work/root" "$bundle" "$@"
}

in_empty_environment() {
    (cd "$work/tmp" && env -i "$bundle/bin/spate" "$@")
}

cleanup() { rm -rf "$work"; }
trap cleanup EXIT

mkdir "$work/tmp"
if make_root && in_bare_root version >/dev/null 2>&1; then
    echo "in a root with nothing but glibc"
    inside=in_bare_root tmp=$work/root/tmp seen=/tmp examples=/opt/spate/examples
else
    echo "in an empty environment (no root of its own: that takes root and unshare)"
    inside=in_empty_environment tmp=$work/tmp seen=$work/tmp examples=$bundle/examples
fi

# Every library of the program comes from the bundle.
outside=$(env -i LD_TRACE_LOADED_OBJECTS=1 "$bundle/bin/spate" | awk '$2 == "=>" { print $3 }' | grep -v "^$bundle/" |
    grep -v -e '/libc\.so' -e '/libm\.so' -e '/libmvec\.so' -e '/libdl\.so' -e '/libpthread\.so' -e '/librt\.so' \
        -e '/libresolv\.so')
[ -z "$outside" ] || fail "libraries from elsewhere: $outside"

works() { # words that must be said, arguments...
    words=$1
    shift
    $inside "$@" >"$work/out.txt" 2>&1
    code=$?
    [ $code = 0 ] || fail "spate $*: exit $code: $(tail -n 3 "$work/out.txt")"
    [ -z "$words" ] || grep -q -e "$words" "$work/out.txt" || fail "spate $*: nothing like '$words': $(tail -n 5 "$work/out.txt")"
}

works "^GDAL .*by the plug-in" doctor
[ ! -f "$bundle/bin/libspate_cuda.so" ] || works "^CUDA .*plug-in libspate_cuda.so" doctor
works "wrote" new "$seen/valley"
works "" run "$seen/valley.yaml" --end "2 min" --quiet --set grid.crs=EPSG:27700 --out "$seen/valley.out"
for file in maps.nc max.nc max_depth.tif model.gpkg run.json; do
    [ -s "$tmp/valley.out/$file" ] || fail "$file is missing"
done
works "EPSG:27700" info "$seen/valley.out/bed.tif"
cat >"$tmp/again.yaml" <<END
spate: 1
time: {end: 1 min}
terrain: {file: valley.out/bed.tif}
grid: {resolution: 20 m, crs: EPSG:32630}
manning: 0.03
initial: [{level: 5 m}]
END
works "" run "$seen/again.yaml" --quiet --out "$seen/again.out"
works "" plot "$seen/valley.out" -o "$seen/depth.png"
[ -s "$tmp/depth.png" ] || fail "no picture"
works "water balance" run "$examples/01-dam-break-bumps/case.yaml" --end "1 s" --out "$seen/bumps.out"
[ $failures = 0 ] && echo "the bundle runs" || echo "$failures failed"
[ $failures = 0 ]
