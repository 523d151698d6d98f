# Generates the table of message_rules.h from the .proto files in `folders`; the first folder that has a
# file counts. `depends` are files that the table depends on.
function(write_message_rules output folders depends)
  set(includes ${folders})
  list(TRANSFORM includes PREPEND -I)
  cmake_path(REPLACE_EXTENSION output LAST_ONLY pb OUTPUT_VARIABLE descriptors)
  add_custom_command(
    OUTPUT ${output}
    BYPRODUCTS ${descriptors}
    COMMAND protobuf::protoc ${includes} --include_imports --descriptor_set_out=${descriptors}
            arbiter/v1/rules_service.proto arbiter/v1/analysis_service.proto
    COMMAND message_rules_generator ${descriptors} ${output}
    DEPENDS message_rules_generator ${depends}
    VERBATIM)
endfunction()
