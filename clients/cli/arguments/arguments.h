#ifndef ARBITER_CLIENTS_CLI_ARGUMENTS_ARGUMENTS_H_
#define ARBITER_CLIENTS_CLI_ARGUMENTS_ARGUMENTS_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arbiter/v1/analysis_service.pb.h"
#include "arbiter/v1/game.pb.h"
#include "clients/cli/arguments/command_parser.h"
#include "core/base/status_macros.h"
#include "core/base/strings.h"
#include "google/protobuf/descriptor.h"
#include "google/protobuf/generated_enum_reflection.h"

// The arguments that several commands share. Each class adds its options to a command; once the
// command line is parsed, it copies their values into requests.
namespace arbiter::cli {

// The type names of arguments that shells can complete although CLI11 knows no set of values.
inline constexpr char kVariantType[] = "VARIANT";
inline constexpr char kFileType[] = "FILE";
inline constexpr char kVariantOrFileType[] = "VARIANT|FILE";
inline constexpr char kGameOptionType[] = "NAME=VALUE";
inline constexpr char kLocaleType[] = "TAG";

// Adds an option whose value is a word of an enum (EnumWord() in text/words.h), in any case and
// with `_` or `-`. Passes the number of the value to `set`. The error for an unknown word lists the
// known ones.
void AddEnumOption(CommandParser command, const std::string& name, const std::string& help,
                   const google::protobuf::EnumDescriptor* type, std::function<void(int)> set);

template <typename Enum>
void AddEnumOption(CommandParser command, const std::string& name, Enum* value,
                   const std::string& help) {
  AddEnumOption(command, name, help, google::protobuf::GetEnumDescriptor<Enum>(),
                [value](int number) { *value = static_cast<Enum>(number); });
}

// Sets an option of the variant, or one that all variants share, from `name=value` as people write
// it, for example `counting=auto` or `features=width=10,hill`.
absl::Status SetGameOption(const std::string& variant, const std::string& assignment,
                           v1::GameOptions* options);

// The variant and its options: the first argument, `--draw-policy` and `--option`.
class GameArguments {
 public:
  void AddTo(CommandParser command);
  // Like AddTo(), for commands whose first argument may also be a file.
  void AddWithFile(CommandParser command, const std::string& help);

  // Whether `--draw-policy` or `--option` was given.
  bool has_options() const { return draw_policy_ != 0 || !options_.empty(); }
  // The variant or the file, as it is written.
  const std::string& variant() const { return variant_; }

  // Sets the variant and the options of a request or a position.
  template <typename Request>
  absl::Status Fill(Request* request) const {
    request->set_variant(LowerCase(variant_));
    return SetOptions(request->mutable_options());
  }

 private:
  void Add(CommandParser command, const std::string& type, const std::string& help);
  absl::Status SetOptions(v1::GameOptions* options) const;

  std::string variant_;
  v1::DrawPolicy draw_policy_ = v1::DRAW_POLICY_UNSPECIFIED;
  // Each is `name=value`.
  std::vector<std::string> options_;
};

// The record of a game: `--start-fen`, `--moves`, `--record` and `--record-seed`.
class RecordArguments {
 public:
  void AddTo(CommandParser command);

  // Whether any of the options was given.
  bool has_any() const;
  // Returns the record; its moves are as they are written.
  absl::StatusOr<v1::Record> Record() const;

 private:
  std::optional<std::string> start_fen_;
  std::optional<std::string> moves_;
  std::optional<std::string> record_path_;
  std::optional<std::string> seed_;
};

// A position: the variant and its options with a FEN, a record or a snapshot. Without any of the
// three it is the start of a new game.
class PositionArguments {
 public:
  void AddTo(CommandParser command);

  // Returns the position; the moves of its record are as they are written.
  absl::StatusOr<v1::Position> Position() const;

 private:
  absl::Status SetSnapshot(v1::Position* position) const;

  GameArguments game_;
  RecordArguments record_;
  std::optional<std::string> fen_;
  std::optional<std::string> snapshot_;
  std::optional<std::string> snapshot_path_;
};

// The source of random draws: `--seed`, `--generate-seed` and `--commitment`.
class RandomnessArguments {
 public:
  void AddTo(CommandParser command);

  // Sets the randomness of a request if any of the three options was given.
  template <typename Request>
  absl::Status Fill(Request* request) const {
    if (!seed_.has_value() && !generate_ && !commitment_) return absl::OkStatus();
    return SetRandomness(request->mutable_randomness());
  }

 private:
  absl::Status SetRandomness(v1::Randomness* randomness) const;

  std::optional<std::string> seed_;
  bool generate_ = false;
  bool commitment_ = false;
};

// Returns a seed for the choices of a level of strength that differs from run to run.
std::string FreshStrengthSeed();

// The limits and resources of a search: `--depth`, `--nodes`, `--movetime`, `--infinite`,
// `--threads`, `--hash` and `--strength`.
class SearchArguments {
 public:
  // Adds `--depth`, `--nodes` and `--movetime`. `search` names the work in the help texts, such as
  // `the search of each ply`. `movetime_ms` is its limit if no limit is given.
  void AddLimits(CommandParser command, const std::string& search, uint32_t movetime_ms);
  // Adds the same for the search of each ply of a review.
  void AddReviewLimits(CommandParser command);
  void AddThreads(CommandParser command, const std::string& help);
  // Adds the options of AddLimits() and AddThreads().
  void AddTo(CommandParser command, const std::string& search, uint32_t movetime_ms);
  void AddInfinite(CommandParser command);
  void AddHash(CommandParser command);
  void AddStrength(CommandParser command);

  // Whether `--depth`, `--nodes` or `--movetime` was given.
  bool has_limits() const { return depth_ || nodes_ || movetime_ms_; }
  uint32_t threads() const { return threads_; }

  // Sets those of the fields that the request has.
  template <typename Request>
  void Fill(Request* request) const {
    *request->mutable_limits() = Limits();
    request->set_threads(threads_);
    if constexpr (requires { request->set_hash_mb(hash_mb_); }) request->set_hash_mb(hash_mb_);
    if constexpr (requires { request->set_strength(strength_); }) {
      request->set_strength(strength_);
    }
  }

 private:
  v1::AnalysisLimits Limits() const;

  std::optional<uint32_t> depth_;
  std::optional<uint64_t> nodes_;
  std::optional<uint32_t> movetime_ms_;
  bool infinite_ = false;
  uint32_t threads_ = 1;
  uint32_t hash_mb_ = 0;
  uint32_t strength_ = 0;
  uint32_t default_movetime_ms_ = 0;
};

// The language, viewer and style of an answer: `--locale`, `--viewer` and `--fen-style`.
struct AnswerArguments {
  std::string locale;
  v1::Viewer viewer = v1::VIEWER_UNSPECIFIED;
  v1::FenStyle fen_style = v1::FEN_STYLE_UNSPECIFIED;

  void AddLocale(CommandParser command);
  void AddViewer(CommandParser command);
  void AddFenStyle(CommandParser command);
  // Adds all three options.
  void AddTo(CommandParser command);

  // Sets those of the fields that the request has.
  template <typename Request>
  void Fill(Request* request) const {
    if constexpr (requires { request->set_locale(locale); }) request->set_locale(locale);
    if constexpr (requires { request->set_viewer(viewer); }) request->set_viewer(viewer);
    if constexpr (requires { request->set_fen_style(fen_style); }) {
      request->set_fen_style(fen_style);
    }
  }
};

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_ARGUMENTS_ARGUMENTS_H_
