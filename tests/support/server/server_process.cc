#include "tests/support/server/server_process.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <sstream>
#include <string_view>
#include <utility>

#include "tests/support/server/raw_connection.h"
#include "tests/support/waiting.h"

namespace arbiter::testing {
namespace {

// Returns the value of `"key":"…"` in a JSON line; empty if there is none.
std::string JsonText(const std::string& line, const std::string& key) {
  const std::string start = "\"" + key + "\":\"";
  const size_t found = line.find(start);
  if (found == std::string::npos) return "";
  const size_t begin = found + start.size();
  return line.substr(begin, line.find('"', begin) - begin);
}

// Adds free ports, and makes the server log every call, unless a file of settings may choose the
// calls.
Command WithDefaults(const std::vector<std::string>& flags) {
  Command command = {ServerProgram(), "--listen", "127.0.0.1:0", "--metrics-listen", "127.0.0.1:0"};
  if (std::find(flags.begin(), flags.end(), "--config") == flags.end()) {
    command.insert(command.end(), {"--log-sample", "1"});
  }
  command.insert(command.end(), flags.begin(), flags.end());
  return command;
}

ProcessOptions WithOneOutput(ProcessOptions options) {
  options.merge_output = true;
  return options;
}

}  // namespace

std::string ServerProgram() {
  const char* other = getenv("ARBITERD_TO_TEST");
  return other == nullptr ? ARBITERD : other;
}

ServerProcess::ServerProcess(const std::vector<std::string>& flags, ProcessOptions options)
    : process_(WithDefaults(flags), WithOneOutput(std::move(options))) {
  const auto serves = [this] {
    for (const std::string& line : LogLines("serving")) {
      address_ = JsonText(line, "listen");
      http_address_ = JsonText(line, "http");
      metrics_address_ = JsonText(line, "metrics");
    }
    return !address_.empty();
  };
  EXPECT_TRUE(Within(kPatience, serves, std::chrono::milliseconds(5)))
      << "the server did not start: " << Log();
}

int ServerProcess::Wait() {
  const std::optional<int> exit_code = process_.WaitFor(kPatience);
  EXPECT_TRUE(exit_code) << "the server did not end";
  return exit_code.value_or(-1);
}

std::vector<std::string> ServerProcess::LogLines(const std::string& message) const {
  std::vector<std::string> lines;
  std::istringstream log(Log());
  for (std::string line; std::getline(log, line);) {
    if (line.find("\"msg\":\"" + message + "\"") != std::string::npos) lines.push_back(line);
  }
  return lines;
}

std::string HttpGet(const std::string& address, const std::string& path) {
  RawConnection connection(address);
  std::string answer;
  if (!connection.Send("GET " + path + " HTTP/1.0\r\n\r\n")) return answer;
  for (std::string part; !(part = connection.Receive()).empty();) {
    answer += part;
  }
  return answer;
}

double MetricOf(const ServerProcess& server, const std::string& series) {
  const std::string text = HttpGet(server.metrics_address(), "/metrics");
  const size_t found = text.find("\n" + series + " ");
  return found == std::string::npos ? -1 : std::stod(text.substr(found + series.size() + 2));
}

int RunningAnalyses(const ServerProcess& server) {
  return static_cast<int>(MetricOf(server, "arbiter_analyses_running"));
}

int QueuedAnalyses(const ServerProcess& server) {
  return static_cast<int>(MetricOf(server, "arbiter_analysis_queue_depth"));
}

bool EventuallyIdle(const ServerProcess& server) {
  return Within(
      kPatience, [&] { return RunningAnalyses(server) == 0; }, std::chrono::milliseconds(50));
}

bool EventuallyLogs(const ServerProcess& server, const std::string& message, size_t count) {
  return Eventually([&] { return server.LogLines(message).size() >= count; });
}

}  // namespace arbiter::testing
