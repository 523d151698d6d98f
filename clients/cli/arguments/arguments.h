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
#include "google/protobuf/descriptor.h"
#include "google/protobuf/generated_enum_reflection.h"

namespace CLI {
class App;
}  // namespace CLI

// The arguments that several commands share. Each class declares its options on a command, and
// afterwards sets in a request what they say.
namespace arbiter::cli {

// Type names of arguments that a shell can complete although they have no set of words.
inline constexpr char kVariantType[] = "VARIANT";
inline constexpr char kFileType[] = "FILE";
inline constexpr char kVariantOrFileType[] = "VARIANT|FILE";
inline constexpr char kGameOptionType[] = "NAME=VALUE";
inline constexpr char kLocaleType[] = "TAG";

// Adds an option that takes one of the words of an enum (EnumWord() in text/words.h), in any case
// and with `_` or `-`, and hands its number to `set`. An error lists the words.
void AddEnumOption(CLI::App* command, const std::string& name, const std::string& help,
                   const google::protobuf::EnumDescriptor* type, std::function<void(int)> set);

template <typename Enum>
void AddEnumOption(CLI::App* command, const std::string& name, Enum* value,
                   const std::string& help) {
  AddEnumOption(command, name, help, google::protobuf::GetEnumDescriptor<Enum>(),
                [value](int number) { *value = static_cast<Enum>(number); });
}

// Sets an option that all variants have or one of the variant's own, from `name=value` as people
// write it: `counting=auto`, `features=width=10,hill`.
absl::Status SetGameOption(const std::string& variant, const std::string& assignment,
                           v1::GameOptions* options);

// The actions of a list such as `e3e4 e6e5`. A list with a semicolon is separated by semicolons,
// since actions may have blanks: `e3e4; claim draw`.
std::vector<std::string> SplitActions(const std::string& list);

// Which game: the variant, `--draw-policy` and `--option`.
class GameArguments {
 public:
  void AddTo(CLI::App* command);
  // For commands whose first argument may also be a file.
  void AddWithFile(CLI::App* command, const std::string& help);

  // Whether `--draw-policy` or `--option` was given.
  bool has_options() const { return draw_policy_ != 0 || !options_.empty(); }
  const std::string& variant() const { return variant_; }

  // Sets the variant and the options of a request or a position.
  template <typename Request>
  absl::Status Fill(Request* request) const {
    request->set_variant(variant_);
    return SetOptions(request->mutable_options());
  }

 private:
  void Add(CLI::App* command, const std::string& type, const std::string& help);
  absl::Status SetOptions(v1::GameOptions* options) const;

  std::string variant_;
  v1::DrawPolicy draw_policy_ = v1::DRAW_POLICY_UNSPECIFIED;
  // `name=value`.
  std::vector<std::string> options_;
};

// A game so far: `--start-fen`, `--moves`, `--record` and `--record-seed`.
class RecordArguments {
 public:
  void AddTo(CLI::App* command);

  // Whether any of them was given.
  bool given() const;
  absl::StatusOr<v1::Record> Record() const;

 private:
  std::optional<std::string> start_fen_;
  std::optional<std::string> moves_;
  std::optional<std::string> record_path_;
  std::optional<std::string> seed_;
};

// A position of a game: the game, and one of a FEN, a record and a snapshot; the start position
// without them.
class PositionArguments {
 public:
  void AddTo(CLI::App* command);

  absl::StatusOr<v1::Position> Position() const;

  // Sets the position of a request.
  template <typename Request>
  absl::Status Fill(Request* request) const {
    const absl::StatusOr<v1::Position> position = Position();
    if (position.ok()) *request->mutable_position() = *position;
    return position.status();
  }

 private:
  absl::Status SetSnapshot(v1::Position* position) const;

  GameArguments game_;
  RecordArguments record_;
  std::optional<std::string> fen_;
  std::optional<std::string> snapshot_;
  std::optional<std::string> snapshot_path_;
};

// Where random draws come from: `--seed`, `--generate-seed` and `--commitment`.
class RandomnessArguments {
 public:
  void AddTo(CLI::App* command);

  // Sets the randomness of a request if any of the three was given.
  template <typename Request>
  absl::Status Fill(Request* request) const {
    if (seed_.empty() && !generate_ && !commitment_) return absl::OkStatus();
    return SetRandomness(request->mutable_randomness());
  }

 private:
  absl::Status SetRandomness(v1::Randomness* randomness) const;

  std::string seed_;
  bool generate_ = false;
  bool commitment_ = false;
};

// How long a search goes on, and with what: `--depth`, `--nodes`, `--movetime`, `--infinite`,
// `--threads` and `--hash`.
class SearchArguments {
 public:
  // Adds all but `--infinite` and `--hash`. `movetime_ms` is the limit if none is given; `each`
  // says what the limits are for: ` for each ply`.
  void AddTo(CLI::App* command, const std::string& each, uint32_t movetime_ms);
  void AddInfinite(CLI::App* command);
  void AddHash(CLI::App* command);

  // Sets those fields that the request has.
  template <typename Request>
  void Fill(Request* request) const {
    *request->mutable_limits() = Limits();
    request->set_threads(threads_);
    if constexpr (requires { request->set_hash_mb(hash_mb_); }) request->set_hash_mb(hash_mb_);
  }

 private:
  v1::AnalysisLimits Limits() const;

  std::optional<uint32_t> depth_;
  std::optional<uint64_t> nodes_;
  std::optional<uint32_t> movetime_ms_;
  bool infinite_ = false;
  uint32_t threads_ = 1;
  uint32_t hash_mb_ = 0;
  uint32_t default_movetime_ms_ = 0;
};

// How an answer is given: `--locale`, `--viewer` and `--fen-style`.
struct AnswerArguments {
  std::string locale;
  v1::Viewer viewer = v1::VIEWER_UNSPECIFIED;
  v1::FenStyle fen_style = v1::FEN_STYLE_UNSPECIFIED;

  void AddLocale(CLI::App* command);
  void AddViewer(CLI::App* command);
  void AddFenStyle(CLI::App* command);
  // All three.
  void AddTo(CLI::App* command);

  // Sets those of the three that the request has.
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
