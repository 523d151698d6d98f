#ifndef ARBITER_TESTS_SUPPORT_SERVER_ACCESS_FILES_H_
#define ARBITER_TESTS_SUPPORT_SERVER_ACCESS_FILES_H_

#include <atomic>
#include <memory>
#include <string>
#include <thread>

#include "google/rpc/error_details.pb.h"
#include "service/access/key_file.h"
#include "tests/support/server/client.h"
#include "tests/support/server/requests.h"
#include "tests/support/temporary_file.h"

namespace arbiter::testing {

// Status codes.
inline constexpr int kPermissionDenied = 7;
inline constexpr int kUnauthenticated = 16;

// An entry of a key file; `rest` has its methods, and its quota if it has one.
inline std::string KeyEntry(const std::string& name, const std::string& key,
                            const std::string& rest = R"("methods":["*"])") {
  return R"({"name":")" + name + R"(","keySha256":[")" + ToHex(Sha256(key)) + R"("],)" + rest + "}";
}

inline std::string KeyFileOf(const std::string& entries) {
  return R"({"clients":[)" + entries + "]}";
}

// `"methods":["*"]` and this quota.
inline std::string AllWithQuota(const std::string& quota) {
  return R"("methods":["*"],"quota":{)" + quota + "}";
}

inline std::string ReasonOf(const google::rpc::Status& status) {
  return DetailOf<google::rpc::ErrorInfo>(status).reason();
}

inline v1::BatchRequest AskMoves() {
  return Item(R"({"legalMoves":{"position":{"variant":"chak"}}})");
}

inline google::rpc::Status CallMoves(Client& client) { return client.Call(AskMoves()).status(); }

// Keeps a server busy with one Perft at a time.
class BusyCaller {
 public:
  BusyCaller(const std::string& address, const std::string& key)
      : thread_([this, client = std::make_shared<Client>(address, Bearer(key))] {
          while (!stopping_) client->Call(LongCall(), 500);
        }) {}
  ~BusyCaller() {
    stopping_ = true;
    thread_.join();
  }
  BusyCaller(const BusyCaller&) = delete;
  BusyCaller& operator=(const BusyCaller&) = delete;

  // Takes longer than any test.
  static v1::BatchRequest LongCall() {
    return Item(R"({"perft":{"position":{"variant":"chak"},"depth":12}})");
  }

 private:
  std::atomic<bool> stopping_ = false;
  std::thread thread_;
};

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_SUPPORT_SERVER_ACCESS_FILES_H_
