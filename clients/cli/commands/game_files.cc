#include "clients/cli/commands/game_files.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_split.h"
#include "clients/cli/arguments/files.h"
#include "clients/cli/text/failure.h"
#include "clients/cli/text/words.h"
#include "core/base/error.h"
#include "core/base/status_macros.h"
#include "core/base/strings.h"
#include "core/random/random_stream.h"
#include "core/rules/seed_text.h"
#include "service/json/json_reader.h"

namespace arbiter::cli {
namespace {

// The minimum size of a part. It keeps a request and its answer far below the message limit of a
// server.
constexpr size_t kMinPartBytes = 256 * 1024;
constexpr std::string_view kNextGame = "\n[Event \"";

std::string FromLatin1(std::string_view text) {
  std::string utf8;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80) {
      utf8.push_back(c);
    } else {
      utf8.push_back(static_cast<char>(0xC0 | byte >> 6));
      utf8.push_back(static_cast<char>(0x80 | (byte & 0x3F)));
    }
  }
  return utf8;
}

// A part of a file of games.
struct PgnPart {
  std::string text;
  // The number of the first line, from 1.
  uint32_t line = 1;
};

// Splits a file in UTF-8 between games into parts of at least kMinPartBytes, except for the last
// one.
std::vector<PgnPart> SplitPgn(std::string_view text) {
  std::string_view rest = text;
  std::vector<PgnPart> parts;
  uint32_t line = 1;
  while (!rest.empty()) {
    const size_t next = rest.find(kNextGame, kMinPartBytes);
    const std::string_view part = rest.substr(0, next == std::string_view::npos ? next : next + 1);
    parts.push_back({std::string(part), line});
    line += static_cast<uint32_t>(std::count(part.begin(), part.end(), '\n'));
    rest.remove_prefix(part.size());
  }
  return parts;
}

std::string_view TagOf(const v1::PgnGame& game, std::string_view name) {
  for (const v1::PgnTag& tag : game.tags()) {
    if (tag.name() == name) return tag.value();
  }
  return "?";
}

std::string_view ResultText(v1::Result result) {
  switch (result) {
    case v1::RESULT_WHITE_WINS:
    case v1::RESULT_CHALLENGER_WINS:
      return "1-0";
    case v1::RESULT_BLACK_WINS:
    case v1::RESULT_OPPONENT_WINS:
      return "0-1";
    case v1::RESULT_DRAW:
      return "1/2-1/2";
    default:
      return "*";
  }
}

// Decodes a commitment that consists of hexadecimal digits alone. As base64, 64 digits would be
// longer than a SHA-256, so they are hexadecimal. A text that cannot be decoded is returned
// unchanged, because it is not a SHA-256 either.
std::string DecodeCommitment(const std::string& digits) {
  constexpr size_t kSha256Digits = 64;
  if (digits.size() == kSha256Digits) return absl::HexStringToBytes(digits);
  return DecodeBase64(digits).value_or(digits);
}

// Decodes a seed that consists of hexadecimal digits alone. The commitment tells whether they are
// hexadecimal or base64.
absl::StatusOr<std::string> DecodeSeed(const std::string& digits, std::string_view commitment) {
  if (commitment.empty()) {
    return MakeError(
        ErrorReason::kBadField,
        "record.seed: hexadecimal digits could also be base64 of other bytes, and there "
        "is no commitment that tells which is meant; write the seed in base64");
  }
  const absl::StatusOr<std::string> hexadecimal = ParseSeed(digits);
  if (hexadecimal.ok() && Commitment(*hexadecimal) == commitment) return hexadecimal;
  const std::optional<std::string> base64 = DecodeBase64(digits);
  if (base64.has_value() && Commitment(*base64) == commitment) return *base64;
  return MakeError(ErrorReason::kBadField,
                   "record.seed: neither as hexadecimal digits nor as base64 is it the seed of the "
                   "commitment (R3)");
}

absl::StatusOr<v1::GameFile> ParseGameFile(std::string_view json) {
  v1::GameFile game;
  HexTexts hex_texts;
  ARBITER_RETURN_IF_ERROR(FromJson(json, &game, &hex_texts));
  if (const auto digits = hex_texts.find("commitment"); digits != hex_texts.end()) {
    game.set_commitment(DecodeCommitment(digits->second));
  }
  if (const auto digits = hex_texts.find("record.seed"); digits != hex_texts.end()) {
    ARBITER_ASSIGN_OR_RETURN(*game.mutable_record()->mutable_seed(),
                             DecodeSeed(digits->second, game.commitment()));
  }
  return game;
}

