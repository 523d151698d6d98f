#ifndef ARBITER_TESTS_SUPPORT_SERVER_ANALYSIS_CLIENT_H_
#define ARBITER_TESTS_SUPPORT_SERVER_ANALYSIS_CLIENT_H_

#include <memory>
#include <string>
#include <vector>

#include "arbiter/v1/analysis_service.pb.h"
#include "google/protobuf/util/json_util.h"
#include "google/rpc/status.pb.h"
#include "tests/support/server/client.h"

namespace arbiter::testing {

// A message from proto JSON; fails loudly (an empty request is refused by every server).
template <typename Message>
Message FromJson(const std::string& json) {
  Message message;
  if (!google::protobuf::util::JsonStringToMessage(json, &message).ok()) message.Clear();
  return message;
}

// What a stream answered, from its beginning to its end.
template <typename Response>
struct Streamed {
  std::vector<Response> responses;
  google::rpc::Status status;
};

// A call of Analyze that runs.
class RunningAnalysis {
 public:
  virtual ~RunningAnalysis() = default;
  // False at the end.
  virtual bool Read(v1::AnalyzeResponse* response) = 0;
  virtual void Cancel() = 0;
  // Waits for the end.
  virtual google::rpc::Status Finish() = 0;
};

// A Session.
class RunningSession {
 public:
  virtual ~RunningSession() = default;
  virtual bool Write(const v1::SessionRequest& request) = 0;
  virtual void WritesDone() = 0;
  virtual bool Read(v1::SessionResponse* response) = 0;
  virtual void Cancel() = 0;
  virtual google::rpc::Status Finish() = 0;

  void Analyze(const std::string& id, const v1::AnalyzeRequest& request);
  void Stop();
  // Reads up to the last answer under this id, which is the last of those answered.
  std::vector<v1::SessionResponse> ReadTo(const std::string& id);
};

// Calls the AnalysisService of a server over its socket. Keeps gRPC out of the tests' own files.
// `timeout_ms` <= 0: half a minute. `metadata` goes with every call.
class AnalysisClient {
 public:
  explicit AnalysisClient(const std::string& address, Metadata metadata = {});
  ~AnalysisClient();

  std::unique_ptr<RunningAnalysis> Start(const v1::AnalyzeRequest& request, int timeout_ms = 0);
  Streamed<v1::AnalyzeResponse> Analyze(const v1::AnalyzeRequest& request, int timeout_ms = 0);
  Streamed<v1::ReviewGameResponse> ReviewGame(const v1::ReviewGameRequest& request,
                                              int timeout_ms = 0);
  std::unique_ptr<RunningSession> Session();

 private:
  struct Stub;
  std::unique_ptr<Stub> stub_;
};

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_SUPPORT_SERVER_ANALYSIS_CLIENT_H_
