# Files that are part of the program: each becomes an array of bytes. The table they form is declared in
# tools/spate/view/page_files.h.
function(spate_embed out folder)
  file(GLOB files RELATIVE ${CMAKE_SOURCE_DIR} CONFIGURE_DEPENDS ${folder}/*)
  list(SORT files)
  string(REPLACE ";" " " words "${files}")
  add_custom_command(OUTPUT ${out}
    COMMAND ${CMAKE_COMMAND} -DROOT=${CMAKE_SOURCE_DIR} "-DFILES=${words}" -DOUT=${out}
      -P ${CMAKE_SOURCE_DIR}/cmake/EmbedFiles.cmake
    DEPENDS ${files} cmake/EmbedFiles.cmake VERBATIM)
endfunction()
