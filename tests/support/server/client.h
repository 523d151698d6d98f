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

// What a client sends along with every call.
using Metadata = std::vector<std::pair<std::string, std::string>>;

// An API key or token, as a client shows it.
inline Metadata Bearer(const std::string& secret) {
  return {{"authorization", "Bearer " + secret}};
}

// A Batch stream, an item at a time.
class RunningBatch {
 public:
  virtual ~RunningBatch() = default;
  // The next answer after `item` has been sent; one without an answer where the stream has ended.
  virtual v1::BatchResponse Ask(const v1::BatchRequest& item) = 0;
  // Half-closes, and waits for the end.
  virtual google::rpc::Status Finish() = 0;
};

// Calls a server over its socket. Keeps gRPC out of the tests' own files.
class Client {
 public:
  // `metadata` goes with Call() and Batch().
  explicit Client(const std::string& address, Metadata metadata = {});
  ~Client();

  // Goes with every Call() from now on.
  void AddMetadata(const std::string& key, const std::string& value);

  // Answers one batch item through the unary method of the same name; an error
  // becomes `status` with its details. `timeout_ms` <= 0: half a minute.
  v1::BatchResponse Call(const v1::BatchRequest& request, int timeout_ms = 0);

  // Sends all items on one Batch stream and answers what came back, in its
  // order; `code` gets the status code the stream ended with.
  std::vector<v1::BatchResponse> Batch(const std::vector<v1::BatchRequest>& items,
                                       int* code = nullptr);
  // A Batch stream that stays open.
  std::unique_ptr<RunningBatch> StartBatch();

  // Sends messages on one Batch stream, each when the one before it is answered; the answers as
  // they came over the wire, as many as there were.
  std::vector<std::string> BatchAnswers(const std::vector<v1::BatchRequest>& messages);

  // Sends these bytes as the request of a unary method of RulesService.
  google::rpc::Status CallBytes(const std::string& method, const std::string& message);
  // Sends an item and then these bytes on a Batch stream; answers the status that it ends with, and
  // in `answer` what came before.
  google::rpc::Status BatchBytes(const v1::BatchRequest& item, const std::string& message,
                                 v1::BatchResponse* answer);

  // SERVING 1, NOT_SERVING 2, unknown service 5 (as grpc.health.v1 numbers them,
  // the last as a status code), -1 where nobody answers.
  int Health(const std::string& service);

  // What server reflection answers when asked for its services, as bytes.
  std::string Reflection();

 private:
  struct Stubs;
  std::unique_ptr<Stubs> stubs_;
};

// The first detail of type T; the default message if there is none.
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
