# What FlatBuffers' own CMakeLists.txt is to build: its compiler alone.
set(FLATBUFFERS_BUILD_TESTS OFF CACHE BOOL "")
