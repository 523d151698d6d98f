#include "service/handlers/text_bundle.h"

#include <cstddef>
#include <cstdint>

#include "arbiter/v1/rules_service.pb.h"
#include "service/handlers/handlers.h"

namespace arbiter {
namespace {

// Reads the fields of a message in the order of their numbers. It stops at a field that it is not
// asked for.
class FieldReader {
 public:
  explicit FieldReader(std::string_view wire) : rest_(wire) {}

  // Reads the next field if it is the string or message with this number; std::nullopt if it is
  // anything else.
  template <int field>
  std::optional<std::string_view> Next() {
    constexpr int kLengthDelimited = 2;
    if (!StartsWith<field, kLengthDelimited>()) return std::nullopt;
    size_t size = 0;
    size_t header = 1;
    bool continues = true;
    for (int shift = 0; continues; shift += 7) {
      if (shift > 21 || header == rest_.size()) return std::nullopt;
      const uint8_t next = ByteAt(header++);
      size |= size_t{next & 0x7FU} << shift;
      continues = next >= 0x80;
    }
    if (rest_.size() - header < size) return std::nullopt;
    const std::string_view value = rest_.substr(header, size);
    rest_.remove_prefix(header + size);
    return value;
  }
  // Reads a string like Next(). Returns an empty string if there is none, and std::nullopt if it is
  // not ASCII.
  template <int field>
  std::optional<std::string_view> Text() {
    const std::string_view text = Next<field>().value_or(std::string_view());
    char bits = 0;
    for (const char byte : text) bits |= byte;
    if ((bits & 0x80) != 0) return std::nullopt;
    return text;
  }
  // Skips an enum field if it comes next with this value, which must be below 128.
  template <int field>
  void Skip(int value) {
    constexpr int kVarint = 0;
    if (StartsWith<field, kVarint>() && rest_.size() >= 2 && ByteAt(1) == value) {
      rest_.remove_prefix(2);
    }
  }
  // Whether every field has been read.
  bool done() const { return rest_.empty(); }

 private:
  uint8_t ByteAt(size_t index) const { return static_cast<uint8_t>(rest_[index]); }
  template <int field, int wire_type>
  bool StartsWith() const {
    static_assert(field < 16, "the tag must have one byte");
    return !rest_.empty() && ByteAt(0) == (field << 3 | wire_type);
  }

  std::string_view rest_;
};

// Reads the id of a BatchRequest; std::nullopt if it is not ASCII or too long.
std::optional<std::string_view> ReadId(FieldReader* batch_request) {
  const auto id = batch_request->Text<v1::BatchRequest::kIdFieldNumber>();
  return id && id->size() <= kMaxBatchIdBytes ? id : std::nullopt;
}

// Reads an item into `item`. Returns false if it is not of the kind that TextBundle holds.
bool ReadItem(std::string_view wire, TextBundle::Item* item) {
  FieldReader batch_request(wire);
  const auto id = ReadId(&batch_request);
  const auto legal_moves = batch_request.Next<v1::BatchRequest::kLegalMovesFieldNumber>();
  if (!id || !legal_moves || !batch_request.done()) return false;
  FieldReader request(*legal_moves);
  const auto position = request.Next<v1::LegalMovesRequest::kPositionFieldNumber>();
  request.Skip<v1::LegalMovesRequest::kDetailFieldNumber>(v1::DETAIL_TEXT);
  if (!position || !request.done()) return false;
  FieldReader fields(*position);
  const auto variant = fields.Text<v1::Position::kVariantFieldNumber>();
  const auto fen = fields.Text<v1::Position::kFenFieldNumber>();
  if (!variant || !fen || fen->empty() || !fields.done()) return false;
  *item = {.wire = wire, .id = *id, .variant = *variant, .fen = *fen};
  return true;
}

}  // namespace

std::optional<TextBundle> ReadTextBundle(std::string_view wire) {
  FieldReader batch_request(wire);
  const auto id = ReadId(&batch_request);
  const auto bundle = batch_request.Next<v1::BatchRequest::kBundleFieldNumber>();
  if (!id || !bundle || !batch_request.done()) return std::nullopt;
  TextBundle read = {.id = *id, .items = {}};
  FieldReader items(*bundle);
  while (const auto item = items.Next<v1::BatchBundle::kItemsFieldNumber>()) {
    if (!ReadItem(*item, &read.items.emplace_back())) return std::nullopt;
  }
  if (!items.done()) return std::nullopt;
  return read;
}

}  // namespace arbiter
