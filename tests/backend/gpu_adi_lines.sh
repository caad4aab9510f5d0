#!/bin/bash
# On a machine with a GPU: builds gpu_adi_lines there, checks the fused sweeps of the ADI scheme and times them.
#   gpu_adi_lines.sh check           strict bits and fast rounding, both precisions
#   gpu_adi_lines.sh tiles FOLDER    times of tiles and register caps; counters and machine code to FOLDER
set -u
cd "$(dirname "$0")/../.."
nvcc=$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)
to=build/adi_lines
mkdir -p $to

# build NAME BITS fast|strict [options]
build() {
    local name=$1 bits=$2 flags=-DSPATE_CUDA_FAST
    [ "$3" = strict ] && flags="--fmad=false -prec-div=true -prec-sqrt=true -ftz=false"
    $nvcc -O3 -std=c++17 -gencode=arch=compute_90,code=sm_90 -DSPATE_REAL_BITS=$bits $flags -Isrc -Iinclude \
        -Itests/backend -Xcompiler -ffp-contract=off -Xptxas -v "${@:4}" tests/backend/gpu_adi_lines.cu -o $to/$name \
        >$to/$name.log 2>&1 || cat $to/$name.log
}

check() {
    local failed=0
    for bits in 32 64; do
        build strict$bits $bits strict &
        build fast$bits $bits fast &
    done
    wait
    for name in strict32 strict64 fast32 fast64; do
        timeout 60 $to/$name >$to/$name.txt 2>&1 || failed=1
        grep -E "WRONG|fit" $to/$name.txt | head -5
        tail -1 $to/$name.txt
    done
    return $failed
}

# with BINARY X Y SIZES...: one line for each sweep
with() {
    echo "-- $1 x $2 y $3"
    SPATE_CUDA_ADI_X=$2 SPATE_CUDA_ADI_Y=$3 timeout 60 $to/$1 --time "${@:4}"
}

# counters BINARY X Y FOLDER: those of both kernels at 2048^2
counters() {
    for axis in 0 1; do
        local file=$4/$1.ncu$axis.txt
        SPATE_CUDA_ADI_X=$2 SPATE_CUDA_ADI_Y=$3 timeout 100 ncu --clock-control none --set full \
            --kernel-name-base mangled --kernel-name "regex:sweep_kernelILi${axis}E" --launch-skip 3 --launch-count 1 \
            $to/$1 --time 2048 >$file 2>&1
        echo "-- counters $1 axis $axis"
        grep -E "Duration|DRAM Throughput|Executed Ipc Act|Registers Per|Achieved Occ|L2 Hit|Issue Slots Busy" $file
    done
}

tiles() {
    local only=-DADI_ONLY_PRINTED_MANNING cap
    for cap in 512 640 768; do build f64_$cap 64 fast $only -DADI_CAP_X=$cap -DADI_CAP_Y=$cap & done
    for cap in 768 896 1024; do build f32_$cap 32 fast $only -DADI_CAP_X=$cap -DADI_CAP_Y=$cap & done
    wait
    for cap in 512 640 768; do
        with f64_$cap 8,32,288 8,32,256 2048 4096
        with f64_$cap 4,64,288 8,64,512 2048 4096 8192
        with f64_$cap 8,64,512 16,32,512 2048 4096 8192
        with f64_$cap 4,32,288 4,64,256 2048
        with f64_$cap 8,32,256 4,128,512 4096 8192
    done
    for cap in 768 896 1024; do
        with f32_$cap 8,32,288 16,32,512 2048 4096 8192
        with f32_$cap 4,32,288 8,32,256 2048 4096
        with f32_$cap 8,64,544 8,64,512 2048 4096 8192
        with f32_$cap 16,32,544 4,64,256 2048 4096
    done
    for name in f64_512 f64_640 f32_768; do
        cuobjdump --dump-sass $to/$name >$1/$name.sass
        cp $to/$name.log $1/
    done
    counters f64_512 8,32,256 8,32,256 $1
    counters f32_768 8,32,288 16,32,512 $1
}

case ${1:-check} in
check) check ;;
tiles) tiles "$2" | tee "$2/tiles.txt" ;;
*) echo "usage: $0 check | tiles FOLDER" >&2; exit 2 ;;
esac
