# libspate_cuda.so: the CUDA backend, a plug-in next to the program. Nothing here is needed to build the rest.

set(SPATE_CUDA_OLDEST 80 CACHE STRING "the oldest GPUs that are served; drivers translate for all that have no machine code")
set(SPATE_CUDA_MACHINES 90 CACHE STRING "machine code for these GPUs that need not be here; a list")
set(SPATE_CUDA_CODE native CACHE STRING
  "native: machine code for the GPUs of this machine; all: for SPATE_CUDA_MACHINES, too; ptx: none, hardly optimised, to see \
that it compiles; ci: native where there is a GPU or its driver, ptx elsewhere")

# Whether a GPU or its driver is on this machine: SPATE_HAVE_DRIVER; and SPATE_GPUS, the generations of its GPUs.
function(spate_find_gpu)
  set(found OFF)
  set(gpus "")
  find_program(SPATE_NVIDIA_SMI nvidia-smi)
  mark_as_advanced(SPATE_NVIDIA_SMI)
  if(SPATE_NVIDIA_SMI)
    execute_process(COMMAND ${SPATE_NVIDIA_SMI} --query-gpu=compute_cap --format=csv,noheader OUTPUT_VARIABLE gpus
      RESULT_VARIABLE failed ERROR_QUIET)
    if(failed)
      set(gpus "")
    endif()
    string(REGEX MATCHALL "[0-9]+[.][0-9]+" gpus "${gpus}")
    string(REPLACE "." "" gpus "${gpus}")
    list(REMOVE_DUPLICATES gpus)
  endif()
  file(GLOB drivers /usr/lib/*/libcuda.so.1 /usr/lib/libcuda.so.1 /usr/lib64/libcuda.so.1 /usr/lib/wsl/lib/libcuda.so.1
    /usr/local/nvidia/lib64/libcuda.so.1)
  if(gpus OR drivers OR EXISTS /proc/driver/nvidia)
    set(found ON)
  endif()
  set(SPATE_HAVE_DRIVER ${found} PARENT_SCOPE)
  set(SPATE_GPUS "${gpus}" PARENT_SCOPE)
endfunction()
spate_find_gpu()

# Sets SPATE_HAVE_CUDA. The compiler is looked for where NVIDIA's installers put it, too.
macro(spate_find_cuda)
  set(SPATE_HAVE_CUDA 0)
  set(wanted ${SPATE_WITH_CUDA})
  if(wanted STREQUAL "AUTO") # a plug-in that was asked for before is kept up to date
    set(wanted OFF)
    if(SPATE_HAVE_DRIVER OR EXISTS ${CMAKE_BINARY_DIR}/libspate_cuda.so)
      set(wanted ON)
    endif()
  endif()
  if(wanted AND NOT SPATE_SANITIZE AND NOT SPATE_FUZZERS)
    find_program(SPATE_NVCC nvcc PATHS /usr/local/cuda/bin)
    if(SPATE_NVCC)
      set(ENV{CUDACXX} ${SPATE_NVCC})
      set(CMAKE_CUDA_ARCHITECTURES OFF) # spate_cuda_objects says it: CMake's own would compile once per entry
      include(CheckLanguage)
      check_language(CUDA) # one that does not work is as good as none
      if(CMAKE_CUDA_COMPILER)
        enable_language(CUDA)
        set(SPATE_HAVE_CUDA 1)
      endif()
    endif()
  endif()
endmacro()

# Code that asks for the generation of its GPU is translated for each; other code once, for the oldest: drivers and
# machine code start from the same PTX, in half the time. The machine code that kernels then have for sm_90 is, byte for
# byte, what compute_90 gives. Code that is nothing without clusters is translated for the first GPUs that have them.
set(code ${SPATE_CUDA_CODE})
if(NOT code MATCHES "^(all|native|ptx|ci)$")
  message(FATAL_ERROR "SPATE_CUDA_CODE is \"${code}\": use all, native, ptx or ci")
endif()
if(code STREQUAL "ci")
  set(code ptx)
  if(SPATE_HAVE_DRIVER)
    set(code native)
  endif()
endif()
set(machines ${SPATE_CUDA_MACHINES} ${SPATE_GPUS})
if(code STREQUAL "native" AND SPATE_GPUS)
  set(machines ${SPATE_GPUS})
elseif(code STREQUAL "ptx")
  set(machines "")
endif()
list(REMOVE_DUPLICATES machines)
set(oldest compute_${SPATE_CUDA_OLDEST})
set(SPATE_CUDA_CODE_each --generate-code=arch=${oldest},code=[${oldest}])
set(SPATE_CUDA_CODE_once ${oldest})
set(SPATE_CUDA_CODE_clusters compute_90)
foreach(machine ${machines})
  list(APPEND SPATE_CUDA_CODE_each --generate-code=arch=compute_${machine},code=[sm_${machine}])
  string(APPEND SPATE_CUDA_CODE_once ",sm_${machine}")
  if(machine GREATER_EQUAL 90)
    string(APPEND SPATE_CUDA_CODE_clusters ",sm_${machine}")
  endif()
endforeach()
if(code STREQUAL "ptx") # branches of every generation are compiled once, for the one that has all
  set(SPATE_CUDA_CODE_each --generate-code=arch=compute_90,code=[compute_90])
endif()
set(SPATE_CUDA_CODE_once --generate-code=arch=${oldest},code=[${SPATE_CUDA_CODE_once}])
set(SPATE_CUDA_CODE_clusters --generate-code=arch=compute_90,code=[${SPATE_CUDA_CODE_clusters}])

# Appends to the list `out` a source and all of ours that it includes.
function(spate_cuda_files out source)
  list(APPEND ${out} ${source})
  file(STRINGS ${source} lines REGEX "^#include \"")
  foreach(line ${lines})
    string(REGEX REPLACE "^#include \"([^\"]*)\".*" "${CMAKE_SOURCE_DIR}/src/\\1" file "${line}")
    if(EXISTS ${file} AND NOT file IN_LIST ${out})
      spate_cuda_files(${out} ${file})
    endif()
  endforeach()
  set(${out} ${${out}} PARENT_SCOPE)
endfunction()

# How a source is translated: `each` where it or what it includes asks for the generation, by itself or as the functions
# of clusters do, which have their names in tridiag_launch.cuh. Looked at again when one of these files changes.
function(spate_cuda_code out source)
  set(files "")
  spate_cuda_files(files ${source})
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${files})
  list(FILTER files EXCLUDE REGEX "/tridiag/launch\\.cuh$")
  set(code once)
  foreach(file ${files})
    file(STRINGS ${file} asked REGEX "__CUDA_ARCH__ *[<>=]|tri_arrive|tri_in_block")
    if(asked)
      set(code each)
    endif()
  endforeach()
  if(source MATCHES "/adi/fused\\.cu$") # adi_fused_claim has no place for older GPUs
    set(code clusters)
  endif()
  set(${out} ${SPATE_CUDA_CODE_${code}} PARENT_SCOPE)
endfunction()

# Headers are C; warnings of the host compiler, and the same arithmetic on the host as everywhere.
set(SPATE_CUDA_OPTIONS "SHELL:-Xcompiler -Wall,-Wextra,-Wno-unused-function,-Wno-missing-field-initializers,-ffp-contract=off,-fno-math-errno"
  "SHELL:--Werror all-warnings" "SHELL:-Xptxas -v")
set(SPATE_CUDA_COMPILE_ONLY OFF)
if(code STREQUAL "ptx" AND SPATE_CUDA_CODE STREQUAL "ci") # compiled and linked, never run: there is no driver
  set(SPATE_CUDA_COMPILE_ONLY ON)
  list(APPEND SPATE_CUDA_OPTIONS "SHELL:-Xcicc -O0" "SHELL:-Xcompiler -O0 -Xcompiler -Wno-maybe-uninitialized")
endif()
# The strict build gives the bits of the CPU: no contraction, IEEE division and root. The fast one may
# contract, and its sources decide what else.
set(SPATE_CUDA_FLAGS_fast "")
set(SPATE_CUDA_FLAGS_strict --fmad=false -prec-div=true -prec-sqrt=true -ftz=false)

function(spate_cuda_objects name)
  add_library(${name} OBJECT ${ARGN})
  set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE ON CUDA_STANDARD 17
    CUDA_VISIBILITY_PRESET hidden C_VISIBILITY_PRESET hidden
    CUDA_COMPILER_LAUNCHER "${CMAKE_SOURCE_DIR}/scripts/ptxas-log;${CMAKE_BINARY_DIR}/ptxas/${name}.log")
  target_compile_options(${name} PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:${SPATE_CUDA_OPTIONS}>)
  target_include_directories(${name} PRIVATE ${CMAKE_SOURCE_DIR}/include ${CMAKE_SOURCE_DIR}/src
    ${CMAKE_BINARY_DIR}/generated)
  add_dependencies(${name} spate_build_hash)
endfunction()

# The name of a source's target: its folder and its own name, adi_fused of adi/fused.cu.
function(spate_cuda_name out source)
  file(RELATIVE_PATH name ${CMAKE_SOURCE_DIR}/src/backend/cuda ${source})
  string(REGEX REPLACE "\\.cu$" "" name ${name})
  string(REPLACE "/" "_" name ${name})
  set(${out} ${name} PARENT_SCOPE)
endfunction()

# The kernels of schemes for each precision and build; everything else once. Where nothing can run, a scheme is compiled
# with one precision and one build, which differ from scheme to scheme: the stand-in for CUDA (tests/backend) compiles all.
function(spate_add_cuda)
  file(GLOB kernels CONFIGURE_DEPENDS src/backend/cuda/kurganov/*.cu src/backend/cuda/adi/*.cu
    src/backend/cuda/staggered/*.cu src/backend/cuda/semi_implicit/*.cu src/backend/cuda/vector_invariant/*.cu)
  file(GLOB others CONFIGURE_DEPENDS src/backend/cuda/*.cu src/backend/cuda/common/*.cu src/backend/cuda/tridiag/*.cu
    src/backend/cuda/compact/*.cu src/backend/cuda/krylov/device.cu)
  list(FILTER others EXCLUDE REGEX "/common/kernels\\.cu$")
  add_library(spate_cuda MODULE)
  set_target_properties(spate_cuda PROPERTIES LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}
    C_VISIBILITY_PRESET hidden CUDA_RUNTIME_LIBRARY Static LINKER_LANGUAGE CUDA)
  target_include_directories(spate_cuda PRIVATE ${CMAKE_SOURCE_DIR}/include ${CMAKE_SOURCE_DIR}/src
    ${CMAKE_BINARY_DIR}/generated)
  target_link_libraries(spate_cuda PRIVATE m)
  foreach(source ${others})
    spate_cuda_name(name ${source})
    spate_cuda_objects(spate_cuda_${name} ${source})
    spate_cuda_code(code ${source})
    target_compile_options(spate_cuda_${name} PRIVATE ${code})
    if(name MATCHES "^(tridiag|compact)") # they say themselves what is contracted
      target_compile_options(spate_cuda_${name} PRIVATE --fmad=false)
    endif()
    target_sources(spate_cuda PRIVATE $<TARGET_OBJECTS:spate_cuda_${name}>)
  endforeach()
  foreach(bits 32 64) # the common kernels are strict in every build
    set(twin spate_cuda_common_f${bits})
    spate_cuda_objects(${twin} ${CMAKE_SOURCE_DIR}/src/backend/cuda/common/kernels.cu)
    spate_cuda_code(code ${CMAKE_SOURCE_DIR}/src/backend/cuda/common/kernels.cu)
    target_compile_definitions(${twin} PRIVATE SPATE_REAL_BITS=${bits})
    target_compile_options(${twin} PRIVATE ${code} ${SPATE_CUDA_FLAGS_strict})
    target_sources(spate_cuda PRIVATE $<TARGET_OBJECTS:${twin}>)
  endforeach()
  # One strict build of the Krylov kernels serves both: they wait for memory.
  file(GLOB krylov CONFIGURE_DEPENDS src/backend/cuda/krylov/*.cu)
  list(FILTER krylov EXCLUDE REGEX "/device\\.cu$")
  foreach(source ${krylov})
    spate_cuda_name(name ${source})
    spate_cuda_code(code ${source})
    foreach(real f32 f64 f32c64)
      string(REGEX REPLACE "^f([0-9]+).*" "\\1" bits ${real})
      if(name MATCHES "simple|levels" AND real STREQUAL "f32c64") # preconditioners have one precision
        continue()
      endif()
      if(SPATE_CUDA_COMPILE_ONLY AND (real STREQUAL "f32" OR (real STREQUAL "f64" AND NOT name MATCHES "simple|levels")))
        continue()
      endif()
      set(twin spate_cuda_${name}_${real})
      spate_cuda_objects(${twin} ${source})
      target_compile_definitions(${twin} PRIVATE SPATE_REAL_BITS=${bits}
        $<$<STREQUAL:${real},f32c64>:SPATE_CALC_BITS=64>)
      target_compile_options(${twin} PRIVATE ${code} ${SPATE_CUDA_FLAGS_strict})
      target_sources(spate_cuda PRIVATE $<TARGET_OBJECTS:${twin}>)
    endforeach()
  endforeach()
  foreach(source ${kernels})
    spate_cuda_name(name ${source})
    spate_cuda_code(code ${source})
    set(reals f32 f64)
    set(kinds fast strict)
    if(name MATCHES "^adi" AND NOT name STREQUAL "adi_fused") # fields of f32, lines of f64: not in fused sweeps
      list(APPEND reals f32c64)
    endif()
    if(SPATE_CUDA_COMPILE_ONLY AND name MATCHES "^(adi|staggered)")
      set(reals f64)
      set(kinds strict)
    elseif(SPATE_CUDA_COMPILE_ONLY)
      set(reals f32)
      set(kinds fast)
    endif()
    if(name STREQUAL "vector_invariant_lines") # strict in every build, as the solver of lines is
      set(kinds strict)
    endif()
    foreach(real ${reals})
      string(REGEX REPLACE "^f([0-9]+).*" "\\1" bits ${real})
      foreach(kind ${kinds})
        set(twin spate_cuda_${name}_${real}_${kind})
        spate_cuda_objects(${twin} ${source})
        target_compile_definitions(${twin} PRIVATE SPATE_REAL_BITS=${bits}
          $<$<STREQUAL:${real},f32c64>:SPATE_CALC_BITS=64> $<$<STREQUAL:${kind},fast>:SPATE_CUDA_FAST>)
        target_compile_options(${twin} PRIVATE ${code} ${SPATE_CUDA_FLAGS_${kind}})
        target_sources(spate_cuda PRIVATE $<TARGET_OBJECTS:${twin}>)
      endforeach()
    endforeach()
  endforeach()
endfunction()
