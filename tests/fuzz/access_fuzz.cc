// Input: a line that says what the rest is, `keys` a file of clients, `jwks` a JWK set, `token` a
// token, `signed` a payload that a known key signs. Whatever it is, it is read or refused with a
// reason: a file that is read is written and read again as the same, a set lets no unsigned token
// in, a token names nobody, and a signed payload names only who may be called so.
#include <chrono>
#include <string>
#include <string_view>

#include "core/rules/error.h"
#include "service/access/clients.h"
#include "service/access/key_file.h"
#include "service/access/token_verifier.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/input.h"
#include "tests/fuzz/property.h"
#include "tests/support/token_signer.h"

namespace arbiter::fuzz {
namespace {

// A token with a good form, signed by nobody.
constexpr std::string_view kUnsigned = "eyJhbGciOiJFUzI1NiJ9.e30.AAAA";
constexpr TokenVerifier::Time kNow{std::chrono::seconds(1'000'000'000)};

const testing::TokenSigner& Signer() {
  static const auto& signer = *new testing::TokenSigner("ES256", "k");
  return signer;
}

void CheckKeys(const std::string& text) {
  const auto file = ParseKeyFile(text);
  if (!file.ok()) {
    Require(!file.status().message().empty(), "a refused file is told why");
    return;
  }
  const std::string written = FormatKeyFile(*file);
  const auto again = ParseKeyFile(written);
  Require(again.ok() && FormatKeyFile(*again) == written, "a file reads back", written);
  const Clients clients(*file, Clients());
  for (const config::v1::Client& client : file->clients()) {
    Require(clients.Listed(client.name()) != nullptr, "clients are listed", client.name());
  }
  Require(clients.WithKey(text) == nullptr, "a text that holds its own hash");
}

void CheckJwks(const std::string& text) {
  const auto keys = Jwks::Parse(text);
  if (keys.ok()) {
    Require(!VerifiedPayload(*keys, kUnsigned).ok(), "no unsigned token gets in", text);
  } else {
    Require(!keys.status().message().empty(), "a refused set is told why");
  }
}

absl::StatusOr<TokenBearer> Verify(const std::string& token) {
  static auto& verifier = *new TokenVerifier(*Jwks::Parse(Signer().JwkSet()), "i", "a");
  return verifier.Verify(token, kNow);
}

void CheckToken(const std::string& token) {
  const auto bearer = Verify(token);
  Require(!bearer.ok(), "nobody has signed it", token);
  RequireReason(bearer.status(), {ErrorReason::kUnauthenticated});
}

void CheckSigned(const std::string& payload) {
  const auto bearer = Verify(Signer().Sign(payload));
  if (bearer.ok()) {
    Require(IsClientName(bearer->name), "names only what may be a name", bearer->name);
    Require(bearer->expires > kNow, "has not expired", payload);
  } else {
    RequireReason(bearer.status(), {ErrorReason::kUnauthenticated});
  }
}

}  // namespace
}  // namespace arbiter::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace arbiter::fuzz;
  // Protobuf says on stderr what it could not parse; here that is most of the input.
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
