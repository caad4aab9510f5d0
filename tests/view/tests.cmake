# spate view: requests and tiles are pure; the server needs libmicrohttpd, its pages also a run.
set(VIEW ${CMAKE_SOURCE_DIR}/tools/spate/view)
add_executable(view_requests view/requests.c ${VIEW}/request.c)
add_executable(view_tiles view/tiles.c ${VIEW}/tile_code.c ${VIEW}/levels.c)
set(VIEW_TESTS requests tiles)
if(SPATE_HAVE_MICROHTTPD)
  add_executable(view_server view/server.c ${VIEW}/server.c ${VIEW}/visitors.c ${VIEW}/job_queue.c ${VIEW}/request.c)
  target_link_libraries(view_server PRIVATE PkgConfig::MICROHTTPD)
  list(APPEND VIEW_TESTS server)
endif()
foreach(name ${VIEW_TESTS})
  target_include_directories(view_${name} PRIVATE ${VIEW})
  target_compile_definitions(view_${name} PRIVATE _GNU_SOURCE)
  target_link_libraries(view_${name} PRIVATE spate m)
  add_test(NAME view_${name} COMMAND view_${name})
  set_tests_properties(view_${name} PROPERTIES LABELS sanitize)
endforeach()

# With Debian's Python, which the tests of other formats need too: what the server says, and the page in a browser.
if(SPATE_HAVE_MICROHTTPD AND SPATE_HAVE_YAML AND SPATE_HAVE_NETCDF AND NOT SPATE_SANITIZE AND EXISTS /usr/bin/python3)
  set(VIEW_crowd_CONNECTIONS 2000) # by hand: 10000
  foreach(name pages crowd browser)
    add_test(NAME view_${name} COMMAND /usr/bin/python3 ${CMAKE_CURRENT_SOURCE_DIR}/view/${name}.py
                                       ${VIEW_${name}_CONNECTIONS})
    set_tests_properties(view_${name} PROPERTIES SKIP_RETURN_CODE 77 ENVIRONMENT SPATE=$<TARGET_FILE:spate_program>)
  endforeach()
endif()
