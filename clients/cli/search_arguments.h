#ifndef ARBITER_CLIENTS_CLI_SEARCH_ARGUMENTS_H_
#define ARBITER_CLIENTS_CLI_SEARCH_ARGUMENTS_H_

#include <cstdint>
#include <optional>
#include <string>

#include "CLI/CLI.hpp"
#include "arbiter/v1/analysis_service.pb.h"

namespace arbiter::cli {

// How long a search goes on, and with what: `--depth`, `--nodes`, `--movetime`, `--infinite`,
// `--threads`, `--hash`.
class SearchArguments {
 public:
  // All but the two below. `movetime_ms` is the limit where none is given; `each` says what the
  // limits are for: ` for each ply`.
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

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_SEARCH_ARGUMENTS_H_
