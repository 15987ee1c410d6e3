# Builds the library and its compiler from the sources in grpcio-tools, which brings no build files for them.
cmake_minimum_required(VERSION 3.20)
project(protobuf LANGUAGES C CXX)

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_EXTENSIONS OFF)
find_package(Threads REQUIRED)

# The sources' own lists, whose paths begin with protobuf_SOURCE_DIR.
set(protobuf_SOURCE_DIR "${PROJECT_SOURCE_DIR}/third_party/protobuf")
include("${protobuf_SOURCE_DIR}/src/file_lists.cmake")
set(utf8_range "${protobuf_SOURCE_DIR}/third_party/utf8_range")
set(abseil "${PROJECT_SOURCE_DIR}/third_party/abseil-cpp")

# Of Abseil what is no test. A program takes what it needs from a static library.
file(GLOB_RECURSE abseil_sources RELATIVE "${abseil}" "${abseil}/absl/*.cc")
list(FILTER abseil_sources EXCLUDE REGEX "test|benchmark|mock|matchers|_win[.]cc|print_hash_of|gentables|/random/|/flags/")
list(TRANSFORM abseil_sources PREPEND "${abseil}/")

add_library(libprotobuf STATIC ${libprotobuf_srcs} ${abseil_sources} "${utf8_range}/utf8_range.c")
set_target_properties(libprotobuf PROPERTIES OUTPUT_NAME protobuf)
target_include_directories(libprotobuf SYSTEM PUBLIC
  "$<BUILD_INTERFACE:${protobuf_SOURCE_DIR}/src;${utf8_range};${abseil}>" "$<INSTALL_INTERFACE:include>")
target_link_libraries(libprotobuf PUBLIC Threads::Threads)

# The compiler with the generator of C++ alone: the others would take most of the time.
set(compiler "${protobuf_SOURCE_DIR}/src/google/protobuf/compiler")
set(compiler_sources ${libprotoc_srcs})
list(FILTER compiler_sources EXCLUDE REGEX
  "/compiler/(csharp|java|kotlin|objectivec|php|python|ruby|rust|hpb)/|/upb_generator/")
file(WRITE "${PROJECT_BINARY_DIR}/protoc.cc" [[
#include "google/protobuf/compiler/command_line_interface.h"
#include "google/protobuf/compiler/cpp/generator.h"

int main(int argc, char** argv) {
  google::protobuf::compiler::CommandLineInterface interface;
  google::protobuf::compiler::cpp::CppGenerator generator;
  interface.RegisterGenerator("--cpp_out", &generator, "Generates C++.");
  return interface.Run(argc, argv);
}
]])
# It is not what is measured.
set_source_files_properties(${compiler_sources} PROPERTIES COMPILE_OPTIONS -O1)
add_executable(protoc "${PROJECT_BINARY_DIR}/protoc.cc" ${compiler_sources})
target_link_libraries(protoc PRIVATE libprotobuf)

# The release: runtime_version.h has the number of C++, which puts its own major number in front.
file(STRINGS "${protobuf_SOURCE_DIR}/src/google/protobuf/runtime_version.h" number
  REGEX "#define PROTOBUF_OSS_VERSION [0-9]+" LIMIT_COUNT 1)
string(REGEX REPLACE "^.* ([0-9]+)([0-9][0-9][0-9])([0-9][0-9][0-9])$" "\\1;\\2;\\3" number "${number}")
set(version "")
foreach(part IN LISTS number)
  string(REGEX REPLACE "^0+([0-9])" "\\1" part "${part}")
  list(APPEND version "${part}")
endforeach()
list(JOIN version "." version)

install(TARGETS libprotobuf protoc EXPORT protobuf-targets)
install(EXPORT protobuf-targets NAMESPACE protobuf:: FILE protobuf-config.cmake DESTINATION lib/cmake/protobuf)
include(CMakePackageConfigHelpers)
write_basic_package_version_file(protobuf-config-version.cmake VERSION "${version}" COMPATIBILITY ExactVersion)
install(FILES "${PROJECT_BINARY_DIR}/protobuf-config-version.cmake" DESTINATION lib/cmake/protobuf)
foreach(folder "${protobuf_SOURCE_DIR}/src/google" "${abseil}/absl")
  install(DIRECTORY "${folder}" DESTINATION include
    FILES_MATCHING PATTERN "*.h" PATTERN "*.inc" PATTERN "*.proto"
    PATTERN compiler EXCLUDE PATTERN testdata EXCLUDE)
endforeach()
install(FILES "${utf8_range}/utf8_range.h" "${utf8_range}/utf8_validity.h" DESTINATION include)
