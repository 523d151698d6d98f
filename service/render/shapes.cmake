# Generates the table of drawings: cmake -DOUT=shapes_table.cc -P shapes.cmake
# The name of a drawing is that of its file. Its body is the content of the <svg> element, without the
# line breaks and indentation between elements.
file(GLOB drawings ${CMAKE_CURRENT_LIST_DIR}/pieces/*.svg)
list(SORT drawings)
set(rows "")
foreach(drawing IN LISTS drawings)
  get_filename_component(name ${drawing} NAME_WE)
  file(READ ${drawing} body)
  string(REGEX REPLACE ">[ \n]+<" "><" body "${body}")
  if(NOT body MATCHES "^<svg [^>]*><(.*)></svg>\n$")
    message(FATAL_ERROR "${drawing} must be one <svg> element that contains others")
  endif()
  string(APPEND rows "    {\"${name}\", R\"svg(<${CMAKE_MATCH_1}>)svg\"},\n")
endforeach()
file(WRITE ${OUT} "#include \"service/render/shapes.h\"

namespace arbiter {
namespace {

constexpr Shape kShapes[] = {
${rows}};

}  // namespace

std::span<const Shape> Shapes() { return kShapes; }

}  // namespace arbiter
")
