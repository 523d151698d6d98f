// Writes the OpenAPI description of the port for HTTP, with the comments and limits of the .proto
// files. The first argument is a file with their descriptors (the output of `protoc
// --include_imports --include_source_info --descriptor_set_out`), the second one is the C++ file to
// write, and the third one is the version of the API's server.
#include <cstdint>
#include <map>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "google/protobuf/descriptor.h"
#include "google/protobuf/descriptor.pb.h"
#include "service/measure/api_descriptors.h"

namespace {

using absl::StrAppend;
using absl::StrCat;
using arbiter::Fail;
using arbiter::OptionValue;
using arbiter::ReadDescriptors;
using arbiter::WriteGeneratedFile;
using google::protobuf::Descriptor;
using google::protobuf::DescriptorPool;
using google::protobuf::EnumDescriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::FileDescriptor;
using google::protobuf::MethodDescriptor;
using google::protobuf::MethodOptions;
using google::protobuf::ServiceDescriptor;
using google::protobuf::SourceLocation;

std::string Quote(absl::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      quoted += {'\\', c};
    } else if (c == '\n') {
      quoted += "\\n";
    } else {
      quoted += c;
    }
  }
  return quoted + "\"";
}

// Returns the comment before a declaration, with its paragraphs and lists, but without the line
// breaks inside of a paragraph.
template <typename Declaration>
std::string CommentOf(const Declaration& declaration) {
  SourceLocation location;
  if (!declaration.GetSourceLocation(&location)) return "";
  std::string text;
  for (const absl::string_view line : absl::StrSplit(location.leading_comments, '\n')) {
    const absl::string_view stripped = absl::StripAsciiWhitespace(line);
    const bool begins_anew = stripped.empty() || absl::StartsWith(stripped, "- ");
    if (!text.empty() && text.back() != '\n') text += begins_anew ? '\n' : ' ';
    if (stripped.empty()) {
      text += '\n';
    } else {
      StrAppend(&text, stripped);
    }
  }
  return std::string(absl::StripAsciiWhitespace(text));
}

// Returns the name of a schema: that of the type, after those of the types around it.
template <typename Type>
std::string NameOf(const Type& type) {
  std::string name = type.full_name();
  const std::string package = type.file()->package();
  if (package == "arbiter.v1") name = name.substr(package.size() + 1);
  return absl::StrReplaceAll(name, {{".", "_"}});
}

class OpenApiWriter {
 public:
  explicit OpenApiWriter(const DescriptorPool& api) : api_(api) {}

