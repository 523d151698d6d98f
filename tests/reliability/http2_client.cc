#include "tests/reliability/http2_client.h"

#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <iterator>

namespace arbiter::testing {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr size_t kMaxFrameBytes = 16'384;
constexpr uint16_t kMaxConcurrentStreams = 3;
constexpr uint16_t kInitialWindowSize = 4;
// SETTINGS_INITIAL_WINDOW_SIZE of 2^31 - 1, and the increment that raises the connection's window
// to the same size.
constexpr std::string_view kMaxWindowSetting("\x00\x04\x7f\xff\xff\xff", 6);
constexpr std::string_view kMaxWindowIncrement("\x7f\xff\x00\x00", 4);

uint32_t ReadBigEndian(std::string_view bytes) {
  uint32_t number = 0;
  for (const char byte : bytes) number = (number << 8) | static_cast<uint8_t>(byte);
  return number;
}

std::string FourBytes(uint32_t number) {
  std::string bytes;
  for (int shift = 24; shift >= 0; shift -= 8) bytes.push_back(static_cast<char>(number >> shift));
  return bytes;
}

}  // namespace

Http2Client::Http2Client(const std::string& address, const std::string& source)
    : connection_(address, source) {
  Send(Preface(kMaxWindowSetting) + Frame(FrameType::kWindowUpdate, 0, 0, kMaxWindowIncrement));
}

uint32_t Http2Client::Open(std::string_view fields) {
  const uint32_t stream = next_stream_;
  next_stream_ += 2;
  streams_[stream].window = initial_window_;
  Send(Frame(FrameType::kHeaders, kEndHeadersFlag, stream, fields));
  return stream;
}

void Http2Client::Write(uint32_t stream, std::string_view bytes, bool end_stream) {
  Stream& written = streams_.at(stream);
  written.unsent.append(bytes);
  writing_.insert(stream);
  written.end_stream = end_stream;
}

size_t Http2Client::Unsent(uint32_t stream) const { return streams_.at(stream).unsent.size(); }

bool Http2Client::Ended(uint32_t stream) const { return streams_.at(stream).ended; }

std::optional<int> Http2Client::StatusOf(uint32_t stream) const {
  constexpr std::string_view kName = "grpc-status";
  const std::string& headers = streams_.at(stream).headers;
  const size_t found = headers.find(kName);
  if (found == std::string::npos || found + kName.size() + 1 >= headers.size()) {
    return std::nullopt;
  }
  // The value is a string of one or two digits, preceded by its length.
  const size_t length = found + kName.size();
  return std::stoi(headers.substr(length + 1, static_cast<uint8_t>(headers[length])));
}

void Http2Client::FillOutgoing() {
  constexpr size_t kMaxOutgoingBytes = 256 * 1024;
  for (auto next = writing_.begin(); next != writing_.end();) {
    const uint32_t id = *next;
    Stream& stream = streams_.at(id);
    size_t sent = 0;
    while (outgoing_.size() < kMaxOutgoingBytes && sent < stream.unsent.size() && !stream.ended) {
      const auto allowed = static_cast<size_t>(std::max<int64_t>(
          0, std::min({stream.window, window_, static_cast<int64_t>(kMaxFrameBytes)})));
      const size_t size = std::min(allowed, stream.unsent.size() - sent);
      if (size == 0) break;
      const bool last = stream.end_stream && sent + size == stream.unsent.size();
      Send(Frame(FrameType::kData, last ? kEndStreamFlag : 0, id,
                 std::string_view(stream.unsent).substr(sent, size)));
      sent += size;
      stream.window -= static_cast<int64_t>(size);
      window_ -= static_cast<int64_t>(size);
    }
    stream.unsent.erase(0, stream.ended ? std::string::npos : sent);
    next = stream.unsent.empty() ? writing_.erase(next) : std::next(next);
  }
}

