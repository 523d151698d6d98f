#ifndef ARBITER_TESTS_RELIABILITY_ATTACKS_H_
#define ARBITER_TESTS_RELIABILITY_ATTACKS_H_

#include <chrono>
#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

#include "arbiter/v1/rules_service.pb.h"
#include "tests/support/server/load.h"

// Clients that misuse HTTP/2 and gRPC as no library does. Each attack runs on one thread, at little
// cost to the attacker, until `stop` is requested. It replaces connections that the server closes,
// unless its comment says otherwise.
namespace arbiter::testing {

// The address that attacks come from by default. Honest clients use 127.0.0.1.
inline constexpr char kAttackerAddress[] = "127.0.0.66";

struct Attackers {
  // The address of the server.
  std::string address;
  int connections = 1;
  // The address that the connections come from.
  std::string source = kAttackerAddress;
};

// --- Attacks that open connections, send something and then hold the streams open.

// Returns the bytes that open a connection and this many streams without a message. The connection
// never acknowledges the server's settings, which limit its streams.
std::string SilentStreams(const std::string& path, int streams,
                          const std::string& more_fields = "");
// Returns the bytes that open a connection and make this many calls, without a flow-control window
// for their responses. The connection acknowledges the server's settings.
std::string UnreadResponses(const std::string& path, const std::string& request, int streams);
// Opens connections, sends one of `openings` in turn on each, and holds the connections open. Those
// that the server closes are replaced only if `again` is true. Returns the number of connections
// that the server closed.
int SendAndHold(const Attackers& attackers, const std::vector<std::string>& openings, bool again,
                const std::stop_token& stop);
// Opens as many streams without a message on each connection as the server allows, but at most
// `streams`, and reads everything that the server sends.
void HoldAllowedStreams(const Attackers& attackers, const std::string& path, int streams,
                        const std::stop_token& stop);

// --- Attacks that send without end. They return the number of connections that the server closed.

// Sends header blocks that never end (CONTINUATION flood).
int SendEndlessHeaders(const Attackers& attackers, const std::stop_token& stop);
// Makes calls and resets each of them at once (rapid reset, CVE-2023-44487).
int ResetRapidly(const Attackers& attackers, const std::stop_token& stop);
// Makes calls that the server has to reset because an invalid frame follows each (CVE-2025-8671).
int ProvokeResets(const Attackers& attackers, const std::stop_token& stop);
// Begins a call on stream 1, and then sends the same frames over and over.
int FloodFrames(const Attackers& attackers, const std::string& frames, const std::stop_token& stop);
// Sends random frames of every type, most of them almost valid, after a valid connection preface.
int SendRandomFrames(const Attackers& attackers, const std::stop_token& stop);

// Returns this many header fields that gRPC cannot parse: `:method` without a value.
std::string InvalidFields(int count);

// --- Attacks whose calls cause much work.

// Returns a bundle of 1,140 boards to render. It has 13.7 KB and takes the server about 30 ms.
v1::BatchRequest CostlyBundle();
// Keeps `streams` Batch streams open on each connection and sends costly bundles. Reads all
// responses and returns their size in bytes.
int64_t FloodBundles(const Attackers& attackers, int streams, const std::stop_token& stop);
// Keeps `in_flight` Perft calls of depth 12 in flight for `time`. Each call has a deadline of 20
// seconds.
Tally FloodPerfts(const Attackers& attackers, int in_flight, std::chrono::milliseconds time);

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
