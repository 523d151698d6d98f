#ifndef ARBITER_TESTS_SUPPORT_JSONL_H_
#define ARBITER_TESTS_SUPPORT_JSONL_H_

#include <string>
#include <string_view>
#include <vector>

#include "google/protobuf/struct.pb.h"

namespace arbiter::testing {

// Returns the rows of a JSON Lines file. `path` is relative to the root of the repository. Fails
// the test if the file is missing, empty or not JSON.
std::vector<google::protobuf::Struct> ReadJsonLines(std::string_view path);

// Returns a field of a row; a null value if the row does not have it.
const google::protobuf::Value& Field(const google::protobuf::Struct& row, const std::string& name);

// Return a field that is a string or a list of strings; empty if the row does not have it.
std::string Text(const google::protobuf::Struct& row, const std::string& name);
std::vector<std::string> Texts(const google::protobuf::Struct& row, const std::string& name);

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_SUPPORT_JSONL_H_
