#ifndef ARBITER_SERVICE_ACCESS_CLIENTS_H_
#define ARBITER_SERVICE_ACCESS_CLIENTS_H_

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "absl/container/flat_hash_map.h"
#include "arbiter/config/v1/key_file.pb.h"
#include "service/access/api_key.h"
#include "service/access/client.h"
#include "service/access/other_clients.h"

namespace arbiter {

// The clients of one key file. Thread-safe.
class Clients {
 public:
  using Ptr = std::shared_ptr<const Client>;

  // Without a key file: everybody whom a token or certificate names, without limits.
  Clients();
  // The clients of a checked file. Those who were in `before` have used up what they had.
  Clients(const config::v1::KeyFile& file, const Clients& before);

  // Null where no client has this key. How long that takes tells nothing of the keys there are.
  Ptr WithKey(std::string_view key) const;
  // The one listed under this name; null if none is.
  Ptr Listed(std::string_view name) const;
  // The one listed, else one of the others; null where the file lets no others in.
  Ptr Named(std::string_view name, Client::Time now) const;

 private:
  // By the hash of a secret of its own and the key's hash: nobody can choose keys that come close
  // to one of the table.
  struct Hash {
    size_t operator()(const Digest& digest) const;
  };
  struct Equal {
    bool operator()(const Digest& a, const Digest& b) const;
  };

  Digest Blind(const Digest& key_hash) const;

  const Digest secret_;
  std::map<std::string, Ptr, std::less<>> listed_;
  absl::flat_hash_map<Digest, Ptr, Hash, Equal> by_key_;
  std::unique_ptr<OtherClients> others_;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_ACCESS_CLIENTS_H_
