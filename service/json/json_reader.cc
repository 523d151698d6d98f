#include "service/json/json_reader.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "absl/numeric/int128.h"
#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/numbers.h"
#include "core/base/error.h"
#include "core/base/status_macros.h"
#include "core/base/strings.h"
#include "google/protobuf/descriptor.h"
#include "google/protobuf/wire_format_lite.h"
#include "service/convert/wire_writer.h"

namespace arbiter {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::EnumDescriptor;
using google::protobuf::EnumValueDescriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::OneofDescriptor;
using google::protobuf::internal::WireFormatLite;

// The maximum number of arrays and objects around a value.
constexpr int kMaxDepth = 100;
// The maximum number of bytes of a field name in an error.
constexpr size_t kMaxShownNameBytes = 40;
// The largest integer up to which every integer is a double.
constexpr double kMaxSafeInteger = 9007199254740991;
// The length of the shortest seed, 16 bytes, in base64 without padding. A shorter text is not a
// seed in either spelling. That the base64 of a random seed consists of hexadecimal digits alone
// has a probability of at most (22/64)^22, which is less than one in ten billion.
constexpr size_t kMinHexDigits = 22;

const FieldDescriptor* FindField(const Descriptor& type, const std::string& name) {
  const FieldDescriptor* field = type.FindFieldByCamelcaseName(name);
  return field != nullptr ? field : type.FindFieldByName(name);
}

std::string UnknownFieldText(const Descriptor& type, std::string_view name) {
  std::vector<std::string_view> known;
  known.reserve(static_cast<size_t>(type.field_count()));
  for (int i = 0; i < type.field_count(); ++i) known.emplace_back(type.field(i)->json_name());
  return StrCat("unknown field", KnownNames(name, known));
}

std::string UnknownValueText(const EnumDescriptor* type, std::string_view value) {
  std::vector<std::string_view> known;
  known.reserve(type->value_count());
  for (int i = 0; i < type->value_count(); ++i) known.emplace_back(type->value(i)->name());
  return StrCat("unknown value ", Quoted(value), KnownNames(value, known));
}

// Returns the value that a field of this type must have, for an error.
std::string RequiredValueText(const FieldDescriptor& field) {
  const auto range = [](auto min, auto max) {
    return StrCat("must be an integer from ", min, " to ", max);
  };
  switch (field.cpp_type()) {
    case FieldDescriptor::CPPTYPE_MESSAGE:
      return "must be an object";
    case FieldDescriptor::CPPTYPE_STRING:
      return field.type() == FieldDescriptor::TYPE_BYTES ? "must be a string in base64"
                                                         : "must be a string";
    case FieldDescriptor::CPPTYPE_BOOL:
      return "must be true or false";
    case FieldDescriptor::CPPTYPE_ENUM:
      return "must be the name or the number of a value";
    case FieldDescriptor::CPPTYPE_INT32:
      return range(std::numeric_limits<int32_t>::min(), std::numeric_limits<int32_t>::max());
    case FieldDescriptor::CPPTYPE_UINT32:
      return range(0, std::numeric_limits<uint32_t>::max());
    case FieldDescriptor::CPPTYPE_INT64:
      return range(std::numeric_limits<int64_t>::min(), std::numeric_limits<int64_t>::max());
    case FieldDescriptor::CPPTYPE_UINT64:
      return range(0, std::numeric_limits<uint64_t>::max());
    default:
      // No request has a field of any other type.
      return "cannot be set in JSON";
  }
}

// Returns whether a text of bytes is refused because it could be hexadecimal or base64.
bool IsHexText(std::string_view text) {
  return text.size() >= kMinHexDigits &&
         std::all_of(text.begin(), text.end(), absl::ascii_isxdigit);
}

// Returns the integer that a JSON number denotes; std::nullopt if there is none of this type.
template <typename Integer>
std::optional<Integer> ToInteger(std::string_view number) {
  absl::int128 value;
  if (number.find_first_of(".eE") != std::string_view::npos) {
    double real = 0;
    if (!absl::SimpleAtod(ForAbsl(number), &real) || std::trunc(real) != real ||
        std::abs(real) > kMaxSafeInteger) {
      return std::nullopt;
    }
    value = static_cast<int64_t>(real);
  } else if (!absl::SimpleAtoi(ForAbsl(number), &value)) {
    return std::nullopt;
  }
  if (value < std::numeric_limits<Integer>::min() || value > std::numeric_limits<Integer>::max()) {
    return std::nullopt;
  }
  return static_cast<Integer>(value);
}

// Returns the number of bytes of the JSON number with which `text` begins; 0 if it begins with
// none.
size_t NumberLength(std::string_view text) {
  size_t end = text.starts_with('-') ? 1 : 0;
  const auto skip_digits = [&] {
    const size_t start = end;
    while (end < text.size() && absl::ascii_isdigit(static_cast<unsigned char>(text[end]))) ++end;
    return end > start;
  };
  const bool leading_zero = text.substr(end).starts_with('0');
  const size_t first_digit = end;
  if (!skip_digits() || (leading_zero && end > first_digit + 1)) return 0;
  if (text.substr(end).starts_with('.')) {
    ++end;
    if (!skip_digits()) return 0;
  }
  if (end < text.size() && (text[end] == 'e' || text[end] == 'E')) {
    ++end;
    if (end < text.size() && (text[end] == '+' || text[end] == '-')) ++end;
    if (!skip_digits()) return 0;
  }
  return end;
}

// Returns whether a text is an integer as a JSON number without a fraction or an exponent.
bool IsPlainInteger(std::string_view text) {
  return !text.empty() && NumberLength(text) == text.size() &&
         text.find_first_of(".eE") == std::string_view::npos;
}

void AppendUtf8(uint32_t character, std::string* text) {
  const auto append = [text](uint32_t byte) { text->push_back(static_cast<char>(byte)); };
  if (character < 0x80) {
    append(character);
    return;
  }
  if (character < 0x800) {
    append(0xC0 | character >> 6);
  } else {
    if (character < 0x10000) {
      append(0xE0 | character >> 12);
    } else {
      append(0xF0 | character >> 18);
      append(0x80 | (character >> 12 & 0x3F));
    }
    append(0x80 | (character >> 6 & 0x3F));
  }
  append(0x80 | (character & 0x3F));
}

// Reads a text once and writes its fields. A syntax error ends the reading. After any other error
// the reading goes on, because a syntax error takes precedence. What is read for a null `type` or
// `field` is dropped.
class JsonReader {
 public:
  // If `hex_texts` is not nullptr, texts of bytes that could be hexadecimal are stored there.
  JsonReader(std::string_view text, std::string* wire, HexTexts* hex_texts)
      : text_(text), out_(wire), hex_texts_(hex_texts) {}

