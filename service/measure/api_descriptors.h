// The input and output of the programs that generate code from the .proto files during the build.
#ifndef ARBITER_SERVICE_MEASURE_API_DESCRIPTORS_H_
#define ARBITER_SERVICE_MEASURE_API_DESCRIPTORS_H_

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>

#include "absl/strings/str_cat.h"
#include "google/protobuf/descriptor.h"
#include "google/protobuf/descriptor.pb.h"
#include "google/protobuf/unknown_field_set.h"

namespace arbiter {

// Ends the program with a message on standard error.
[[noreturn]] inline void Fail(const std::string& cause) {
  fprintf(stderr, "%s: %s\n", program_invocation_short_name, cause.c_str());
  exit(EXIT_FAILURE);
}

// Adds the descriptors in a file, the output of `protoc --include_imports --descriptor_set_out`.
inline void ReadDescriptors(const std::string& path, google::protobuf::DescriptorPool* api) {
  std::ifstream input(path, std::ios::binary);
  google::protobuf::FileDescriptorSet files;
  if (!files.ParseFromIstream(&input)) Fail(absl::StrCat("cannot read ", path));
  for (const google::protobuf::FileDescriptorProto& file : files.file()) {
    if (api->BuildFile(file) == nullptr) Fail(absl::StrCat(file.name(), " is not valid"));
  }
}

inline void WriteGeneratedFile(const std::string& path, const std::string& text) {
  std::ofstream output(path);
  output << text;
  output.close();
  if (!output) Fail(absl::StrCat("cannot write ", path));
}

// Returns the option of options.proto with this name.
inline const google::protobuf::FieldDescriptor& FindOption(
    const google::protobuf::FieldDescriptor& field, const std::string& name) {
  const auto* const option =
      field.file()->pool()->FindExtensionByName(absl::StrCat("arbiter.v1.", name));
  if (option == nullptr) Fail(absl::StrCat("there is no option ", name));
  return *option;
}

// Returns the value of an option of options.proto that is a number or an enum; 0 if the field does
// not have it.
inline uint64_t OptionValue(const google::protobuf::FieldDescriptor& field,
                            const std::string& name) {
  const int number = FindOption(field, name).number();
  // The options are unknown fields here, because the generators do not contain the API's classes.
  const auto& options = field.options();
  const auto& set = options.GetReflection()->GetUnknownFields(options);
  for (int i = 0; i < set.field_count(); ++i) {
    if (set.field(i).number() == number) return set.field(i).varint();
  }
  return 0;
}

}  // namespace arbiter

#endif  // ARBITER_SERVICE_MEASURE_API_DESCRIPTORS_H_
