#include "clients/cli/arguments/arguments.h"

#include <algorithm>
#include <map>
#include <optional>
#include <random>
#include <string_view>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "clients/cli/arguments/files.h"
#include "clients/cli/text/action_list.h"
#include "clients/cli/text/failure.h"
#include "clients/cli/text/words.h"
#include "core/base/error.h"
#include "core/base/status_macros.h"
#include "core/base/strings.h"
#include "core/rules/seed_text.h"
#include "service/convert/options.h"
#include "service/json/json_reader.h"

namespace arbiter::cli {
namespace {

using google::protobuf::EnumDescriptor;

constexpr char kSeedType[] = "HEX|base64:TEXT";

// Returns the values of an enum by their words, without UNSPECIFIED.
std::map<std::string, int> NumbersByWord(const EnumDescriptor* type) {
  std::map<std::string, int> numbers;
  for (int index = 0; index < type->value_count(); ++index) {
    const int number = type->value(index)->number();
    if (number != 0) numbers.emplace(EnumWord(type, number), number);
  }
  return numbers;
}

// Turns `THAI_SAN` into `thai-san`, and a result such as `1-0` into `white-wins`. Returns an error
// message if `numbers` does not have the word, and an empty string otherwise.
std::string NormalizeWord(const std::map<std::string, int>& numbers, std::string* word) {
  static const std::map<std::string, std::string> kOtherWords = {
      {"1-0", "white-wins"}, {"0-1", "black-wins"}, {"1/2-1/2", "draw"}, {"*", "ongoing"}};
  const auto other = kOtherWords.find(*word);
  const std::string normalized =
      other != kOtherWords.end() ? other->second : ReplaceAll(LowerCase(*word), {{"_", "-"}});
  if (numbers.contains(normalized)) {
    *word = normalized;
    return "";
  }
  std::vector<std::string_view> known;
  known.reserve(numbers.size());
  for (const auto& [name, number] : numbers) known.push_back(name);
  return StrCat("unknown value ", Quoted(*word), KnownNames(normalized, known));
}

// Reads a seed in hexadecimal digits, or in base64 after `base64:`. A text without this prefix is
// never read as base64, because a mistyped digit would then silently become another seed. Fails
// with a usage error for anything else, also for an empty text, which usually comes from a variable
// that is not set.
absl::StatusOr<std::string> ReadSeed(std::string_view text) {
  const bool is_base64 = ConsumePrefix(&text, "base64:");
  if (text.empty()) {
    return UsageError(
        "the seed is empty; give 32 to 128 hexadecimal digits, or use --generate-seed");
  }
  if (is_base64) {
    std::optional<std::string> seed = DecodeBase64(text);
    if (!seed.has_value()) return UsageError("the seed after base64: is not valid base64");
    return *std::move(seed);
  }
  absl::StatusOr<std::string> seed = ParseSeed(text);
  if (seed.ok()) return seed;
  return UsageError(StrCat(seed.status().message(), "; if it is base64, write base64: before it"));
}

// Parses a record: the proto JSON of a `Record`, or lines of actions as SplitActionLines() splits
// them.
absl::StatusOr<v1::Record> ParseRecord(const std::string& content) {
  v1::Record record;
  if (absl::StartsWith(absl::StripLeadingAsciiWhitespace(content), "{")) {
    ARBITER_RETURN_IF_ERROR(AtField(FromJson(content, &record), "record"));
    return record;
  }
  if (!IsUtf8(content)) return UsageError("the record is not UTF-8 text");
  for (std::string& action : SplitActionLines(content)) record.add_actions(std::move(action));
  return record;
}

}  // namespace

void AddEnumOption(CommandParser command, const std::string& name, const std::string& help,
                   const EnumDescriptor* type, std::function<void(int)> set) {
  const std::map<std::string, int> numbers = NumbersByWord(type);
  const auto add_word = [](std::string* list, const auto& number) { list->append(number.first); };
  command
      .AddSetter(
          name, [numbers, set = std::move(set)](const std::string& word) { set(numbers.at(word)); },
          help)
      .Type("VALUE")
      .Rewrite([numbers](std::string& word) { return NormalizeWord(numbers, &word); },
               StrCat("{", absl::StrJoin(numbers, ",", add_word), "}"));
}

absl::Status SetGameOption(const std::string& variant, const std::string& assignment,
                           v1::GameOptions* options) {
  const std::pair<std::string, std::string> parts =
      absl::StrSplit(assignment, absl::MaxSplits('=', 1));
  const absl::Status status = SetOption(variant, parts.first, parts.second, options);
  return status.ok() ? status : UsageError(std::string(status.message()));
}

void GameArguments::AddTo(CommandParser command) {
  Add(command, kVariantType, "Choose the variant, e.g. chak; `arbiter variants` lists them");
}

void GameArguments::AddWithFile(CommandParser command, const std::string& help) {
  Add(command, kVariantOrFileType, help);
}

void GameArguments::Add(CommandParser command, const std::string& type, const std::string& help) {
  command.Add("variant", &variant_, help).Type(type).Required();
  AddEnumOption(command, "--draw-policy", &draw_policy_,
                "Choose whether draws by rule must be claimed or are automatic");
  command
      .Add("--option", &options_,
           "Set an option of the variant, e.g. counting=manual; may be repeated")
      .Type(kGameOptionType)
      .OneValueEach();
}

absl::Status GameArguments::SetOptions(v1::GameOptions* options) const {
  options->set_draw_policy(draw_policy_);
  for (const std::string& assignment : options_) {
    const absl::Status status = SetGameOption(LowerCase(variant_), assignment, options);
    if (!status.ok()) return UsageError(StrCat("--option: ", status.message()));
  }
  return absl::OkStatus();
}

void RecordArguments::AddTo(CommandParser command) {
  command.Add("--start-fen", &start_fen_, "Start the record from this FEN").Type("FEN");
  command
      .Add("--moves", &moves_,
           "Replay these actions in any notation, e.g. \"e4 e5 Nd2\" or \"e3e4 e6e5\"")
      .Type("LIST");
  command
      .Add("--record", &record_path_,
           "Replay the record in this file: proto JSON, or lines of actions (- for standard input)")
      .Type("FILE");
  command.Add("--record-seed", &seed_, "Set the seed of the record's random draws").Type(kSeedType);
}

bool RecordArguments::has_any() const {
  return start_fen_.has_value() || moves_.has_value() || record_path_.has_value() ||
         seed_.has_value();
}

absl::StatusOr<v1::Record> RecordArguments::Record() const {
  if (moves_.has_value() && record_path_.has_value()) {
    return UsageError("give either --moves or --record, not both");
  }
  v1::Record record;
  if (record_path_.has_value()) {
    ARBITER_ASSIGN_OR_RETURN(const std::string content, ReadFile(*record_path_, kMaxRecordBytes));
    ARBITER_ASSIGN_OR_RETURN(v1::Record parsed, ParseRecord(content));
    record = std::move(parsed);
  }
  for (const std::string& action : SplitActions(moves_.value_or(""))) record.add_actions(action);
  if (start_fen_.has_value()) record.set_start_fen(*start_fen_);
  if (seed_.has_value()) {
    ARBITER_ASSIGN_OR_RETURN(const std::string seed, ReadSeed(*seed_));
    record.set_seed(seed);
  }
  return record;
}

void PositionArguments::AddTo(CommandParser command) {
  game_.AddTo(command);
  command
      .Add("--fen", &fen_, "Use the position of this FEN, without a history; --moves start from it")
      .Type("FEN");
  record_.AddTo(command);
  command.Add("--snapshot", &snapshot_, "Use the snapshot of an earlier answer").Type("BASE64");
  command
      .Add("--snapshot-file", &snapshot_path_,
           "Read the bytes of a snapshot from this file (- for standard input)")
      .Type("FILE");
}

absl::StatusOr<v1::Position> PositionArguments::Position() const {
  v1::Position position;
  ARBITER_RETURN_IF_ERROR(game_.Fill(&position));
  if (snapshot_.has_value() || snapshot_path_.has_value()) {
    if (fen_.has_value() || record_.has_any() ||
        (snapshot_.has_value() && snapshot_path_.has_value())) {
      return UsageError("a snapshot holds the whole game; give no other position with it");
    }
    ARBITER_RETURN_IF_ERROR(SetSnapshot(&position));
    return position;
  }
  if (record_.has_any()) {
    ARBITER_ASSIGN_OR_RETURN(const v1::Record record, record_.Record());
    *position.mutable_record() = record;
    if (fen_.has_value()) {
      if (!record.start_fen().empty()) {
        return UsageError("the record already has a starting FEN; leave out --fen");
      }
      position.mutable_record()->set_start_fen(*fen_);
    }
  } else if (fen_.has_value()) {
    position.set_fen(*fen_);
  }
  return position;
}

absl::Status PositionArguments::SetSnapshot(v1::Position* position) const {
  if (snapshot_path_.has_value()) {
    ARBITER_ASSIGN_OR_RETURN(std::string bytes, ReadFile(*snapshot_path_, kMaxSnapshotBytes));
    position->set_snapshot(std::move(bytes));
    return absl::OkStatus();
  }
  std::string bytes;
  if (!absl::Base64Unescape(*snapshot_, &bytes) &&
      !absl::WebSafeBase64Unescape(*snapshot_, &bytes)) {
    return UsageError("--snapshot is not valid base64; --snapshot-file reads raw bytes");
  }
  position->set_snapshot(bytes);
  return absl::OkStatus();
}

void RandomnessArguments::AddTo(CommandParser command) {
  const Argument seed =
      command.Add("--seed", &seed_, "Make random draws from this seed, 16 to 64 bytes")
          .Type(kSeedType);
  command.AddFlag("--generate-seed", &generate_, "Generate a seed for random draws and print it")
      .Excludes(seed);
  command.AddFlag("--commitment", &commitment_,
                  "Print the commitment, which is the SHA-256 of the seed");
}

absl::Status RandomnessArguments::SetRandomness(v1::Randomness* randomness) const {
  if (generate_) randomness->set_generate(true);
  if (seed_.has_value()) {
    ARBITER_ASSIGN_OR_RETURN(const std::string seed, ReadSeed(*seed_));
    randomness->set_seed(seed);
  }
  randomness->set_commitment(commitment_);
  return absl::OkStatus();
}

std::string FreshStrengthSeed() {
  std::random_device random;
  return StrCat(random(), "-", random());
}

void SearchArguments::AddLimits(CommandParser command, const std::string& search,
                                uint32_t movetime_ms) {
  default_movetime_ms_ = movetime_ms;
  command.Add("--depth", &depth_, StrCat("Limit ", search, " to N plies")).Type("N").Positive();
  command.Add("--nodes", &nodes_, StrCat("Limit ", search, " to N nodes")).Type("N").Positive();
  command
      .Add("--movetime", &movetime_ms_,
           StrCat("Limit ", search,
                  " to this time, e.g. 500 or 1.5s; milliseconds unless it has "
                  "another unit (default: ",
                  movetime_ms, " if no limit is given)"))
      .Type("TIME")
      .Time("ms");
}

void SearchArguments::AddTo(CommandParser command, const std::string& search,
                            uint32_t movetime_ms) {
  AddLimits(command, search, movetime_ms);
  AddThreads(command, "Search with N threads (default: 1)");
}

void SearchArguments::AddReviewLimits(CommandParser command) {
  constexpr uint32_t kPlyMovetimeMs = 200;
  AddLimits(command, "the search of each ply", kPlyMovetimeMs);
}

void SearchArguments::AddThreads(CommandParser command, const std::string& help) {
  command.Add("--threads", &threads_, help).Type("N");
}

void SearchArguments::AddInfinite(CommandParser command) {
  command.AddFlag("--infinite", &infinite_,
                  "Search until Ctrl-C or until nothing is left to find; a server stops at its "
                  "--max-movetime-ms");
}

void SearchArguments::AddHash(CommandParser command) {
  command.Add("--hash", &hash_mb_, "Use a transposition table of MB megabytes").Type("MB");
}

void SearchArguments::AddStrength(CommandParser command) {
  command
      .Add("--strength", &strength_,
           "Choose moves at a level from 1, the weakest, to 10 (default: full strength)")
      .Type("LEVEL");
}

v1::AnalysisLimits SearchArguments::Limits() const {
  v1::AnalysisLimits limits;
  limits.set_depth(depth_.value_or(0));
  limits.set_nodes(nodes_.value_or(0));
  limits.set_movetime_ms(movetime_ms_.value_or(0));
  limits.set_infinite(infinite_);
  if (!has_limits() && !infinite_) {
    limits.set_movetime_ms(default_movetime_ms_);
  }
  return limits;
}

void AnswerArguments::AddLocale(CommandParser command) {
  command.Add("--locale", &locale, "Set the language of names and messages, e.g. en, zh-CN or th")
      .Type(kLocaleType);
}

void AnswerArguments::AddViewer(CommandParser command) {
  AddEnumOption(command, "--viewer", &viewer, "Hide what this viewer is not allowed to see");
}

void AnswerArguments::AddFenStyle(CommandParser command) {
  AddEnumOption(command, "--fen-style", &fen_style, "Write FENs in this style");
}

void AnswerArguments::AddTo(CommandParser command) {
  AddLocale(command);
  AddViewer(command);
  AddFenStyle(command);
}

}  // namespace arbiter::cli
