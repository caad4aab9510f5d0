# make install: the program, libspate.so with its headers, plug-ins, pages for man, completion, packages for CMake and
# pkg-config, the modules for Python and Fortran. Everything finds the rest by relative paths: the tree may be moved.
include(CMakePackageConfigHelpers)

set(SPATE_SHARE ${CMAKE_BINARY_DIR}/generated/share)

# What the program writes about itself.
add_custom_command(OUTPUT ${SPATE_SHARE}/spate.1 ${SPATE_SHARE}/spate.bash ${SPATE_SHARE}/_spate
  COMMAND ${CMAKE_COMMAND} -E rm -rf ${SPATE_SHARE}
  COMMAND ${CMAKE_COMMAND} -E make_directory ${SPATE_SHARE}
  COMMAND $<TARGET_FILE:spate_program> manual --all ${SPATE_SHARE}
  COMMAND $<TARGET_FILE:spate_program> completion bash > ${SPATE_SHARE}/spate.bash
  COMMAND $<TARGET_FILE:spate_program> completion zsh > ${SPATE_SHARE}/_spate
  DEPENDS spate_program VERBATIM)
set(all "")
if(SPATE_TESTS)
  set(all ALL) # a test installs it
endif()
add_custom_target(spate_installed ${all} DEPENDS ${SPATE_SHARE}/spate.1 spate_program spate_shared)

install(TARGETS spate_program RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(TARGETS spate_shared LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
foreach(plugin spate_gdal spate_cuda)
  if(TARGET ${plugin})
    install(TARGETS ${plugin} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/spate)
    if(NOT plugin STREQUAL "spate_gdal") # that comes with the library
      add_dependencies(spate_installed ${plugin})
    endif()
  endif()
endforeach()
install(DIRECTORY include/spate DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY ${SPATE_SHARE}/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 FILES_MATCHING PATTERN "*.1")
install(FILES ${SPATE_SHARE}/spate.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME spate)
install(FILES ${SPATE_SHARE}/_spate DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
install(FILES LICENSE README.md DESTINATION ${CMAKE_INSTALL_DOCDIR})

# ---- for builds of other people ----
file(RELATIVE_PATH SPATE_PREFIX_FROM_PKGCONFIG ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
string(REGEX REPLACE "/$" "" SPATE_PREFIX_FROM_PKGCONFIG "${SPATE_PREFIX_FROM_PKGCONFIG}")
configure_file(cmake/spate.pc.in generated/spate.pc @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/generated/spate.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/spate)
configure_package_config_file(cmake/spateConfig.cmake.in generated/spateConfig.cmake INSTALL_DESTINATION ${package}
  PATH_VARS CMAKE_INSTALL_INCLUDEDIR CMAKE_INSTALL_LIBDIR)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/generated/spateConfigVersion.cmake
  VERSION ${PROJECT_VERSION} COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/generated/spateConfig.cmake ${CMAKE_BINARY_DIR}/generated/spateConfigVersion.cmake
  DESTINATION ${package})

# ---- Fortran: sources, because module files belong to one compiler ----
install(DIRECTORY fortran/ DESTINATION ${CMAKE_INSTALL_DATADIR}/spate/fortran FILES_MATCHING PATTERN "*.f90")

# ---- Python: a package beside those of the system's interpreter ----
find_program(SPATE_SYSTEM_PYTHON python3 PATHS /usr/bin NO_DEFAULT_PATH)
find_program(SPATE_SYSTEM_PYTHON python3)
mark_as_advanced(SPATE_SYSTEM_PYTHON)
set(SPATE_PYTHON_FOLDER "" CACHE STRING "folder of Python packages below the prefix; empty: as the interpreter has it")
set(folder ${SPATE_PYTHON_FOLDER})
if(NOT folder AND SPATE_SYSTEM_PYTHON)
  # Debian's interpreter looks into /usr/local/lib/python3.N/dist-packages and /usr/lib/python3/dist-packages.
  execute_process(COMMAND ${SPATE_SYSTEM_PYTHON} -c "import os, sys, sysconfig
name = os.path.basename(sysconfig.get_path('purelib'))
usr = name == 'dist-packages' and sys.argv[1] == '/usr'
print('lib/python%s/%s' % ('3' if usr else '%d.%d' % sys.version_info[:2], name))" ${CMAKE_INSTALL_PREFIX}
    OUTPUT_VARIABLE folder OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
if(folder)
  file(RELATIVE_PATH SPATE_LIBRARY_FROM_PYTHON ${CMAKE_INSTALL_PREFIX}/${folder}/spate ${CMAKE_INSTALL_FULL_LIBDIR})
  string(REGEX REPLACE "/$" "" SPATE_LIBRARY_FROM_PYTHON "${SPATE_LIBRARY_FROM_PYTHON}")
  file(WRITE ${CMAKE_BINARY_DIR}/generated/_place.py "\"\"\"Where libspate.so is, seen from this folder; written by CMake.\"\"\"
NAME = \"libspate.so.${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}\"
FOLDERS = [\"${SPATE_LIBRARY_FROM_PYTHON}\"]
")
  install(DIRECTORY python/spate DESTINATION ${folder} FILES_MATCHING PATTERN "*.py" PATTERN "_place.py" EXCLUDE
    PATTERN "__pycache__" EXCLUDE)
  install(FILES ${CMAKE_BINARY_DIR}/generated/_place.py DESTINATION ${folder}/spate)
endif()
