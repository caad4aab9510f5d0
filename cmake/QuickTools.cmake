# Tools that make builds quicker where they are installed, and change nothing else.

# Objects that were compiled before are taken from the cache of ccache. CMAKE_C_COMPILER_LAUNCHER= (empty) declines.
find_program(SPATE_CCACHE ccache)
mark_as_advanced(SPATE_CCACHE)
foreach(language C CXX)
  if(SPATE_CCACHE AND NOT DEFINED CMAKE_${language}_COMPILER_LAUNCHER)
    set(CMAKE_${language}_COMPILER_LAUNCHER ${SPATE_CCACHE})
  endif()
endforeach()

# For programs that are linked by the hundred: gold, which comes with binutils, takes a quarter of the time of ld.
include(CheckLinkerFlag)
check_linker_flag(C -fuse-ld=gold SPATE_HAVE_GOLD)
macro(spate_quick_linker)
  if(SPATE_HAVE_GOLD)
    add_link_options(-fuse-ld=gold)
  endif()
endmacro()
