#include <grpcpp/grpcpp.h>

#include <iostream>

#include "arbiter/v1/rules_service.grpc.pb.h"

int main(int argc, char** argv) {
  const auto channel = grpc::CreateChannel(argc > 1 ? argv[1] : "127.0.0.1:50051",
                                           grpc::InsecureChannelCredentials());
  const auto rules = arbiter::v1::RulesService::NewStub(channel);
  arbiter::v1::LegalMovesRequest request;
  request.mutable_position()->set_variant("chak");
  arbiter::v1::LegalMovesResponse response;
  grpc::ClientContext context;
  const grpc::Status status = rules->LegalMoves(&context, request, &response);
  if (!status.ok()) std::cerr << status.error_message() << '\n';
  for (const std::string& move : response.texts()) std::cout << move << '\n';
  return status.ok() ? 0 : 1;
}
