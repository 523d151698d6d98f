#include "clients/cli/randomness_arguments.h"

#include <string>

#include "absl/status/statusor.h"
#include "clients/cli/hex.h"
#include "core/rules/status_macros.h"

namespace arbiter::cli {

void RandomnessArguments::AddTo(CLI::App* command) {
  command->add_option("--seed", seed_, "Seed of the random draws, 16 to 64 bytes")
      ->type_name("HEX");
  command->add_flag("--generate-seed", generate_, "Take a fresh seed and tell it")
      ->excludes(command->get_option("--seed"));
  command->add_flag("--commitment", commitment_, "Also tell SHA-256(seed)");
}

absl::Status RandomnessArguments::SetRandomness(v1::Randomness* randomness) const {
  if (generate_) randomness->set_generate(true);
  if (!seed_.empty()) {
    ARBITER_ASSIGN_OR_RETURN(const std::string seed, ParseHex(seed_));
    randomness->set_seed(seed);
  }
  randomness->set_commitment(commitment_);
  return absl::OkStatus();
}

}  // namespace arbiter::cli
