#!/bin/sh
# Claim: a program with its own MPI gives Spate some of its ranks and goes on with MPI. Usage: mpi.sh PROGRAM
set -eu
command -v mpirun >/dev/null 2>&1 || { echo "skipped: no mpirun (apt-get install openmpi-bin)"; exit 77; }
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
export OMPI_MCA_btl_vader_single_copy_mechanism=none
export OMPI_MCA_hwloc_base_binding_policy=none OMP_WAIT_POLICY=passive GOMP_SPINCOUNT=0
mpirun -n 3 "$1"
