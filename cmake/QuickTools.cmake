# Tools that make builds quicker where they are installed, and change nothing else.

# Objects that were compiled before are taken from the cache of ccache. CMAKE_C_COMPILER_LAUNCHER= (empty) declines.
find_program(SPATE_CCACHE ccache)
mark_as_advanced(SPATE_CCACHE)
foreach(language C CXX)
  if(SPATE_CCACHE AND NOT DEFINED CMAKE_${language}_COMPILER_LAUNCHER)
    set(CMAKE_${language}_COMPILER_LAUNCHER ${SPATE_CCACHE})
  endif()
endforeach()
