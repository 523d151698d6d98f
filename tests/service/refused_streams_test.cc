#include <grpcpp/grpcpp.h>
#include <gtest/gtest.h>

#include "arbiter/v1/analysis_service.grpc.pb.h"
#include "arbiter/v1/rules_service.grpc.pb.h"
#include "tests/support/key_files.h"
#include "tests/support/server/access_calls.h"
#include "tests/support/server/rpc.h"
#include "tests/support/server/server_process.h"
#include "tests/support/temporary_file.h"

namespace arbiter::testing {
namespace {

// The end of a stream on which the client sends nothing.
struct End {
  int code;
  // Whether the server sent initial metadata. If it did, clients do not retry the call.
  bool has_initial_metadata;
  bool has_request_id;
};

template <typename Service, typename Open>
End Call(const ServerProcess& server, const Metadata& metadata, Open open) {
  const auto stub =
      Service::NewStub(grpc::CreateChannel(server.address(), grpc::InsecureChannelCredentials()));
  grpc::ClientContext context;
  SetDeadline(&context, 0);
  AddMetadata(&context, metadata);
  const auto stream = open(stub.get(), &context);
  stream->WritesDone();
  const grpc::Status status = stream->Finish();
  const bool has_initial_metadata = context.GetServerInitialMetadata().count("x-request-id") > 0;
  return {status.error_code(), has_initial_metadata,
          has_initial_metadata || context.GetServerTrailingMetadata().count("x-request-id") > 0};
}

End CallBatch(const ServerProcess& server, const Metadata& metadata) {
  return Call<v1::RulesService>(server, metadata,
                                [](auto* stub, auto* context) { return stub->Batch(context); });
}

End CallSession(const ServerProcess& server, const Metadata& metadata) {
  return Call<v1::AnalysisService>(
      server, metadata, [](auto* stub, auto* context) { return stub->Session(context); });
}

TEST(RefusedStreamsTest, EndWithoutInitialMetadata) {
  const TemporaryFile keys(KeyFileOf(KeyEntry("site", "arb_k")));
  const ServerProcess server({"--api-keys", keys.path()});
  for (const auto& call : {CallBatch, CallSession}) {
    const End refused = call(server, {});
    EXPECT_EQ(refused.code, kUnauthenticated);
    EXPECT_FALSE(refused.has_initial_metadata);
    EXPECT_TRUE(refused.has_request_id);
    const End served = call(server, Bearer("arb_k"));
    EXPECT_EQ(served.code, 0);
    EXPECT_TRUE(served.has_initial_metadata);
  }
}

}  // namespace
}  // namespace arbiter::testing
