#ifndef ARBITER_TESTS_SUPPORT_SERVER_ACCESS_CALLS_H_
#define ARBITER_TESTS_SUPPORT_SERVER_ACCESS_CALLS_H_

#include <atomic>
#include <memory>
#include <string>
#include <thread>

#include "google/rpc/error_details.pb.h"
#include "tests/support/server/client.h"
#include "tests/support/server/requests.h"
#include "tests/support/server/status_codes.h"

namespace arbiter::testing {

inline std::string ReasonOf(const google::rpc::Status& status) {
  return DetailOf<google::rpc::ErrorInfo>(status).reason();
}

inline v1::BatchRequest LegalMovesItem() {
  return Item(R"({"legalMoves":{"position":{"variant":"chak"}}})");
}

inline google::rpc::Status CallLegalMoves(Client& client) {
  return client.Call(LegalMovesItem()).status();
}

// Keeps a server busy with one Perft at a time until this object is destroyed. Each call has a
// deadline of half a second.
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

  // Returns a request that takes longer than any test.
  static v1::BatchRequest LongCall() {
    return Item(R"({"perft":{"position":{"variant":"chak"},"depth":12}})");
  }

 private:
  std::atomic<bool> stopping_ = false;
  std::thread thread_;
};

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_SUPPORT_SERVER_ACCESS_CALLS_H_
