#include "tests/plain_chpok/position.h"

#include <charconv>
#include <cstddef>
#include <sstream>
#include <utility>

namespace arbiter::testing::plain_chpok {
namespace {

// The texts between the separators: one more than there are separators.
std::vector<std::string> Split(const std::string& text, char separator) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == separator) {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

std::optional<int64_t> ReadNumber(const std::string& text) {
  int64_t number = 0;
  const char* end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, number);
  if (read.ec != std::errc() || read.ptr != end) return std::nullopt;
  return number;
}

// `1,0`
std::optional<std::array<int64_t, 2>> ReadPair(const std::string& text) {
  const std::vector<std::string> parts = Split(text, ',');
  if (parts.size() != 2) return std::nullopt;
  const std::optional<int64_t> white = ReadNumber(parts[0]);
  const std::optional<int64_t> black = ReadNumber(parts[1]);
  if (!white || !black) return std::nullopt;
  return std::array<int64_t, 2>{*white, *black};
}

std::string PairText(const std::array<int64_t, 2>& pair) {
  return std::to_string(pair[kWhite]) + "," + std::to_string(pair[kBlack]);
}

bool ReadBoard(const std::string& text, Position& position) {
  const std::vector<std::string> rows = Split(text, '/');
  if (rows.size() != 8) return false;
  for (int row = 0; row < 8; ++row) {
    std::string& rank = position.ranks[7 - row];
    int run = 0;  // of empty cells, whose number may have two digits
    for (const char c : rows[row] + "|") {
      if (c >= '0' && c <= '9') {
        run = run * 10 + (c - '0');
        if (run > 10) return false;
        continue;
      }
      rank.append(run, kEmpty);
      run = 0;
      if (c == '|') break;
      if (std::string("KQRBDNPkqrbdnp").find(c) == std::string::npos) return false;
      rank += c;
    }
    if (rank.size() != position.ranks[7].size()) return false;
  }
  return position.Width() >= 6 && position.Width() <= 10;
}

std::string BoardText(const Position& position) {
  std::string text;
  for (int rank = 7; rank >= 0; --rank) {
    int run = 0;
    for (const char c : position.ranks[rank]) {
      if (c == kEmpty) {
        ++run;
        continue;
      }
      if (run > 0) text += std::to_string(run);
      run = 0;
      text += c;
    }
    if (run > 0) text += std::to_string(run);
    if (rank > 0) text += '/';
  }
  return text;
}

// The switches in the order of P9.
const std::vector<std::pair<std::string, bool Features::*>>& Switches() {
  static const auto& switches = *new std::vector<std::pair<std::string, bool Features::*>>{
      {"hill", &Features::hill},
      {"racing", &Features::racing},
      {"cruel", &Features::cruel},
      {"superqueen", &Features::superqueen},
      {"cornerbishop", &Features::cornerbishop},
      {"backpawn", &Features::backpawn},
      {"newborn", &Features::newborn},
      {"remove", &Features::remove},
      {"skip", &Features::skip},
      {"nopromoteking", &Features::nopromoteking},
      {"noenpassant", &Features::noenpassant}};
  return switches;
}

// One feature of P9, `undo=2` or `hill`.
bool ReadFeature(const std::string& text, Features& features) {
  for (const auto& [name, member] : Switches()) {
    if (text == name) {
      features.*member = true;
      return true;
    }
  }
  const std::vector<std::string> parts = Split(text, '=');
  if (parts.size() != 2) return false;
  const std::optional<int64_t> number = ReadNumber(parts[1]);
  if (!number || *number < 0 || *number > 9'999'999) return false;
  if (parts[0] == "points" && parts[1].size() == 7) {
    features.points = parts[1];
  } else if (parts[0] == "moves") {
    features.moves = static_cast<int>(*number);
  } else if (parts[0] == "undo") {
    features.undo = static_cast<int>(*number);
  } else if (parts[0] == "castlings") {
    features.castlings = static_cast<int>(*number);
  } else {
    return false;
  }
  return true;
}

// In the order of P9, those at their default left out.
std::string FeaturesText(const Features& features) {
  const Features defaults;
  std::string text;
  if (features.moves != defaults.moves) text += ",moves=" + std::to_string(features.moves);
  if (features.undo != defaults.undo) text += ",undo=" + std::to_string(features.undo);
  if (features.points != defaults.points) text += ",points=" + features.points;
  if (features.castlings != defaults.castlings) {
    text += ",castlings=" + std::to_string(features.castlings);
  }
  for (const auto& [name, member] : Switches()) {
    if (features.*member) text += "," + name;
  }
  return text.empty() ? text : text.substr(1);
}

// `0*3,2,5*4`
bool ReadDifferences(const std::string& text, std::vector<int64_t>& differences) {
  for (const std::string& run : Split(text, ',')) {
    const std::vector<std::string> parts = Split(run, '*');
    const std::optional<int64_t> value = ReadNumber(parts[0]);
    const std::optional<int64_t> times = parts.size() == 1 ? 1 : ReadNumber(parts[1]);
    if (parts.size() > 2 || !value || !times || *times < 1 || *times > 21) return false;
    differences.insert(differences.end(), static_cast<size_t>(*times), *value);
  }
  return differences.size() <= 21;
}

std::string DifferencesText(const std::vector<int64_t>& differences) {
  std::string text;
  for (size_t i = 0; i < differences.size();) {
    size_t end = i;
    while (end < differences.size() && differences[end] == differences[i]) ++end;
    if (i > 0) text += ',';
    text += std::to_string(differences[i]);
    if (end - i > 1) text += "*" + std::to_string(end - i);
    i = end;
  }
  return text;
}

// `5+3`
std::optional<TimeControl> ReadTimeControl(const std::string& text) {
  const std::vector<std::string> parts = Split(text, '+');
  if (parts.size() != 2) return std::nullopt;
  const std::optional<int64_t> minutes = ReadNumber(parts[0]);
  const std::optional<int64_t> bonus = ReadNumber(parts[1]);
  if (!minutes || !bonus) return std::nullopt;
  return TimeControl{*minutes, *bonus};
}

// One of what stands in braces, `pass=1`.
bool ReadItem(const std::string& item, Position& position) {
  const size_t equals = item.find('=');
  if (equals == std::string::npos) return false;
  const std::string name = item.substr(0, equals);
  const std::string value = item.substr(equals + 1);
  if (name == "xf") {
    for (const std::string& feature : Split(value, ',')) {
      if (!ReadFeature(feature, position.features)) return false;
    }
    return true;
  }
  if (name == "pass") {
    position.forced_pass = true;
    return value == "1";
  }
  if (name == "d") return ReadDifferences(value, position.differences);
  if (name == "tc") {
    position.time_control = ReadTimeControl(value);
    return position.time_control.has_value();
  }
  if (name == "clock") {
    position.clocks = ReadPair(value);
    return position.clocks.has_value();
  }
  return false;
}

std::string ItemsText(const Position& position) {
  std::string text;
  const std::string features = FeaturesText(position.features);
  if (!features.empty()) text += ";xf=" + features;
  if (position.forced_pass) text += ";pass=1";
  if (!position.differences.empty()) text += ";d=" + DifferencesText(position.differences);
  if (position.time_control) {
    text += ";tc=" + std::to_string(position.time_control->minutes) + "+" +
            std::to_string(position.time_control->bonus_seconds);
  }
  if (position.clocks) text += ";clock=" + PairText(*position.clocks);
  return text.empty() ? text : text.substr(1);
}

}  // namespace

