#ifndef ARBITER_CLIENTS_CLI_BOARD_H_
#define ARBITER_CLIENTS_CLI_BOARD_H_

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arbiter/v1/rules_service.pb.h"
#include "clients/cli/answer_arguments.h"
#include "clients/cli/session.h"

namespace arbiter::cli {

// FORMAT_ANSI where standard output shows colours, else FORMAT_TEXT.
v1::Format TerminalFormat();

// Prints a state for people: the board, then what there is to say of it.
// `last_move` may be empty.
absl::Status PrintState(const std::string& variant, const v1::State& state,
                        const std::string& last_move, const AnswerArguments& answer,
                        Session& session);

// Prints the seed and its commitment in hexadecimal digits, where there are any.
void PrintSeed(const std::string& seed, const std::string& commitment);

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_BOARD_H_
