// usage: arbiter_count_calls PROGRAMS ROW
// Prints how many instructions a server executes in user space for one call. PROGRAMS is the folder
// of arbiterd and arbiter_empty_server. Without arguments, lists the rows: NAME is arbiterd with
// its default settings, NAME_secured is arbiterd with API keys and sealed snapshots, NAME_json and
// NAME_connect are calls through HTTP, in JSON and in Protobuf's wire format, and NAME_empty and
// NAME_empty_queues are the empty server without and with --queues.
//
// The server runs in valgrind twice, with different numbers of calls, and the difference is divided
// by the difference of the numbers. So its start does not count.
#include <signal.h>

#include <chrono>
#include <iostream>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "core/base/string_writer.h"
#include "core/base/strings.h"
#include "google/protobuf/descriptor.h"
#include "service/json/json_writer.h"
#include "service/seal/snapshot_keys.h"
#include "service/seal/snapshot_sealer.h"
#include "tests/support/free_port.h"
#include "tests/support/server/http_client.h"
#include "tests/support/temporary_file.h"
#include "tests/tools/bench/die.h"
#include "tests/tools/bench/load.h"
#include "tests/tools/bench/programs.h"
#include "tests/tools/bench/workload.h"

namespace arbiter::bench {
namespace {

struct Operation {
  std::string_view name;
  std::string_view workload;
  // The numbers of calls, or of messages of a stream.
  int64_t few;
  int64_t many;
  // The empty server gets this many times as many. With few messages, it matters by chance how many
  // of them arrive together.
  int64_t empty_times = 1;
};

constexpr Operation kOperations[] = {
    {"call_legal", "legal", 500, 2500},
    {"call_apply", "apply", 500, 2500},
    {"call_chakart", "chakart", 500, 2500},
    {"call_validate", "validate", 200, 800},
    {"call_bundle_of_64", "bundle", 100, 300, 10},
};

constexpr std::string_view kEmpty = "_empty";
constexpr std::string_view kEmptyQueues = "_empty_queues";
constexpr std::string_view kSecured = "_secured";
constexpr std::string_view kJson = "_json";
constexpr std::string_view kConnect = "_connect";

constexpr char kSnapshotKeys[] = "k a2tra2tra2tra2tra2tra2tra2tra2tra2tra2tra2s=\n";

// Returns the number that valgrind printed as the sum of all instructions.
int64_t Collected(const std::string& report) {
  constexpr std::string_view kLabel = "Collected : ";
  const size_t at = report.rfind(kLabel);
  if (at == std::string::npos) Die(StrCat("valgrind counted nothing: ", report));
  return std::stoll(report.substr(at + kLabel.size()));
}

// Runs a server until it has answered `calls`, and returns its instructions.
int64_t Count(const Command& server, const Workload& workload, const std::string& api_key,
              int64_t calls) {
  Command command = {"valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"};
  command.insert(command.end(), server.begin(), server.end());
  Server process(std::move(command), ChooseProcessors().server);
  const LoadResult result = RunLoad(workload, {.target = process.address(),
                                               .in_flight = 16,
                                               .warm_up = std::chrono::seconds(0),
                                               .time = std::chrono::minutes(5),
                                               .max_responses = calls,
                                               .api_key = api_key});
  if (!result.all_ok() || result.responses() != calls) Die("not every call succeeded");
  return Collected(process.Stop());
}

// Returns the type of the requests of a method, such as `/arbiter.v1.RulesService/LegalMoves`.
const google::protobuf::Descriptor& RequestType(const std::string& method) {
  const std::string name = ReplaceAll(method.substr(1), {{"/", "."}});
  return *google::protobuf::DescriptorPool::generated_pool()->FindMethodByName(name)->input_type();
}

// Like Count(), but calls through HTTP, one after the other on one connection.
int64_t CountHttp(const Command& server, const Workload& workload, bool is_json, int64_t calls) {
  const std::string address = StrCat("127.0.0.1:", testing::FreePort());
  Command command = {"valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"};
  command.insert(command.end(), server.begin(), server.end());
  command.insert(command.end(), {"--http-listen", address});
  Server process(std::move(command), ChooseProcessors().server);
  // The port for HTTP opens after that of gRPC.
  std::optional<testing::HttpClient> connected;
  while (!connected || !connected->connection().connected()) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    connected.emplace(address);
  }
  testing::HttpClient& client = *connected;
  std::vector<std::string> bodies;
  for (const Exchange& exchange : workload.exchanges) {
    bodies.push_back(is_json ? WriteString([&](StringWriter* json) {
      WriteJson(RequestType(workload.method), exchange.request, json);
    })
                             : exchange.request);
  }
  const std::string type =
      is_json ? "content-type: application/json\r\n" : "content-type: application/proto\r\n";
  for (int64_t i = 0; i < calls; ++i) {
    const size_t index = static_cast<size_t>(i) % bodies.size();
    const testing::HttpResponse response = client.Post(workload.method, bodies[index], type);
    const bool is_right =
        response.status == 200 && (is_json || response.body == workload.exchanges[index].response);
    if (!is_right) Die(StrCat("a call failed: ", response.body));
  }
  return Collected(process.Stop());
}

void PrintInstructions(const std::string& programs, const Operation& operation,
                       std::string_view kind) {
  const testing::TemporaryFile api_keys(ApiKeyFile());
  const testing::TemporaryFile snapshot_keys(kSnapshotKeys);
  const SnapshotSealer sealer(OrDie(ParseSnapshotKeys(kSnapshotKeys)));

  const bool secured = kind == kSecured;
  const bool empty = kind == kEmpty || kind == kEmptyQueues;
  Command command =
      empty ? EmptyCommand(programs, std::string(operation.workload)) : ArbiterCommand(programs);
  if (kind == kEmptyQueues) command.emplace_back("--queues");
  if (secured) {
    command.insert(command.end(),
                   {"--api-keys", api_keys.path(), "--snapshot-keys", snapshot_keys.path()});
  }
  const Workload workload = MakeWorkload(operation.workload, secured ? &sealer : nullptr);
  const std::string api_key = secured ? kApiKey : "";
  const int64_t times = empty ? operation.empty_times : 1;
  const int64_t few = times * operation.few;
  const int64_t many = times * operation.many;
  const auto count = [&](int64_t calls) {
    return kind == kJson || kind == kConnect ? CountHttp(command, workload, kind == kJson, calls)
                                             : Count(command, workload, api_key, calls);
  };
  const int64_t instructions = count(many) - count(few);
  std::cout << instructions / (many - few) << std::endl;
}

int Main(int argc, char** argv) {
  for (const Operation& operation : kOperations) {
    for (const std::string_view kind :
         {kEmpty, kEmptyQueues, std::string_view(), kSecured, kJson, kConnect}) {
      // A bundle is an item of a Batch.
      if (operation.workload == "bundle" && (kind == kJson || kind == kConnect)) continue;
      const std::string row = StrCat(operation.name, kind);
      if (argc < 3) {
        std::cout << row << std::endl;
      } else if (row == argv[2]) {
        PrintInstructions(argv[1], operation, kind);
        return 0;
      }
    }
  }
  if (argc < 3) return 0;
  Die(StrCat("unknown row '", argv[2], "'; run without arguments to list the rows"));
}

}  // namespace
}  // namespace arbiter::bench

int main(int argc, char** argv) { return arbiter::bench::Main(argc, argv); }
