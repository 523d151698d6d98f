#ifndef ARBITER_TESTS_SERVICE_LOG_LINES_H_
#define ARBITER_TESTS_SERVICE_LOG_LINES_H_

#include <sstream>
#include <string>
#include <vector>

#include "tests/service/analysis_requests.h"
#include "tests/service/process.h"

namespace arbiter::testing {

// The lines that a server has logged, those of this message.
inline std::vector<std::string> LogLines(const ServerProcess& server, const std::string& message) {
  std::vector<std::string> lines;
  std::istringstream log(server.Log());
  for (std::string line; std::getline(log, line);) {
    if (line.find("\"msg\":\"" + message + "\"") != std::string::npos) lines.push_back(line);
  }
  return lines;
}

// Whether it has logged so many of them soon.
inline bool SoonLogs(const ServerProcess& server, const std::string& message, size_t count) {
  return Soon([&] { return LogLines(server, message).size() >= count; });
}

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_SERVICE_LOG_LINES_H_
