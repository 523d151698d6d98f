#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>

#include "core/base/strings.h"
#include "tests/support/frames.h"
#include "tests/support/server/raw_connection.h"
#include "tests/tools/bench/die.h"
#include "tests/tools/bench/load_run.h"
#include "tests/tools/bench/rows.h"
#include "tests/tools/bench/workload.h"

namespace arbiter::bench {
namespace {

constexpr char kWorkload[] = "legal";

// Starts a server on its processor, calls it, and returns the time from its start to its answer, in
// microseconds. The call is written to a socket without a gRPC client, whose own start would count,
// on the first connection that the server accepts.
double FirstAnswerUs(const Plan& plan, const Workload& workload, Command command) {
  constexpr uint32_t kStream = 1;
  constexpr std::chrono::seconds kTimeout(10);
  const Exchange& exchange = workload.exchanges.front();
  const std::string call = testing::Preface() + testing::SettingsAck() +
                           testing::Frame(testing::FrameType::kHeaders, testing::kEndHeadersFlag,
                                          kStream, testing::PathFields(workload.method)) +
                           testing::Frame(testing::FrameType::kData, testing::kEndStreamFlag,
                                          kStream, testing::Message(exchange.request));
  const auto begin = std::chrono::steady_clock::now();
  std::optional<testing::RawConnection> connection;
  const Server server(std::move(command), plan.processors.server, &connection);
  if (!connection->Send(call)) Die("a server closed its first connection");
  std::string received;
  while (received.find(exchange.response) == std::string::npos) {
    const std::string bytes = connection->Receive(kTimeout);
    if (bytes.empty()) Die("the first call failed");
    received += bytes;
  }
  return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin)
      .count();
}

// Returns the size of a program without symbols, in KiB.
double StrippedKib(const Plan& plan, const std::string& program) {
  const std::string stripped = plan.Program(StrCat(program, ".stripped"));
  RunToEnd({"strip", "-o", stripped, plan.Program(program)}, {});
  const auto bytes = static_cast<double>(std::filesystem::file_size(stripped));
  std::filesystem::remove(stripped);
  return bytes / 1024;
}

}  // namespace

std::vector<Row> StartRows(const Plan& plan) {
  constexpr double kMaxStartUs = 30'000;
  const Workload workload = MakeWorkload(kWorkload);
  Pairs starts;
  for (int round = 0; round < 3 * plan.rounds(); ++round) {
    starts.Add(FirstAnswerUs(plan, workload, ArbiterCommand(plan.programs)),
               FirstAnswerUs(plan, workload, EmptyCommand(plan.programs, kWorkload)));
  }
  return {ValueRow("start, to the first answer", starts.ours, Unit::kMicroseconds,
                   {.max = kMaxStartUs}),
          CompareRow("– against the empty server", starts, Unit::kMicroseconds, {}),
          ValueRow("size of arbiterd, stripped", {StrippedKib(plan, "arbiterd")}, Unit::kKib, {}),
          ValueRow("size of arbiter, stripped", {StrippedKib(plan, "arbiter")}, Unit::kKib, {})};
}

}  // namespace arbiter::bench