  // Reads an object of this type. If `type` is nullptr, any object will do.
  absl::Status Read(const Descriptor* type);

 private:
  // What has been read of a message.
  struct Members {
    // The names that occurred, by the index of their field.
    absl::InlinedVector<bool, 32> seen;
    // The fields that were set of each oneof, by its index.
    absl::InlinedVector<const FieldDescriptor*, 4> chosen;
  };

  // Each of the following functions reads what its name says, from the next character on, and
  // returns false at a syntax error.

  bool ReadObject(const Descriptor* type);
  bool ReadMember(const Descriptor* type, Members* members);
  bool ReadFieldValue(const FieldDescriptor* field, Members* members);
  bool ReadArray(const FieldDescriptor* field);
  // Reads a value of a field, or one element if the field is repeated.
  bool ReadValue(const FieldDescriptor* field);
  bool ReadString(std::string* value);
  // Reads an escape sequence up to its last character, which is then the next one.
  bool ReadEscape(std::string* value);
  // Reads the four digits after the next character.
  bool ReadHexDigits(uint32_t* unit);
  bool ReadNumber(std::string_view* number);
  bool ReadLiteral(std::string_view literal);

  // Each of the following functions writes a value of a field, or records the error that the value
  // is not of its type.

  void WriteString(const FieldDescriptor& field, std::string value);
  void WriteNumber(const FieldDescriptor& field, std::string_view number);
  void WriteBool(const FieldDescriptor& field, bool value);
  void WriteEnum(const FieldDescriptor& field, const EnumValueDescriptor* value,
                 std::string_view text);
  template <typename Integer>
  void WriteInteger(const FieldDescriptor& field, std::string_view number);
  // `bits` is the value in the wire format.
  void WriteVarint(const FieldDescriptor& field, uint64_t bits);

