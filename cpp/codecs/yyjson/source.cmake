# Builds yyjson from the sources of its Python binding: one file and its header.
cmake_minimum_required(VERSION 3.20)
project(yyjson LANGUAGES C)
add_library(yyjson STATIC yyjson/yyjson.c)
install(TARGETS yyjson DESTINATION lib)
install(FILES yyjson/yyjson.h DESTINATION include)
