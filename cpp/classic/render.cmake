# A project that is configured without serbench gets the workload `record`, rendered by serbench.
set(SERBENCH_RENDERED "${CMAKE_BINARY_DIR}/rendered")
execute_process(
  COMMAND "${PROJECT_SOURCE_DIR}/../serbench" _render --workload record --out "${SERBENCH_RENDERED}"
  RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "serbench could not render the workload; what it said stands above.")
endif()
include("${SERBENCH_RENDERED}/facts.cmake")
