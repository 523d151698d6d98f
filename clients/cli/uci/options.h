#ifndef ARBITER_CLIENTS_CLI_UCI_OPTIONS_H_
#define ARBITER_CLIENTS_CLI_UCI_OPTIONS_H_

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "arbiter/v1/rules_service.pb.h"
#include "clients/cli/backend/session.h"

namespace arbiter::cli {

// The options that `uci` lists and `setoption` sets: those of UCI that mean something here, and
// the variants' own ones as `makruk.counting`.
class UciOptions {
 public:
  // Learns the variants; begins with `variant`, or with the first one if it is empty.
  absl::Status Begin(const std::string& variant, Session& session);

  // `option name Hash type spin default 16 min 1 max 65536` and so on.
  std::vector<std::string> Lines() const;

  // Case does not matter in names. Fails for a name or a value that is not valid.
  absl::Status Set(std::string_view name, const std::string& value);

  const std::string& variant() const { return variant_; }
  // The options of that variant.
  v1::GameOptions GameOptions() const;
  uint32_t threads() const { return threads_; }
  uint32_t hash_mb() const { return hash_mb_; }
  uint32_t multi_pv() const { return multi_pv_; }
  uint32_t overhead_ms() const { return overhead_ms_; }

 private:
  struct Spin;

  static const std::vector<Spin>& Spins();
  absl::Status SetVariant(const std::string& value);
  absl::Status SetSpin(const Spin& spin, const std::string& value);
  // `makruk.counting`.
  absl::Status SetGame(std::string_view name, const std::string& value);

  std::vector<v1::Variant> variants_;
  std::string variant_;
  // What was set, by variant and name of the option.
  std::map<std::string, std::map<std::string, std::string>> game_;
  uint32_t threads_ = 1;
  uint32_t hash_mb_ = 16;
  uint32_t multi_pv_ = 1;
  uint32_t overhead_ms_ = 30;
};

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_UCI_OPTIONS_H_
