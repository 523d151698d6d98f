#include "core/game/snapshot.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "core/base/error.h"
#include "core/base/status_macros.h"
#include "core/base/strings.h"
#include "core/board/board.h"
#include "core/game/history.h"
#include "core/game/registry.h"

namespace arbiter {
namespace {

// The layout is the magic bytes, a version byte, the fields of SnapshotData, and 8 bytes with the
// checksum of everything before them. Numbers are little-endian. A text is a 16-bit length followed
// by its bytes. Options are their number in one byte, followed by the name and the value of each in
// ascending order of names; in no other order are they accepted.
constexpr std::string_view kMagic = "ARBS";
// Version 1 lacks `extra`.
constexpr uint8_t kVersion = 2;
constexpr size_t kChecksumSize = 8;

// Decodes a little-endian number of `size` bytes.
template <size_t size>
uint64_t ParseLittleEndian(const char* bytes) {
  uint64_t value = 0;
  if constexpr (std::endian::native == std::endian::little) {
    std::memcpy(&value, bytes, size);
  } else {
    for (size_t i = 0; i < size; ++i) {
      value |= uint64_t{static_cast<uint8_t>(bytes[i])} << (8 * i);
    }
  }
  return value;
}

// Encodes the lowest `size` bytes of a number in little-endian order.
template <size_t size>
void FormatLittleEndian(uint64_t value, char* bytes) {
  if constexpr (std::endian::native == std::endian::little) {
    std::memcpy(bytes, &value, size);
  } else {
    for (size_t i = 0; i < size; ++i) bytes[i] = static_cast<char>(value >> (8 * i));
  }
}

uint64_t Checksum(std::string_view bytes) {
  uint64_t sum = Mix64(bytes.size());
  const char* next = bytes.data();
  const char* const end = next + bytes.size();
  for (; end - next >= 8; next += 8) sum = Mix64(sum ^ ParseLittleEndian<8>(next));
  if (next == end) return sum;
  char last[8] = {};
  std::copy(next, end, last);
  return Mix64(sum ^ ParseLittleEndian<8>(last));
}

// Writes the lowest bytes of a number.
template <size_t size>
void WriteNumber(uint64_t value, StringWriter* bytes) {
  char* const out = bytes->Reserve(size);
  FormatLittleEndian<size>(value, out);
  bytes->Commit(out + size);
}

void WriteText(std::string_view text, StringWriter* bytes) {
  WriteNumber<2>(text.size(), bytes);
  bytes->Append(text);
}

// Reads what the functions above write. A read past the end consumes the rest and returns zero or
// an empty text.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : rest_(bytes) {}

  template <size_t size>
  uint64_t Number() {
    const std::string_view bytes = Take(size);
    return bytes.empty() ? 0 : ParseLittleEndian<size>(bytes.data());
  }
  std::string_view Text() { return Take(Number<2>()); }
  // Reads the options of a game, calls `visit(name, value)` for each, and returns their encoded
  // form.
  template <typename Visitor>
  std::string_view Options(Visitor visit) {
    const std::string_view before = rest_;
    for (uint64_t left = Number<1>(); left > 0; --left) {
      const std::string_view name = Text();
      visit(name, Text());
    }
    return before.substr(0, before.size() - rest_.size());
  }

  size_t size() const { return rest_.size(); }

 private:
  std::string_view Take(uint64_t size) {
    if (size > rest_.size()) {
      rest_ = {};
      return {};
    }
    const std::string_view taken = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return taken;
  }

  std::string_view rest_;
};

// Encodes std::nullopt as 0, White as 1 and Black as 2.
uint64_t EncodeColor(std::optional<Color> color) { return color ? 1 + Index(*color) : 0; }

std::optional<Color> DecodeColor(uint64_t code) {
  if (code == 0) return std::nullopt;
  return code == 1 ? Color::kWhite : Color::kBlack;
}

}  // namespace

absl::Status BadSnapshot(std::string_view predicate) {
  return MakeError(ErrorReason::kBadSnapshot, StrCat("the snapshot ", predicate));
}

std::string EncodeOptions(const OptionMap& options) {
  return WriteString([&options](StringWriter* bytes) {
    WriteNumber<1>(options.size(), bytes);
    for (const auto& [name, value] : options) {
      WriteText(name, bytes);
      WriteText(value, bytes);
    }
  });
}

OptionMap DecodeOptions(std::string_view encoded) {
  OptionMap options;
  Reader(encoded).Options(
      [&options](std::string_view name, std::string_view value) { options.emplace(name, value); });
  return options;
}