  // Returns the field `name` of a message if it may be set; otherwise records an error and returns
  // nullptr.
  const FieldDescriptor* NewField(const Descriptor& type, const std::string& name,
                                  Members* members);
  void AppendToPath(std::string_view name);

  bool AtEnd();
  // Returns the next character after white space; NUL at the end of the text.
  char Peek() { return AtEnd() ? '\0' : text_[next_]; }
  // If the next character after white space is this one, skips it and returns true.
  bool Skip(char character);
  // Records a syntax error at the next character, and returns false.
  bool Fail(std::string_view what);
  // Records an error of the value at `path_`, unless there is one already.
  void Refuse(std::string_view why);

  const std::string_view text_;
  WireWriter out_;
  HexTexts* const hex_texts_;
  size_t next_ = 0;
  int depth_ = 0;
  // The path of the value that is being read, such as `record.actions[2]`.
  std::string path_;
  absl::Status syntax_error_;
  absl::Status value_error_;
};

absl::Status JsonReader::Read(const Descriptor* type) {
  if (!IsUtf8(text_)) return MakeError(ErrorReason::kBadField, "not UTF-8 text");
  const bool is_object = Peek() == '{';
  const bool is_json = is_object ? ReadObject(type) : ReadValue(nullptr);
  if (is_json && !AtEnd()) Fail("expected the end of the text");
  ARBITER_RETURN_IF_ERROR(syntax_error_);
  return is_object ? value_error_ : MakeError(ErrorReason::kBadField, "not a JSON object");
}

// NOLINTNEXTLINE(misc-no-recursion): at most kMaxDepth deep.
bool JsonReader::ReadObject(const Descriptor* type) {
  if (++depth_ > kMaxDepth) return Fail(StrCat("more than ", kMaxDepth, " levels of nesting"));
  ++next_;
  Members members;
  if (type != nullptr) {
    members.seen.resize(static_cast<size_t>(type->field_count()));
    members.chosen.resize(static_cast<size_t>(type->real_oneof_decl_count()));
  }
  if (Peek() != '}') {
    do {
      if (!ReadMember(type, &members)) return false;
    } while (Skip(','));
  }
  --depth_;
  return Skip('}') || Fail("expected ',' or '}'");
}

// NOLINTNEXTLINE(misc-no-recursion): see ReadObject().
bool JsonReader::ReadMember(const Descriptor* type, Members* members) {
  if (Peek() != '"') return Fail("expected a name in double quotes");
  std::string name;
  if (!ReadString(&name)) return false;
  if (!Skip(':')) return Fail("expected ':'");
  if (type == nullptr) return ReadValue(nullptr);
  const size_t parent_size = path_.size();
  const FieldDescriptor* field = NewField(*type, name, members);
  const bool is_json = ReadFieldValue(field, members);
  path_.resize(parent_size);
  return is_json;
}

const FieldDescriptor* JsonReader::NewField(const Descriptor& type, const std::string& name,
                                            Members* members) {
  const FieldDescriptor* field = FindField(type, name);
  if (field == nullptr) {
    AppendToPath(name.empty() ? "\"\"" : Printable(name, kMaxShownNameBytes));
    // Looking for the nearest names takes long, and only the first error counts.
    if (value_error_.ok()) Refuse(UnknownFieldText(type, name));
    return nullptr;
  }
  AppendToPath(field->name());
  bool& seen = members->seen[static_cast<size_t>(field->index())];
  if (seen) {
    Refuse("the field is repeated; give it once");
    return nullptr;
  }
  seen = true;
  return field;
}

// NOLINTNEXTLINE(misc-no-recursion): see ReadObject().
bool JsonReader::ReadFieldValue(const FieldDescriptor* field, Members* members) {
  if (field == nullptr) return ReadValue(nullptr);
  if (Peek() == 'n') return ReadLiteral("null");
  if (const OneofDescriptor* oneof = field->real_containing_oneof()) {
    const FieldDescriptor*& chosen = members->chosen[static_cast<size_t>(oneof->index())];
    if (chosen != nullptr) {
      Refuse(StrCat("`", chosen->name(), "` is given, too; give only one of them"));
      return ReadValue(nullptr);
    }
    chosen = field;
  }
  if (!field->is_repeated()) return ReadValue(field);
  if (Peek() == '[') return ReadArray(field);
  Refuse("must be an array");
  return ReadValue(nullptr);
}

// NOLINTNEXTLINE(misc-no-recursion): see ReadObject().
bool JsonReader::ReadArray(const FieldDescriptor* field) {
  if (++depth_ > kMaxDepth) return Fail(StrCat("more than ", kMaxDepth, " levels of nesting"));
  ++next_;
  const size_t parent_size = path_.size();
  if (Peek() != ']') {
    size_t index = 0;
    do {
      if (field != nullptr) StrAppend(&path_, "[", index++, "]");
      if (!ReadValue(field)) return false;
      path_.resize(parent_size);
    } while (Skip(','));
  }
  --depth_;
  return Skip(']') || Fail("expected ',' or ']'");
}

// NOLINTNEXTLINE(misc-no-recursion): see ReadObject().
bool JsonReader::ReadValue(const FieldDescriptor* field) {
  const char first = Peek();
  if (first == '{') {
    if (field == nullptr) return ReadObject(nullptr);
    if (field->cpp_type() != FieldDescriptor::CPPTYPE_MESSAGE) {
      Refuse(RequiredValueText(*field));
      return ReadObject(nullptr);
    }
    const size_t begin = out_.Begin(field->number());
    const bool is_json = ReadObject(field->message_type());
    out_.End(begin);
    return is_json;
  }
  if (first == '"') {
    std::string value;
    if (!ReadString(&value)) return false;
    if (field != nullptr) WriteString(*field, std::move(value));
    return true;
  }
  if (first == '-' || absl::ascii_isdigit(static_cast<unsigned char>(first))) {
    std::string_view number;
    if (!ReadNumber(&number)) return false;
    if (field != nullptr) WriteNumber(*field, number);
    return true;
  }
  if (first == 't' || first == 'f') {
    if (!ReadLiteral(first == 't' ? "true" : "false")) return false;
    if (field != nullptr) WriteBool(*field, first == 't');
    return true;
  }
  if (field != nullptr) Refuse(RequiredValueText(*field));
  return first == '[' ? ReadArray(nullptr) : ReadLiteral("null");
}

bool JsonReader::ReadString(std::string* value) {
  ++next_;
  for (; next_ < text_.size() && text_[next_] != '"'; ++next_) {
    const char character = text_[next_];
    if (static_cast<unsigned char>(character) < ' ') {
      return Fail("control characters in a string must be escaped");
    }
    if (character != '\\') {
      value->push_back(character);
    } else if (!ReadEscape(value)) {
      return false;
    }
  }
  if (next_ == text_.size()) return Fail("expected '\"' at the end of the string");
  ++next_;
  return true;
}

bool JsonReader::ReadEscape(std::string* value) {
  constexpr std::string_view kEscapes = "\"\\/bfnrt";
  constexpr std::string_view kCharacters = "\"\\/\b\f\n\r\t";
  const size_t start = next_++;
  const auto fail = [&](std::string_view what) {
    next_ = start;
    return Fail(what);
  };
  const char escape = next_ < text_.size() ? text_[next_] : '\0';
  if (const size_t known = kEscapes.find(escape); known != std::string_view::npos) {
    value->push_back(kCharacters[known]);
    return true;
  }
  uint32_t unit = 0;
  if (escape != 'u' || !ReadHexDigits(&unit)) return fail("unknown escape sequence");
  if (unit >= 0xD800 && unit < 0xE000) {
    uint32_t low = 0;
    const bool is_pair = unit < 0xDC00 && text_.substr(next_ + 1).starts_with("\\u") &&
                         (next_ += 2, ReadHexDigits(&low)) && low >= 0xDC00 && low < 0xE000;
    if (!is_pair) return fail("a surrogate must be part of a pair");
    unit = 0x10000 + ((unit - 0xD800) << 10 | (low - 0xDC00));
  }
  AppendUtf8(unit, value);
  return true;
}

bool JsonReader::ReadHexDigits(uint32_t* unit) {
  constexpr size_t kDigits = 4;
  const std::string_view digits = text_.substr(next_ + 1, kDigits);
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), *unit, 16);
  if (end != digits.data() + kDigits) return false;
  next_ += kDigits;
  return true;
}

