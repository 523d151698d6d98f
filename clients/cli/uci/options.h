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

// The options that `uci` lists and `setoption` sets: the standard options of UCI as far as they
// apply, and the options of the variants, with names such as `makruk.counting`.
class UciOptions {
 public:
  // The name of a button without a value, which the caller handles.
  static constexpr std::string_view kClearHash = "Clear Hash";

  // Fetches the variants and begins with `variant`, or with the first one if `variant` is empty.
  absl::Status Begin(const std::string& variant, Session& session);

  // Returns the lines that list the options, such as `option name Hash type spin default 16 min 1
  // max 65536`.
  std::vector<std::string> Lines() const;

  // Sets an option. Names are not case-sensitive. Fails if the name or the value is invalid.
  absl::Status Set(std::string_view name, const std::string& value);

  const std::string& variant() const { return variant_; }
  // The options of variant().
  v1::GameOptions GameOptions() const;
  uint32_t threads() const { return threads_; }
  uint32_t hash_mb() const { return hash_mb_; }
  uint32_t multi_pv() const { return multi_pv_; }
  uint32_t overhead_ms() const { return overhead_ms_; }
  // The level of strength; 0 for full strength.
  uint32_t strength() const;

 private:
  // The Elo of the weakest and the strongest level. The numbers are nominal: the levels were
  // measured against each other, but not against people (docs/engine.md).
  static constexpr uint32_t kMinElo = 800;
  static constexpr uint32_t kMaxElo = 1880;

  struct Spin;

  static const std::vector<Spin>& Spins();
  absl::Status SetVariant(const std::string& value);
  absl::Status SetSpin(const Spin& spin, const std::string& value);
  // Sets an option of a variant, such as `makruk.counting`.
  absl::Status SetVariantOption(std::string_view name, const std::string& value);

  std::vector<v1::Variant> variants_;
  std::string variant_;
  // The values that were set, by variant and name of the option.
  std::map<std::string, std::map<std::string, std::string>> values_;
  uint32_t threads_ = 1;
  uint32_t hash_mb_ = 16;
  uint32_t multi_pv_ = 1;
  uint32_t overhead_ms_ = 30;
  bool limit_strength_ = false;
  uint32_t elo_ = kMaxElo;
};

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_UCI_OPTIONS_H_
