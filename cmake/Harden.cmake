# Compile and link options against mistakes with memory, in release builds. Sanitizer and debug builds find them themselves.
include(CheckCSourceCompiles)
include(CheckLinkerFlag)

# Position-independent code where the compiler does not make it anyway (Debian's and Ubuntu's do).
check_c_source_compiles("#ifndef __PIE__\n#error no\n#endif\nint main(void) { return 0; }" SPATE_PIE_IS_USUAL)
if(NOT SPATE_PIE_IS_USUAL AND CMAKE_BUILD_TYPE STREQUAL "Release" AND NOT SPATE_SANITIZE)
  include(CheckPIESupported)
  check_pie_supported(LANGUAGES C)
  set(CMAKE_POSITION_INDEPENDENT_CODE ON)
endif()
check_linker_flag(C "-Wl,-z,relro,-z,now" SPATE_LINKER_HAS_RELRO)

function(spate_harden target)
  if(NOT CMAKE_BUILD_TYPE STREQUAL "Release" OR SPATE_SANITIZE OR NOT CMAKE_C_COMPILER_ID MATCHES "GNU|Clang")
    return()
  endif()
  # -U: some distributions define it themselves, and a second definition would be an error.
  target_compile_options(${target} PRIVATE -fstack-protector-strong -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2)
  get_target_property(kind ${target} TYPE)
  if(SPATE_LINKER_HAS_RELRO AND NOT kind STREQUAL "STATIC_LIBRARY")
    target_link_options(${target} PRIVATE -Wl,-z,relro,-z,now)
  endif()
endfunction()