bool JsonReader::ReadNumber(std::string_view* number) {
  const size_t length = NumberLength(text_.substr(next_));
  if (length == 0) return Fail("the number is not valid");
  *number = text_.substr(next_, length);
  next_ += length;
  return true;
}

bool JsonReader::ReadLiteral(std::string_view literal) {
  if (!text_.substr(next_).starts_with(literal)) return Fail("expected a value");
  next_ += literal.size();
  return true;
}

void JsonReader::WriteString(const FieldDescriptor& field, std::string value) {
  if (field.cpp_type() == FieldDescriptor::CPPTYPE_ENUM) {
    return WriteEnum(field, field.enum_type()->FindValueByName(value), value);
  }
  if (field.cpp_type() != FieldDescriptor::CPPTYPE_STRING) {
    // Integers of 64 bits are strings in proto JSON, and those of 32 bits may be.
    return IsPlainInteger(value) ? WriteNumber(field, value) : Refuse(RequiredValueText(field));
  }
  if (field.type() == FieldDescriptor::TYPE_BYTES) {
    if (IsHexText(value)) {
      if (hex_texts_ != nullptr) {
        hex_texts_->emplace(path_, std::move(value));
      } else {
        Refuse("hexadecimal digits could also be base64 of other bytes; JSON needs base64");
      }
      return;
    }
    std::optional<std::string> bytes = DecodeBase64(value);
    if (!bytes.has_value()) return Refuse(RequiredValueText(field));
    value = *std::move(bytes);
  }
  out_.Bytes(field.number(), value);
}

