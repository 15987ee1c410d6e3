# Installs nlohmann/json from a wheel with its headers alone, as its own project does.
cmake_minimum_required(VERSION 3.20)
project(nlohmann_json LANGUAGES NONE)

set(headers "${PROJECT_SOURCE_DIR}/nlohmann_json/include")
set(parts "")
foreach(part MAJOR MINOR PATCH)
  file(STRINGS "${headers}/nlohmann/detail/abi_macros.hpp" line
    REGEX "#define NLOHMANN_JSON_VERSION_${part} " LIMIT_COUNT 1)
  string(REGEX REPLACE "^.* ([0-9]+).*$" "\\1" part "${line}")
  list(APPEND parts "${part}")
endforeach()
list(JOIN parts "." version)

add_library(nlohmann_json INTERFACE)
target_include_directories(nlohmann_json INTERFACE "$<INSTALL_INTERFACE:include>")

install(TARGETS nlohmann_json EXPORT targets)
install(EXPORT targets NAMESPACE nlohmann_json::
  FILE nlohmann_json-config.cmake DESTINATION share/cmake/nlohmann_json)
include(CMakePackageConfigHelpers)
write_basic_package_version_file(nlohmann_json-config-version.cmake
  VERSION "${version}" COMPATIBILITY ExactVersion ARCH_INDEPENDENT)
install(FILES "${PROJECT_BINARY_DIR}/nlohmann_json-config-version.cmake" DESTINATION share/cmake/nlohmann_json)
install(DIRECTORY "${headers}/" DESTINATION include FILES_MATCHING PATTERN "*.hpp")
