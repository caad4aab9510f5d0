#!/bin/sh
# Claim: ranks whose parts are on devices, in one or several places, with messages that are filled and emptied by the
# backend's transfers, have the bits of one process on the CPU. Usage: device_ranks.sh SCENE_HASH PLUGIN_FOLDER
# [adi]: of this scheme one scene, with one device in each process. [vi]: SCENE_HASH is vector_invariant_hash; a mass matrix by
# lines and by conjugate gradients, and implicit steps.
set -eu
hash=$1
scheme=${3:-kurganov}
steps="4 kurganov 1,6,12 f64" # rings; boundaries; every source, steps that are redone
[ "$scheme" = kurganov ] || steps="3 $scheme 12"
[ "$scheme" = vi ] && steps="6 7 8"
export SPATE_PLUGINS="$2"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
export OMPI_MCA_btl_vader_single_copy_mechanism=none OMPI_MCA_hwloc_base_binding_policy=none OMP_NUM_THREADS=1
command -v mpirun >/dev/null 2>&1 || { echo "skipped: no mpirun"; exit 77; }

# shellcheck disable=SC2086 # words
"$hash" cpu auto $steps >"$work/cpu"
compare() { # RANKS BACKEND
    # shellcheck disable=SC2086
    mpirun -n "$1" "$hash" "$2" strict $steps >"$work/ranks"
    cmp "$work/cpu" "$work/ranks" || { echo "$1 ranks on $2 differ"; exit 1; }
    echo "$1 ranks on $2: $(wc -l <"$work/cpu") lines are the same"
}
compare 2 cuda
[ "$scheme" = vi ] && exit 0 # the messages of lines and gradients have tests of their own
if [ "$scheme" = kurganov ]; then
    compare 3 cuda:0,1
    compare 2 cuda:0,0,1,1
fi
SPATE_MPI_DEVICE=yes
export SPATE_MPI_DEVICE
compare 2 cuda
