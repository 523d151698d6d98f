#include "tests/service/verifiers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "core/base/strings.h"
#include "core/random/random_stream.h"
#include "google/protobuf/util/json_util.h"
#include "tests/support/temporary_file.h"

namespace arbiter::testing {
namespace {

using ::testing::StartsWith;

}  // namespace

std::vector<std::string> Lines(const std::string& text) {
  std::vector<std::string> lines;
  for (size_t start = 0; start < text.size();) {
    const size_t end = std::min(text.find('\n', start), text.size());
    lines.push_back(text.substr(start, end - start));
    start = end + 1;
  }
  return lines;
}

std::vector<v1::ResultLine> ResultLines(const std::string& text) {
  std::vector<v1::ResultLine> results;
  for (const std::string& line : Lines(text)) {
    const auto status = google::protobuf::util::JsonStringToMessage(line, &results.emplace_back());
    EXPECT_TRUE(status.ok()) << status.ToString() << '\n' << line;
  }
  return results;
}

std::string RandomSeed(Random& random) {
  std::string seed(kMinSeedSize + random.Below(kMaxSeedSize - kMinSeedSize + 1), '\0');
  for (char& byte : seed) byte = static_cast<char>(random.Below(256));
  return seed;
}

void Forge(Random& random, const std::function<int(v1::Record& record)>& forge_draw,
           VerifiedGame* game) {
  v1::GameFile& file = game->file;
  v1::Record& record = *file.mutable_record();
  switch (random.Below(5)) {
    case 0:
      file.set_commitment(Commitment(record.seed() + "!"));
      game->begins = "failed commitment:";
      return;
    case 1:
      file.set_claimed_result(file.claimed_result() == v1::RESULT_DRAW ? v1::RESULT_WHITE_WINS
                                                                       : v1::RESULT_DRAW);
      game->begins = "failed result:";
      return;
    case 2:
      record.set_seed("too short");
      file.clear_commitment();
      game->begins = "failed seed:";
      return;
    case 3:
      if (const int action = forge_draw(record); action >= 0) {
        game->begins = StrCat("failed action ", action, ":");
      }
      return;
    default:
      if (record.actions_size() == 0) return;
      const int last = record.actions_size() - 1;
      record.set_actions(last, "a1a1");
      game->begins = StrCat("failed action ", last, ":");
  }
}

std::string ToJson(const v1::GameFile& file) {
  std::string json;
  EXPECT_TRUE(google::protobuf::util::MessageToJsonString(file, &json).ok());
  return json;
}

Verdicts RunVerifiers(const std::vector<std::string>& paths) {
  Command ours = {ARBITER_CLI, "verify"};
  Command theirs = {NODE, ARBITER_SOURCE_DIR "/clients/node/verify.mjs"};
  for (Command* command : {&ours, &theirs}) {
    command->insert(command->end(), paths.begin(), paths.end());
  }
  Verdicts verdicts = {.ours = RunProgram(ours), .theirs = RunProgram(theirs)};
  verdicts.our_lines = Lines(verdicts.ours.out);
  verdicts.their_lines = Lines(verdicts.theirs.out);
  return verdicts;
}

void ExpectVerifiersAgree(const std::vector<VerifiedGame>& games) {
  std::string lines;
  for (const VerifiedGame& game : games) lines += ToJson(game.file) + "\n";
  const TemporaryFile file(lines);
  const auto [ours, theirs, our_lines, their_lines] = RunVerifiers({file.path()});
  EXPECT_EQ(ours.exit_code, 1);
  EXPECT_EQ(theirs.exit_code, 1) << theirs.err;
  ASSERT_EQ(our_lines.size(), games.size());
  ASSERT_EQ(their_lines.size(), games.size());
  size_t in_order = 0;
  for (size_t i = 0; i < games.size(); ++i) {
    EXPECT_THAT(our_lines[i], StartsWith(games[i].begins)) << ToJson(games[i].file);
    EXPECT_THAT(their_lines[i], StartsWith(games[i].begins)) << ToJson(games[i].file);
    if (!games[i].begins.starts_with(kInOrder)) continue;
    ++in_order;
    EXPECT_EQ(our_lines[i], their_lines[i]) << ToJson(games[i].file);
  }
  EXPECT_GT(in_order, games.size() / 3);
}

}  // namespace arbiter::testing
