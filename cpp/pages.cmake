# What runners are made of: the harness, and the pages of codecs with what a variant inherits from its base. The
# including project sets SERBENCH_PAGES (cpp/codecs), SERBENCH_HARNESS (cpp/harness) and SERBENCH_RENDERED.

# serbench_add_harness(EXPERIMENT): the library serbench-harness, the part of the harness that knows no codec, with
# what the experiment needs; compiled once.
function(serbench_add_harness experiment)
  find_package(Threads REQUIRED)
  file(GLOB sources CONFIGURE_DEPENDS "${SERBENCH_HARNESS}/*/*.cpp")
  set(needed "${experiment}")
  set(added)
  while(needed)
    list(POP_FRONT needed name)
    list(APPEND added "${name}")
    file(GLOB own CONFIGURE_DEPENDS "${SERBENCH_HARNESS}/experiments/${name}/*.cpp")
    list(APPEND sources ${own})
    serbench_included_experiments(others "${name}")
    list(APPEND needed ${others})
    list(REMOVE_DUPLICATES needed)
    list(REMOVE_ITEM needed ${added})
  endwhile()
  add_library(serbench-harness STATIC ${sources})
  target_include_directories(serbench-harness PRIVATE
    "${SERBENCH_HARNESS}" "${SERBENCH_HARNESS}/values" "${SERBENCH_RENDERED}/harness")
  target_link_libraries(serbench-harness PUBLIC Threads::Threads)
endfunction()

# serbench_included_experiments(RESULT EXPERIMENT): the experiments whose headers one includes, itself among them.
function(serbench_included_experiments result name)
  set(names)
  file(GLOB headers CONFIGURE_DEPENDS "${SERBENCH_HARNESS}/experiments/${name}/*.hpp")
  foreach(header IN LISTS headers)
    file(STRINGS "${header}" includes REGEX "^#include \"experiments/[a-z]+/")
    list(TRANSFORM includes REPLACE "^#include \"experiments/([a-z]+)/.*" "\\1")
    list(APPEND names ${includes})
  endforeach()
  list(REMOVE_DUPLICATES names)
  set(${result} "${names}" PARENT_SCOPE)
endfunction()

# serbench_add_codec(NAME): runs the codec's CMakeLists.txt, or that of its base where it has none.
function(serbench_add_codec name)
  set(page "${SERBENCH_PAGES}/${name}")
  if(NOT EXISTS "${page}/CMakeLists.txt")
    file(STRINGS "${page}/codec.toml" base REGEX "^base = " LIMIT_COUNT 1)
    if(NOT base MATCHES "\"(.+)\"")
      return()
    endif()
    set(page "${SERBENCH_PAGES}/${CMAKE_MATCH_1}")
  endif()
  # A library that serbench has built itself is looked for last, and for its codec alone.
  list(APPEND CMAKE_SYSTEM_PREFIX_PATH ${SERBENCH_BUILT_${name}})
  add_subdirectory("${page}" "codecs/${name}")
endfunction()

# serbench_include_page(TARGET NAME): where a codec's code includes from. What was rendered for it, or copied from its
# base, comes right after its own files.
function(serbench_include_page target name)
  target_include_directories(${target} PRIVATE
    "${SERBENCH_PAGES}/${name}" "${SERBENCH_RENDERED}/codecs/${name}"
    "${SERBENCH_HARNESS}" "${SERBENCH_HARNESS}/values" "${SERBENCH_RENDERED}/harness")
endfunction()

# serbench_page_file(RESULT NAME file): the path of a file of a codec's page.
function(serbench_page_file result name file)
  set(path "${SERBENCH_PAGES}/${name}/${file}")
  if(NOT EXISTS "${path}")
    set(path "${SERBENCH_RENDERED}/codecs/${name}/${file}")
  endif()
  set(${result} "${path}" PARENT_SCOPE)
endfunction()
