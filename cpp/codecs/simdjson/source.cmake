# Builds simdjson from the sources in a Rust binding: one file and its header.
cmake_minimum_required(VERSION 3.20)
project(simdjson LANGUAGES CXX)
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_EXTENSIONS OFF)

add_library(simdjson STATIC simdjson.cpp)
target_include_directories(simdjson SYSTEM PUBLIC
  "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>" "$<INSTALL_INTERFACE:include>")

file(STRINGS simdjson.h version REGEX "#define SIMDJSON_VERSION \"" LIMIT_COUNT 1)
string(REGEX REPLACE "^.*\"(.*)\".*$" "\\1" version "${version}")

install(TARGETS simdjson EXPORT simdjson-targets DESTINATION lib)
install(EXPORT simdjson-targets NAMESPACE simdjson:: FILE simdjson-config.cmake DESTINATION lib/cmake/simdjson)
include(CMakePackageConfigHelpers)
write_basic_package_version_file(simdjson-config-version.cmake VERSION "${version}" COMPATIBILITY AnyNewerVersion)
install(FILES "${PROJECT_BINARY_DIR}/simdjson-config-version.cmake" DESTINATION lib/cmake/simdjson)
install(FILES simdjson.h DESTINATION include)
