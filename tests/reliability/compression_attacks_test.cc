// Messages that are small on the wire and a thousand times as large in memory.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <chrono>
#include <iostream>
#include <optional>
#include <string>
#include <vector>

#include "tests/reliability/attacks.h"
#include "tests/reliability/http2_client.h"
#include "tests/reliability/target.h"
#include "tests/support/process_facts.h"
#include "tests/support/server/raw_connection.h"
#include "tests/support/server/status_codes.h"
#include "tests/support/waiting.h"

namespace arbiter::testing {
namespace {

constexpr int64_t kMaxGrowthMib = 5;

// The uncompressed message: 128 blocks of 16 MiB of zeros, a little more than 2 MiB compressed.
constexpr size_t kBlockBytes = size_t{16} << 20;
constexpr int kBlocks = 128;
// zlib's code for a stream without a header.
constexpr int kRawDeflate = -15;

// Returns one block as raw DEFLATE (RFC 1951). It ends on a byte boundary and does not refer to
// earlier data, so it can be repeated.
std::string CompressedBlock() {
  std::string zeros(kBlockBytes, '\0');
  std::string compressed(kBlockBytes / 512, '\0');
  z_stream stream = {};
  deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, kRawDeflate, 8, Z_DEFAULT_STRATEGY);
  stream.next_in = reinterpret_cast<Bytef*>(zeros.data());
  stream.avail_in = static_cast<uInt>(zeros.size());
  stream.next_out = reinterpret_cast<Bytef*>(compressed.data());
  stream.avail_out = static_cast<uInt>(compressed.size());
  deflate(&stream, Z_FULL_FLUSH);
  compressed.resize(compressed.size() - stream.avail_out);
  deflateEnd(&stream);
  return compressed;
}

// Returns the processor time that decompressing one block takes.
std::chrono::nanoseconds CostOfOneBlock() {
  const std::string block = CompressedBlock();
  std::string zeros(kBlockBytes, '\0');
  const std::chrono::nanoseconds before = CpuTimeOf(getpid());
  z_stream stream = {};
  inflateInit2(&stream, kRawDeflate);
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(block.data()));
  stream.avail_in = static_cast<uInt>(block.size());
  stream.next_out = reinterpret_cast<Bytef*>(zeros.data());
  stream.avail_out = static_cast<uInt>(zeros.size());
  inflate(&stream, Z_SYNC_FLUSH);
  inflateEnd(&stream);
  return CpuTimeOf(getpid()) - before;
}

void AppendNumber(uLong number, bool big_endian, std::string* out) {
  for (int byte = 0; byte < 4; ++byte) {
    out->push_back(static_cast<char>(number >> (8 * (big_endian ? 3 - byte : byte))));
  }
}

// Returns the compressed message in gRPC's encoding `gzip` (RFC 1952) or `deflate` (RFC 1950).
std::string CompressionBomb(bool gzip) {
  constexpr char kGzipHeader[] = "\x1f\x8b\x08\0\0\0\0\0\0\x03";
  constexpr char kEndOfDeflate[] = "\x03";
  const std::string block = CompressedBlock();
  const std::string zeros(kBlockBytes, '\0');
  const auto* bytes = reinterpret_cast<const Bytef*>(zeros.data());
  const uLong sum_of_block = gzip ? crc32(0, bytes, kBlockBytes) : adler32(1, bytes, kBlockBytes);
  std::string bomb = gzip ? std::string(kGzipHeader, 10) : "\x78\xda";
  uLong sum = gzip ? 0 : 1;
  for (int i = 0; i < kBlocks; ++i) {
    bomb += block;
    sum = gzip ? crc32_combine(sum, sum_of_block, kBlockBytes)
               : adler32_combine(sum, sum_of_block, kBlockBytes);
  }
  bomb.append(kEndOfDeflate, 2);
  AppendNumber(sum, !gzip, &bomb);
  if (gzip) AppendNumber(kBlockBytes * kBlocks, false, &bomb);
  return bomb;
}

struct Encoding {
  // The value of `grpc-encoding`; if empty, the header field is not sent.
  std::string name;
  // The message with gRPC's five-byte prefix.
  std::string message;
};

struct Outcome {
  bool ended = false;
  // The gRPC status; std::nullopt if the stream was reset or the connection was closed.
  std::optional<int> status;
  int64_t received_bytes = 0;
  int64_t growth_mib = 0;
  std::chrono::nanoseconds cpu{0};
};

// Sends a message on a new connection.
Outcome Send(const Target& target, const std::string& path, const Encoding& encoding) {
  const PeakMemory memory(target.server().pid());
  const std::chrono::nanoseconds before = CpuTimeOf(target.server().pid());
  Http2Client client(target.address(), kAttackerAddress);
  std::string fields = PathFields(path);
  if (!encoding.name.empty()) fields += Field("grpc-encoding", encoding.name);
  const uint32_t stream = client.Open(fields);
  client.Write(stream, encoding.message, true);
  Outcome outcome;
  outcome.ended = client.WorkUntilEnded(stream, kPatience);
  outcome.status = client.StatusOf(stream);
  outcome.received_bytes = client.received_bytes();
  outcome.growth_mib = memory.growth_mib();
  outcome.cpu = CpuTimeOf(target.server().pid()) - before;
  return outcome;
}