  std::string Write(const std::string& version) {
    std::string paths;
    for (const char* name :
         {"arbiter.v1.RulesService", "arbiter.v1.AnalysisService", "arbiter.v1.JobService"}) {
      const ServiceDescriptor* const service = api_.FindServiceByName(name);
      if (service == nullptr) Fail(StrCat("there is no service ", name));
      for (int i = 0; i < service->method_count(); ++i) AddMethod(*service->method(i), &paths);
    }
    // Schemas refer to others, which are added while they are written.
    while (!pending_.empty()) {
      const auto next = pending_.begin();
      const auto [name, type] = *next;
      pending_.erase(next);
      schemas_[name] = SchemaOf(*type);
    }
    std::string schemas;
    for (const auto& [name, schema] : schemas_) {
      StrAppend(&schemas, schemas.empty() ? "" : ",", Quote(name), ":", schema);
    }
    return StrCat(
        R"({"openapi":"3.1.0","info":{"title":"Arbiter","version":)", Quote(version),
        R"(,"description":"Answers what the rules of chess variants say, analyses, and does both in bulk. Each method is called with POST, and those without side effects also with GET (https://connectrpc.com/docs/protocol). A request with an unknown field is refused.","license":{"name":"Apache-2.0","identifier":"Apache-2.0"}},)",
        R"("paths":{)", paths, R"(},"components":{"schemas":{)", schemas,
        R"(,"Error":{"type":"object","description":"Why a call failed.","required":["code"],"properties":{"code":{"type":"string","description":"The code of the error, such as `invalid_argument`."},"message":{"type":"string","description":"What is wrong, in a sentence."},"details":{"type":"array","description":"More about the error, for programs.","items":{"type":"object","properties":{"type":{"type":"string","description":"The type of the detail, such as `google.rpc.ErrorInfo`, whose `reason` is the name of an `ErrorReason`."},"value":{"type":"string","description":"The detail in Protobuf's wire format, in base64."},"debug":{"description":"The detail as JSON."}}}}}}},)",
        R"("responses":{"Error":{"description":"The call failed.","content":{"application/json":{"schema":{"$ref":"#/components/schemas/Error"}}}}},)",
        R"("securitySchemes":{"key":{"type":"http","scheme":"bearer"},"header":{"type":"apiKey","in":"header","name":"x-api-key"}}},)",
        R"("security":[{},{"key":[]},{"header":[]}]})");
  }

 private:
  void AddMethod(const MethodDescriptor& method, std::string* paths) {
    // HTTP/1.1 does not have both directions at once.
    if (method.client_streaming()) return;
    const std::string comment = CommentOf(method);
    const std::string summary = comment.substr(0, comment.find(". ")) +
                                (comment.find(". ") == std::string::npos ? "" : ".");
    const auto operation = [&](absl::string_view verb, absl::string_view input) {
      return StrCat(Quote(verb), R"(:{"operationId":)",
                    Quote(StrCat(method.name(), verb == "get" ? "_get" : "")), R"(,"tags":[)",
                    Quote(method.service()->name()), R"(],"summary":)", Quote(summary),
                    R"(,"description":)", Quote(comment), ",", input,
                    R"(,"responses":{"200":{"description":"The answer.","content":{)",
                    Content(method, *method.output_type()),
                    R"(}},"default":{"$ref":"#/components/responses/Error"}}})");
    };
    StrAppend(paths, paths->empty() ? "" : ",",
              Quote(StrCat("/", method.service()->full_name(), "/", method.name())), ":{",
              operation("post", StrCat(R"("requestBody":{"required":true,"content":{)",
                                       Content(method, *method.input_type()), "}}")));
    if (!method.server_streaming() &&
        method.options().idempotency_level() == MethodOptions::NO_SIDE_EFFECTS) {
      StrAppend(
          paths, ",",
          operation(
              "get",
              StrCat(
                  R"("parameters":[{"name":"message","in":"query","required":true,"description":"The request as JSON. It must not contain a snapshot, a seed or a viewer.","content":{"application/json":{"schema":)",
                  Reference(*method.input_type()),
                  R"(}}},{"name":"encoding","in":"query","schema":{"const":"json"}},{"name":"connect","in":"query","schema":{"const":"v1"}}])")));
    }
    StrAppend(paths, "}");
  }

  // Returns the content of a body. The messages of a stream are in envelopes.
  std::string Content(const MethodDescriptor& method, const Descriptor& type) {
    return method.server_streaming()
               ? StrCat(
                     R"("application/connect+json":{"schema":{"description":"Messages in envelopes: a byte of flags, the size in four bytes, and the JSON of `)",
                     NameOf(type), R"(`.","contentSchema":)", Reference(type), "}}")
               : StrCat(R"("application/json":{"schema":)", Reference(type), "}");
  }

  std::string Reference(const Descriptor& type) {
    const std::string name = NameOf(type);
    if (schemas_.emplace(name, "").second) pending_[name] = &type;
    return StrCat(R"({"$ref":"#/components/schemas/)", name, R"("})");
  }

  // Returns the reference to an enum, whose values the schema explains.
  std::string Reference(const EnumDescriptor& type) {
    const std::string name = NameOf(type);
    if (schemas_.emplace(name, "").second) {
      std::string text = CommentOf(type);
      std::string values;
      for (int i = 0; i < type.value_count(); ++i) {
        StrAppend(&values, i == 0 ? "" : ",", Quote(type.value(i)->name()));
        StrAppend(&text, "\n- `", type.value(i)->name(), "`: ", CommentOf(*type.value(i)));
      }
      schemas_[name] =
          StrCat(R"({"type":"string","description":)", Quote(text), R"(,"enum":[)", values, "]}");
    }
    return StrCat(R"({"$ref":"#/components/schemas/)", name, R"("})");
  }

  std::string SchemaOf(const Descriptor& type) {
    std::string properties;
    for (int i = 0; i < type.field_count(); ++i) {
      const FieldDescriptor& field = *type.field(i);
      StrAppend(&properties, i == 0 ? "" : ",", Quote(field.json_name()), ":", PropertyOf(field));
    }
    return StrCat(R"({"type":"object","description":)", Quote(CommentOf(type)),
                  R"(,"additionalProperties":false,"properties":{)", properties, "}}");
  }

  std::string PropertyOf(const FieldDescriptor& field) {
    const std::string value = ValueOf(field);
    const std::string description = StrCat(R"("description":)", Quote(CommentOf(field)));
    if (field.is_repeated()) {
      const uint64_t max = OptionValue(field, "max_items");
      return StrCat(R"({"type":"array",)", description,
                    max > 0 ? StrCat(R"(,"maxItems":)", max) : "", R"(,"items":)", value, "}");
    }
    return StrCat(value.substr(0, value.size() - 1), ",", description, "}");
  }

  std::string ValueOf(const FieldDescriptor& field) {
    switch (field.type()) {
      case FieldDescriptor::TYPE_MESSAGE:
        return Reference(*field.message_type());
      case FieldDescriptor::TYPE_ENUM:
        return Reference(*field.enum_type());
      case FieldDescriptor::TYPE_STRING:
        return R"({"type":"string"})";
      case FieldDescriptor::TYPE_BYTES:
        return R"({"type":"string","contentEncoding":"base64"})";
      case FieldDescriptor::TYPE_BOOL:
        return R"({"type":"boolean"})";
      case FieldDescriptor::TYPE_DOUBLE:
        return R"({"type":"number"})";
      case FieldDescriptor::TYPE_INT64:
      case FieldDescriptor::TYPE_UINT64:
      case FieldDescriptor::TYPE_FIXED64:
        return R"({"type":["string","integer"],"format":"int64"})";
      default:
        return R"({"type":"integer","format":"int32"})";
    }
  }

  const DescriptorPool& api_;
  std::map<std::string, std::string> schemas_;
  // The messages whose schemas have not been written.
  std::map<std::string, const Descriptor*> pending_;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) Fail("three arguments are required");
  DescriptorPool api;
  ReadDescriptors(argv[1], &api);
  const std::string json = OpenApiWriter(api).Write(argv[3]);
  std::string code =
      "// Generated from the .proto files by openapi_generator.cc.\n"
      "#include \"service/http/openapi.h\"\n\n"
      "namespace arbiter {\n\nconst std::string_view kOpenApi =\n";
  constexpr size_t kPiece = 4000;
  for (size_t at = 0; at < json.size(); at += kPiece) {
    StrAppend(&code, "    R\"OPENAPI(", json.substr(at, kPiece), ")OPENAPI\"\n");
  }
  StrAppend(&code, "    ;\n\n}  // namespace arbiter\n");
  WriteGeneratedFile(argv[2], code);
  return 0;
}
