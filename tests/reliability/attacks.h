#ifndef ARBITER_TESTS_RELIABILITY_ATTACKS_H_
#define ARBITER_TESTS_RELIABILITY_ATTACKS_H_

#include <chrono>
#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

#include "tests/support/server/load.h"

// Clients that no library is. Each attack sends what it can with little work of its own, from one
// thread, until it is told to stop; connections that the server breaks off are opened again unless
// it says otherwise.
namespace arbiter::testing {

// Not the address of honest clients, which is 127.0.0.1.
inline constexpr char kAttackerAddress[] = "127.0.0.66";

struct Attackers {
  // Of the server.
  std::string address;
  int connections = 1;
  std::string source = kAttackerAddress;
};

// --- Connections that are opened, send something and then hold what they have.

// Streams of this path with header fields and no message, on a connection that does not acknowledge
// how many it may have.
std::string SilentStreams(const std::string& path, int streams,
                          const std::string& more_fields = "");
// Calls of this path with this request, whose answers the client leaves no window for; it does
// acknowledge.
std::string UnreadAnswers(const std::string& path, const std::string& request, int streams);
// Opens connections that each send one of `openings` in turn, and holds them. `again`: whether
// connections that are broken off are replaced. Returns how many were broken off.
int SendAndHold(const Attackers& attackers, const std::vector<std::string>& openings, bool again,
                const std::stop_token& stop);
// Opens streams without a message, as many on a connection as the server allows and `streams` at
// most, and reads what comes.
void HoldAllowedStreams(const Attackers& attackers, const std::string& path, int streams,
                        const std::stop_token& stop);

// --- Connections that send without end; these return how many were broken off.

// Header blocks that go on for ever (CONTINUATION flood).
int SendEndlessHeaders(const Attackers& attackers, const std::stop_token& stop);
// Calls that are taken back as soon as they are made (rapid reset, CVE-2023-44487).
int ResetRapidly(const Attackers& attackers, const std::stop_token& stop);
// Calls that the server has to take back, since an invalid frame follows each (CVE-2025-8671).
int ProvokeResets(const Attackers& attackers, const std::stop_token& stop);
// The same frames again and again, once a first call has been made as stream 1.
int FloodFrames(const Attackers& attackers, const std::string& frames, const std::stop_token& stop);
// Frames of every type, most of them nearly right, on connections that begin as they should.
int SendRandomFrames(const Attackers& attackers, const std::stop_token& stop);

// This many header fields that gRPC can't read: `:method` without a value.
std::string InvalidFields(int count);

// --- Calls that ask for much work.

// Batch streams, this many on each connection, with bundles of 1,140 boards to render: 13.7 KB
// that take some 30 ms. All answers are read. Returns how many bytes of them came.
int64_t FloodBundles(const Attackers& attackers, int streams, const std::stop_token& stop);
// Keeps this many Perfts of depth 12 under way for this time, then waits for the last, for twenty
// seconds at most.
Tally FloodPerfts(const Attackers& attackers, int in_flight, std::chrono::milliseconds time);

// --- Requests of four million bytes and millions of values.

struct LargeRequest {
  // What is repeated: `AnalyzeRequest.search_moves`.
  std::string name;
  Calls calls;
  // Whether the call fails; where it does not, its answer says what was wrong.
  bool fails = true;
};
std::vector<LargeRequest> RequestsOfManyValues();

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_RELIABILITY_ATTACKS_H_
