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

// Parses a message from proto JSON. If that fails, returns an empty message, which every server
// refuses.
template <typename Message>
Message FromJson(const std::string& json) {
  Message message;
  if (!google::protobuf::util::JsonStringToMessage(json, &message).ok()) message.Clear();
  return message;
}

// The responses and the final status of a stream.
template <typename Response>
struct Streamed {
  std::vector<Response> responses;
  google::rpc::Status status;
};

// A running call of Analyze.
class RunningAnalysis {
 public:
  virtual ~RunningAnalysis() = default;
  // Waits for a response; returns false at the end of the stream.
  virtual bool Read(v1::AnalyzeResponse* response) = 0;
  virtual void Cancel() = 0;
  // Waits for the call to end and returns its status.
  virtual google::rpc::Status Finish() = 0;
};

// A running call of Session.
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
  // Reads up to and including the final response with this id, and returns all responses read.
  std::vector<v1::SessionResponse> ReadTo(const std::string& id);
};

// Calls the AnalysisService of a server over its socket, so that test files need not include gRPC.
// `metadata` is sent with every call. A `timeout_ms` of 0 or less means kDefaultTimeoutMs (rpc.h).
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