void Http2Client::Work(milliseconds wait) {
  FillOutgoing();
  pollfd polled = {.fd = connection_.socket(), .events = POLLIN, .revents = 0};
  if (!outgoing_.empty()) polled.events |= POLLOUT;
  if (!alive_ || poll(&polled, 1, static_cast<int>(wait.count())) <= 0) return;
  if ((polled.revents & POLLOUT) != 0) {
    const ssize_t sent = connection_.SendSome(outgoing_);
    alive_ = sent >= 0;
    if (sent > 0) outgoing_.erase(0, static_cast<size_t>(sent));
  }
  if ((polled.revents & (POLLIN | POLLHUP | POLLERR)) != 0) {
    constexpr size_t kReadBytes = 256 * 1024;
    const size_t before = incoming_.size();
    incoming_.resize(before + kReadBytes);
    const ssize_t size =
        recv(connection_.socket(), incoming_.data() + before, kReadBytes, MSG_DONTWAIT);
    incoming_.resize(before + (size > 0 ? static_cast<size_t>(size) : 0));
    if (size == 0 || (size < 0 && errno != EAGAIN)) alive_ = false;
    Parse();
  }
}

bool Http2Client::WorkUntilEnded(uint32_t stream, milliseconds timeout) {
  const auto end = steady_clock::now() + timeout;
  while (alive_ && !Ended(stream) && steady_clock::now() < end) Work(milliseconds(20));
  return !alive_ || Ended(stream);
}

void Http2Client::Parse() {
  size_t begin = 0;
  while (incoming_.size() - begin >= kFrameHeaderBytes) {
    const std::string_view rest = std::string_view(incoming_).substr(begin);
    const size_t size = ReadBigEndian(rest.substr(0, 3));
    if (rest.size() < kFrameHeaderBytes + size) break;
    HandleFrame(static_cast<FrameType>(rest[3]), static_cast<uint8_t>(rest[4]),
                ReadBigEndian(rest.substr(5, 4)), rest.substr(kFrameHeaderBytes, size));
    begin += kFrameHeaderBytes + size;
  }
  incoming_.erase(0, begin);
}

void Http2Client::HandleFrame(FrameType type, uint8_t flags, uint32_t stream,
                              std::string_view payload) {
  const auto found = streams_.find(stream);
  Stream* known = found == streams_.end() ? nullptr : &found->second;
  switch (type) {
    case FrameType::kSettings:
      if ((flags & kAckFlag) == 0) ApplySettings(payload);
      return;
    case FrameType::kPing:
      if ((flags & kAckFlag) == 0) Send(Frame(type, kAckFlag, 0, payload));
      return;
    case FrameType::kWindowUpdate:
      if (stream == 0) window_ += ReadBigEndian(payload);
      if (known != nullptr) known->window += ReadBigEndian(payload);
      return;
    case FrameType::kRstStream:
      if (known != nullptr) known->ended = true;
      return;
    case FrameType::kData:
      CountReceived(payload.size());
      break;
    case FrameType::kHeaders:
    case FrameType::kContinuation:
      if (known != nullptr) known->headers.append(payload);
      break;
    case FrameType::kPriority:
    case FrameType::kPushPromise:
    case FrameType::kGoAway:
      return;
  }
  if (known != nullptr && (flags & kEndStreamFlag) != 0) known->ended = true;
}

void Http2Client::ApplySettings(std::string_view payload) {
  constexpr size_t kSettingBytes = 6;
  for (; payload.size() >= kSettingBytes; payload.remove_prefix(kSettingBytes)) {
    const uint32_t value = ReadBigEndian(payload.substr(2, 4));
    switch (ReadBigEndian(payload.substr(0, 2))) {
      case kMaxConcurrentStreams:
        max_streams_ = value;
        break;
      case kInitialWindowSize:
        for (auto& [unused, stream] : streams_) stream.window += value - initial_window_;
        initial_window_ = value;
        break;
      default:
        break;
    }
  }
  if (!max_streams_.has_value()) max_streams_ = UINT32_MAX;
  Send(SettingsAck());
}

void Http2Client::CountReceived(size_t bytes) {
  constexpr int64_t kUpdateBytes = int64_t{1} << 26;
  received_bytes_ += static_cast<int64_t>(bytes);
  unacknowledged_bytes_ += static_cast<int64_t>(bytes);
  if (unacknowledged_bytes_ < kUpdateBytes) return;
  // The increment never exceeds the bytes received because a window beyond 2^31 - 1 is an error.
  Send(Frame(FrameType::kWindowUpdate, 0, 0,
             FourBytes(static_cast<uint32_t>(unacknowledged_bytes_))));
  unacknowledged_bytes_ = 0;
}

}  // namespace arbiter::testing
