#include "tests/reliability/attacks.h"

#include <poll.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <iterator>
#include <memory>
#include <optional>
#include <random>
#include <string_view>
#include <thread>
#include <utility>

#include "arbiter/v1/rules_service.pb.h"
#include "tests/reliability/http2_client.h"
#include "tests/support/server/raw_connection.h"
#include "tests/support/server/requests.h"

namespace arbiter::testing {
namespace {

using std::chrono::milliseconds;

constexpr uint32_t kMaxStreamNumber = 0x7fffffff;
constexpr std::string_view kNoWindow("\x00\x04\x00\x00\x00\x00", 6);

// Returns the bytes of many calls on one connection: HEADERS frames, each followed by a DATA frame
// with `request` unless it is nullptr.
std::string ManyCalls(std::string_view settings, const std::string& path, int streams,
                      const std::string& more_fields, const std::string* request) {
  const std::string data = request == nullptr ? "" : Message(*request);
  std::string bytes = Preface(settings);
  if (request != nullptr) bytes += SettingsAck();
  std::string fields = PathFields(path, true);
  for (int i = 0; i < streams; ++i) {
    const auto stream = static_cast<uint32_t>(2 * i + 1);
    bytes += Frame(FrameType::kHeaders, kEndHeadersFlag, stream, fields + more_fields);
    if (request != nullptr) bytes += Frame(FrameType::kData, kEndStreamFlag, stream, data);
    fields = kSameCallFields;
  }
  return bytes;
}

// A connection that sends the bytes of a generator as fast as the server reads them.
class Sender {
 public:
  // Appends the next bytes to send. `stream` is the number of the last stream opened, 0 on a new
  // connection.
  using NextBytes = std::function<void(uint32_t* stream, std::string* bytes)>;

  Sender(const Attackers& attackers, const NextBytes& next)
      : connection_(attackers.address, attackers.source), next_(next) {}

  int socket() const { return connection_.socket(); }
  // Returns the number of bytes sent; std::nullopt if the connection has been closed or has run out
  // of stream numbers.
  std::optional<size_t> Send() {
    if (sent_ == bytes_.size()) {
      bytes_.clear();
      sent_ = 0;
      next_(&stream_, &bytes_);
    }
    const ssize_t size = connection_.SendSome(std::string_view(bytes_).substr(sent_));
    if (size < 0 || stream_ >= kMaxStreamNumber / 2) return std::nullopt;
    sent_ += static_cast<size_t>(size);
    return static_cast<size_t>(size);
  }

