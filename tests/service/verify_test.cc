// Two independent verifiers of finished Chakart games, `arbiter verify` and
// clients/node/verify.mjs, on games that keep to their seeds and on games that do not.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>

#include "arbiter/v1/game_file.pb.h"
#include "core/game/registry.h"
#include "core/random/random_stream.h"
#include "core/rules/strings.h"
#include "google/protobuf/util/json_util.h"
#include "tests/service/process.h"
#include "tests/support/random_play.h"

namespace arbiter::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr int kGames = 1000;

std::vector<std::string> Lines(const std::string& text) {
  std::vector<std::string> lines;
  for (size_t start = 0; start < text.size();) {
    const size_t end = std::min(text.find('\n', start), text.size());
    lines.push_back(text.substr(start, end - start));
    start = end + 1;
  }
  return lines;
}

// A random game, with or without its outcomes in the actions, to its end or a length of chance.
v1::GameFile PlayGame(Random& random) {
  static constexpr const char* kSetUps[] = {"standard", "symmetric", "asymmetric"};
  const int set_up = static_cast<int>(random.Below(3));
  std::string seed(kShortestSeed + random.Below(kLongestSeed - kShortestSeed + 1), '\0');
  for (char& byte : seed) byte = static_cast<char>(random.Below(256));
  const auto game = *(**FindVariant("chakart")).Start({{"setup", kSetUps[set_up]}}, seed, nullptr);

  v1::GameFile file;
  file.set_variant("chakart");
  file.mutable_options()->mutable_chakart()->set_setup(static_cast<v1::Setup>(set_up + 1));
  file.mutable_record()->set_seed(seed);
  if (random.OneIn(2)) file.mutable_record()->set_start_fen(game->Fen(FenStyle::kStandard));
  if (random.OneIn(2)) file.set_commitment(Commitment(seed));
  const bool outcomes = !random.OneIn(4);
  const size_t longest = 20 + random.Below(400);
  for (size_t i = 0; i < longest && !game->Adjudicate().end; ++i) {
    std::vector<std::string> open = TextsOf(*game);
    for (const ControlInfo& control : game->Controls()) {
      if (random.OneIn(200)) open = {control.action};
    }
    const std::string action = open[random.Below(open.size())];
    Applied applied;
    // A claim is listed only where it is granted, and so is all else.
    EXPECT_TRUE(game->Apply(action, seed, &applied).ok()) << action;
    file.mutable_record()->add_actions(outcomes ? applied.text : action);
  }
  const auto end = game->Adjudicate().end;
  file.set_claimed_result(end ? static_cast<v1::Result>(end->result) : v1::RESULT_ONGOING);
  return file;
}

// Breaks the promise of one game in some way; empty where the game does not have what that
// way changes, else what a verifier has to find.
std::string Forge(Random& random, v1::GameFile* file) {
  v1::Record& record = *file->mutable_record();
  switch (random.Below(5)) {
    case 0:
      file->set_commitment(Commitment(record.seed() + "!"));
      return "failed commitment:";
    case 1:
      file->set_claimed_result(file->claimed_result() == v1::RESULT_DRAW ? v1::RESULT_WHITE_WINS
                                                                         : v1::RESULT_DRAW);
      return "failed result:";
    case 2:
      record.set_seed("too short");
      file->clear_commitment();
      return "failed seed:";
    case 3:
      for (int i = 0; i < record.actions_size(); ++i) {
        std::string& action = *record.mutable_actions(i);
        const size_t egg = action.find("{egg=");
        if (egg == std::string::npos) continue;
        action = StrCat(action.substr(0, egg),
                        action.find("=chomp") == std::string::npos ? "{egg=chomp}" : "{egg=daisy}");
        return StrCat("failed action ", i, ":");
      }
      return "";
    default: {
      if (record.actions_size() == 0) return "";
      const auto last = record.actions_size() - 1;
      record.set_actions(last, "a1a1");
      return StrCat("failed action ", last, ":");
    }
  }
}

// The file of all games, and for each what its line has to begin with.
std::vector<std::string> WriteGames(const std::string& path) {
  Random random(91);
  std::vector<std::string> expected;
  std::ofstream out(path);
  for (int i = 0; i < kGames; ++i) {
    v1::GameFile file = PlayGame(random);
    std::string begins = i % 5 == 4 ? Forge(random, &file) : "";
    expected.push_back(begins.empty() ? "ok draws=" : begins);
    std::string json;
    EXPECT_TRUE(google::protobuf::util::MessageToJsonString(file, &json).ok());
    out << json << '\n';
  }
  return expected;
}

TEST(Verify, TwoVerifiersAgreeOnAThousandGames) {
  const std::string path = ::testing::TempDir() + "/arbiter_verify_games.jsonl";
  const std::vector<std::string> expected = WriteGames(path);
  const Finished ours = RunProgram({ARBITER_CLI, "verify", path});
  const Finished theirs = RunProgram({NODE, ARBITER_SOURCE_DIR "/clients/node/verify.mjs", path});
  std::remove(path.c_str());
  EXPECT_EQ(ours.exit_code, 1);
  EXPECT_EQ(theirs.exit_code, 1) << theirs.err;
  const std::vector<std::string> our_lines = Lines(ours.out);
  const std::vector<std::string> their_lines = Lines(theirs.out);
  ASSERT_EQ(our_lines.size(), expected.size());
  ASSERT_EQ(their_lines.size(), expected.size());
  int ok = 0;
  for (size_t i = 0; i < expected.size(); ++i) {
    EXPECT_THAT(our_lines[i], StartsWith(expected[i]));
    EXPECT_THAT(their_lines[i], StartsWith(expected[i]));
    if (expected[i] != "ok draws=") continue;
    ++ok;
    EXPECT_EQ(our_lines[i], their_lines[i]);
  }
  EXPECT_GT(ok, kGames * 3 / 4);
}

TEST(Verify, AGoodGameIsTheExitCode) {
  Random random(92);
  std::string json;
  ASSERT_TRUE(google::protobuf::util::MessageToJsonString(PlayGame(random), &json).ok());
  const Finished verified = RunProgram({ARBITER_CLI, "verify", "-", "--json"}, json);
  EXPECT_EQ(verified.exit_code, 0) << verified.err;
  EXPECT_THAT(verified.out, HasSubstr("\"ok\":true"));
  EXPECT_THAT(RunProgram({ARBITER_CLI, "verify", "-"}, "{").out, StartsWith("failed file: "));
}

}  // namespace
}  // namespace arbiter::testing
