# Writes a source file into `folder` for each row of a table of variants, such as
# core/variants/variants.def, and sets the variable named by `out` to the paths of these files. Each
# file is named after its variant.
function(write_served_variants table folder out)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${table})
  file(STRINGS ${table} rows REGEX "^ARBITER_VARIANT\\(")
  set(sources)
  foreach(row IN LISTS rows)
    if(NOT row MATCHES "^ARBITER_VARIANT\\(([a-z]+), ([A-Za-z]+), (\"[a-z_/.]+\")\\)$")
      message(FATAL_ERROR "${table}: '${row}' is not a valid row; a row is ARBITER_VARIANT(id, rules, \"header\")")
    endif()
    set(id ${CMAKE_MATCH_1})
    set(rules ${CMAKE_MATCH_2})
    set(header ${CMAKE_MATCH_3})
    configure_file(${CMAKE_SOURCE_DIR}/core/game/served_variant.cc.in ${folder}/${id}.cc @ONLY)
    list(APPEND sources ${folder}/${id}.cc)
  endforeach()
  set(${out} "${sources}" PARENT_SCOPE)
endfunction()