 private:
  RawConnection connection_;
  const NextBytes& next_;
  uint32_t stream_ = 0;
  std::string bytes_;
  size_t sent_ = 0;
};

int64_t SendForever(const Attackers& attackers, const Sender::NextBytes& next,
                    const std::stop_token& stop) {
  int64_t sent = 0;
  const auto begin = std::chrono::steady_clock::now();
  const auto is_too_fast = [&] {
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
    return static_cast<double>(sent) > attackers.bytes_per_second * taken.count();
  };
  std::vector<std::unique_ptr<Sender>> senders(static_cast<size_t>(attackers.connections));
  std::vector<pollfd> polled(senders.size());
  while (!stop.stop_requested()) {
    for (size_t i = 0; i < senders.size(); ++i) {
      if (senders[i] == nullptr) senders[i] = std::make_unique<Sender>(attackers, next);
      polled[i] = {.fd = senders[i]->socket(), .events = POLLOUT, .revents = 0};
    }
    constexpr int kWaitMs = 20;
    if (is_too_fast()) {
      std::this_thread::sleep_for(milliseconds(1));
      continue;
    }
    if (poll(polled.data(), polled.size(), kWaitMs) <= 0) continue;
    bool any_closed = false;
    for (size_t i = 0; i < senders.size(); ++i) {
      if (polled[i].revents == 0 || is_too_fast()) continue;
      const std::optional<size_t> size = senders[i]->Send();
      sent += static_cast<int64_t>(size.value_or(0));
      if (size.has_value()) continue;
      senders[i] = nullptr;
      any_closed = true;
    }
    // The attack is on established connections, so new ones are opened at a limited rate.
    if (any_closed) std::this_thread::sleep_for(milliseconds(10));
  }
  return sent;
}

std::string Repeat(std::string_view bytes, size_t times) {
  std::string repeated;
  repeated.reserve(bytes.size() * times);
  for (size_t i = 0; i < times; ++i) repeated += bytes;
  return repeated;
}

// Sends calls, each followed by `frame` on the same stream.
int64_t SendCallsWith(const std::string& frame, const Attackers& attackers,
                      const std::stop_token& stop) {
  constexpr int kCalls = 1000;
  const std::string begin = Preface() + SettingsAck() +
                            Frame(FrameType::kHeaders, kEndHeadersFlag, 1,
                                  PathFields("/arbiter.v1.RulesService/LegalMoves", true));
  const std::string one_call =
      Frame(FrameType::kHeaders, kEndHeadersFlag, 0, kSameCallFields) + frame;
  const std::string calls = Repeat(one_call, kCalls);
  // The offset of the stream identifier in a frame.
  constexpr size_t kStreamOffset = 5;
  const size_t frame_at = one_call.size() - frame.size();
  const Sender::NextBytes next = [&](uint32_t* stream, std::string* bytes) {
    if (*stream == 0) {
      *bytes = begin;
      *stream = 1;
      return;
    }
    *bytes = calls;
    for (size_t call = 0; call < bytes->size(); call += one_call.size()) {
      *stream += 2;
      for (const size_t at : {call, call + frame_at}) {
        for (size_t byte = 0; byte < 4; ++byte) {
          (*bytes)[at + kStreamOffset + byte] = static_cast<char>(*stream >> (24 - 8 * byte));
        }
      }
    }
  };
  return SendForever(attackers, next, stop);
}

// Encodes a header block, or what is left of one, as a frame of type `first` and CONTINUATION
// frames.
std::string HeaderBlock(FrameType first, uint32_t stream, std::string_view block) {
  constexpr size_t kMaxFrameBytes = 16'384;
  std::string frames;
  for (FrameType type = first; !block.empty(); type = FrameType::kContinuation) {
    const std::string_view payload = block.substr(0, kMaxFrameBytes);
    block.remove_prefix(payload.size());
    frames += Frame(type, block.empty() ? kEndHeadersFlag : 0, stream, payload);
  }
  return frames;
}

// Prefixes the contents of a message field with its tag and length. `bytes` is shorter than 2^28.
std::string LengthDelimited(char tag, const std::string& bytes) {
  std::string field(1, tag);
  size_t size = bytes.size();
  for (; size >= 128; size /= 128) field.push_back(static_cast<char>(128 + size % 128));
  field.push_back(static_cast<char>(size));
  return field + bytes;
}

}  // namespace

std::vector<Attack> AttacksOnTransport() {
  constexpr int kConnections = 8;
  const auto repeat = [](BlockStart start, const std::string& value) {
    return [=](const Attackers& attackers, const std::stop_token& stop) {
      return RepeatField(attackers, start, value, stop);
    };
  };
  const auto flood = [](const std::string& frame) {
    return [=](const Attackers& attackers, const std::stop_token& stop) {
      return FloodFrames(attackers, frame, stop);
    };
  };
  constexpr std::string_view kOne("\0\0\0\1", 4);
  constexpr std::string_view kCancel("\0\0\0\x08", 4);
  const auto hold_streams = [](const Attackers& attackers, const std::stop_token& stop) {
    constexpr int kStreams = 1000;
    return SendAndHold(
        attackers,
        {SilentStreams("/arbiter.v1.RulesService/LegalMoves", kStreams),
         SilentStreams("/grpc.health.v1.Health/Watch", kStreams),
         SilentStreams("/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo", kStreams)},
        true, stop);
  };
  return {
      {"1,000 silent streams", 300, hold_streams},
      {"endless header blocks", kConnections, SendEndlessHeaders},
      {"fields of one byte", kConnections, repeat(BlockStart::kPlain, "v")},
      {"references to a long field", kConnections,
       repeat(BlockStart::kPlain, std::string(3900, 'v'))},
      {"fields after an empty priority", kConnections, repeat(BlockStart::kEmptyPriority, "")},
      {"fields after an unfinished field", kConnections, repeat(BlockStart::kUnfinishedField, "")},
      {"rapid reset", kConnections, ResetRapidly},
      {"provoked resets", kConnections, ProvokeResets},
      {"PING", kConnections, flood(Frame(FrameType::kPing, 0, 0, "12345678"))},
      {"SETTINGS", kConnections, flood(Frame(FrameType::kSettings, 0))},
      {"WINDOW_UPDATE", kConnections, flood(Frame(FrameType::kWindowUpdate, 0, 0, kOne))},
      {"empty DATA", kConnections, flood(Frame(FrameType::kData, 0, 1))},
      {"DATA of no stream", kConnections, flood(Frame(FrameType::kData, 0, 99, "x"))},
      {"RST_STREAM of one stream", kConnections,
       flood(Frame(FrameType::kRstStream, 0, 1, kCancel))},
      {"HEADERS of one stream", kConnections,
       flood(Frame(FrameType::kHeaders, kEndHeadersFlag, 1))},
      {"invalid HEADERS of one stream", kConnections,
       flood(Frame(FrameType::kHeaders, kEndHeadersFlag, 1, InvalidFields(1000)))},
      {"random frames", kConnections, SendRandomFrames},
  };
}

std::string SilentStreams(const std::string& path, int streams, const std::string& more_fields) {
  return ManyCalls("", path, streams, more_fields, nullptr);
}

std::string UnreadResponses(const std::string& path, const std::string& request, int streams) {
  return ManyCalls(kNoWindow, path, streams, "", &request);
}

int64_t SendAndHold(const Attackers& attackers, const std::vector<std::string>& openings,
                    bool again, const std::stop_token& stop) {
  int64_t sent = 0;
  const auto open = [&](size_t i) {
    auto connection = std::make_unique<RawConnection>(attackers.address, attackers.source);
    const std::string& opening = openings[i % openings.size()];
    if (connection->Send(opening, milliseconds(1000))) sent += static_cast<int64_t>(opening.size());
    return connection;
  };
  std::vector<std::unique_ptr<RawConnection>> connections;
  while (!stop.stop_requested() &&
         connections.size() < static_cast<size_t>(attackers.connections)) {
    connections.push_back(open(connections.size()));
  }
  // A frame that changes little, but fails to send if the connection is closed.
  const std::string probe = Frame(FrameType::kWindowUpdate, 0, 0, std::string_view("\0\0\0\1", 4));
  while (!stop.stop_requested()) {
    for (size_t i = 0; i < connections.size() && !stop.stop_requested(); ++i) {
      if (connections[i] == nullptr || connections[i]->SendSome(probe) >= 0) continue;
      connections[i] = again ? open(i) : nullptr;
    }
    std::this_thread::sleep_for(milliseconds(500));
  }
  return sent;
}

void HoldAllowedStreams(const Attackers& attackers, const std::string& path, int streams,
                        const std::stop_token& stop) {
  struct Holder {
    std::unique_ptr<Http2Client> client;
    bool opened = false;
  };
  std::vector<Holder> holders(static_cast<size_t>(attackers.connections));
  const std::string first = PathFields(path, true);
  while (!stop.stop_requested()) {
    for (Holder& holder : holders) {
      if (holder.client == nullptr || !holder.client->alive()) {
        holder = {.client = std::make_unique<Http2Client>(attackers.address, attackers.source)};
      }
      holder.client->Work(milliseconds(0));
      if (holder.opened || !holder.client->max_streams().has_value()) continue;
      const uint32_t allowed =
          std::min(*holder.client->max_streams(), static_cast<uint32_t>(streams));
      for (uint32_t i = 0; i < allowed; ++i) {
        holder.client->Open(i == 0 ? std::string_view(first) : kSameCallFields);
      }
      holder.opened = true;
    }
    std::this_thread::sleep_for(milliseconds(20));
  }
}

int64_t SendEndlessHeaders(const Attackers& attackers, const std::stop_token& stop) {
  const std::string begin = Preface() + Frame(FrameType::kHeaders, 0, 1,
                                              PathFields("/arbiter.v1.RulesService/LegalMoves"));
  const std::string more =
      Repeat(Frame(FrameType::kContinuation, 0, 1, Field("x-more", std::string(16'000, 'x'))), 16);
  const Sender::NextBytes next = [&](uint32_t* stream, std::string* bytes) {
    *bytes = *stream == 0 ? begin : more;
    *stream = 1;
  };
  return SendForever(attackers, next, stop);
}

int64_t RepeatField(const Attackers& attackers, BlockStart start, const std::string& value,
                    const std::stop_token& stop) {
  constexpr size_t kFields = 64'000;
  // The newest entry of the HPACK table.
  constexpr std::string_view kRepeated = "\xbe";
  // The beginning of a field whose name has 16 million bytes.
  constexpr std::string_view kLongField("\x00\x7f\xff\xff\xff\x07", 6);
  const bool is_plain = start == BlockStart::kPlain;
  const std::string entry = Field("x", is_plain ? value : "v" + std::string(kLongField), true);
  const std::string block =
      entry + PathFields("/arbiter.v1.RulesService/LegalMoves") + Repeat(kRepeated, kFields);
  const Sender::NextBytes next = [&](uint32_t* stream, std::string* bytes) {
    if (*stream == 0) *bytes = Preface();
    *stream = *stream == 0 ? 1 : *stream + 2;
    switch (start) {
      case BlockStart::kPlain:
        *bytes += HeaderBlock(FrameType::kHeaders, *stream, block);
        return;
      case BlockStart::kEmptyPriority:
        *bytes += Frame(FrameType::kHeaders, kPriorityFlag, *stream) +
                  HeaderBlock(FrameType::kContinuation, *stream, block);
        return;
      case BlockStart::kUnfinishedField:
        const size_t kept = block.find(kLongField);
        *bytes += Frame(FrameType::kHeaders, kEndHeadersFlag, 2, block.substr(0, kept)) +
                  HeaderBlock(FrameType::kHeaders, *stream, block.substr(kept));
        return;
    }
  };
  return SendForever(attackers, next, stop);
}

int64_t ResetRapidly(const Attackers& attackers, const std::stop_token& stop) {
  constexpr std::string_view kCancel("\x00\x00\x00\x08", 4);
  return SendCallsWith(Frame(FrameType::kRstStream, 0, 0, kCancel), attackers, stop);
}

int64_t ProvokeResets(const Attackers& attackers, const std::stop_token& stop) {
  constexpr uint8_t kUnknownFlag = 0x40;
  return SendCallsWith(Frame(FrameType::kData, kUnknownFlag, 0, ""), attackers, stop);
}

int64_t FloodFrames(const Attackers& attackers, const std::string& frames,
                    const std::stop_token& stop) {
  constexpr size_t kBytesAtOnce = 64 << 10;
  const std::string begin = Preface() + SettingsAck() +
                            Frame(FrameType::kHeaders, kEndHeadersFlag, 1,
                                  PathFields("/arbiter.v1.RulesService/LegalMoves"));
  const std::string more = Repeat(frames, kBytesAtOnce / frames.size());
  const Sender::NextBytes next = [&](uint32_t* stream, std::string* bytes) {
    *bytes = *stream == 0 ? begin : more;
    *stream = 1;
  };
  return SendForever(attackers, next, stop);
}

std::string InvalidFields(int count) {
  return Repeat(std::string_view("\x02\0", 2), static_cast<size_t>(count));
}

int64_t SendRandomFrames(const Attackers& attackers, const std::stop_token& stop) {
  std::mt19937 random(1);
  const auto below = [&random](uint32_t bound) { return static_cast<uint32_t>(random()) % bound; };
  const std::string payloads[] = {
      PathFields("/arbiter.v1.RulesService/LegalMoves", true),
      std::string(kSameCallFields),
      Message(Item(R"({"legalMoves":{"position":{"variant":"chak"}}})")
                  .legal_moves()
                  .SerializeAsString()),
      std::string("\0\3\0\0\0\4\0\4\0\1\0\0", 12),
      std::string("\0\0\0\x08", 4),
      std::string(8, '\xff'),
      "",
  };
  const auto random_frame = [&] {
    constexpr uint32_t kTypes = 11;
    constexpr uint32_t kStreams = 40;
    std::string payload = payloads[below(std::size(payloads))];
    if (!payload.empty() && below(3) == 0) {
      payload[below(static_cast<uint32_t>(payload.size()))] = static_cast<char>(random());
    }
    if (below(8) == 0) payload.resize(below(300), static_cast<char>(random()));
    std::string frame = Frame(static_cast<FrameType>(below(kTypes)), static_cast<uint8_t>(random()),
                              below(kStreams), payload);
    // Occasionally the frame header itself is corrupt.
    if (below(50) == 0) frame[below(9)] = static_cast<char>(random());
    return frame;
  };
  const Sender::NextBytes next = [&](uint32_t* stream, std::string* bytes) {
    if (*stream == 0) *bytes = Preface();
    *stream = 1;
    for (uint32_t i = below(20); i > 0; --i) *bytes += random_frame();
  };
  return SendForever(attackers, next, stop);
}

v1::BatchRequest CostlyBundle() {
  v1::BatchRequest request;
  for (int i = 0; i < 1140; ++i) {
    *request.mutable_bundle()->add_items() =
        Item(R"({"renderBoard":{"position":{"variant":"chak"}}})");
  }
  return request;
}

int64_t FloodBundles(const Attackers& attackers, int streams, const std::stop_token& stop) {
  const std::string bundle = Message(CostlyBundle().SerializeAsString());
  const std::string fields = PathFields("/arbiter.v1.RulesService/Batch");
  struct Flooder {
    std::unique_ptr<Http2Client> client;
    std::vector<uint32_t> streams;
  };
  std::vector<Flooder> flooders(static_cast<size_t>(attackers.connections));
  int64_t received = 0;
  while (!stop.stop_requested()) {
    bool ended = false;
    for (Flooder& flooder : flooders) {
      if (flooder.client != nullptr && !flooder.client->alive()) {
        received += flooder.client->received_bytes();
        flooder = {};
        ended = true;
      }
      if (flooder.client == nullptr) {
        flooder.client = std::make_unique<Http2Client>(attackers.address, attackers.source);
        flooder.streams.resize(static_cast<size_t>(streams));
        for (uint32_t& stream : flooder.streams) stream = flooder.client->Open(fields);
      }
      for (uint32_t& stream : flooder.streams) {
        // Reopens a stream that the server has ended.
        if (flooder.client->Ended(stream)) {
          stream = flooder.client->Open(fields);
          ended = true;
        }
        if (flooder.client->Unsent(stream) < bundle.size()) flooder.client->Write(stream, bundle);
      }
      flooder.client->Work(milliseconds(1));
    }
    if (ended) std::this_thread::sleep_for(milliseconds(10));
  }
  for (const Flooder& flooder : flooders) {
    if (flooder.client != nullptr) received += flooder.client->received_bytes();
  }
  return received;
}

Tally FloodPerfts(const Attackers& attackers, int in_flight, const std::stop_token& stop) {
  constexpr std::chrono::minutes kTimeout(5);
  const Calls perft = {.method = "/arbiter.v1.RulesService/Perft",
                       .request = Item(R"({"perft":{"position":{"variant":"chak"},"depth":12}})")
                                      .perft()
                                      .SerializeAsString(),
                       .timeout = kTimeout};
  return Load::From(attackers.source, attackers.address, attackers.connections)
      .KeepUntil(perft, in_flight, stop);
}

std::vector<LargeRequest> RequestsOfManyValues() {
  constexpr size_t kValues = 2'000'000;
  const auto empty = [](char tag) { return Repeat(std::string{tag, '\0'}, kValues); };
  const auto request = [](const std::string& name, const std::string& method, std::string bytes) {
    return LargeRequest{.name = name,
                        .calls = {.method = "/arbiter.v1." + method, .request = std::move(bytes)}};
  };
  std::vector<LargeRequest> requests = {
      request("AnalyzeRequest.search_moves", "AnalysisService/Analyze", empty('\x22')),
      request("ReviewGameRequest.record.actions", "AnalysisService/ReviewGame",
              LengthDelimited('\x1a', empty('\x12'))),
      request("ApplyMovesRequest.actions", "RulesService/ApplyMoves", empty('\x12')),
      request("ApplyMovesRequest.elapsed_ms", "RulesService/ApplyMoves",
              LengthDelimited('\x2a', std::string(2 * kValues, '\0'))),
      request("ValidateGameRequest.record.actions", "RulesService/ValidateGame",
              LengthDelimited('\x1a', empty('\x12'))),
      request("ConvertMovesRequest.texts", "RulesService/ConvertMoves", empty('\x12')),
      request("RenderBoardRequest.arrows", "RulesService/RenderBoard", empty('\x2a')),
      request("RenderBoardRequest.highlights", "RulesService/RenderBoard", empty('\x32')),
      request("BatchRequest.bundle.items", "RulesService/Batch",
              LengthDelimited('\x6a', empty('\x0a'))),
  };
  requests.back().fails = false;
  return requests;
}

}  // namespace arbiter::testing