template <typename Integer>
void JsonReader::WriteInteger(const FieldDescriptor& field, std::string_view number) {
  const std::optional<Integer> value = ToInteger<Integer>(number);
  if (!value.has_value()) return Refuse(RequiredValueText(field));
  // A negative integer is written with 64 bits.
  auto bits = static_cast<uint64_t>(*value);
  if (field.type() == FieldDescriptor::TYPE_SINT32 ||
      field.type() == FieldDescriptor::TYPE_SINT64) {
    bits = WireFormatLite::ZigZagEncode64(static_cast<int64_t>(bits));
  }
  WriteVarint(field, bits);
}

void JsonReader::WriteNumber(const FieldDescriptor& field, std::string_view number) {
  switch (field.type()) {
    case FieldDescriptor::TYPE_INT32:
    case FieldDescriptor::TYPE_SINT32:
      return WriteInteger<int32_t>(field, number);
    case FieldDescriptor::TYPE_UINT32:
      return WriteInteger<uint32_t>(field, number);
    case FieldDescriptor::TYPE_INT64:
    case FieldDescriptor::TYPE_SINT64:
      return WriteInteger<int64_t>(field, number);
    case FieldDescriptor::TYPE_UINT64:
      return WriteInteger<uint64_t>(field, number);
    case FieldDescriptor::TYPE_ENUM: {
      const std::optional<int32_t> value = ToInteger<int32_t>(number);
      return WriteEnum(field, value ? field.enum_type()->FindValueByNumber(*value) : nullptr,
                       number);
    }
    default:
      Refuse(RequiredValueText(field));
  }
}

