#include "clients/cli/text/json_reader.h"

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

#include "absl/numeric/int128.h"
#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/numbers.h"
#include "core/base/error.h"
#include "core/base/status_macros.h"
#include "core/base/strings.h"
#include "google/protobuf/descriptor.h"

namespace arbiter::cli {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::EnumDescriptor;
using google::protobuf::EnumValueDescriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::OneofDescriptor;
using google::protobuf::Reflection;

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

const FieldDescriptor* FindField(const Descriptor* type, const std::string& name) {
  const FieldDescriptor* field = type->FindFieldByCamelcaseName(name);
  return field != nullptr ? field : type->FindFieldByName(name);
}

std::string UnknownFieldText(const Descriptor* type, std::string_view name) {
  std::vector<std::string_view> known;
  known.reserve(type->field_count());
  for (int i = 0; i < type->field_count(); ++i) known.emplace_back(type->field(i)->json_name());
  return StrCat("unknown field", KnownNames(name, known));
}

std::string UnknownValueText(const EnumDescriptor* type, std::string_view value) {
  std::vector<std::string_view> known;
  known.reserve(type->value_count());
  for (int i = 0; i < type->value_count(); ++i) known.emplace_back(type->value(i)->name());
  return StrCat("unknown value ", Quoted(value), KnownNames(value, known));
}

// Returns the value that a field of this type must have, for an error.
std::string RequiredValueText(const FieldDescriptor* field) {
  const auto range = [](auto min, auto max) {
    return StrCat("must be an integer from ", min, " to ", max);
  };
  switch (field->cpp_type()) {
    case FieldDescriptor::CPPTYPE_MESSAGE:
      return "must be an object";
    case FieldDescriptor::CPPTYPE_STRING:
      return field->type() == FieldDescriptor::TYPE_BYTES ? "must be a string in base64"
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

// Reads a text once. A syntax error ends the reading. After any other error the reading goes on,
// because a syntax error takes precedence. What is read into a null `message` or `field` is
// dropped.
class JsonReader {
 public:
  // If `hex_texts` is not nullptr, texts of bytes that could be hexadecimal are stored there.
  explicit JsonReader(std::string_view text, HexTexts* hex_texts = nullptr)
      : text_(text), hex_texts_(hex_texts) {}

  // Reads an object. If `message` is nullptr, any object will do.
  absl::Status Read(Message* message);

 private:
  // Each of the following functions reads what its name says, from the next character on, and
  // returns false at a syntax error.

  bool ReadObject(Message* message);
  // `seen` tells which fields of `message` have been read, by their index.
  bool ReadMember(Message* message, std::vector<bool>* seen);
  bool ReadFieldValue(Message* message, const FieldDescriptor* field);
  bool ReadArray(Message* message, const FieldDescriptor* field);
  // Reads a value of a field, or one element if the field is repeated.
  bool ReadValue(Message* message, const FieldDescriptor* field);
  bool ReadString(std::string* value);
  // Reads an escape sequence up to its last character, which is then the next one.
  bool ReadEscape(std::string* value);
  // Reads the four digits after the next character.
  bool ReadHexDigits(uint32_t* unit);
  bool ReadNumber(std::string_view* number);
  bool ReadLiteral(std::string_view literal);

  // Each of the following functions sets or adds a value of a field, or records the error that the
  // value is not of its type.

  // Returns the new message; nullptr if the field holds no messages.
  Message* AddMessage(Message* message, const FieldDescriptor* field);
  void AddString(Message* message, const FieldDescriptor* field, std::string value);
  void AddNumber(Message* message, const FieldDescriptor* field, std::string_view number);
  void AddBool(Message* message, const FieldDescriptor* field, bool value);
  void AddEnum(Message* message, const FieldDescriptor* field, const EnumValueDescriptor* value,
               std::string_view text);
  template <typename Integer>
  std::optional<Integer> ReadInteger(const FieldDescriptor* field, std::string_view number);

  // Returns the field `name` if it may be set in `message`; otherwise records an error and returns
  // nullptr.
  const FieldDescriptor* NewField(const Message& message, const std::string& name,
                                  std::vector<bool>* seen);
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
  HexTexts* const hex_texts_;
  size_t next_ = 0;
  int depth_ = 0;
  // The path of the value that is being read, such as `record.actions[2]`.
  std::string path_;
  absl::Status syntax_error_;
  absl::Status value_error_;
};

absl::Status JsonReader::Read(Message* message) {
  if (!IsUtf8(text_)) return MakeError(ErrorReason::kBadField, "not UTF-8 text");
  const bool is_object = Peek() == '{';
  const bool is_json = is_object ? ReadObject(message) : ReadValue(nullptr, nullptr);
  if (is_json && !AtEnd()) Fail("expected the end of the text");
  ARBITER_RETURN_IF_ERROR(syntax_error_);
  return is_object ? value_error_ : MakeError(ErrorReason::kBadField, "not a JSON object");
}

// NOLINTNEXTLINE(misc-no-recursion): at most kMaxDepth deep.
bool JsonReader::ReadObject(Message* message) {
  if (++depth_ > kMaxDepth) return Fail(StrCat("more than ", kMaxDepth, " levels of nesting"));
  ++next_;
  std::vector<bool> seen(message == nullptr ? 0 : message->GetDescriptor()->field_count());
  if (Peek() != '}') {
    do {
      if (!ReadMember(message, &seen)) return false;
    } while (Skip(','));
  }
  --depth_;
  return Skip('}') || Fail("expected ',' or '}'");
}

// NOLINTNEXTLINE(misc-no-recursion): see ReadObject().
bool JsonReader::ReadMember(Message* message, std::vector<bool>* seen) {
  if (Peek() != '"') return Fail("expected a name in double quotes");
  std::string name;
  if (!ReadString(&name)) return false;
  if (!Skip(':')) return Fail("expected ':'");
  if (message == nullptr) return ReadValue(nullptr, nullptr);
  const size_t parent_size = path_.size();
  const FieldDescriptor* field = NewField(*message, name, seen);
  const bool is_json = ReadFieldValue(message, field);
  path_.resize(parent_size);
  return is_json;
}

const FieldDescriptor* JsonReader::NewField(const Message& message, const std::string& name,
                                            std::vector<bool>* seen) {
  const Descriptor* type = message.GetDescriptor();
  const FieldDescriptor* field = FindField(type, name);
  if (field == nullptr) {
    AppendToPath(name.empty() ? "\"\"" : Printable(name, kMaxShownNameBytes));
    Refuse(UnknownFieldText(type, name));
    return nullptr;
  }
  AppendToPath(field->name());
  if ((*seen)[field->index()]) {
    Refuse("the field is repeated; give it once");
    return nullptr;
  }
  (*seen)[field->index()] = true;
  return field;
}

// NOLINTNEXTLINE(misc-no-recursion): see ReadObject().
bool JsonReader::ReadFieldValue(Message* message, const FieldDescriptor* field) {
  if (field == nullptr) return ReadValue(nullptr, nullptr);
  if (Peek() == 'n') return ReadLiteral("null");
  const OneofDescriptor* oneof = field->real_containing_oneof();
  if (oneof != nullptr && message->GetReflection()->HasOneof(*message, oneof)) {
    const auto* other = message->GetReflection()->GetOneofFieldDescriptor(*message, oneof);
    Refuse(StrCat("`", other->name(), "` is given, too; give only one of them"));
    return ReadValue(nullptr, nullptr);
  }
  if (!field->is_repeated()) return ReadValue(message, field);
  if (Peek() == '[') return ReadArray(message, field);
  Refuse("must be an array");
  return ReadValue(nullptr, nullptr);
}

// NOLINTNEXTLINE(misc-no-recursion): see ReadObject().
bool JsonReader::ReadArray(Message* message, const FieldDescriptor* field) {
  if (++depth_ > kMaxDepth) return Fail(StrCat("more than ", kMaxDepth, " levels of nesting"));
  ++next_;
  const size_t parent_size = path_.size();
  if (Peek() != ']') {
    size_t index = 0;
    do {
      if (field != nullptr) StrAppend(&path_, "[", index++, "]");
      if (!ReadValue(message, field)) return false;
      path_.resize(parent_size);
    } while (Skip(','));
  }
  --depth_;
  return Skip(']') || Fail("expected ',' or ']'");
}

// NOLINTNEXTLINE(misc-no-recursion): see ReadObject().
bool JsonReader::ReadValue(Message* message, const FieldDescriptor* field) {
  const char first = Peek();
  if (first == '{') return ReadObject(field == nullptr ? nullptr : AddMessage(message, field));
  if (first == '"') {
    std::string value;
    if (!ReadString(&value)) return false;
    if (field != nullptr) AddString(message, field, std::move(value));
    return true;
  }
  if (first == '-' || absl::ascii_isdigit(static_cast<unsigned char>(first))) {
    std::string_view number;
    if (!ReadNumber(&number)) return false;
    if (field != nullptr) AddNumber(message, field, number);
    return true;
  }
  if (first == 't' || first == 'f') {
    if (!ReadLiteral(first == 't' ? "true" : "false")) return false;
    if (field != nullptr) AddBool(message, field, first == 't');
    return true;
  }
  if (field != nullptr) Refuse(RequiredValueText(field));
  return first == '[' ? ReadArray(nullptr, nullptr) : ReadLiteral("null");
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

Message* JsonReader::AddMessage(Message* message, const FieldDescriptor* field) {
  if (field->cpp_type() != FieldDescriptor::CPPTYPE_MESSAGE) {
    Refuse(RequiredValueText(field));
    return nullptr;
  }
  const Reflection* reflection = message->GetReflection();
  return field->is_repeated() ? reflection->AddMessage(message, field)
                              : reflection->MutableMessage(message, field);
}

void JsonReader::AddString(Message* message, const FieldDescriptor* field, std::string value) {
  if (field->cpp_type() == FieldDescriptor::CPPTYPE_ENUM) {
    return AddEnum(message, field, field->enum_type()->FindValueByName(value), value);
  }
  if (field->cpp_type() != FieldDescriptor::CPPTYPE_STRING) {
    // Integers of 64 bits are strings in proto JSON, and those of 32 bits may be.
    return IsPlainInteger(value) ? AddNumber(message, field, value)
                                 : Refuse(RequiredValueText(field));
  }
  if (field->type() == FieldDescriptor::TYPE_BYTES) {
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
  const Reflection* reflection = message->GetReflection();
  if (field->is_repeated()) {
    reflection->AddString(message, field, std::move(value));
  } else {
    reflection->SetString(message, field, std::move(value));
  }
}

template <typename Integer>
std::optional<Integer> JsonReader::ReadInteger(const FieldDescriptor* field,
                                               std::string_view number) {
  const std::optional<Integer> value = ToInteger<Integer>(number);
  if (!value.has_value()) Refuse(RequiredValueText(field));
  return value;
}

void JsonReader::AddNumber(Message* message, const FieldDescriptor* field,
                           std::string_view number) {
  const Reflection* reflection = message->GetReflection();
  const auto add = [&](auto value, auto set_value, auto add_value) {
    if (!value.has_value()) return;
    (reflection->*(field->is_repeated() ? add_value : set_value))(message, field, *value);
  };
  switch (field->cpp_type()) {
    case FieldDescriptor::CPPTYPE_INT32:
      return add(ReadInteger<int32_t>(field, number), &Reflection::SetInt32, &Reflection::AddInt32);
    case FieldDescriptor::CPPTYPE_UINT32:
      return add(ReadInteger<uint32_t>(field, number), &Reflection::SetUInt32,
                 &Reflection::AddUInt32);
    case FieldDescriptor::CPPTYPE_INT64:
      return add(ReadInteger<int64_t>(field, number), &Reflection::SetInt64, &Reflection::AddInt64);
    case FieldDescriptor::CPPTYPE_UINT64:
      return add(ReadInteger<uint64_t>(field, number), &Reflection::SetUInt64,
                 &Reflection::AddUInt64);
    case FieldDescriptor::CPPTYPE_ENUM: {
      const std::optional<int32_t> value = ToInteger<int32_t>(number);
      return AddEnum(message, field,
                     value ? field->enum_type()->FindValueByNumber(*value) : nullptr, number);
    }
    default:
      Refuse(RequiredValueText(field));
  }
}

void JsonReader::AddBool(Message* message, const FieldDescriptor* field, bool value) {
  if (field->cpp_type() != FieldDescriptor::CPPTYPE_BOOL) return Refuse(RequiredValueText(field));
  const Reflection* reflection = message->GetReflection();
  if (field->is_repeated()) {
    reflection->AddBool(message, field, value);
  } else {
    reflection->SetBool(message, field, value);
  }
}

void JsonReader::AddEnum(Message* message, const FieldDescriptor* field,
                         const EnumValueDescriptor* value, std::string_view text) {
  if (value == nullptr) return Refuse(UnknownValueText(field->enum_type(), text));
  const Reflection* reflection = message->GetReflection();
  if (field->is_repeated()) {
    reflection->AddEnum(message, field, value);
  } else {
    reflection->SetEnum(message, field, value);
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
    value_error_ = MakeError(ErrorReason::kBadField, StrCat(path_, ": ", why));
  }
}

}  // namespace

absl::Status FromJson(std::string_view json, Message* message, HexTexts* hex_texts) {
  return JsonReader(json, hex_texts).Read(message);
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

bool IsJsonObject(std::string_view text) { return JsonReader(text).Read(nullptr).ok(); }

}  // namespace arbiter::cli
