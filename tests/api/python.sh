#!/bin/sh
# Claim: the Python package works over the library of a build (tests/python). Usage: python.sh BUILD
set -eu
build=$(cd "$1" && pwd)
python=/usr/bin/python3
[ -x $python ] || python=python3
$python -c 'import numpy, pytest, xarray, netCDF4' 2>/dev/null || {
    echo "skipped: apt-get install python3-pytest python3-xarray python3-netcdf4"
    exit 77
}
"$build/spate" version | grep -Eq '^(libyaml|NetCDF) *no' && { echo "skipped: this build has no libyaml or NetCDF"; exit 77; }
SPATE_LIBRARY=$build/libspate.so SPATE_FAKES=$build/fakes PYTHONDONTWRITEBYTECODE=1
export SPATE_LIBRARY SPATE_FAKES PYTHONDONTWRITEBYTECODE
unset SPATE_PLUGINS
exec $python -m pytest -q -p no:cacheprovider -W ignore:numpy.ndarray "$(dirname "$0")/../python"
