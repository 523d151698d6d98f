// Input: a line that names the format of the rest: `keys` for a key file, `jwks` for a JWK set,
// `token` for a token, `signed` for a payload that is signed here with a known key. Every input is
// accepted or refused with a reason. An accepted key file is formatted and parsed again without
// change, an accepted JWK set accepts no token with an invalid signature, a token is always refused
// because no known key has signed it, and an accepted payload has a valid client name.
#include <chrono>
#include <string>
#include <string_view>

#include "core/base/error.h"
#include "service/access/clients.h"
#include "service/access/key_file.h"
#include "service/access/token_verifier.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/input.h"
#include "tests/fuzz/property.h"
#include "tests/support/token_signer.h"

namespace arbiter::fuzz {
namespace {

// A well-formed token whose signature is invalid.
constexpr std::string_view kUnsigned = "eyJhbGciOiJFUzI1NiJ9.e30.AAAA";
constexpr TokenVerifier::Time kNow{std::chrono::seconds(1'000'000'000)};

const testing::TokenSigner& Signer() {
  static const auto& signer = *new testing::TokenSigner("ES256", "k");
  return signer;
}

void CheckKeys(const std::string& text) {
  const auto file = ParseKeyFile(text);
  if (!file.ok()) {
    Require(!file.status().message().empty(), "a refusal of a file says why");
    return;
  }
  const std::string written = FormatKeyFile(*file);
  const auto again = ParseKeyFile(written);
  Require(again.ok() && FormatKeyFile(*again) == written, "a formatted file is parsed again",
          written);
  const Clients clients(*file, Clients());
  for (const config::v1::Client& client : file->clients()) {
    Require(clients.FindListed(client.name()) != nullptr, "every client is listed", client.name());
  }
  Require(clients.FindByKey(text) == nullptr, "a file does not contain its own hash");
}

void CheckJwks(const std::string& text) {
  const auto keys = Jwks::Parse(text);
  if (keys.ok()) {
    Require(!VerifiedPayload(*keys, kUnsigned).ok(), "a set accepts no unsigned token", text);
  } else {
    Require(!keys.status().message().empty(), "a refusal of a set says why");
  }
}

absl::StatusOr<TokenBearer> Verify(const std::string& token) {
  static auto& verifier = *new TokenVerifier(*Jwks::Parse(Signer().JwkSet()), "i", "a");
  return verifier.Verify(token, kNow);
}

void CheckToken(const std::string& token) {
  const auto bearer = Verify(token);
  Require(!bearer.ok(), "a token without a signature is refused", token);
  RequireReason(bearer.status(), {ErrorReason::kUnauthenticated});
}

void CheckSigned(const std::string& payload) {
  const auto bearer = Verify(Signer().Sign(payload));
  if (bearer.ok()) {
    Require(IsClientName(bearer->name), "an accepted token has a valid client name", bearer->name);
    Require(bearer->expires > kNow, "an accepted token has not expired", payload);
  } else {
    RequireReason(bearer.status(), {ErrorReason::kUnauthenticated});
  }
}

}  // namespace
}  // namespace arbiter::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace arbiter::fuzz;
  // Protobuf would log every input that it cannot parse, which is most of them.
  static const auto quiet = google::protobuf::SetLogHandler(nullptr);
  static_cast<void>(quiet);
  std::string_view input(reinterpret_cast<const char*>(data), size);
  const std::string_view kind = TakeLine(&input);
  const std::string text(input);
  if (kind == "keys") CheckKeys(text);
  if (kind == "jwks") CheckJwks(text);
  if (kind == "token") CheckToken(text);
  if (kind == "signed") CheckSigned(text);
  return 0;
}
