#include "service/server/library_log.h"

#include <google/protobuf/stubs/logging.h>
#include <grpc/support/log.h>

#include <atomic>
#include <string>
#include <string_view>

namespace arbiter {
namespace {

// The libraries' log functions have no argument for it.
std::atomic<Logger*> target = nullptr;

void Forward(LogLevel level, const char* library, const char* text) {
  Logger* log = target.load();
  if (log != nullptr) log->Write(LogLine(level, library).Add("text", text));
}

// Any client can cause these at any rate.
bool IsAboutClient(std::string_view message) { return message.starts_with("Handshake failed"); }

void ForwardGrpc(gpr_log_func_args* arguments) {
  const bool is_error =
      arguments->severity == GPR_LOG_SEVERITY_ERROR && !IsAboutClient(arguments->message);
  Forward(is_error ? LogLevel::kError : LogLevel::kDebug, "grpc", arguments->message);
}

void ForwardProtobuf(google::protobuf::LogLevel level, const char* /*file*/, int /*line*/,
                     const std::string& message) {
  const bool is_fatal = level == google::protobuf::LOGLEVEL_FATAL;
  Forward(is_fatal ? LogLevel::kError : LogLevel::kDebug, "protobuf", message.c_str());
}

}  // namespace

LibraryLog::LibraryLog(Logger* log) : log_(*log) {
  target = log;
  FollowLevel();
  gpr_set_log_function(&ForwardGrpc);
  google::protobuf::SetLogHandler(&ForwardProtobuf);
}

LibraryLog::~LibraryLog() { target = nullptr; }

void LibraryLog::FollowLevel() const {
  gpr_set_log_verbosity(log_.Enabled(LogLevel::kDebug) ? GPR_LOG_SEVERITY_INFO
                                                       : GPR_LOG_SEVERITY_ERROR);
}

}  // namespace arbiter