std::string CellText(Cell cell) {
  return {static_cast<char>('a' + cell.file), static_cast<char>('1' + cell.rank)};
}

Cell ReadCell(const std::string& text) { return {text[0] - 'a', text[1] - '1'}; }

std::optional<Position> ReadFen(const std::string& fen) {
  Position position;
  const std::vector<std::string> fields = Split(fen, ' ');
  if (fields.size() < 8 || fields.size() > 9) return std::nullopt;

  if (!ReadBoard(fields[0], position)) return std::nullopt;
  if (fields[1] != "w" && fields[1] != "b") return std::nullopt;
  position.side = fields[1] == "w" ? kWhite : kBlack;
  if (fields[2] != "-") {
    if (fields[2].size() != 2 || !position.Has(ReadCell(fields[2]))) return std::nullopt;
    position.en_passant = ReadCell(fields[2]);
  }
  const auto castlings = ReadPair(fields[3]);
  const auto points = ReadPair(fields[4]);
  const auto undos = ReadPair(fields[5]);
  const auto newborns = ReadPair(fields[6]);
  const auto move_number = ReadNumber(fields[7]);
  if (!castlings || !points || !undos || !newborns || !move_number) return std::nullopt;
  position.castlings = *castlings;
  position.points = *points;
  position.undos = *undos;
  position.newborns = *newborns;
  position.move_number = *move_number;

  if (fields.size() == 9) {
    const std::string& braces = fields[8];
    if (braces.size() < 2 || braces.front() != '{' || braces.back() != '}') return std::nullopt;
    for (const std::string& item : Split(braces.substr(1, braces.size() - 2), ';')) {
      if (!ReadItem(item, position)) return std::nullopt;
    }
  }
  // P26: unknown if absent, but 0 at move 1.
  if (position.differences.empty() && position.move_number == 1) position.differences = {0};
  return position;
}

std::string WriteFen(const Position& position) {
  std::ostringstream fen;
  fen << BoardText(position) << (position.side == kWhite ? " w " : " b ")
      << (position.en_passant ? CellText(*position.en_passant) : "-") << ' '
      << PairText(position.castlings) << ' ' << PairText(position.points) << ' '
      << PairText(position.undos) << ' ' << PairText(position.newborns) << ' '
      << position.move_number;
  const std::string items = ItemsText(position);
  if (!items.empty()) fen << " {" << items << '}';
  return fen.str();
}

}  // namespace arbiter::testing::plain_chpok
