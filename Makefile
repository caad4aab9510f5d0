# The front door. The build itself is CMake: see CMakeLists.txt and CMakePresets.json.
# Each target works on a fresh machine: scripts/bootstrap installs what is missing, or says what is.

BENCH_ARGS ?=

PREFIX ?= /usr/local

.PHONY: all build demo cuda install test bench bundle clean help

all: build

build:
	@scripts/bootstrap build
	@scripts/build release

demo:
	@scripts/bootstrap demo
	@scripts/build demo
	@build/spate run --case three_bumps --nx 640 --end 24 --out demo

cuda:
	@scripts/bootstrap build
	@scripts/build cuda

test:
	@scripts/bootstrap test
	@scripts/build test
	@scripts/test

install: build
	@scripts/install "$(PREFIX)"

bench: build
	@build/spate bench kurganov $(BENCH_ARGS)

bundle:
	@scripts/bootstrap build
	@scripts/build bundle
	@scripts/bundle

clean:
	rm -rf build build-debug build-bare build-asan build-tsan build-bundle demo

help:
	@echo "make        build the program: build/spate; with CUDA where there is a GPU or its driver"
	@echo "make demo   build it for this CPU alone, without MPI, GDAL and CUDA, in two minutes; then a dam"
	@echo "            break over three bumps; the picture is demo/depth.png"
	@echo "make cuda   build the program and its CUDA plug-in, wherever nvcc is installed"
	@echo "make install  program, library, manual pages, Python and Fortran modules; PREFIX=/usr/local, DESTDIR="
	@echo "make test   all tests, then the sanitizer builds"
	@echo "make bench  speed beside the memory bandwidth of this machine"
	@echo "            (BENCH_ARGS=--quick for a few minutes' worth, --json for machines)"
	@echo "make bundle a folder that runs on another machine without installing anything"
	@echo "make clean  remove what the build and the demo made"
