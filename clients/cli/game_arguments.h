#ifndef ARBITER_CLIENTS_CLI_GAME_ARGUMENTS_H_
#define ARBITER_CLIENTS_CLI_GAME_ARGUMENTS_H_

#include <string>
#include <vector>

#include "CLI/CLI.hpp"
#include "absl/status/status.h"
#include "arbiter/v1/game.pb.h"

namespace arbiter::cli {

// Sets an option that all variants have or one of the variant's own, from `name=value` as people
// write it: `counting=auto`, `features=width=10,hill`.
absl::Status SetGameOption(const std::string& variant, const std::string& assignment,
                           v1::GameOptions* options);

// Which game: the variant and `--draw-policy`, `--option`.
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

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_GAME_ARGUMENTS_H_