// One method of each kind: unary, bidirectional and server streaming, and the services that gRPC
// itself provides.
constexpr const char* kPaths[] = {
    "/arbiter.v1.RulesService/LegalMoves",
    "/arbiter.v1.RulesService/Batch",
    "/arbiter.v1.AnalysisService/Analyze",
    "/arbiter.v1.AnalysisService/Session",
    "/grpc.health.v1.Health/Check",
    "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo",
};

class CompressionAttacks : public ::testing::TestWithParam<Route> {
 protected:
  CompressionAttacks() {
    // Sends uncompressed messages of the same size in advance, so that the server already holds the
    // memory that such messages need. Their first round is not timed.
    for (int i = 0; i < 2; ++i) {
      for (const char* path : kPaths) {
        const Outcome plain = Send(target_, path, {.name = "", .message = Message(garbage_)});
        if (i > 0) plain_cpu_ = std::max(plain_cpu_, plain.cpu);
      }
    }
  }

  // Sends the message to each method and expects it to be refused without being decompressed.
  void ExpectRefused(const Encoding& encoding) {
    int64_t max_mib = 0;
    double max_ms = 0;
    std::string statuses;
    for (const char* path : kPaths) {
      Outcome outcome = Send(target_, path, encoding);
      // Other work costs milliseconds now and then; decompression would take as long every time.
      for (int again = 0; again < 2; ++again) {
        outcome.cpu = std::min(outcome.cpu, Send(target_, path, encoding).cpu);
      }
      const double ms = std::chrono::duration<double, std::milli>(outcome.cpu).count();
      statuses += (outcome.status.has_value() ? std::to_string(*outcome.status) : "none") + " ";
      EXPECT_TRUE(outcome.ended) << path;
      EXPECT_NE(outcome.status, 0) << path;
      const bool named = !encoding.name.empty() && encoding.name != "identity";
      if (named) {
        EXPECT_EQ(outcome.status, kUnimplemented) << path;
      }
      EXPECT_EQ(outcome.received_bytes, 0) << path;
      max_mib = std::max(max_mib, outcome.growth_mib);
      max_ms = std::max(max_ms, ms);
      // If the test has failed, skips the remaining methods, which would take as long.
      if (max_mib > kMaxGrowthMib) break;
    }
    const double plain_ms = std::chrono::duration<double, std::milli>(plain_cpu_).count();
    std::cout << "grpc-encoding '" << encoding.name << "', " << encoding.message.size()
              << " bytes: at most +" << max_mib << " MiB and " << max_ms << " ms of CPU ("
              << plain_ms << " ms without compression); statuses " << statuses << "\n";
    EXPECT_LE(max_mib, kMaxGrowthMib);
    const std::chrono::duration<double, std::milli> one_block = CostOfOneBlock();
    EXPECT_LE(max_ms, plain_ms + one_block.count())
        << "the server has decompressed more than one block of " << kBlocks;
  }

  static std::string Compressed(const std::string& bytes) {
    std::string message = Message(bytes);
    message[0] = 1;
    return message;
  }

  const Target target_{GetParam()};
  const std::string garbage_ = std::string(size_t{1} << 21, '\0');
  // The maximum processor time of an uncompressed message.
  std::chrono::nanoseconds plain_cpu_{0};
};

TEST_P(CompressionAttacks, ADeflateMessageIsRefusedWithoutDecompression) {
  ExpectRefused({.name = "deflate", .message = Compressed(CompressionBomb(false))});
}

TEST_P(CompressionAttacks, AGzipMessageIsRefusedWithoutDecompression) {
  ExpectRefused({.name = "gzip", .message = Compressed(CompressionBomb(true))});
}

TEST_P(CompressionAttacks, ACompressedMessageWithoutAnEncodingIsRefused) {
  ExpectRefused({.name = "", .message = Compressed(CompressionBomb(true))});
}

TEST_P(CompressionAttacks, ACompressedMessageWithTheIdentityEncodingIsRefused) {
  ExpectRefused({.name = "identity", .message = Compressed(CompressionBomb(true))});
}

// The tests above would also pass on a server that refuses everything.
TEST_P(CompressionAttacks, AnUncompressedMessageWithTheIdentityEncodingIsServed) {
  const Outcome outcome =
      Send(target_, "/grpc.health.v1.Health/Check", {.name = "identity", .message = Message("")});
  EXPECT_TRUE(outcome.ended);
  EXPECT_EQ(outcome.status, 0);
}

INSTANTIATE_TEST_SUITE_P(All, CompressionAttacks, BothRoutes(), NameOfRoute);

}  // namespace
}  // namespace arbiter::testing