void AppendSnapshot(const SnapshotView& contents, StringWriter* bytes) {
  const size_t begin = bytes->size();
  bytes->Append(kMagic);
  WriteNumber<1>(kVersion, bytes);
  WriteText(contents.variant, bytes);
  bytes->Append(contents.options);
  WriteText(contents.fen, bytes);
  WriteText(contents.extra, bytes);
  const std::optional<End>& end = contents.controls.end;
  WriteNumber<1>(contents.history_complete, bytes);
  WriteNumber<1>(EncodeColor(contents.controls.draw_offered_by), bytes);
  WriteNumber<1>(end ? static_cast<uint64_t>(end->result) : 0, bytes);
  WriteNumber<1>(end ? static_cast<uint64_t>(end->termination) : 0, bytes);
  WriteText(end ? end->rule : "", bytes);
  WriteNumber<1>(EncodeColor(contents.controls.claimed_by), bytes);
  for (const uint64_t key : contents.keys) WriteNumber<sizeof(key)>(key, bytes);
  WriteNumber<kChecksumSize>(Checksum(bytes->view().substr(begin)), bytes);
}

std::string EncodeSnapshot(const SnapshotData& data) {
  const SnapshotView contents = {.variant = data.variant,
                                 .options = data.options,
                                 .fen = data.fen,
                                 .extra = data.extra,
                                 .keys = data.keys,
                                 .history_complete = data.history_complete,
                                 .controls = data.controls};
  return WriteString([&](StringWriter* bytes) { AppendSnapshot(contents, bytes); });
}

absl::StatusOr<SnapshotData> DecodeSnapshot(std::string_view bytes) {
  std::string_view body = bytes;
  if (!ConsumePrefix(&body, kMagic)) return BadSnapshot("was not made by this service");
  if (body.size() < 1 + kChecksumSize) return BadSnapshot("is truncated");
  const auto version = static_cast<uint8_t>(body.front());
  if (version > kVersion) {
    return BadSnapshot(
        StrCat("has version ", version, "; this server reads versions up to ", kVersion));
  }
  if (version == 0) return BadSnapshot("has no version");
  Reader checksum(bytes.substr(bytes.size() - kChecksumSize));
  if (checksum.Number<kChecksumSize>() != Checksum(bytes.substr(0, bytes.size() - kChecksumSize))) {
    return BadSnapshot("is damaged: its checksum does not match");
  }
  body.remove_prefix(1);
  body.remove_suffix(kChecksumSize);

  Reader reader(body);
  SnapshotData data;
  data.variant = reader.Text();
  bool has_valid_options = true;
  std::string_view last_name;
  data.options = reader.Options([&](std::string_view name, std::string_view /*value*/) {
    has_valid_options &= last_name < name;
    last_name = name;
  });
  data.fen = reader.Text();
  if (version >= 2) data.extra = reader.Text();
  data.history_complete = reader.Number<1>() != 0;
  const uint64_t draw_offered_by = reader.Number<1>();
  const uint64_t result = reader.Number<1>();
  const uint64_t termination = reader.Number<1>();
  const std::string_view rule = reader.Text();
  const uint64_t claimed_by = reader.Number<1>();
  data.controls.draw_offered_by = DecodeColor(draw_offered_by);
  data.controls.claimed_by = DecodeColor(claimed_by);
  if (result != 0) {
    data.controls.end =
        End{static_cast<Result>(result), static_cast<Termination>(termination), FindRulingId(rule)};
  }
  const bool is_valid_end = result <= static_cast<uint64_t>(Result::kSecondPlayerWins) &&
                            result != static_cast<uint64_t>(Result::kOngoing) &&
                            (result == 0) == (termination == 0) &&
                            termination <= static_cast<uint64_t>(Termination::kTimeout);
  const bool has_whole_keys =
      reader.size() >= 8 && reader.size() % 8 == 0 && reader.size() / 8 <= History::kMaxKeys;
  const bool has_valid_colors = draw_offered_by <= 2 && claimed_by <= 2;
  if (!has_valid_options || !is_valid_end || !has_valid_colors || !has_whole_keys) {
    return BadSnapshot("is damaged");
  }
  // There is room for the key of one more position.
  data.keys.reserve(reader.size() / 8 + 1);
  while (reader.size() > 0) data.keys.push_back(reader.Number<8>());
  return data;
}

absl::StatusOr<SnapshotData> ReadSnapshot(std::string_view snapshot, std::string_view variant,
                                          const OptionMap& options) {
  absl::StatusOr<SnapshotData> data = DecodeSnapshot(snapshot);
  ARBITER_RETURN_IF_ERROR(data.status());
  if (data->variant != variant) {
    return BadSnapshot(StrCat("is of the variant ", Quoted(data->variant), ", not of ", variant));
  }
  if (options.empty()) return data;
  const OptionMap stored = DecodeOptions(data->options);
  for (const auto& [name, value] : options) {
    const auto found = stored.find(name);
    if (found != stored.end() && found->second != value) {
      return BadSnapshot(StrCat("has the option ", name, " = ", Quoted(found->second),
                                ", but the request says ", Quoted(value)));
    }
  }
  return data;
}

}  // namespace arbiter
