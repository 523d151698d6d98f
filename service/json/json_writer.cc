#include "service/json/json_writer.h"

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "absl/strings/escaping.h"
#include "core/base/strings.h"
#include "google/protobuf/any.pb.h"
#include "google/protobuf/wire_format_lite.h"
#include "service/convert/wire_reader.h"
#include "service/measure/varint.h"

namespace arbiter {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::EnumValueDescriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::internal::WireFormatLite;

void WriteDouble(double value, StringWriter* json) {
  if (!std::isfinite(value)) {
    const std::string_view name = std::isnan(value) ? "NaN" : value > 0 ? "Infinity" : "-Infinity";
    return WriteJsonString(name, json);
  }
  std::array<char, 32> digits;
  const char* const end = std::to_chars(digits.begin(), digits.end(), value).ptr;
  json->Append({digits.data(), static_cast<size_t>(end - digits.data())});
}

// Writes a value that is neither a text nor a message.
void WriteNumber(const FieldDescriptor& field, uint64_t bits, StringWriter* json) {
  const auto quote = [json](auto number) {
    json->Append('"');
    json->AppendNumber(number);
    json->Append('"');
  };
  switch (field.type()) {
    case FieldDescriptor::TYPE_BOOL:
      return json->Append(bits != 0 ? std::string_view("true") : std::string_view("false"));
    case FieldDescriptor::TYPE_ENUM: {
      const auto number = static_cast<int32_t>(bits);
      const EnumValueDescriptor* const value = field.enum_type()->FindValueByNumber(number);
      if (value == nullptr) return json->AppendNumber(number);
      json->Append('"');
      json->Append(value->name());
      return json->Append('"');
    }
    case FieldDescriptor::TYPE_INT32:
      return json->AppendNumber(static_cast<int32_t>(bits));
    case FieldDescriptor::TYPE_UINT32:
      return json->AppendNumber(static_cast<uint32_t>(bits));
    case FieldDescriptor::TYPE_SINT32:
      return json->AppendNumber(WireFormatLite::ZigZagDecode32(static_cast<uint32_t>(bits)));
    case FieldDescriptor::TYPE_INT64:
      return quote(static_cast<int64_t>(bits));
    case FieldDescriptor::TYPE_SINT64:
      return quote(WireFormatLite::ZigZagDecode64(bits));
    case FieldDescriptor::TYPE_UINT64:
    case FieldDescriptor::TYPE_FIXED64:
      return quote(bits);
    case FieldDescriptor::TYPE_DOUBLE:
      return WriteDouble(std::bit_cast<double>(bits), json);
    default:
      // No message of the API has a field of another type.
      return json->Append("null");
  }
}

// Writes the numbers of a packed field, separated by commas.
void WritePacked(const FieldDescriptor& field, std::string_view wire, StringWriter* json) {
  const char* at = wire.data();
  const char* const end = at + wire.size();
  const bool is_fixed =
      field.type() == FieldDescriptor::TYPE_DOUBLE || field.type() == FieldDescriptor::TYPE_FIXED64;
  for (bool is_first = true; at != end; is_first = false) {
    uint64_t bits = 0;
    if (!is_fixed) {
      at = ReadVarint<10>(at, end, &bits);
    } else if (end - at >= 8) {
      std::memcpy(&bits, at, sizeof(bits));
      at += 8;
    } else {
      at = nullptr;
    }
    if (at == nullptr) return;
    if (!is_first) json->Append(',');
    WriteNumber(field, bits, json);
  }
}

// Writes a google.protobuf.Duration, such as `1.500s`.
void WriteDuration(std::string_view wire, StringWriter* json) {
  int64_t seconds = 0;
  int32_t nanos = 0;
  for (WireReader fields(wire); fields.Next();) {
    if (fields.field() == 1) seconds = static_cast<int64_t>(fields.number());
    if (fields.field() == 2) nanos = static_cast<int32_t>(fields.number());
  }
  json->Append('"');
  if (seconds == 0 && nanos < 0) json->Append('-');
  json->AppendNumber(seconds);
  if (nanos != 0) {
    const std::string digits = StrCat(1'000'000'000 + std::abs(int64_t{nanos}));
    // Milliseconds, microseconds or nanoseconds, whichever is enough.
    const size_t used = nanos % 1'000'000 == 0 ? 3 : nanos % 1'000 == 0 ? 6 : 9;
    json->Append('.');
    json->Append(std::string_view(digits).substr(1, used));
  }
  json->Append("s\"");
}

void WriteFields(const Descriptor& type, std::string_view wire, bool is_first, StringWriter* json);

// Writes a google.protobuf.Any: its type, and the fields of the message in it if the type is known.
// NOLINTNEXTLINE(misc-no-recursion): see WriteValue().
void WriteAny(std::string_view wire, StringWriter* json) {
  const std::string_view url = ReadStringField(wire, google::protobuf::Any::kTypeUrlFieldNumber);
  json->Append("{\"@type\":");
  WriteJsonString(url, json);
  const std::string name(url.substr(url.rfind('/') + 1));
  const Descriptor* const type =
      google::protobuf::DescriptorPool::generated_pool()->FindMessageTypeByName(name);
  if (type != nullptr) {
    WriteFields(*type, ReadStringField(wire, google::protobuf::Any::kValueFieldNumber),
                /*is_first=*/false, json);
  }
  json->Append('}');
}

// Writes what `fields` has read: one value, or the values of a packed field.
// NOLINTNEXTLINE(misc-no-recursion): as deep as the types of the API are nested.
void WriteValue(const FieldDescriptor& field, const WireReader& fields, StringWriter* json) {
  const bool is_bytes = fields.tag() == WireReader::BytesTag(fields.field());
  switch (field.type()) {
    case FieldDescriptor::TYPE_MESSAGE:
      return WriteJson(*field.message_type(), fields.bytes(), json);
    case FieldDescriptor::TYPE_STRING:
      return WriteJsonString(fields.bytes(), json);
    case FieldDescriptor::TYPE_BYTES: {
      const std::string_view bytes = fields.bytes();
      json->Append('"');
      json->Append(absl::Base64Escape({bytes.data(), bytes.size()}));
      return json->Append('"');
    }
    default:
      return is_bytes ? WritePacked(field, fields.bytes(), json)
                      : WriteNumber(field, fields.number(), json);
  }
}

// Writes the fields of a message, separated by commas.
// NOLINTNEXTLINE(misc-no-recursion): see WriteValue().
void WriteFields(const Descriptor& type, std::string_view wire, bool is_first, StringWriter* json) {
  // The repeated field whose array is open.
  const FieldDescriptor* open = nullptr;
  for (WireReader fields(wire); fields.Next();) {
    if (open != nullptr && open->number() == fields.field()) {
      json->Append(',');
      WriteValue(*open, fields, json);
      continue;
    }
    const FieldDescriptor* const field = type.FindFieldByNumber(fields.field());
    if (field == nullptr) continue;
    if (open != nullptr) json->Append(']');
    if (!is_first) json->Append(',');
    is_first = false;
    json->Append('"');
    json->Append(field->json_name());
    json->Append("\":");
    open = field->is_repeated() ? field : nullptr;
    if (open != nullptr) json->Append('[');
    WriteValue(*field, fields, json);
  }
  if (open != nullptr) json->Append(']');
}

}  // namespace

// NOLINTNEXTLINE(misc-no-recursion): see WriteValue().
void WriteJson(const Descriptor& type, std::string_view wire, StringWriter* json) {
  switch (type.well_known_type()) {
    case Descriptor::WELLKNOWNTYPE_ANY:
      return WriteAny(wire, json);
    case Descriptor::WELLKNOWNTYPE_DURATION:
      return WriteDuration(wire, json);
    default:
      json->Append('{');
      WriteFields(type, wire, /*is_first=*/true, json);
      json->Append('}');
  }
}

void WriteJsonString(std::string_view text, StringWriter* json) {
  json->Append('"');
  size_t plain = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    const char character = text[i];
    if (static_cast<unsigned char>(character) >= ' ' && character != '"' && character != '\\') {
      continue;
    }
    json->Append(text.substr(plain, i - plain));
    plain = i + 1;
    constexpr std::string_view kNames = "\"\\\b\f\n\r\t";
    constexpr std::string_view kLetters = "\"\\bfnrt";
    json->Append('\\');
    if (const size_t known = kNames.find(character); known != std::string_view::npos) {
      json->Append(kLetters[known]);
    } else {
      constexpr std::string_view kDigits = "0123456789abcdef";
      json->Append("u00");
      json->Append(kDigits[static_cast<unsigned char>(character) / 16]);
      json->Append(kDigits[static_cast<unsigned char>(character) % 16]);
    }
  }
  json->Append(text.substr(plain));
  json->Append('"');
}

}  // namespace arbiter
