# Tests of compact differences; those named compact_* are programs, the rest is what they share.
file(GLOB COMPACT_TESTS CONFIGURE_DEPENDS solvers/compact_*.c)
add_library(spate_compact_tests STATIC solvers/compacts.c)
target_link_libraries(spate_compact_tests PUBLIC spate)
foreach(source ${COMPACT_TESTS})
  get_filename_component(name ${source} NAME_WE)
  add_executable(solvers_${name} ${source})
  target_link_libraries(solvers_${name} PRIVATE spate_compact_tests)
  add_test(NAME solvers_${name} COMMAND solvers_${name})
  set_tests_properties(solvers_${name} PROPERTIES LABELS sanitize ENVIRONMENT OMP_WAIT_POLICY=passive)
endforeach()

foreach(name bench plot)
  add_test(NAME compact_${name} COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/solvers/compact_${name}.sh
    $<TARGET_FILE:spate_program>)
  set_tests_properties(compact_${name} PROPERTIES SKIP_RETURN_CODE 77)
endforeach()
set_property(TEST compact_plot APPEND PROPERTY LABELS sanitize)
set_property(TEST solvers_compact_bits APPEND PROPERTY LABELS threads)
add_executable(example_compact ${CMAKE_SOURCE_DIR}/examples/compact/vorticity.c)
target_link_libraries(example_compact PRIVATE spate)
add_test(NAME compact_example
  COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/solvers/compact_example.sh $<TARGET_FILE:example_compact>)
add_dependencies(threads_tests solvers_compact_bits)
