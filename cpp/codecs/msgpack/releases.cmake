# Installs msgpack-cxx from a wheel with its headers alone, as its own project does.
cmake_minimum_required(VERSION 3.20)
project(msgpack-cxx LANGUAGES NONE)

set(headers "${PROJECT_SOURCE_DIR}/msgpack_cxx/include")
set(parts "")
foreach(part MAJOR MINOR REVISION)
  file(STRINGS "${headers}/msgpack/version_master.hpp" line REGEX "#define MSGPACK_VERSION_${part} " LIMIT_COUNT 1)
  string(REGEX REPLACE "^.* ([0-9]+).*$" "\\1" part "${line}")
  list(APPEND parts "${part}")
endforeach()
list(JOIN parts "." version)

add_library(msgpack-cxx INTERFACE)
target_include_directories(msgpack-cxx INTERFACE "$<INSTALL_INTERFACE:include>")
# It takes Boost's macros by default, and copies of them otherwise.
find_path(boost boost/version.hpp)
if(NOT boost)
  target_compile_definitions(msgpack-cxx INTERFACE MSGPACK_NO_BOOST)
endif()

install(TARGETS msgpack-cxx EXPORT targets)
install(EXPORT targets FILE msgpack-cxx-config.cmake DESTINATION lib/cmake/msgpack-cxx)
include(CMakePackageConfigHelpers)
write_basic_package_version_file(msgpack-cxx-config-version.cmake
  VERSION "${version}" COMPATIBILITY ExactVersion ARCH_INDEPENDENT)
install(FILES "${PROJECT_BINARY_DIR}/msgpack-cxx-config-version.cmake" DESTINATION lib/cmake/msgpack-cxx)
install(DIRECTORY "${headers}/" DESTINATION include FILES_MATCHING PATTERN "*.hpp" PATTERN "*.h")
