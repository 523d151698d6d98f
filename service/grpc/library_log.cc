#include "service/grpc/library_log.h"

#include <google/protobuf/stubs/logging.h>
#include <grpc/support/log.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/strings.h"
#include "service/access/token_bucket.h"

namespace arbiter {
namespace {

// The log of the current LibraryLog. It is global because the libraries' log functions take no user
// argument.
std::atomic<Logger*> current_log = nullptr;

// The limit on gRPC's errors in the log. Most are about what clients send, and a client can cause
// any number of them.
constexpr TokenBucket::Size kGrpcErrors = {.rate = 1, .burst = 20};
TokenBucket grpc_errors;
std::atomic<int64_t> left_out = 0;

// Whether the message is about the TLS of a connection, and names an error of OpenSSL.
bool IsTlsFailure(std::string_view message) {
  return message.starts_with("Handshake failed with fatal error ") ||
         message.starts_with("SSL_read failed with error ") ||
         message.starts_with("Decryption error: ");
}

// Whether the message is known to hold nothing that a client has sent. An assertion only quotes the
// library's source code.
bool IsHarmless(std::string_view message) {
  return IsTlsFailure(message) || message.starts_with("assertion failed: ");
}

void Forward(LogLevel level, const char* library, const char* file, int line, const char* text,
             int64_t lines_left_out = 0) {
  Logger* log = current_log.load();
  if (log == nullptr || !log->Enabled(level)) return;
  LogLine entry(level, library);
  entry.Add("source", StrCat(file, ":", line));
  if (IsHarmless(text)) entry.Add("text", text);
  if (lines_left_out > 0) entry.Add("left_out", lines_left_out);
  log->Write(entry);
}

void ForwardGrpc(gpr_log_func_args* arguments) {
  const auto forward = [arguments](LogLevel level, int64_t lines_left_out = 0) {
    Forward(level, "grpc", arguments->file, arguments->line, arguments->message, lines_left_out);
  };
  if (arguments->severity != GPR_LOG_SEVERITY_ERROR || IsTlsFailure(arguments->message)) {
    forward(LogLevel::kDebug);
  } else if (grpc_errors.Take(kGrpcErrors, 1, std::chrono::steady_clock::now()).count() > 0) {
    left_out.fetch_add(1, std::memory_order_relaxed);
  } else {
    forward(LogLevel::kError, left_out.exchange(0));
  }
}

void ForwardProtobuf(google::protobuf::LogLevel level, const char* file, int line,
                     const std::string& message) {
  const bool is_fatal = level == google::protobuf::LOGLEVEL_FATAL;
  Forward(is_fatal ? LogLevel::kError : LogLevel::kDebug, "protobuf", file, line, message.c_str());
}

}  // namespace

LibraryLog::LibraryLog(Logger* log) : log_(*log) {
  current_log = log;
  UpdateLevel();
  gpr_set_log_function(&ForwardGrpc);
  google::protobuf::SetLogHandler(&ForwardProtobuf);
}

LibraryLog::~LibraryLog() { current_log = nullptr; }

void LibraryLog::UpdateLevel() const {
  gpr_set_log_verbosity(log_.Enabled(LogLevel::kDebug) ? GPR_LOG_SEVERITY_INFO
                                                       : GPR_LOG_SEVERITY_ERROR);
}

}  // namespace arbiter
