# Generates the table of message_rules.h from the .proto files in folders, which follow the output file.
# If several folders contain a file, the first one takes precedence.
function(write_message_rules output)
  set(includes ${ARGN})
  list(TRANSFORM includes PREPEND -I)
  set(protos ${ARGN})
  list(TRANSFORM protos APPEND /*.proto)
  file(GLOB_RECURSE protos CONFIGURE_DEPENDS ${protos})
  cmake_path(REPLACE_EXTENSION output LAST_ONLY pb OUTPUT_VARIABLE descriptors)
  add_custom_command(
    OUTPUT ${output}
    BYPRODUCTS ${descriptors}
    COMMAND protobuf::protoc ${includes} --include_imports --descriptor_set_out=${descriptors}
            arbiter/v1/rules_service.proto arbiter/v1/analysis_service.proto
            arbiter/v1/job_service.proto
    COMMAND message_rules_generator ${descriptors} ${output}
    DEPENDS message_rules_generator ${protos}
    VERBATIM)
endfunction()
