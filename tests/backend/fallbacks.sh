#!/bin/sh
# Claim: each way in which CUDA can be missing has its own sentence; `cuda` then exits with 4, and `auto` runs
# on the CPU and says why under --verbose. Usage: fallbacks.sh path/to/spate folder/of/fakes [case files: 0 or 1]
# [the stand-in has the kernels of scheme adi: 0 or 1]
set -u
spate=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
fakes=$(cd "$2" && pwd)
case_files=${3:-0}
has_adi=${4:-1}
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../cli/expect.sh"
unset LD_LIBRARY_PATH SPATE_PLUGINS FAKE_CUDA_TRACE
program=$(dirname "$spate")
CUDA_VISIBLE_DEVICES=
export CUDA_VISIBLE_DEVICES

mkdir nothing garbage no_driver
echo "not a library" >garbage/libspate_cuda.so
echo "not a driver" >no_driver/libcuda.so.1 # hides a real one

# A run that succeeds: on this backend, and with these words in its log.
runs_on() { # backend in use, words, options...
    backend=$1 words=$2
    shift 2
    expect 0 "machine  backend $backend " run --case three_bumps --nx 32 --end 0.1 --verbose --out out "$@"
    [ "$(grep -c 'the CPU computes: ' err.txt)" = "$([ "$backend" = cpu ] && [ -n "$words" ] && echo 1 || echo 0)" ] ||
        fail "$* on $backend: not one line why: $(cat err.txt)"
    grep -q -e "$words" err.txt || fail "$* on $backend: nothing like '$words': $(cat err.txt)"
}

# fallback FOLDER WORDS: cuda fails with these words, auto runs on the CPU with the same ones.
fallback() {
    export SPATE_PLUGINS="$1"
    export LD_LIBRARY_PATH="$fakes/driver"
    mistake 4 "$2" run --case three_bumps --nx 32 --end 0.1 --out cuda.out --backend cuda
    runs_on cpu "$2"
    expect 0 "^CUDA .*$2" doctor
    export LD_LIBRARY_PATH="$folder/no_driver"
    mistake 4 "$2" run --case three_bumps --nx 32 --end 0.1 --out cuda.out --backend cuda
    runs_on cpu "no NVIDIA driver"
    unset SPATE_PLUGINS LD_LIBRARY_PATH
}

echo "what can be wrong with the plug-in"
fallback "$folder/nothing" "libspate_cuda.so is not there; build Spate where CUDA's compiler"
fallback "$folder/garbage" "; build it on this machine"
fallback "$fakes/no_entry" "is not a plug-in of Spate"
fallback "$fakes/abi" "has interface 99, the program "
fallback "$fakes/hash" "was built from other sources (0123456789ab)"

echo "what can be wrong with the machine"
fallback "$fakes/no_driver" "the fake driver is missing"
fallback "$fakes/no_device" "no fake device is left"
SPATE_PLUGINS=$fakes/stuck LD_LIBRARY_PATH=$fakes/driver
export SPATE_PLUGINS LD_LIBRARY_PATH
mistake 4 'backend "cuda:0": its beads are stuck' run --case three_bumps --nx 32 --end 0.1 --out o --backend cuda
runs_on cpu "its beads are stuck"

echo "two devices that work"
SPATE_PLUGINS=$fakes/stand_in
runs_on cuda "" --backend cuda
runs_on cuda "" --backend cuda:1
runs_on cuda "" --backend cuda:0,1
runs_on cuda "" --backend cuda:1,1
runs_on cuda ""
runs_on cpu "isa \"base\" asks for kernels of the CPU" --isa base
runs_on cuda "" --isa strict
if [ "$has_adi" = 1 ]; then
    runs_on cuda "" --scheme adi
    mistake 2 'scheme "adi" solves lines on one device in each process' \
        run --case three_bumps --nx 64 --out o --scheme adi --backend cuda:0,1
else
    runs_on cpu 'scheme "adi" has no kernels for the cuda backend yet' --scheme adi
    mistake 4 'scheme "adi" has no kernels for the cuda backend yet; use cpu' \
        run --case three_bumps --nx 32 --out o --scheme adi --backend cuda
fi
runs_on cpu "" --backend cpu
mistake 4 '"cuda:2": devices are counted from 0 and this machine has 2' \
    run --case three_bumps --nx 32 --out o --backend cuda:2
mistake 4 '"cuda:0,2": devices are counted from 0 and this machine has 2' \
    run --case three_bumps --nx 32 --out o --backend cuda:0,2
for name in cuda: "cuda:0," cuda:,1 cuda:0,x cuda:0,,1 cuda:x cuda:-1 cuda:12345 cuda:1x CUDA; do
    mistake 4 "backend is \"$name\": use auto" run --case three_bumps --nx 32 --out o --backend "$name"
done
mistake 4 'isa "avx2"' run --case three_bumps --nx 32 --out o --backend cuda --isa avx2
expect 0 "^CUDA .*devices 2" doctor
grep -q "cuda:0  Abacus, compute 7.5, 11 multiprocessors, memory 3.0 GB, free 2.0 GB" out.txt ||
    fail "doctor does not describe device 0: $(cat out.txt)"
grep -q "cuda:1  does not answer" out.txt || fail "doctor does not miss device 1"
unset LD_LIBRARY_PATH
runs_on cuda "" --backend cuda # the plug-in decides, not our look at the driver

if have_ranks; then
    echo "ranks take the devices in turn"
    LD_LIBRARY_PATH=$fakes/driver FAKE_CUDA_TRACE=1 mpirun -n 3 "$spate" run --case three_bumps --nx 96 \
        --end 0.1 --threads 1 --out ranks >out.txt 2>err.txt || fail "three ranks: $(cat err.txt)"
    devices=$(grep "^fake device" err.txt | sort | tr '\n' ' ')
    [ "$devices" = "fake device 0 fake device 0 fake device 1 " ] || fail "three ranks on: $devices"
fi
unset SPATE_PLUGINS

if [ "$case_files" = 1 ]; then
    echo "a case file"
    "$spate" new valley >/dev/null 2>&1
    SPATE_PLUGINS=$folder/nothing
    export SPATE_PLUGINS
    mistake 4 "libspate_cuda.so is not there" run valley.yaml --set solver.backend=cuda
    [ ! -e valley.out ] || fail "a run that cannot start left a folder"
    mistake 4 "libspate_cuda.so is not there" check valley.yaml --backend cuda:3
    expect 0 "the CPU computes: " run valley.yaml --end "1 s" --set output.rasters=asc --verbose
    unset SPATE_PLUGINS
fi

if [ -f "$program/libspate_cuda.so" ]; then
    echo "the real plug-in, without a device"
    mistake 4 "NVIDIA driver" run --case three_bumps --nx 32 --end 0.1 --out o --backend cuda
    runs_on cpu "NVIDIA driver"
    expect 0 "^CUDA .*the plug-in libspate_cuda.so is there, no GPU: " doctor
else
    echo "skipped: the real plug-in, this build has none"
    mistake 4 "libspate_cuda.so is not there" run --case three_bumps --nx 32 --out o --backend cuda
fi
finish
