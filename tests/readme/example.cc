#include <arbiter/client/client.h>

#include <iostream>

int main(int argc, char** argv) {
  const auto client = arbiter::client::Client::Create(argc > 1 ? argv[1] : "127.0.0.1:50051");
  arbiter::v1::LegalMovesRequest request;
  request.mutable_position()->set_variant("chak");
  const auto moves = client.value().LegalMoves(request);
  if (!moves.ok()) {
    std::cerr << moves.status().message() << '\n';
    return 1;
  }
  for (const std::string& move : moves->texts()) std::cout << move << '\n';
}
