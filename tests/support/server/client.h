#ifndef ARBITER_TESTS_SUPPORT_SERVER_CLIENT_H_
#define ARBITER_TESTS_SUPPORT_SERVER_CLIENT_H_

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "arbiter/v1/rules_service.pb.h"
#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"

namespace arbiter::testing {

// The keys and values of the metadata that a client sends with a call.
using Metadata = std::vector<std::pair<std::string, std::string>>;

// Returns the metadata with which a client presents an API key or a token.
inline Metadata Bearer(const std::string& secret) {
  return {{"authorization", "Bearer " + secret}};
}

// A Batch stream with one item in flight at a time.
class RunningBatch {
 public:
  virtual ~RunningBatch() = default;
  // Sends `item` and returns the next response; an empty response if the stream has ended.
  virtual v1::BatchResponse Ask(const v1::BatchRequest& item) = 0;
  // Half-closes the stream, waits for it to end and returns its status.
  virtual google::rpc::Status Finish() = 0;
};

// Calls a server over its socket, so that test files need not include gRPC.
class Client {
 public:
  // `metadata` is sent with Call(), Batch() and StartBatch().
  explicit Client(const std::string& address, Metadata metadata = {});
  ~Client();

  // Adds metadata to all later calls.
  void AddMetadata(const std::string& key, const std::string& value);

  // Sends one batch item to its unary method. An error becomes the `status` of the response, with
  // its details. A `timeout_ms` of 0 or less means kDefaultTimeoutMs (rpc.h).
  v1::BatchResponse Call(const v1::BatchRequest& request, int timeout_ms = 0);

  // Sends all items on one Batch stream and returns the responses in the order of their arrival.
  // Sets `code`, unless it is nullptr, to the status code of the stream.
  std::vector<v1::BatchResponse> Batch(const std::vector<v1::BatchRequest>& items,
                                       int* code = nullptr);
  // Opens a Batch stream, which stays open. `timeout_ms` is as in Call().
  std::unique_ptr<RunningBatch> StartBatch(int timeout_ms = 0);

  // Sends messages on one Batch stream, each after the response to the previous one. Returns the
  // bytes of the responses that arrived.
  std::vector<std::string> BatchAnswers(const std::vector<v1::BatchRequest>& messages);

  // Sends arbitrary bytes as the request of a unary method of RulesService.
  google::rpc::Status CallBytes(const std::string& method, const std::string& message);
  // Calls a unary method of RulesService and half-closes without a request.
  google::rpc::Status CallWithoutRequest(const std::string& method);
  // Sends an item and then arbitrary bytes on a Batch stream. Returns the status of the stream, and
  // sets `answer` to the response that came first.
  google::rpc::Status BatchBytes(const v1::BatchRequest& item, const std::string& message,
                                 v1::BatchResponse* answer);

  // Returns the health of a service: 1 (SERVING) or 2 (NOT_SERVING) as grpc.health.v1 numbers them,
  // the status code 5 (NOT_FOUND) if the service is unknown, or -1 if the call fails otherwise.
  int Health(const std::string& service);

  // Returns the bytes with which server reflection answers a request, given as bytes; empty if the
  // call fails. By default, the request lists the services.
  std::string Reflection(const std::string& request = "\x3a\x01*");

 private:
  struct Stubs;
  std::unique_ptr<Stubs> stubs_;
};

// Returns the first detail of type T; a default message if there is none.
template <typename T>
T DetailOf(const google::rpc::Status& status) {
  T detail;
  for (const google::protobuf::Any& any : status.details()) {
    if (any.UnpackTo(&detail)) return detail;
  }
  return {};
}

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_SUPPORT_SERVER_CLIENT_H_
