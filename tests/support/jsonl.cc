#include "tests/support/jsonl.h"

#include <gtest/gtest.h>

#include <fstream>

#include "core/base/strings.h"
#include "google/protobuf/util/json_util.h"

namespace arbiter::testing {

using google::protobuf::Struct;
using google::protobuf::Value;

std::vector<Struct> ReadJsonLines(std::string_view path) {
  std::ifstream file(StrCat(ARBITER_SOURCE_DIR, "/", path));
  std::vector<Struct> rows;
  for (std::string line; std::getline(file, line);) {
    const auto status = google::protobuf::util::JsonStringToMessage(line, &rows.emplace_back());
    EXPECT_TRUE(status.ok()) << path << ": " << status.message();
  }
  EXPECT_FALSE(rows.empty()) << path << " is missing or empty";
  return rows;
}

const Value& Field(const Struct& row, const std::string& name) {
  const auto field = row.fields().find(name);
  return field == row.fields().end() ? Value::default_instance() : field->second;
}

std::string Text(const Struct& row, const std::string& name) {
  return Field(row, name).string_value();
}

std::vector<std::string> Texts(const Struct& row, const std::string& name) {
  std::vector<std::string> texts;
  for (const Value& value : Field(row, name).list_value().values()) {
    texts.push_back(value.string_value());
  }
  return texts;
}

}  // namespace arbiter::testing
