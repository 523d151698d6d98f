// Snapshots that the server seals with --snapshot-keys.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <string>

#include "tests/support/server/analysis_client.h"
#include "tests/support/server/client.h"
#include "tests/support/server/requests.h"
#include "tests/support/server/server_process.h"
#include "tests/support/temporary_file.h"

namespace arbiter::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

constexpr char kOldKey[] = "old QUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUE=\n";
constexpr char kNewKey[] = "new QkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkI=\n";
constexpr char kMove[] =
    R"({"id":"x","applyMoves":{"position":{"variant":"makruk"},"actions":["e3e4"]}})";

std::string SnapshotFrom(const ServerProcess& server) {
  return Client(server.address()).Call(Item(kMove)).apply_moves().state().snapshot();
}

v1::BatchRequest LegalAt(const std::string& snapshot) {
  v1::BatchRequest item;
  item.mutable_legal_moves()->mutable_position()->set_variant("makruk");
  item.mutable_legal_moves()->mutable_position()->set_snapshot(snapshot);
  return item;
}

// Returns the error message if the server refuses the snapshot; empty if it accepts it.
std::string Refusal(const ServerProcess& server, const std::string& snapshot) {
  const google::rpc::Status status = Client(server.address()).Call(LegalAt(snapshot)).status();
  if (status.code() == 0) return "";
  EXPECT_EQ(DetailOf<google::rpc::ErrorInfo>(status).reason(), "BAD_SNAPSHOT");
  EXPECT_EQ(DetailOf<google::rpc::BadRequest>(status).field_violations(0).field(),
            "position.snapshot");
  return status.message();
}

TEST(SealedSnapshots, ReplicasWithTheSameKeysAnswerIdenticallyAndOpenEachOthersSnapshots) {
  const TemporaryFile keys(kOldKey);
  const ServerProcess first({"--snapshot-keys", keys.path()});
  const ServerProcess second({"--snapshot-keys", keys.path()});
  Client one(first.address());
  Client two(second.address());
  for (const v1::BatchRequest& item : SampleItems()) {
    EXPECT_EQ(one.Call(item).SerializeAsString(), two.Call(item).SerializeAsString())
        << item.DebugString();
  }
  const std::string snapshot = SnapshotFrom(first);
  EXPECT_THAT(snapshot, StartsWith("ARBX"));
  EXPECT_THAT(snapshot, Not(HasSubstr("makruk")));
  EXPECT_EQ(Refusal(second, snapshot), "");
}

TEST(SealedSnapshots, ForeignUnsealedAndChangedSnapshotsAreRefused) {
  const TemporaryFile keys(kOldKey);
  const TemporaryFile other_keys(kNewKey);
  const ServerProcess sealing({"--snapshot-keys", keys.path()});
  const ServerProcess foreign({"--snapshot-keys", other_keys.path()});
  const ServerProcess plain;
  const std::string sealed = SnapshotFrom(sealing);
  EXPECT_THAT(Refusal(plain, sealed), HasSubstr("is sealed, and this server has no keys"));
  EXPECT_THAT(Refusal(foreign, sealed), HasSubstr("a key that this server does not have"));
  EXPECT_THAT(Refusal(sealing, SnapshotFrom(plain)), HasSubstr("is not sealed"));
  EXPECT_THAT(Refusal(sealing, sealed.substr(0, sealed.size() - 1)), HasSubstr("was changed"));
  std::string changed = sealed;
  changed[40] = static_cast<char>(changed[40] ^ 1);
  EXPECT_THAT(Refusal(sealing, changed), HasSubstr("was changed"));
}

TEST(SealedSnapshots, EveryMethodThatTakesAPositionAcceptsSealedSnapshots) {
  const TemporaryFile keys(kOldKey);
  const ServerProcess server({"--snapshot-keys", keys.path()});
  Client client(server.address());
  v1::Position position;
  position.set_variant("makruk");
  position.set_snapshot(SnapshotFrom(server));
  std::vector<v1::BatchRequest> items = {Item(R"({"legalMoves":{}})"),
                                         Item(R"({"applyMoves":{"actions":["e6e5"]}})"),
                                         Item(R"({"enumerateOutcomes":{"action":"e6e5"}})"),
                                         Item(R"({"adjudicate":{}})"),
                                         Item(R"({"convertMoves":{"texts":["e6e5"]}})"),
                                         Item(R"({"renderBoard":{}})"),
                                         Item(R"({"perft":{"depth":1}})")};
  *items[0].mutable_legal_moves()->mutable_position() = position;
  *items[1].mutable_apply_moves()->mutable_position() = position;
  *items[2].mutable_enumerate_outcomes()->mutable_position() = position;
  *items[3].mutable_adjudicate()->mutable_position() = position;
  *items[4].mutable_convert_moves()->mutable_position() = position;
  *items[5].mutable_render_board()->mutable_position() = position;
  *items[6].mutable_perft()->mutable_position() = position;
  for (const v1::BatchRequest& item : items) {
    EXPECT_FALSE(client.Call(item).has_status()) << client.Call(item).DebugString();
  }
  for (const v1::BatchResponse& answer : client.Batch(items)) {
    EXPECT_FALSE(answer.has_status()) << answer.DebugString();
  }
  v1::AnalyzeRequest analyze = AnalysisToDepth("makruk", 2);
  *analyze.mutable_position() = position;
  AnalysisClient analysis(server.address());
  EXPECT_EQ(analysis.Analyze(analyze).status.code(), 0);
  const auto session = analysis.Session();
  session->Analyze("a", analyze);
  EXPECT_TRUE(session->ReadTo("a").back().update().has_best_move());
}

TEST(SealedSnapshots, KeysCanBeRotatedWhileTheServerRuns) {
  const TemporaryFile keys(kOldKey);
  const ServerProcess server({"--snapshot-keys", keys.path()});
  const std::string old_one = SnapshotFrom(server);
  keys.Write(std::string(kNewKey) + kOldKey);
  ASSERT_TRUE(EventuallyLogs(server, "reloaded", 1)) << server.Log();
  const std::string new_one = SnapshotFrom(server);
  EXPECT_NE(new_one, old_one);
  EXPECT_EQ(Refusal(server, old_one), "");
  EXPECT_EQ(Refusal(server, new_one), "");

  keys.Write("nonsense\n");
  ASSERT_TRUE(EventuallyLogs(server, "cannot reload; the old contents stay in use", 1));
  EXPECT_EQ(SnapshotFrom(server), new_one);

  keys.Write(kNewKey);
  server.Signal(SIGHUP);
  ASSERT_TRUE(EventuallyLogs(server, "reloaded", 2));
  EXPECT_EQ(Refusal(server, new_one), "");
  EXPECT_THAT(Refusal(server, old_one), HasSubstr("does not have"));
}

TEST(SealedSnapshots, ABadKeyFilePreventsTheStart) {
  const TemporaryFile keys("k1 short\n");
  const ProgramResult checked =
      RunProgram({ARBITERD, "--validate", "--snapshot-keys", keys.path()});
  EXPECT_EQ(checked.exit_code, 2);
  EXPECT_THAT(checked.err,
              HasSubstr("--snapshot-keys: '" + keys.path() + "': line 1 has an invalid key"));
  const ProgramResult started =
      RunProgram({ARBITERD, "--listen", "127.0.0.1:0", "--snapshot-keys", keys.path()});
  EXPECT_EQ(started.exit_code, 1);
  EXPECT_THAT(started.err, HasSubstr("--snapshot-keys"));
  EXPECT_THAT(started.err, Not(HasSubstr("short")));
}

}  // namespace
}  // namespace arbiter::testing
