# Tests of compact differences; those named compact_* are programs, the rest is what they share.
file(GLOB COMPACT_TESTS CONFIGURE_DEPENDS solvers/compact_*.c)
add_library(spate_compact_tests STATIC solvers/compacts.c solvers/boxes.c solvers/boxes_apply.c
  solvers/boxes_cuts.c)
target_link_libraries(spate_compact_tests PUBLIC spate)
foreach(source ${COMPACT_TESTS})
  get_filename_component(name ${source} NAME_WE)
  add_executable(solvers_${name} ${source})
  target_link_libraries(solvers_${name} PRIVATE spate_compact_tests)
  set(less)
  if(SPATE_SANITIZE AND name MATCHES _bits)
    set(less 6)
  endif()
  add_test(NAME solvers_${name} COMMAND solvers_${name} ${less})
  set_tests_properties(solvers_${name} PROPERTIES ENVIRONMENT OMP_WAIT_POLICY=passive)
  if(NOT name STREQUAL compact_distributed_accuracy) # what touches memory is in its _bits
    set_property(TEST solvers_${name} APPEND PROPERTY LABELS sanitize)
  endif()
endforeach()

foreach(name bench plot)
  add_test(NAME compact_${name} COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/solvers/compact_${name}.sh
    $<TARGET_FILE:spate_program>)
  set_tests_properties(compact_${name} PROPERTIES SKIP_RETURN_CODE 77)
endforeach()
set_property(TEST compact_plot APPEND PROPERTY LABELS sanitize)
set_property(TEST solvers_compact_bits APPEND PROPERTY LABELS threads)
set_property(TEST solvers_compact_distributed_bits APPEND PROPERTY LABELS threads)
add_executable(example_compact ${CMAKE_SOURCE_DIR}/examples/compact/vorticity.c)
target_link_libraries(example_compact PRIVATE spate)
add_test(NAME compact_example
  COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/solvers/compact_example.sh $<TARGET_FILE:example_compact>)
add_dependencies(threads_tests solvers_compact_bits solvers_compact_distributed_bits)

# Boxes over parts, alone and over ranks.
add_executable(compact_hash parallel/compact_hash.c)
target_link_libraries(compact_hash PRIVATE spate_compact_tests)
if(SPATE_HAVE_MPI AND NOT SPATE_SANITIZE)
  add_test(NAME compact_boxes_over_ranks COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/parallel/ranks.sh
    $<TARGET_FILE:compact_hash>)
  set_tests_properties(compact_boxes_over_ranks PROPERTIES SKIP_RETURN_CODE 77)
endif()

add_executable(example_compact_ranks ${CMAKE_SOURCE_DIR}/examples/compact/gradient.c)
target_link_libraries(example_compact_ranks PRIVATE spate)
add_test(NAME compact_example_ranks
  COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/solvers/compact_example_ranks.sh $<TARGET_FILE:example_compact_ranks>)
