#include "tests/tools/bench/load_run.h"

#include "core/base/strings.h"
#include "google/protobuf/util/json_util.h"
#include "tests/tools/bench/die.h"

namespace arbiter::bench {

Server StartArbiter(const Plan& plan, std::optional<int> processor, const Command& flags) {
  Command command = ArbiterCommand(plan.programs);
  command.insert(command.end(), flags.begin(), flags.end());
  return Server(std::move(command), processor);
}

Server StartEmpty(const Plan& plan, std::optional<int> processor, const std::string& workload) {
  return Server(EmptyCommand(plan.programs, workload), processor);
}

Command LoadCommand(const Plan& plan, const LoadRun& run, const Server& server) {
  return {plan.Program("arbiter_load"),
          "--target",
          server.address(),
          "--server-pid",
          StrCat(server.pid()),
          "--workload",
          run.workload,
          "--in-flight",
          StrCat(run.in_flight),
          "--connections",
          StrCat(run.connections),
          "--seconds",
          StrCat(run.seconds),
          "--api-key",
          run.api_key};
}

Load MeasureLoad(const Plan& plan, const LoadRun& run, const Server& server) {
  const std::string output = RunToEnd(LoadCommand(plan, run, server), plan.processors.client);
  const google::protobuf::Struct object = ParseJson(output);
  return {.rps = Number(object, "rps"),
          .p99_us = Number(object, "p99_us"),
          .server_cpu_us = Number(object, "server_cpu_us")};
}

google::protobuf::Struct ParseJson(const std::string& json) {
  google::protobuf::Struct object;
  if (!google::protobuf::util::JsonStringToMessage(json, &object).ok()) {
    Die(StrCat("not a JSON object: ", json.substr(0, 200)));
  }
  return object;
}

double Number(const google::protobuf::Struct& object, const std::string& name) {
  const auto found = object.fields().find(name);
  if (found == object.fields().end()) Die(StrCat("a program did not report ", name));
  return found->second.number_value();
}

}  // namespace arbiter::bench
