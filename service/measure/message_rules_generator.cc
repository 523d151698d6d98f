// Writes the table that message_rules.h declares. The first argument is a file with the descriptors
// of rules_service.proto and analysis_service.proto and of the files that they import (the output
// of `protoc --include_imports --descriptor_set_out`), the second one is the file to write.
#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <string>
#include <string_view>

#include "absl/strings/str_cat.h"
#include "google/protobuf/descriptor.h"
#include "google/protobuf/wire_format_lite.h"
#include "service/measure/api_descriptors.h"

namespace {

using absl::StrAppend;
using absl::StrCat;
using arbiter::Fail;
using arbiter::FindOption;
using arbiter::OptionValue;
using arbiter::ReadDescriptors;
using arbiter::WriteGeneratedFile;
using google::protobuf::Descriptor;
using google::protobuf::DescriptorPool;
using google::protobuf::FieldDescriptor;
using google::protobuf::FileDescriptor;
using google::protobuf::internal::WireFormatLite;

constexpr char kPackage[] = "arbiter.v1.";

// The RequestKinds of messages. Other messages are of kind kOther.
const std::map<std::string, std::string>& RequestKinds() {
  static const std::map<std::string, std::string> kinds = {
      {"BatchRequest", "kBatch"},
      {"BatchBundle", "kBatch"},
      {"AnalyzeRequest", "kAnalysis"},
      {"ReviewGameRequest", "kReview"},
  };
  return kinds;
}

// The maximum number of array slots for each element of a repeated number, including the slots that
// are left behind when the array grows.
constexpr int kMaxSlotsPerElement = 4;

int ScalarBytes(const FieldDescriptor& field) {
  switch (field.cpp_type()) {
    case FieldDescriptor::CPPTYPE_INT64:
    case FieldDescriptor::CPPTYPE_UINT64:
    case FieldDescriptor::CPPTYPE_DOUBLE:
      return 8;
    case FieldDescriptor::CPPTYPE_BOOL:
      return 1;
    default:
      return 4;
  }
}

// Returns the name of a message, whose package and whose C++ namespace are those of the API.
const std::string& NameOf(const Descriptor& type) {
  if (type.full_name() != StrCat(kPackage, type.name())) {
    Fail(StrCat(type.full_name(), " is not declared at the top level of ", kPackage));
  }
  return type.name();
}

// Returns the name of the value of an option that is an enum.
std::string EnumOption(const FieldDescriptor& field, const std::string& name) {
  const FieldDescriptor& option = FindOption(field, name);
  const auto value = static_cast<int>(OptionValue(field, name));
  return option.enum_type()->FindValueByNumber(value)->name();
}

// Returns a C++ expression for the value of an option that is a maximum.
std::string Maximum(const FieldDescriptor& field, const std::string& name) {
  const uint64_t value = OptionValue(field, name);
  return value == 0 ? "UINT32_MAX" : StrCat(value);
}

// Returns a C++ expression for the size of a message's class.
std::string SizeOf(const Descriptor& type) { return StrCat("sizeof(v1::", NameOf(type), ")"); }

class TableWriter {
 public:
  explicit TableWriter(const DescriptorPool& api) {
    for (const char* name : {"rules_service", "analysis_service", "job_service"}) {
      const FileDescriptor& file = *api.FindFileByName(StrCat("arbiter/v1/", name, ".proto"));
      for (int i = 0; i < file.service_count(); ++i) {
        for (int j = 0; j < file.service(i)->method_count(); ++j) {
          Add(*file.service(i)->method(j)->input_type());
        }
      }
    }
    const Descriptor& item = *api.FindMessageTypeByName(StrCat(kPackage, "BatchRequest"));
    for (int i = 0; i < item.field_count(); ++i) {
      const Descriptor* request = item.field(i)->message_type();
      if (request != nullptr && request->name() != "BatchBundle") {
        methods_[request] = item.field(i)->number();
      }
    }
  }

