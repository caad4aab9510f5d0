#!/bin/sh
# Claim: cut lines of ranks whose parts are on devices, with messages through pinned memory or straight from the device, have
# the bits of one process on the CPU, and say the same where they fail. Usage: cut_ranks.sh TRIDIAG_HASH [BACKEND]
set -eu
hash=$1
backend=${2:-cuda}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
export OMPI_MCA_btl_vader_single_copy_mechanism=none OMPI_MCA_hwloc_base_binding_policy=none OMP_NUM_THREADS=1

"$hash" cpu >"$work/cpu"
compare() { # WHAT COMMAND...
    what=$1
    shift
    "$@" "$hash" "$backend" >"$work/ranks" || { cat "$work/ranks"; exit 1; }
    cmp "$work/cpu" "$work/ranks" || { diff "$work/cpu" "$work/ranks" | head -n 6; echo "$what: differs"; exit 1; }
    echo "$what on $backend: $(wc -l <"$work/cpu") lines are the same"
}
compare "one process" env
command -v mpirun >/dev/null 2>&1 || { echo "no mpirun: ranks are not tried"; exit 0; }
compare "3 ranks" mpirun -n 3
[ "${MPI_DEVICE-}" = no ] && exit 0 # an MPI that does not take them would stop
SPATE_MPI_DEVICE=yes
export SPATE_MPI_DEVICE
compare "2 ranks, messages of the device," mpirun -n 2
