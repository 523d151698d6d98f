#include <arbiter/client/client.h>

#include <iostream>

namespace client = arbiter::client;
namespace v1 = arbiter::v1;

int main(int argc, char** argv) {
  const auto arbiter = client::Client::Create(argc > 1 ? argv[1] : "127.0.0.1:50051");
  if (!arbiter.ok()) {
    std::cerr << arbiter.status().message() << '\n';
    return 1;
  }

  // The server keeps no games: send the moves that were played, and keep the state you get back.
  v1::ApplyMovesRequest moves;
  moves.mutable_position()->set_variant("makruk");
  moves.add_actions("e3e4");
  moves.add_actions("e6e5");
  const auto applied = arbiter->ApplyMoves(moves);
  if (!applied.ok()) {
    std::cerr << applied.status().message() << '\n';
    return 1;
  }
  std::cout << applied->state().fen() << '\n';

  // An illegal move is an error with a reason, the field that is wrong, and an explanation.
  moves.add_actions("a3a5");
  const absl::Status refused = arbiter->ApplyMoves(moves).status();
  if (client::ReasonOf(refused) == v1::ERROR_REASON_ILLEGAL_ACTION) {
    for (const client::FieldViolation& violation : client::FieldViolationsOf(refused)) {
      std::cout << violation.field << ": " << violation.description << '\n';
    }
  }

  // The engine reports its progress, and finally its best move.
  v1::AnalyzeRequest search;
  search.mutable_position()->set_variant("makruk");
  search.mutable_position()->set_snapshot(applied->state().snapshot());
  search.mutable_limits()->set_movetime_ms(200);
  client::Analysis analysis = arbiter->Analyze(search);
  for (const v1::AnalyzeResponse& update : analysis) {
    if (update.has_best_move()) std::cout << "best: " << update.best_move().san() << '\n';
  }
  return analysis.Finish().ok() ? 0 : 1;
}
