#ifndef ARBITER_TESTS_SUPPORT_JSONL_H_
#define ARBITER_TESTS_SUPPORT_JSONL_H_

#include <string>
#include <string_view>
#include <vector>

#include "google/protobuf/struct.pb.h"

namespace arbiter::testing {

// The rows of a JSON Lines file, by its path below the source folder. Fails the
// test if the file is missing, empty or not JSON.
std::vector<google::protobuf::Struct> ReadJsonLines(std::string_view path);

// The field of a row; a null value if it has none.
const google::protobuf::Value& Field(const google::protobuf::Struct& row, const std::string& name);

std::string Text(const google::protobuf::Struct& row, const std::string& name);
std::vector<std::string> Texts(const google::protobuf::Struct& row, const std::string& name);

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_SUPPORT_JSONL_H_
