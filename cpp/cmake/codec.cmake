# What a codec's CMakeLists.txt calls: serbench_codec, or serbench_codec_unavailable when its library is missing.

set(SERBENCH_HARNESS "${PROJECT_SOURCE_DIR}/harness")

# The same flags for all codecs: no LTO across them, and functions on cache lines, so that the size of one does
# not decide how another's loop lies in memory.
set(SERBENCH_FLAGS -O3 -falign-functions=64)
if(SERBENCH_NATIVE)
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(aarch64|arm)")
    list(APPEND SERBENCH_FLAGS -mcpu=native)
  else()
    list(APPEND SERBENCH_FLAGS -march=native)
  endif()
endif()
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_BUILD_TYPE "" CACHE STRING "Left empty: SERBENCH_FLAGS are the flags" FORCE)

function(serbench_set_flags target)
  target_compile_options(${target} PRIVATE ${SERBENCH_FLAGS} -Wall -Wextra)
  target_compile_definitions(${target} PRIVATE NDEBUG)
endfunction()

# The part of the harness that knows neither codec nor schema, compiled once.
function(serbench_add_harness)
  add_library(serbench-protocol STATIC "${SERBENCH_HARNESS}/protocol.cpp")
  serbench_set_flags(serbench-protocol)
endfunction()

# serbench_codec(NAME [LIBRARY name] [VERSION version] [LIBRARIES target…] [SOURCES file…] [GENERATED file…]
#                [INCLUDES folder…])
#
# NAME is the folder's name. LIBRARY is what the library is called (default: NAME; NONE for a codec without one)
# and VERSION what the library itself says. SOURCES are the page's own further sources, GENERATED those that the
# library's compiler makes, whose warnings are its own affair.
function(serbench_codec name)
  cmake_parse_arguments(PARSE_ARGV 1 codec "" "LIBRARY;VERSION" "LIBRARIES;SOURCES;GENERATED;INCLUDES")
  if(NOT codec_LIBRARY)
    set(codec_LIBRARY "${name}")
  elseif(codec_LIBRARY STREQUAL "NONE")
    set(codec_LIBRARY "")
  endif()
  serbench_note_codec("${name}" 1 "${codec_VERSION}" "")
  if(SERBENCH_PROBE)
    return()
  endif()
  set(target "runner-${name}")
  add_executable(${target} "${SERBENCH_HARNESS}/main.cpp" ${codec_SOURCES} ${codec_GENERATED})
  set_target_properties(${target} PROPERTIES
    OUTPUT_NAME "${name}" RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/runners")
  target_include_directories(${target} PRIVATE
    "${CMAKE_CURRENT_SOURCE_DIR}" "${SERBENCH_HARNESS}"
    "${SERBENCH_RENDERED}/codecs/${name}" "${SERBENCH_RENDERED}/harness")
  target_include_directories(${target} SYSTEM PRIVATE ${codec_INCLUDES})
  target_link_libraries(${target} PRIVATE serbench-protocol ${codec_LIBRARIES})
  serbench_set_flags(${target})
  if(codec_GENERATED)
    set_source_files_properties(${codec_GENERATED} PROPERTIES COMPILE_OPTIONS -w)
  endif()
  serbench_define_facts(${target} "${name}" "${codec_LIBRARY}" "${codec_VERSION}")
endfunction()

# The facts that the runner tells about itself; main.cpp alone sees them.
function(serbench_define_facts target name library version)
  list(JOIN SERBENCH_FLAGS " " flags)
  target_compile_definitions(${target} PRIVATE
    "SERBENCH_CODEC=\"${name}\""
    "SERBENCH_WORKLOAD=\"${SERBENCH_WORKLOAD}\""
    "SERBENCH_SCHEMA=\"${SERBENCH_SCHEMA}\""
    "SERBENCH_LIBRARY=\"${library}\""
    "SERBENCH_LIBRARY_VERSION=\"${version}\""
    "SERBENCH_COMPILER=\"${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}\""
    "SERBENCH_FLAGS=\"${flags} -std=c++20\"")
endfunction()

# serbench_codec_unavailable(NAME "reason"): the other codecs are built without this one.
function(serbench_codec_unavailable name reason)
  serbench_note_codec("${name}" 0 "" "${reason}")
endfunction()

function(serbench_note_codec name available version reason)
  serbench_percent_encode("${name}" name)
  serbench_percent_encode("${version}" version)
  serbench_percent_encode("${reason}" reason)
  set_property(GLOBAL APPEND_STRING PROPERTY SERBENCH_CODEC_LINES
    "codec name=${name} available=${available} version=${version} reason=${reason}\n")
endfunction()

function(serbench_write_codecs path)
  get_property(lines GLOBAL PROPERTY SERBENCH_CODEC_LINES)
  file(WRITE "${path}" "${lines}")
endfunction()

# PROTOCOL.md's encoding of values: bytes up to space, % and those from 7F on become %XX.
function(serbench_percent_encode text result)
  string(HEX "${text}" digits)
  string(TOUPPER "${digits}" digits)
  string(REGEX REPLACE "(..)" "%\\1" encoded "${digits}")
  foreach(code RANGE 33 126)
    if(NOT code EQUAL 37)
      math(EXPR hex "${code}" OUTPUT_FORMAT HEXADECIMAL)
      string(TOUPPER "${hex}" hex)
      string(REPLACE "0X" "%" hex "${hex}")
      string(ASCII ${code} character)
      string(REPLACE "${hex}" "${character}" encoded "${encoded}")
    endif()
  endforeach()
  set(${result} "${encoded}" PARENT_SCOPE)
endfunction()

# serbench_header_version(RESULT header PREFIX): the version from the macros PREFIX_MAJOR, _MINOR and _PATCH.
function(serbench_header_version result header prefix)
  file(STRINGS "${header}" lines REGEX "#define ${prefix}_(MAJOR|MINOR|PATCH) +[0-9]+")
  set(parts "")
  foreach(part MAJOR MINOR PATCH)
    if(lines MATCHES "${prefix}_${part} +([0-9]+)")
      list(APPEND parts "${CMAKE_MATCH_1}")
    endif()
  endforeach()
  list(JOIN parts "." version)
  set(${result} "${version}" PARENT_SCOPE)
endfunction()