bool IsNotBlank(absl::string_view line) {
  return line.find_first_not_of(" \t\r") != absl::string_view::npos;
}

}  // namespace

bool IsFileName(std::string_view argument) {
  return argument == "-" || argument.find_first_of("./") != std::string_view::npos;
}

std::string ToUtf8(std::string text) {
  if (!IsUtf8(text)) return FromLatin1(text);
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (text.starts_with(kByteOrderMark)) text.erase(0, kByteOrderMark.size());
  return text;
}

void PgnArguments::AddTo(CommandParser command) {
  command.Add("--variant", &variant_, "Assume this variant for PGN games that name none")
      .Type("ID");
  command.Add("--game", &game_, "Read only game N of the PGN file, counted from 1").Type("N");
}

absl::Status PgnArguments::CheckNoOtherGame(bool has_other_game) {
  if (!has_other_game) return absl::OkStatus();
  return UsageError("a PGN file holds whole games; give no options, record or result with it");
}

absl::Status PgnArguments::CheckUnused() const {
  if (variant_.empty() && game_ == 0) return absl::OkStatus();
  return UsageError("--variant and --game apply only to PGN files");
}

absl::Status PgnArguments::ForEachGame(const std::string& path, const std::string& locale,
                                       Session& session, const Visitor& visit) const {
  ARBITER_ASSIGN_OR_RETURN(std::string content, ReadFile(path, kMaxGamesBytes));
  return ForEachGameIn(ToUtf8(std::move(content)), path, locale, session, visit);
}

absl::Status PgnArguments::ForEachGameIn(std::string_view content, const std::string& path,
                                         const std::string& locale, Session& session,
                                         const Visitor& visit) const {
  uint32_t games = 0;
  for (PgnPart& part : SplitPgn(content)) {
    v1::ReadPgnRequest request;
    request.set_pgn(std::move(part.text));
    request.set_variant(variant_);
    request.set_locale(locale);
    ARBITER_ASSIGN_OR_RETURN(auto response, session.Call<v1::ReadPgnResponse>(request));
    for (v1::ReadGame& game : *response.mutable_games()) {
      ++games;
      if (game_ != 0 && games != game_) continue;
      game.set_line(game.line() + part.line - 1);
      if (game.has_fault()) {
        game.mutable_fault()->set_line(game.fault().line() + part.line - 1);
      }
      ARBITER_RETURN_IF_ERROR(visit(game, games));
    }
  }
  if (games > 0 && game_ <= games) return absl::OkStatus();
  return absl::FailedPreconditionError(games == 0 ? StrCat(path, " holds no games")
                                                  : StrCat("there is no game ", game_, ": ", path,
                                                           " holds ", CountText(games, "game")));
}

std::string TitleOf(const std::string& path, const v1::ReadGame& game) {
  const std::string& variant = game.game().variant();
  return StrCat(path, ":", game.line(), ": ", variant.empty() ? "?" : Printable(variant), ", ",
                Printable(TagOf(game.game(), "White")), " - ",
                Printable(TagOf(game.game(), "Black")), ", ", ResultText(game.game().result()));
}

std::string FaultText(const std::string& path, const v1::PgnFault& fault) {
  return StrCat(path, ":", fault.line(), ":", fault.column(), ": ", fault.text(),
                fault.text().empty() ? "" : ": ", fault.reason(), ": ", fault.message());
}

absl::Status CheckAllLegal(size_t illegal_games) {
  if (illegal_games == 0) return absl::OkStatus();
  return absl::FailedPreconditionError(
      StrCat(illegal_games, illegal_games == 1 ? " game is illegal" : " games are illegal"));
}

absl::Status ForEachGameFile(std::string_view content, const GameFileVisitor& visit) {
  // There may be so many lines that a vector of them would not fit in memory.
  const auto lines = absl::StrSplit(ForAbsl(content), '\n', IsNotBlank);
  const bool is_json_lines = !IsJsonObject(content) && IsUtf8(content) &&
                             std::any_of(lines.begin(), lines.end(), [](absl::string_view line) {
                               return IsJsonObject({line.data(), line.size()});
                             });
  if (!is_json_lines) return visit(ParseGameFile(content));
  for (const absl::string_view line : lines) {
    ARBITER_RETURN_IF_ERROR(visit(ParseGameFile({line.data(), line.size()})));
  }
  return absl::OkStatus();
}

}  // namespace arbiter::cli
