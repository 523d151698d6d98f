#ifndef ARBITER_TESTS_RELIABILITY_ATTACKS_H_
#define ARBITER_TESTS_RELIABILITY_ATTACKS_H_

#include <cstdint>
#include <functional>
#include <limits>
#include <stop_token>
#include <string>
#include <vector>

#include "arbiter/v1/rules_service.pb.h"
#include "tests/support/server/load.h"

// Clients that misuse HTTP/2 and gRPC as no library does. Each attack runs on one thread, at little
// cost to the attacker, until `stop` is requested. It replaces connections that the server closes.
namespace arbiter::testing {

// The address that attacks come from by default. Honest clients use 127.0.0.1.
inline constexpr char kAttackerAddress[] = "127.0.0.66";

struct Attackers {
  // The address of the server.
  std::string address;
  int connections = 1;
  // The address that the connections come from.
  std::string source = kAttackerAddress;
  // The number of bytes per second that an endless attack sends on all its connections together.
  double bytes_per_second = std::numeric_limits<double>::infinity();
};

// An attack with a name, for tests that carry out several of them.
struct Attack {
  std::string name;
  // The number of connections that the attack is meant for.
  int connections = 1;
  // Returns the number of bytes that it sent or received, or of calls that it made.
  std::function<int64_t(const Attackers& attackers, const std::stop_token& stop)> run;
};

// Returns the attacks that break the rules of HTTP/2, or keep them in a way that calls for work
// without any request.
std::vector<Attack> AttacksOnTransport();

// --- Attacks that open connections, send something and then hold the streams open.

// Returns the bytes that open a connection and this many streams without a message. The connection
// never acknowledges the server's settings, which limit its streams.
std::string SilentStreams(const std::string& path, int streams,
                          const std::string& more_fields = "");
// Returns the bytes that open a connection and make this many calls, without a flow-control window
// for their responses. The connection acknowledges the server's settings.
std::string UnreadResponses(const std::string& path, const std::string& request, int streams);
// Opens connections, sends one of `openings` in turn on each, and holds the connections open. Those
// that the server closes are replaced only if `again` is true. Returns the number of bytes that
// were sent completely.
int64_t SendAndHold(const Attackers& attackers, const std::vector<std::string>& openings,
                    bool again, const std::stop_token& stop);
// Opens as many streams without a message on each connection as the server allows, but at most
// `streams`, and reads everything that the server sends.
void HoldAllowedStreams(const Attackers& attackers, const std::string& path, int streams,
                        const std::stop_token& stop);

// --- Attacks that send without end. They return the number of bytes that they sent.

// Sends header blocks that never end (CONTINUATION flood).
int64_t SendEndlessHeaders(const Attackers& attackers, const std::stop_token& stop);
// How a header block begins.
enum class BlockStart {
  kPlain,
  // HEADERS has the PRIORITY flag and no payload, and CONTINUATION has the fields. gRPC 1.51
  // expects the five bytes of the priority in HEADERS only. A parser that expects them in
  // CONTINUATION skips the beginning of the first field, and takes all others for the name of a
  // single field.
  kEmptyPriority,
  // A HEADERS frame of an even stream comes first, and ends inside the first field. gRPC 1.51 opens
  // no stream, but keeps the beginning of the field for the next header block. A parser that begins
  // afresh there takes all other fields for the name of a single field.
  kUnfinishedField,
};
// Makes calls with 64,000 fields of one byte each, which repeat a field of the HPACK table.
// gRPC 1.51 takes about 160 bytes for each, and limits them only for clients that have acknowledged
// its settings. `value` is the value of that field if `start` is kPlain.
int64_t RepeatField(const Attackers& attackers, BlockStart start, const std::string& value,
                    const std::stop_token& stop);
// Makes calls and resets each of them at once (rapid reset, CVE-2023-44487).
int64_t ResetRapidly(const Attackers& attackers, const std::stop_token& stop);
// Makes calls that the server has to reset because an invalid frame follows each (CVE-2025-8671).
int64_t ProvokeResets(const Attackers& attackers, const std::stop_token& stop);
// Begins a call on stream 1, and then sends the same frames over and over.
int64_t FloodFrames(const Attackers& attackers, const std::string& frames,
                    const std::stop_token& stop);
// Sends random frames of every type, most of them almost valid, after a valid connection preface.
int64_t SendRandomFrames(const Attackers& attackers, const std::stop_token& stop);

// Returns this many header fields that gRPC cannot parse: `:method` without a value.
std::string InvalidFields(int count);

// --- Attacks whose calls cause much work.

// Returns a bundle of 1,140 boards to render. It has 13.7 KB and takes the server about 30 ms.
v1::BatchRequest CostlyBundle();
// Keeps `streams` Batch streams open on each connection and sends costly bundles. Reads all
// responses and returns their size in bytes.
int64_t FloodBundles(const Attackers& attackers, int streams, const std::stop_token& stop);
// Keeps `in_flight` Perft calls of depth 12 in flight, then waits for the last one. They have a
// deadline that is longer than the server's own limit in any test.
Tally FloodPerfts(const Attackers& attackers, int in_flight, const std::stop_token& stop);

// --- Requests of four million bytes and millions of values.

struct LargeRequest {
  // The field that has millions of values, such as `AnalyzeRequest.search_moves`.
  std::string name;
  Calls calls;
  // Whether the call fails; if it does not, its response reports the error.
  bool fails = true;
};
// Returns requests that each have millions of values in one repeated field.
std::vector<LargeRequest> RequestsOfManyValues();

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_RELIABILITY_ATTACKS_H_