void JsonReader::WriteBool(const FieldDescriptor& field, bool value) {
  if (field.cpp_type() != FieldDescriptor::CPPTYPE_BOOL) return Refuse(RequiredValueText(field));
  WriteVarint(field, value ? 1 : 0);
}

void JsonReader::WriteEnum(const FieldDescriptor& field, const EnumValueDescriptor* value,
                           std::string_view text) {
  if (value == nullptr) {
    if (value_error_.ok()) Refuse(UnknownValueText(field.enum_type(), text));
    return;
  }
  WriteVarint(field, static_cast<uint64_t>(int64_t{value->number()}));
}

void JsonReader::WriteVarint(const FieldDescriptor& field, uint64_t bits) {
  if (bits != 0 || field.is_repeated() || field.has_presence()) {
    out_.OptionalNumber(field.number(), bits);
  }
}

void JsonReader::AppendToPath(std::string_view name) {
  StrAppend(&path_, path_.empty() ? "" : ".", name);
}

bool JsonReader::AtEnd() {
  next_ = std::min(text_.find_first_not_of(" \t\n\r", next_), text_.size());
  return next_ == text_.size();
}

bool JsonReader::Skip(char character) {
  if (Peek() != character) return false;
  ++next_;
  return true;
}

bool JsonReader::Fail(std::string_view what) {
  const std::string_view before = text_.substr(0, next_);
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const std::string_view in_line = before.substr(before.rfind('\n') + 1);
  // The first byte of a character is no continuation byte.
  const auto column = 1 + std::count_if(in_line.begin(), in_line.end(), [](char byte) {
                        return (static_cast<unsigned char>(byte) & 0xC0) != 0x80;
                      });
  syntax_error_ = MakeError(ErrorReason::kBadField,
                            StrCat("not JSON: line ", line, ", column ", column, ": ", what));
  return false;
}

void JsonReader::Refuse(std::string_view why) {
  if (value_error_.ok()) {
    value_error_ = AtField(MakeError(ErrorReason::kBadField, StrCat(path_, ": ", why)), path_);
  }
}

}  // namespace

absl::Status JsonToWire(std::string_view json, const Descriptor& type, std::string* wire,
                        HexTexts* hex_texts) {
  return JsonReader(json, wire, hex_texts).Read(&type);
}

absl::Status FromJson(std::string_view json, Message* message, HexTexts* hex_texts) {
  std::string wire;
  const absl::Status status = JsonToWire(json, *message->GetDescriptor(), &wire, hex_texts);
  message->ParseFromString(wire);
  return status.ok() ? status : MakeError(ErrorReason::kBadField, std::string(status.message()));
}

std::optional<std::string> DecodeBase64(std::string_view text) {
  const size_t end = text.find_last_not_of('=') + 1;
  const size_t padding = text.size() - end;
  if (padding > 2 || (padding > 0 && text.size() % 4 != 0)) return std::nullopt;
  const std::string digits = ReplaceAll(text.substr(0, end), {{"+", "-"}, {"/", "_"}});
  std::string bytes;
  // Abseil also accepts white space and bits that no byte uses.
  if (!absl::WebSafeBase64Unescape(digits, &bytes) || absl::WebSafeBase64Escape(bytes) != digits) {
    return std::nullopt;
  }
  return bytes;
}

bool IsJsonObject(std::string_view text) {
  std::string wire;
  return JsonReader(text, &wire, nullptr).Read(nullptr).ok();
}

}  // namespace arbiter
