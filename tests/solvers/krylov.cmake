# Tests of the Krylov solver; those named krylov_* are programs, the rest is what they share.
file(GLOB KRYLOV_TESTS CONFIGURE_DEPENDS solvers/krylov_*.c)
add_library(spate_krylov_tests STATIC solvers/stencils.c solvers/stencil_solver.c)
target_link_libraries(spate_krylov_tests PUBLIC spate)
foreach(source ${KRYLOV_TESTS})
  get_filename_component(name ${source} NAME_WE)
  add_executable(solvers_${name} ${source})
  target_link_libraries(solvers_${name} PRIVATE spate_krylov_tests)
  set(less)
  if(SPATE_SANITIZE AND name STREQUAL "krylov_bits")
    set(less 5)
  endif()
  add_test(NAME solvers_${name} COMMAND solvers_${name} ${less})
  set_tests_properties(solvers_${name} PROPERTIES LABELS sanitize SKIP_RETURN_CODE 77
    ENVIRONMENT OMP_WAIT_POLICY=passive)
endforeach()
target_compile_definitions(solvers_krylov_lapack PRIVATE SPATE_HAVE_LAPACK=${SPATE_HAVE_LAPACK})
if(SPATE_HAVE_LAPACK)
  target_link_libraries(solvers_krylov_lapack PRIVATE LAPACK::LAPACK)
endif()
set_property(TEST solvers_krylov_bits APPEND PROPERTY LABELS threads)
add_dependencies(threads_tests solvers_krylov_bits)

# Parts alone and over ranks.
add_executable(krylov_hash parallel/krylov_hash.c)
target_link_libraries(krylov_hash PRIVATE spate_krylov_tests)
if(SPATE_HAVE_MPI AND NOT SPATE_SANITIZE)
  add_test(NAME krylov_parts_over_ranks COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/parallel/ranks.sh
    $<TARGET_FILE:krylov_hash>)
  set_tests_properties(krylov_parts_over_ranks PROPERTIES SKIP_RETURN_CODE 77)
endif()

# The example program says itself whether it is right.
add_executable(example_krylov ${CMAKE_SOURCE_DIR}/examples/krylov/membrane.c)
target_link_libraries(example_krylov PRIVATE spate)
add_test(NAME example_krylov COMMAND example_krylov)
set_tests_properties(example_krylov PROPERTIES LABELS sanitize)
