#ifndef ARBITER_CLIENTS_CLI_RANDOMNESS_ARGUMENTS_H_
#define ARBITER_CLIENTS_CLI_RANDOMNESS_ARGUMENTS_H_

#include <string>

#include "CLI/CLI.hpp"
#include "absl/status/status.h"
#include "arbiter/v1/game.pb.h"

namespace arbiter::cli {

// Where random draws come from: `--seed`, `--generate-seed`, `--commitment`.
class RandomnessArguments {
 public:
  void AddTo(CLI::App* command);

  // Sets the request's randomness where any of the three was given.
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

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_RANDOMNESS_ARGUMENTS_H_
