# Fuzzers. Every build has fuzz_smoke_NAME, which needs no clang: a few thousand executions as a test. The preset fuzz
# has fuzz_NAME, which scripts/fuzz runs.
set(FUZZ_TARGETS asc series checkpoint state raster vector zone request)
if(SPATE_HAVE_YAML)
  list(APPEND FUZZ_TARGETS casefile)
endif()
set(FUZZ_SHARED fuzz/files.c fuzz/seeds.c)
set(FUZZ_SMOKE_asc 3000)
set(FUZZ_SMOKE_series 3000)
set(FUZZ_SMOKE_checkpoint 3000)
set(FUZZ_SMOKE_state 3000)
set(FUZZ_SMOKE_casefile 3000)
set(FUZZ_SMOKE_zone 30000)
set(FUZZ_SMOKE_raster 3000)
set(FUZZ_SMOKE_vector 3000)
set(FUZZ_SMOKE_request 30000)
set(FUZZ_SOURCES_request ${CMAKE_SOURCE_DIR}/tools/spate/view/request.c)

add_library(fuzz_smoke STATIC fuzz/all_formats.c ${FUZZ_SHARED})
target_compile_definitions(fuzz_smoke PRIVATE _GNU_SOURCE)
target_link_libraries(fuzz_smoke PUBLIC spate_case)
foreach(name ${FUZZ_TARGETS})
  add_executable(fuzz_smoke_${name} fuzz/smoke.c fuzz/${name}.c ${FUZZ_SOURCES_${name}})
  target_include_directories(fuzz_smoke_${name} PRIVATE ${CMAKE_SOURCE_DIR}/tools/spate/view)
  target_compile_definitions(fuzz_smoke_${name} PRIVATE _GNU_SOURCE)
  target_link_libraries(fuzz_smoke_${name} PRIVATE fuzz_smoke)
  add_test(NAME fuzz_smoke_${name} COMMAND fuzz_smoke_${name} ${name} ${FUZZ_SMOKE_${name}})
  set_tests_properties(fuzz_smoke_${name} PROPERTIES LABELS sanitize ENVIRONMENT OMP_NUM_THREADS=1)
endforeach()

if(NOT SPATE_FUZZERS)
  return()
endif()

if(NOT (SPATE_HAVE_GDAL AND SPATE_HAVE_YAML AND SPATE_HAVE_ZLIB))
  message(FATAL_ERROR "the fuzzers need GDAL, libyaml and zlib (Debian: libgdal-dev libyaml-dev zlib1g-dev)")
endif()

# The readers alone, without solvers and threads: quick to build, quick to run. GDAL's part is linked, so that the
# fuzzer sees its branches.
file(GLOB FUZZ_SOURCES CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/base/*.c ${CMAKE_SOURCE_DIR}/src/casefile/*.c
  ${CMAKE_SOURCE_DIR}/src/io/*.c ${CMAKE_SOURCE_DIR}/src/io/gdal/*.c)
list(FILTER FUZZ_SOURCES EXCLUDE REGEX "src/io/gdal_plugin.c$|src/base/cores.c$")
add_library(spate_readers STATIC ${FUZZ_SOURCES} ${CMAKE_SOURCE_DIR}/src/parallel/comm.c
  ${CMAKE_SOURCE_DIR}/src/parallel/comm_collectives.c
  ${CMAKE_SOURCE_DIR}/src/results/checkpoint/checkpoint_file.c ${CMAKE_SOURCE_DIR}/src/results/checkpoint/cursor.c
  ${CMAKE_SOURCE_DIR}/src/results/record/json_flat.c fuzz/gdal_linked.c fuzz/context.c)
target_include_directories(spate_readers PUBLIC ${CMAKE_SOURCE_DIR}/include ${CMAKE_SOURCE_DIR}/src
  ${CMAKE_BINARY_DIR}/generated)
target_compile_definitions(spate_readers PUBLIC _GNU_SOURCE)
target_compile_options(spate_readers PUBLIC -Wno-unknown-pragmas -Wno-macro-redefined)
target_link_libraries(spate_readers PUBLIC Threads::Threads ${CMAKE_DL_LIBS} m)
foreach(library YAML ZLIB GDAL)
  target_link_libraries(spate_readers PUBLIC PkgConfig::${library})
endforeach()
add_custom_target(fuzzers)
foreach(name ${FUZZ_TARGETS})
  add_executable(fuzz_${name} fuzz/${name}.c ${FUZZ_SOURCES_${name}} ${FUZZ_SHARED})
  target_include_directories(fuzz_${name} PRIVATE ${CMAKE_SOURCE_DIR}/tools/spate/view)
  target_compile_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
  target_link_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
  if(name MATCHES "^(state|casefile)$") # a state belongs to a simulation, keys of case files to schemes: the whole library
    target_compile_definitions(fuzz_${name} PRIVATE _GNU_SOURCE)
    target_link_libraries(fuzz_${name} PRIVATE spate_case)
  else()
    target_link_libraries(fuzz_${name} PRIVATE spate_readers)
  endif()
  add_dependencies(fuzzers fuzz_${name})
endforeach()
add_executable(fuzz_seeds fuzz/write_seeds.c ${FUZZ_SHARED})
target_link_libraries(fuzz_seeds PRIVATE spate_readers)
add_dependencies(fuzzers fuzz_seeds)
