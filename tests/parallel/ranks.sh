#!/bin/sh
# Claim: 2 to 4 ranks, of 1 or 2 threads, give the bits of one process. Usage: ranks.sh PROGRAM [ITS ARGUMENTS]
set -eu
command -v mpirun >/dev/null 2>&1 || { echo "skipped: no mpirun (apt-get install openmpi-bin)"; exit 77; }
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
export OMPI_MCA_btl_vader_single_copy_mechanism=none
export OMPI_MCA_hwloc_base_binding_policy=none OMP_WAIT_POLICY=passive GOMP_SPINCOUNT=0 # more threads than cores
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$@" >"$work/alone"
cat "$work/alone"
failed=0
for setup in "2 1" "3 2" "4 1"; do # ranks and threads of each: every number of both
    ranks=${setup% *} threads=${setup#* }
    OMP_NUM_THREADS=$threads mpirun -n "$ranks" "$@" >"$work/ranks"
    if cmp -s "$work/alone" "$work/ranks"; then
        echo "same: $ranks ranks x $threads threads"
    else
        echo "DIFFER: $ranks ranks x $threads threads"
        diff "$work/alone" "$work/ranks" || true
        failed=1
    fi
done
exit $failed
