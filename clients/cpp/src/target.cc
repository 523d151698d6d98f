#include "clients/cpp/src/target.h"

#include <algorithm>
#include <cctype>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"

namespace arbiter::client {
namespace {

using Addresses = std::vector<absl::string_view>;

// As far as its characters go; gRPC looks closer.
bool IsIpv4(absl::string_view address) {
  return !address.empty() && std::all_of(address.begin(), address.end(), [](char next) {
    return absl::ascii_isdigit(next) || next == '.' || next == ':';
  });
}

bool IsIpv6(absl::string_view address) { return absl::StartsWith(address, "["); }

// Without its port.
absl::string_view HostOf(absl::string_view address) {
  if (IsIpv6(address)) return address.substr(0, address.find(']') + 1);
  return address.substr(0, address.rfind(':'));
}

bool IsLoopback(absl::string_view address) {
  const absl::string_view host = HostOf(address);
  return host == "localhost" || host == "[::1]" || (absl::StartsWith(host, "127.") && IsIpv4(host));
}

}  // namespace

absl::StatusOr<std::string> ToGrpcTarget(const std::string& target) {
  if (target.empty()) return absl::InvalidArgumentError("the target is empty");
  if (!absl::StrContains(target, ',') || absl::StartsWith(target, "ipv4:") ||
      absl::StartsWith(target, "ipv6:")) {
    return target;
  }
  const Addresses addresses = absl::StrSplit(target, ',');
  if (std::all_of(addresses.begin(), addresses.end(), IsIpv4)) return "ipv4:" + target;
  if (std::all_of(addresses.begin(), addresses.end(), IsIpv6)) return "ipv6:" + target;
  return absl::InvalidArgumentError(
      absl::StrCat(target,
                   " is no list of IPv4 addresses, nor one of IPv6 addresses in brackets; "
                   "several names go into one name of the DNS"));
}

bool IsThisMachine(const std::string& grpc_target) {
  absl::string_view rest = grpc_target;
  if (absl::StartsWith(rest, "unix:") || absl::StartsWith(rest, "unix-abstract:")) return true;
  for (const char* scheme : {"dns:///", "dns:", "ipv4:", "ipv6:"}) {
    if (absl::ConsumePrefix(&rest, scheme)) break;
  }
  const Addresses addresses = absl::StrSplit(rest, ',');
  return std::all_of(addresses.begin(), addresses.end(), IsLoopback);
}

}  // namespace arbiter::client
