#include "service/http/http_methods.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "arbiter/v1/rules_service.pb.h"
#include "core/base/error.h"
#include "core/base/status_macros.h"
#include "core/base/string_writer.h"
#include "core/base/strings.h"
#include "google/protobuf/descriptor.pb.h"
#include "service/convert/wire_reader.h"
#include "service/json/json_reader.h"
#include "service/json/json_writer.h"

namespace arbiter {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::DescriptorPool;
using google::protobuf::FieldDescriptor;
using google::protobuf::MethodDescriptor;
using google::protobuf::MethodOptions;
using google::protobuf::ServiceDescriptor;

// Fields that no URL may contain, because URLs are logged and cached: what only some people may
// see, and what makes answers differ.
constexpr std::string_view kNotInUrls[] = {"snapshot", "seed", "viewer", "generate"};

// Returns the path of the first such field of a message; empty if there is none.
// NOLINTNEXTLINE(misc-no-recursion): as deep as the types of the API are nested.
std::string FindFieldNotInUrls(const Descriptor& type, std::string_view wire) {
  for (WireReader fields(wire); fields.Next();) {
    const FieldDescriptor* const field = type.FindFieldByNumber(fields.field());
    if (field == nullptr) continue;
    if (std::ranges::find(kNotInUrls, field->name()) != std::end(kNotInUrls)) return field->name();
    const bool is_message =
        field->message_type() != nullptr && fields.tag() == WireReader::BytesTag(fields.field());
    if (!is_message) continue;
    std::string inner = FindFieldNotInUrls(*field->message_type(), fields.bytes());
    if (!inner.empty()) return StrCat(field->name(), ".", inner);
  }
  return "";
}

// Converts messages as a MessageFormat says.
class FormatCodec : public Codec {
 public:
  FormatCodec(const MethodDescriptor* method, const MessageFormat& format)
      : method_(*method), format_(format) {}

  absl::StatusOr<std::string> ToWire(std::string_view body) const override {
    std::string_view message = body;
    if (format_.is_stream) {
      ARBITER_ASSIGN_OR_RETURN(message, OpenEnvelope(body));
    }
    if (!format_.is_json) return std::string(message);
    std::string wire;
    ARBITER_RETURN_IF_ERROR(JsonToWire(message, *method_.input_type(), &wire));
    return wire;
  }

  std::string FromWire(std::string_view response) const override {
    std::string body;
    if (format_.is_json) {
      body = WriteString(
          [&](StringWriter* json) { WriteJson(*method_.output_type(), response, json); });
    } else {
      body = std::string(response);
    }
    if (format_.is_stream) {
      body.insert(0, EnvelopeHeader(EnvelopeFlag::kMessage, body.size()));
    }
    return body;
  }

 protected:
  const MethodDescriptor& method() const { return method_; }

 private:
  const MethodDescriptor& method_;
  const MessageFormat format_;
};

// Converts the messages of a GET, whose request is part of the URL.
class UrlCodec : public FormatCodec {
 public:
  using FormatCodec::FormatCodec;

  absl::StatusOr<std::string> ToWire(std::string_view body) const override {
    ARBITER_ASSIGN_OR_RETURN(std::string wire, FormatCodec::ToWire(body));
    const std::string secret = FindFieldNotInUrls(*method().input_type(), wire);
    if (secret.empty()) return wire;
    return AtField(MakeError(ErrorReason::kBadField,
                             "a URL must not contain this field, because URLs are logged and "
                             "cached; send the request with POST"),
                   secret);
  }
};

// Answers a GET with the picture alone.
class PictureCodec final : public UrlCodec {
 public:
  using UrlCodec::UrlCodec;

  absl::StatusOr<std::string> ToWire(std::string_view body) const override {
    ARBITER_ASSIGN_OR_RETURN(std::string wire, UrlCodec::ToWire(body));
    uint64_t format = v1::FORMAT_UNSPECIFIED;
    for (WireReader fields(wire); fields.Next();) {
      constexpr uint32_t kFormat =
          WireReader::NumberTag(v1::RenderBoardRequest::kFormatFieldNumber);
      if (fields.tag() == kFormat) format = fields.number();
    }
    if (format == v1::FORMAT_UNSPECIFIED || format == v1::FORMAT_SVG) return wire;
    return AtField(
        MakeError(ErrorReason::kBadField, "raw=1 is for pictures in SVG; leave out the format"),
        "format");
  }

  std::string FromWire(std::string_view response) const override {
    return std::string(ReadStringField(response, v1::RenderBoardResponse::kImageFieldNumber));
  }
};

}  // namespace

HttpMethod::HttpMethod(const MethodDescriptor* descriptor) : descriptor_(*descriptor) {
  constexpr MessageFormat kJson = {.is_json = true};
  constexpr MessageFormat kBinary = {.is_json = false};
  json_ = std::make_unique<FormatCodec>(descriptor,
                                        MessageFormat{.is_json = true, .is_stream = is_stream()});
  if (is_stream()) {
    binary_ = std::make_unique<FormatCodec>(descriptor,
                                            MessageFormat{.is_json = false, .is_stream = true});
  }
  if (allows_get()) {
    json_get_ = std::make_unique<UrlCodec>(descriptor, kJson);
    binary_get_ = std::make_unique<UrlCodec>(descriptor, kBinary);
  }
  if (has_picture()) {
    raw_json_get_ = std::make_unique<PictureCodec>(descriptor, kJson);
    raw_binary_get_ = std::make_unique<PictureCodec>(descriptor, kBinary);
  }
}

bool HttpMethod::allows_get() const {
  return !is_stream() && takes_one_message() &&
         descriptor_.options().idempotency_level() == MethodOptions::NO_SIDE_EFFECTS;
}

bool HttpMethod::has_picture() const {
  return descriptor_.output_type() == v1::RenderBoardResponse::descriptor();
}

const Codec* HttpMethod::CodecForPost(const MessageFormat& format) const {
  return format.is_json ? json_.get() : binary_.get();
}

const Codec* HttpMethod::CodecForGet(const GetQuery& query) const {
  if (query.is_raw) return query.format.is_json ? raw_json_get_.get() : raw_binary_get_.get();
  return query.format.is_json ? json_get_.get() : binary_get_.get();
}

HttpMethods::HttpMethods(const std::vector<std::string>& services) {
  for (const std::string& service : services) AddService(service);
}

const HttpMethod* HttpMethods::Find(std::string_view path) const {
  const auto found = methods_.find(ForAbsl(path));
  return found == methods_.end() ? nullptr : found->second.get();
}

void HttpMethods::AddService(const std::string& name) {
  const ServiceDescriptor* const service =
      DescriptorPool::generated_pool()->FindServiceByName(name);
  if (service == nullptr) return;
  for (int i = 0; i < service->method_count(); ++i) {
    methods_.emplace(StrCat("/", name, "/", service->method(i)->name()),
                     std::make_unique<const HttpMethod>(service->method(i)));
  }
}

}  // namespace arbiter
