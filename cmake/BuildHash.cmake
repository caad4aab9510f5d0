# Writes OUT with the SHA-256 over FILES (relative to ROOT, names included): what the program and the CUDA
# plug-in are both compiled from. Run by the build whenever one of the files changes.
set(all "")
separate_arguments(FILES UNIX_COMMAND "${FILES}")
foreach(name ${FILES})
  file(SHA256 ${ROOT}/${name} hash)
  string(APPEND all "${name} ${hash}\n")
endforeach()
string(SHA256 hash "${all}")
file(WRITE ${OUT} "/* Of the sources that the program and the CUDA plug-in share; written by cmake/BuildHash.cmake. */
#define SPATE_BUILD_HASH \"${hash}\"
")
