# Generates the declarations of the unary methods, which class Client includes, from a table of methods
# such as service/methods.def.
function(write_unary_methods table output)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${table})
  file(STRINGS ${table} rows REGEX "^ARBITER_(UNARY|JOB)_METHOD\\(")
  set(declarations "// Part of class Client in client.h.\n")
  foreach(row ${rows})
    string(REGEX REPLACE "^ARBITER_[A-Z]+_METHOD\\(([A-Za-z]+),.*" "\\1" name "${row}")
    string(APPEND declarations
      "absl::StatusOr<v1::${name}Response> ${name}(const v1::${name}Request& request,\n"
      "    const CallOptions& call = {}) const;\n")
  endforeach()
  file(CONFIGURE OUTPUT ${output} CONTENT "${declarations}" @ONLY)
endfunction()