  std::string Write() {
    std::string fields;
    std::string rules;
    int count = 0;
    for (const auto& [name, type] : types_) {
      StrAppend(&fields, "    // ", name, "\n");
      const int first = count;
      for (int number = 0; number <= LastNumber(*type); ++number, ++count) {
        const FieldDescriptor* field = type->FindFieldByNumber(number);
        StrAppend(&fields, "    ", field == nullptr ? "{}" : FormatFieldRule(*field), ",\n");
      }
      StrAppend(&rules, "    {\"", name, "\", static_cast<v1::BatchRequest::RequestCase>(",
                methods_[type], "), RequestKind::", KindOf(name), ", ", SizeOf(*type),
                ", {kFields + ", first, ", ", count - first, "}},\n");
    }
    for (const auto& [name, kind] : RequestKinds()) {
      if (!types_.contains(name)) {
        Fail(StrCat("no request contains a ", name, ", which RequestKinds() names"));
      }
    }
    return StrCat(
        "// Generated from the .proto files by message_rules_generator.cc.\n"
        "#include \"service/measure/message_rules.h\"\n\n"
        "#include \"arbiter/v1/analysis_service.pb.h\"\n"
        "#include \"arbiter/v1/job_service.pb.h\"\n\n"
        "namespace arbiter {\nnamespace {\n\n"
        "extern const MessageRule kRules[",
        types_.size(), "];\nstatic_assert(kMaxCountedFields >= ", counters_,
        ");\n\nconstexpr FieldRule kFields[] = {\n", fields,
        "};\n\n"
        "constexpr MessageRule kRules[] = {\n",
        rules,
        "};\n\n"
        "}  // namespace\n\n"
        "std::span<const MessageRule> MessageRules() { return kRules; }\n\n"
        "}  // namespace arbiter\n");
  }

 private:
  // Adds a message and the messages that it contains.
  void Add(const Descriptor& type) {
    if (!types_.emplace(NameOf(type), &type).second) return;
    for (int i = 0; i < type.field_count(); ++i) {
      if (const Descriptor* inner = type.field(i)->message_type()) Add(*inner);
    }
  }

  static int LastNumber(const Descriptor& type) {
    int last = 0;
    for (int i = 0; i < type.field_count(); ++i) last = std::max(last, type.field(i)->number());
    return last;
  }

  static std::string KindOf(const std::string& name) {
    const auto found = RequestKinds().find(name);
    return found == RequestKinds().end() ? "kOther" : found->second;
  }

  std::string FormatFieldRule(const FieldDescriptor& field) {
    std::string bytes = "0";
    std::string message = "nullptr";
    if (const Descriptor* type = field.message_type()) {
      bytes = SizeOf(*type);
      message = StrCat("&kRules[", std::distance(types_.begin(), types_.find(NameOf(*type))), "]");
    } else if (field.cpp_type() == FieldDescriptor::CPPTYPE_STRING) {
      bytes = "kStringBytes";
    } else if (field.is_repeated()) {
      bytes = StrCat(ScalarBytes(field) * kMaxSlotsPerElement);
    }
    const int wire_type =
        WireFormatLite::WireTypeForFieldType(static_cast<WireFormatLite::FieldType>(field.type()));
    return StrCat(
        "{\"", field.name(), "\", ", wire_type, ", ", field.is_repeated() ? "true" : "false", ", ",
        field.type() == FieldDescriptor::TYPE_STRING ? "true" : "false", ", ", Counter(field), ", ",
        bytes, ", v1::", EnumOption(field, "role"), ", v1::", EnumOption(field, "limit"), ", ",
        Maximum(field, "max_items"), ", ", Maximum(field, "max_bytes"), ", ", message, "}");
  }

  // Returns FieldRule::counter: repeated fields are counted in the order of their declarations.
  int Counter(const FieldDescriptor& field) {
    if (!field.is_repeated()) return 0;
    int counter = 0;
    for (int i = 0; i < field.index(); ++i) {
      counter += field.containing_type()->field(i)->is_repeated() ? 1 : 0;
    }
    counters_ = std::max(counters_, counter + 1);
    return counter;
  }

  std::map<std::string, const Descriptor*> types_;
  // The numbers of the items of a batch.
  std::map<const Descriptor*, int> methods_;
  // The maximum number of repeated fields in a message.
  int counters_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) Fail("two arguments are required");
  DescriptorPool api;
  ReadDescriptors(argv[1], &api);
  WriteGeneratedFile(argv[2], TableWriter(api).Write());
  return 0;
}
