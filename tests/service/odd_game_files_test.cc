// Game files that could be read in several ways, or not at all. The two verifiers must give the
// same answer to each of them: if one reads a game where the other reads another game or none, an
// attacker chooses the verifier that says what suits them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/escaping.h"
#include "arbiter/v1/game_file.pb.h"
#include "core/base/strings.h"
#include "core/random/random_stream.h"
#include "google/protobuf/descriptor.h"
#include "google/protobuf/struct.pb.h"
#include "google/protobuf/util/json_util.h"
#include "tests/service/command_line.h"
#include "tests/service/verifiers.h"
#include "tests/support/temporary_file.h"

namespace arbiter::testing {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::Value;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;

// A file, and the beginning of each line that both verifiers print about it.
struct OddFile {
  std::string content;
  std::vector<std::string> lines;
};

// The bytes 0 to 15.
constexpr char kSeed[] = R"("seed":"AAECAwQFBgcICQoLDA0ODw==")";
constexpr char kOk[] = "ok draws=0 result=ONGOING fen=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

// Returns a game of Chakart with these fields.
std::string Game(const std::string& fields) {
  return StrCat(R"({"variant":"chakart")", fields.empty() ? "" : ",", fields, "}");
}

// Returns a game of Chakart with a seed and these fields.
std::string Seeded(const std::string& fields) {
  return Game(StrCat("\"record\":{", kSeed, "}", fields.empty() ? "" : ",", fields));
}

// Returns a game of Chakart with a seed and these fields in its record.
std::string WithRecord(const std::string& fields) {
  return Game(StrCat("\"record\":{", kSeed, ",", fields, "}"));
}

// Returns a game of Chpok with bids, a seed and these options.
std::string Bidding(const std::string& options) {
  return StrCat(R"({"variant":"chpok","options":{"chpok":{)", options, "}},\"record\":{", kSeed,
                "}}");
}

std::string Repeat(std::string_view text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

// Returns all of a line that both verifiers must print alike: the whole report on a game in order,
// or the part of the game that is not.
std::string Verdict(const std::string& line) {
  return line.starts_with("ok ") ? line : line.substr(0, line.find(':'));
}

void ExpectAnswers(const std::vector<OddFile>& files, int exit_code) {
  std::vector<std::unique_ptr<TemporaryFile>> written;
  std::vector<std::string> paths;
  std::vector<std::pair<std::string, std::string>> expected;
  for (const OddFile& file : files) {
    paths.push_back(written.emplace_back(std::make_unique<TemporaryFile>(file.content))->path());
    for (const std::string& line : file.lines) {
      expected.emplace_back(line, Printable(file.content, 200));
    }
  }
  const auto [ours, theirs, our_lines, their_lines] = RunVerifiers(paths);
  EXPECT_EQ(ours.exit_code, exit_code) << ours.err;
  EXPECT_EQ(theirs.exit_code, exit_code) << theirs.err;
  ASSERT_EQ(our_lines.size(), expected.size()) << ours.out;
  ASSERT_EQ(their_lines.size(), expected.size()) << theirs.out;
  for (size_t i = 0; i < expected.size(); ++i) {
    const auto& [begins, content] = expected[i];
    EXPECT_THAT(our_lines[i], StartsWith(begins)) << content;
    EXPECT_THAT(their_lines[i], StartsWith(begins)) << content;
    EXPECT_EQ(Verdict(our_lines[i]), Verdict(their_lines[i])) << content;
  }
}

// Expects both verifiers to give the same verdict on each game, and to find both good and bad ones.
void ExpectSameVerdicts(const std::vector<std::string>& games) {
  std::string lines;
  for (const std::string& game : games) lines += game + "\n";
  const TemporaryFile file(lines);
  const auto [ours, theirs, our_lines, their_lines] = RunVerifiers({file.path()});
  EXPECT_EQ(ours.exit_code, 1) << ours.err;
  EXPECT_EQ(theirs.exit_code, 1) << theirs.err;
  ASSERT_EQ(our_lines.size(), games.size());
  ASSERT_EQ(their_lines.size(), games.size());
  size_t in_order = 0;
  for (size_t i = 0; i < games.size(); ++i) {
    in_order += our_lines[i].starts_with("ok ") ? 1 : 0;
    EXPECT_EQ(Verdict(our_lines[i]), Verdict(their_lines[i])) << games[i] << "\n"
                                                              << our_lines[i] << "\n"
                                                              << their_lines[i];
  }
  EXPECT_GT(in_order, 0U);
}

// Two readings: a program that keeps the first of repeated fields sees another game than one that
// keeps the last.
TEST(OddGameFiles, RepeatedFieldsAreRefusedWithTheirPath) {
  const std::string repeated = ": the field is repeated; give it once";
  ExpectAnswers(
      {
          {WithRecord(R"("actions":["e2e3"],"actions":["resign"])"),
           {"failed file: record.actions" + repeated}},
          {WithRecord(R"("actions":["e2e3"],"act\u0069ons":["resign"])"),
           {"failed file: record.actions" + repeated}},
          {WithRecord(R"("actions":["e2e3"],"actions":["e2e3"])"),
           {"failed file: record.actions" + repeated}},
          {WithRecord(R"("actions":null,"actions":["e2e3"])"),
           {"failed file: record.actions" + repeated}},
          {WithRecord(R"("actions":[],"actions":[])"), {"failed file: record.actions" + repeated}},
          {WithRecord(R"("startFen":"","start_fen":"")"),
           {"failed file: record.start_fen" + repeated}},
          {WithRecord(R"("start_fen":"","\u0073tartFen":"")"),
           {"failed file: record.start_fen" + repeated}},
          {WithRecord(R"("elapsed_ms":[],"elapsedMs":[])"),
           {"failed file: record.elapsed_ms" + repeated}},
          {Seeded(R"("variant":"chakart")"), {"failed file: variant" + repeated}},
          {Seeded(R"("record":{})"), {"failed file: record" + repeated}},
          {Seeded(R"("claimedResult":"RESULT_DRAW","claimed_result":"RESULT_ONGOING")"),
           {"failed file: claimed_result" + repeated}},
          {Seeded(R"("options":{"chakart":{},"chakart":{}})"),
           {"failed file: options.chakart" + repeated}},
          {Seeded(R"("options":{"chakart":{"setup":1,"setup":1}})"),
           {"failed file: options.chakart.setup" + repeated}},
          {Seeded(R"("options":{"chakart":{},"chpok":{}})"),
           {"failed file: options.chpok: `chakart` is given, too; give only one of them"}},
          {Bidding(R"("features":{"width":8,"width":9})"),
           {"failed file: options.chpok.features.width" + repeated}},
          // The first error counts, unless a later one is of the syntax.
          {WithRecord(R"("seed":"","actions":[1])"), {"failed file: record.seed" + repeated}},
          {Game(R"("variant":"chpok","x")"), {"failed file: not JSON: line 1, column 43: "}},
      },
      1);
}

TEST(OddGameFiles, UnknownFieldsAreRefusedWithTheirPath) {
  const std::string unknown = ": unknown field (";
  ExpectAnswers(
      {
          {R"({"actions":["e2e3"],"actions":["resign"]})", {"failed file: actions" + unknown}},
          {Seeded(R"("note":"")"), {"failed file: note" + unknown}},
          {Seeded(R"("note":null)"), {"failed file: note" + unknown}},
          {Seeded(R"("outcomes":[{"seed":""}])"), {"failed file: outcomes" + unknown}},
          {Seeded(R"("Variant":"chakart")"), {"failed file: Variant" + unknown}},
          {Seeded(R"("claimed_Result":1)"), {"failed file: claimed_Result" + unknown}},
          {Seeded(R"("":1)"), {R"(failed file: "")" + unknown}},
          {Seeded(R"("a\nok":1)"), {"failed file: a?ok" + unknown}},
          {Seeded(StrCat("\"", Repeat("x", 1000), "\":1")),
           {StrCat("failed file: ", Repeat("x", 40), "…: unknown field (")}},
          {Seeded(R"("__proto__":{"variant":"chpok"})"), {"failed file: __proto__" + unknown}},
          {Seeded(R"("constructor":1)"), {"failed file: constructor" + unknown}},
          {Seeded(R"("@type":"arbiter.v1.GameFile")"), {"failed file: @type" + unknown}},
          {WithRecord(R"("comment":"x")"), {"failed file: record.comment" + unknown}},
          {Seeded(R"("options":{"chess":{}})"), {"failed file: options.chess" + unknown}},
          {Seeded(R"("options":{"chakart":{"chips":1}})"),
           {"failed file: options.chakart.chips" + unknown}},
          {Bidding(R"("features":{"flying":true})"),
           {"failed file: options.chpok.features.flying" + unknown}},
      },
      1);
}

TEST(OddGameFiles, ValuesOfOtherTypesAreRefusedWithTheirPath) {
  const std::string chips =
      "failed file: options.chpok.chips: must be an integer from 0 to 4294967295";
  const std::string elapsed =
      "failed file: record.elapsed_ms[0]: must be an integer from -9223372036854775808 to "
      "9223372036854775807";
  const std::string seed = "failed file: record.seed: must be a string in base64";
  const auto timed = [](const std::string& time) {
    return WithRecord(StrCat(R"("actions":["e2e4"],"elapsedMs":[)", time, "]"));
  };
  const auto seeded = [](const std::string& text) {
    return Game(StrCat(R"("record":{"seed":)", text, "}"));
  };
  ExpectAnswers(
      {
          {R"({"variant":1})", {"failed file: variant: must be a string"}},
          {Game(R"("record":[])"), {"failed file: record: must be an object"}},
          {Game(R"("record":"")"), {"failed file: record: must be an object"}},
          {WithRecord(R"("actions":"e2e4")"), {"failed file: record.actions: must be an array"}},
          {WithRecord(R"("actions":{})"), {"failed file: record.actions: must be an array"}},
          {WithRecord(R"("actions":["e2e4",null])"),
           {"failed file: record.actions[1]: must be a string"}},
          {WithRecord(R"("actions":[["e2e4"]])"),
           {"failed file: record.actions[0]: must be a string"}},
          {WithRecord(R"("startFen":false)"), {"failed file: record.start_fen: must be a string"}},
          {Bidding(R"("skipBidding":1)"),
           {"failed file: options.chpok.skip_bidding: must be true or false"}},
          {Bidding(R"("skipBidding":"true")"),
           {"failed file: options.chpok.skip_bidding: must be true or false"}},
          // Integers.
          {Bidding(R"("chips":-1)"), {chips}},
          {Bidding(R"("chips":1.5)"), {chips}},
          {Bidding(R"("chips":4294967296)"), {chips}},
          {Bidding(R"("chips":1e400)"), {chips}},
          {Bidding(StrCat("\"chips\":", Repeat("9", 100'000))), {chips}},
          {Bidding(R"("chips":"")"), {chips}},
          {Bidding(R"("chips":" 1")"), {chips}},
          {Bidding(R"("chips":"01")"), {chips}},
          {Bidding(R"("chips":"+1")"), {chips}},
          {Bidding(R"("chips":"1e1")"), {chips}},
          {Bidding(R"("chips":"0x1")"), {chips}},
          {Bidding(R"("chips":true)"), {chips}},
          {timed("9223372036854775808"), {elapsed}},
          {timed("\"-9223372036854775809\""), {elapsed}},
          {timed("9007199254740992.0"), {elapsed}},
          {timed("null"), {elapsed}},
          {timed("-2"),
           {"failed file: record.elapsed_ms[0]: a time is a number of milliseconds, or -1 if"}},
          {timed("1,1"), {"failed file: record.elapsed_ms: there are 2 times for 1 actions"}},
          // Enumerations.
          {Seeded(R"("claimedResult":"DRAW")"),
           {"failed file: claimed_result: unknown value 'DRAW' ("}},
          {Seeded(R"("claimedResult":"result_draw")"),
           {"failed file: claimed_result: unknown value 'result_draw' ("}},
          {Seeded(R"("claimedResult":"4")"), {"failed file: claimed_result: unknown value '4' ("}},
          {Seeded(R"("claimedResult":"")"), {"failed file: claimed_result: unknown value '' ("}},
          {Seeded(R"("claimedResult":7)"), {"failed file: claimed_result: unknown value '7' ("}},
          {Seeded(R"("claimedResult":-1)"), {"failed file: claimed_result: unknown value '-1' ("}},
          {Seeded(R"("claimedResult":1.5)"),
           {"failed file: claimed_result: unknown value '1.5' ("}},
          {Seeded(R"("claimedResult":true)"),
           {"failed file: claimed_result: must be the name or the number of a value"}},
          {Seeded(R"("claimedResult":4)"), {"failed result: "}},
          // Base64.
          {seeded(R"("!")"), {seed}},
          {seeded(R"("AAECAwQFBgcICQoLDA0ODw=")"), {seed}},
          {seeded(R"("AAECAwQFBgcICQoLDA0ODw===")"), {seed}},
          {seeded(R"("AAECAwQFBgcICQoLDA0OD")"), {seed}},
          {seeded(R"("AAECAwQFBgcICQoLDA0ODx==")"), {seed}},
          {seeded(R"(" AAECAwQFBgcICQoLDA0ODw==")"), {seed}},
          {seeded(R"("AAECAwQFBgcICQoL\nDA0ODw==")"), {seed}},
          {seeded(R"("AAECAwQFBgcICQoLDA0ODw..")"), {seed}},
          {seeded(R"("====")"), {seed}},
          {seeded(R"([0,1,2])"), {seed}},
          {Seeded(R"("commitment":"?")"), {"failed file: commitment: must be a string in base64"}},
          // Values of the right type that mean nothing.
          {"{}", {"failed seed: the record has no seed"}},
          {Game(""), {"failed seed: the record has no seed"}},
          {Game(R"("record":null)"), {"failed seed: the record has no seed"}},
          {seeded("null"), {"failed seed: the record has no seed"}},
          {seeded(R"("")"), {"failed seed: the record has no seed"}},
          {seeded(R"("AAEC")"), {"failed seed: "}},
          {Seeded(R"("commitment":"AAEC")"), {"failed commitment: "}},
          {Seeded(R"("options":{"makruk":{}})"), {"failed file: "}},
          {Bidding(R"("chips":100)"), {"failed file: "}},
          {WithRecord(R"("actions":[""])"), {"failed action 0: ''"}},
          {WithRecord(R"("actions":["e2e4",""])"), {"failed action 1: ''"}},
          {WithRecord(R"("actions":["{}"])"), {"failed action 0: "}},
          {WithRecord(R"("actions":["{"])"), {"failed action 0: "}},
          {WithRecord(R"("actions":[" "])"), {"failed action 0: "}},
          {WithRecord(R"("actions":["e2e4\u0000"])"), {"failed action 0: "}},
          {WithRecord(R"("actions":["e2e4\nok draws=0"])"), {"failed action 0: "}},
          {WithRecord(R"("actions":["e2e4{\nok}"])"), {"failed action 0: e2e4{"}},
          {WithRecord(R"("startFen":" ")"), {"failed start: "}},
          {Seeded(R"("committedStartFen":" ")"), {"failed start: committed_start_fen: "}},
      },
      1);
}

// A seed of hexadecimal digits alone is also valid base64 of other bytes, which start another game.
// Only a commitment tells which is meant.
TEST(OddGameFiles, R3_TheCommitmentTellsWhetherASeedIsHexadecimalOrBase64) {
  const auto game = [](const std::string& seed, const std::string& commitment) {
    return Game(StrCat(R"("record":{"seed":")", seed, "\"}",
                       commitment.empty() ? "" : R"(,"commitment":")", commitment,
                       commitment.empty() ? "" : "\""));
  };
  const auto hex = [](const std::string& bytes) { return absl::BytesToHexString(bytes); };
  const auto base64 = [](const std::string& bytes) { return absl::Base64Escape(bytes); };
  const std::string seed(32, '\x5A');
  const std::string commitment = Commitment(seed);
  // 24 bytes, of which this is the base64, and 16 bytes, of which these are the hexadecimal digits.
  const std::string either = "0123456789abcdefABCDEF0123456789";
  std::string as_base64;
  ASSERT_TRUE(absl::Base64Unescape(either, &as_base64));
  const std::string as_hex = absl::HexStringToBytes(either);
  ExpectAnswers(
      {
          {game(hex(seed), hex(commitment)), {kOk}},
          {game(hex(seed), base64(commitment)), {kOk}},
          {game(UpperCase(hex(seed)), UpperCase(hex(commitment))), {kOk}},
          {game(base64(seed), hex(commitment)), {kOk}},
          {game(hex(std::string(64, 'x')), hex(Commitment(std::string(64, 'x')))), {kOk}},
          // Not a multiple of four digits, so not base64 either.
          {game(hex(std::string(17, 'x')), hex(Commitment(std::string(17, 'x')))), {kOk}},
          {game(either, base64(Commitment(as_base64))), {kOk}},
          {game(either, base64(Commitment(as_hex))), {kOk}},
          // 16 bytes in base64 with padding, which hexadecimal digits do not have.
          {game("0123456789abcdefABCDEA==", ""), {kOk}},
      },
      0);
  const std::string untold =
      "failed file: record.seed: hexadecimal digits could also be base64 of other bytes, and there "
      "is no commitment that tells which is meant; write the seed in base64";
  const std::string neither =
      "failed file: record.seed: neither as hexadecimal digits nor as base64 is it the seed of the "
      "commitment (R3)";
  ExpectAnswers(
      {
          {game(hex(seed), ""), {untold}},
          {game(UpperCase(hex(seed)), ""), {untold}},
          {game(hex(seed).substr(1), ""), {untold}},
          {game(hex(std::string(17, 'x')), ""), {untold}},
          {game(either, ""), {untold}},
          {game("0123456789abcdefABCDEA", ""), {untold}},
          {game(Repeat("0", 100'000), ""), {untold}},
          {game(hex(seed), hex(Commitment("x"))), {neither}},
          {game(hex(seed).substr(1), hex(commitment)), {neither}},
          {game(hex(seed), hex(commitment).substr(2)), {neither}},
          {game(hex(seed), "AAEC"), {neither}},
          {game(Repeat("0", 100'000), hex(commitment)), {neither}},
          {game(hex(std::string(15, 'x')), hex(Commitment(std::string(15, 'x')))), {neither}},
          {game(base64(seed), hex(Commitment("x"))),
           {"failed commitment: it is not the SHA-256 of the seed (R3)"}},
          {game(base64(seed), hex(commitment).substr(1)),
           {"failed commitment: it is not the SHA-256 of the seed (R3)"}},
          // Errors of the JSON come first.
          {StrCat(R"({"record":{"seed":")", hex(seed), R"("},"x":1})"),
           {"failed file: x: unknown field"}},
          {StrCat(R"({"record":{"seed":")", hex(seed), R"(","elapsedMs":[1]}})"), {untold}},
      },
      1);
}

TEST(OddGameFiles, TextsThatAreNoJsonAreRefusedWithThePlace) {
  const std::string at = "failed file: not JSON: line 1, column ";
  const std::string utf8 = "failed file: not UTF-8 text";
  ExpectAnswers(
      {
          {"", {at + "1: expected a value"}},
          {" \r\n\t\n ", {"failed file: not JSON: line 3, column 2: expected a value"}},
          {"{", {at + "2: expected a name in double quotes"}},
          {"[]", {"failed file: not a JSON object"}},
          {"null", {"failed file: not a JSON object"}},
          {"\"{}\"", {"failed file: not a JSON object"}},
          {"\xEF\xBB\xBF" + Seeded(""), {at + "1: expected a value"}},
          {"\xC2\xA0" + Seeded(""), {at + "1: expected a value"}},
          {Seeded("") + std::string(1, '\0'), {at + "67: expected the end of the text"}},
          {Seeded("") + "x", {at + "67: expected the end of the text"}},
          {Seeded("") + Seeded(""), {at + "67: expected the end of the text"}},
          {Seeded("") + ",", {at + "67: expected the end of the text"}},
          {Game("") + "// a comment", {at + "22: expected the end of the text"}},
          {"{/**/}", {at + "2: expected a name in double quotes"}},
          {R"({"variant":"chakart",})", {at + "22: expected a name in double quotes"}},
          {R"({"record":{"actions":["e2e4",]}})", {at + "30: expected a value"}},
          {R"({"record":{"actions":["e2e4" "e2e4"]}})", {at + "30: expected ',' or ']'"}},
          {R"({"variant" "chakart"})", {at + "12: expected ':'"}},
          {R"({"variant":"chakart" "record":{}})", {at + "22: expected ',' or '}'"}},
          {"{'variant':'chakart'}", {at + "2: expected a name in double quotes"}},
          {R"({variant:"chakart"})", {at + "2: expected a name in double quotes"}},
          {R"({"variant":chakart})", {at + "12: expected a value"}},
          {R"({"variant":undefined})", {at + "12: expected a value"}},
          {R"({"variant":NaN})", {at + "12: expected a value"}},
          {R"({"variant":True})", {at + "12: expected a value"}},
          {R"({"variant":tru})", {at + "12: expected a value"}},
          {R"({"variant":"chakart)", {at + "20: expected '\"' at the end of the string"}},
          {"{\"variant\":\"cha\nkart\"}", {at + "16: control characters in a string must be"}},
          {"{\"variant\":\"cha\tkart\"}", {at + "16: control characters in a string must be"}},
          {R"({"é":"\x"})", {at + "7: unknown escape sequence"}},
          {R"({"variant":"\u12"})", {at + "13: unknown escape sequence"}},
          {R"({"variant":"\u12G4"})", {at + "13: unknown escape sequence"}},
          {R"({"variant":"\u+123"})", {at + "13: unknown escape sequence"}},
          {R"({"variant":"\)", {at + "13: unknown escape sequence"}},
          {R"({"variant":"\ud83d"})", {at + "13: a surrogate must be part of a pair"}},
          {R"({"variant":"\ud83dx"})", {at + "13: a surrogate must be part of a pair"}},
          {R"({"variant":"\ude00"})", {at + "13: a surrogate must be part of a pair"}},
          {R"({"variant":"\ude00\ud83d"})", {at + "13: a surrogate must be part of a pair"}},
          {R"({"variant":"\ud83d\ud83d"})", {at + "13: a surrogate must be part of a pair"}},
          {R"({"\ud83d":1})", {at + "3: a surrogate must be part of a pair"}},
          {R"({"x":01})", {at + "6: the number is not valid"}},
          {R"({"x":-})", {at + "6: the number is not valid"}},
          {R"({"x":-01})", {at + "6: the number is not valid"}},
          {R"({"x":1.})", {at + "6: the number is not valid"}},
          {R"({"x":1e})", {at + "6: the number is not valid"}},
          {R"({"x":1.5e+})", {at + "6: the number is not valid"}},
          {R"({"x":+1})", {at + "6: expected a value"}},
          {R"({"x":.5})", {at + "6: expected a value"}},
          {R"({"x":0x1})", {at + "7: expected ',' or '}'"}},
          {R"({"x":-Infinity})", {at + "6: the number is not valid"}},
          {"{\"x\":\n  \"😀\" 1}", {"failed file: not JSON: line 2, column 7: expected ',' or"}},
          {"{\"x\":" + Repeat("[", 100), {at + "105: more than 100 levels of nesting"}},
          {Repeat("{\"x\":", 101), {at + "501: more than 100 levels of nesting"}},
          {Repeat("[", 1'000'000), {at + "101: more than 100 levels of nesting"}},
          {"{\"x\":" + Repeat("[", 99) + Repeat("]", 99) + "}", {"failed file: x: unknown field"}},
          // Invalid UTF-8: a stray byte, an overlong form, a surrogate, too large, cut off, UTF-16.
          {Seeded("\"note\":\"\xFF\""), {utf8}},
          {Seeded("\"note\":\"\xC0\xAF\""), {utf8}},
          {Seeded("\"note\":\"\xED\xA0\x80\""), {utf8}},
          {Seeded("\"note\":\"\xF4\x90\x80\x80\""), {utf8}},
          {Seeded("") + "\xE2\x82", {utf8}},
          {std::string("\xFF\xFE{\0}\0", 6), {utf8}},
          {Seeded("") + "\n{\"x\":\"\xFF\"}\n", {utf8}},
      },
      1);
}

TEST(OddGameFiles, UnusualFormsThatAreProtoJsonAreRead) {
  ExpectAnswers(
      {
          {Seeded(""), {kOk}},
          {"\r\n\t " + Seeded("") + " \n\n", {kOk}},
          {Seeded(R"("commitment":null,"claimedResult":null,"options":null)"), {kOk}},
          {Seeded(R"("commitment":"","options":{},"committedStartFen":"")"), {kOk}},
          {Seeded(R"("options":{"chakart":null,"chpok":null})"), {kOk}},
          {Seeded(R"("options":{"chpok":null,"chakart":{"setup":null}})"), {kOk}},
          {Seeded(R"("options":{"chakart":{"setup":0},"drawPolicy":0})"), {kOk}},
          {Seeded(R"("claimed_result":1.0)"), {kOk}},
          {Seeded(R"("claimedResult":"RESULT_UNSPECIFIED")"), {kOk}},
          {WithRecord(R"("actions":null,"startFen":null,"elapsedMs":null)"), {kOk}},
          {WithRecord(R"("actions":[],"elapsed_ms":[])"), {kOk}},
          {WithRecord(R"("act\u0069ons":[])"), {kOk}},
          {R"({"variant":"\u0063hakart","record":{"seed":"AAECAwQFBgcICQoLDA0ODw"}})", {kOk}},
          // The same seed in both alphabets, without and with padding.
          {R"({"variant":"chakart","record":{"seed":"-_-_-_-_-_-_-_-_-_-_-w"}})", {kOk}},
          {R"({"variant":"chakart","record":{"seed":"+/+/+/+/+/+/+/+/+/+/+w=="}})", {kOk}},
          {Bidding(R"("chips":"2")"), {"ok draws=0 result=ONGOING fen=bidding"}},
          {Bidding(R"("chips":2e0,"minutesMax":10.0)"), {"ok draws=0 result=ONGOING fen=bidding"}},
          {Bidding(R"("chips":15,"white":"BIDDER_UNSPECIFIED","features":{},"minutes":null)"),
           {"ok draws=0 result=ONGOING fen=bidding"}},
          {R"({"variant":"chpok","record":{"actions":["raise white +1"],)" + std::string(kSeed) +
               R"(,"elapsedMs":[9223372036854775807]}})",
           {"ok draws=0 result=OPPONENT_WINS fen=bidding"}},
          // JSON Lines, also with CRLF and empty lines.
          {Seeded("") + "\n" + Seeded(""), {kOk, kOk}},
          {"\r\n" + Seeded("") + "\r\n \t\r\n" + Seeded("") + "\r\n", {kOk, kOk}},
          // A large file.
          {Repeat(" ", 3 << 20) + Seeded("") + Repeat("\n", 3 << 20), {kOk}},
      },
      0);
}

// A line that cannot be read must not hide the others, wherever it is.
TEST(OddGameFiles, LinesOfJsonLinesAreReadOneByOne) {
  const std::string no_json = "failed file: not JSON: line 1, column ";
  ExpectAnswers(
      {{"{\n" + Seeded(""), {no_json + "2: ", kOk}},
       {Seeded("") + "\nx\n" + Seeded(R"("x":1)") + "\n[]\n" + Seeded(""),
        {kOk, no_json + "1: ", "failed file: x: ", "failed file: not a JSON object", kOk}},
       {"[]\n[]", {"failed file: not JSON: line 2, column 1: expected the end"}}},
      1);
}

// A reader must see whether anything shows that the seed was chosen before the game.
TEST(OddGameFiles, AnswerSaysWhetherTheCommitmentWasChecked) {
  const TemporaryFile with(
      Seeded(R"("commitment":"vkXLJgW/Nr695oSEGijw/UPGmFCj3OX+26aZKO46iZE=")"));
  const TemporaryFile without(Seeded(""));
  const Verdicts verdicts = RunVerifiers({with.path(), without.path()});
  for (const auto& lines : {verdicts.our_lines, verdicts.their_lines}) {
    EXPECT_THAT(lines, ElementsAre(EndsWith("; commitment: checked"),
                                   EndsWith("; commitment: none given")));
  }
  EXPECT_THAT(Out({"verify", with.path(), "--json"}), HasSubstr(R"("commitmentChecked":true)"));
}

// A device such as /dev/zero was read until the memory was full.
TEST(OddGameFiles, FilesAreReadOnlyToABound) {
  const Verdicts verdicts = RunVerifiers({"/dev/zero"});
  EXPECT_EQ(verdicts.ours.exit_code, 1);
  EXPECT_EQ(verdicts.theirs.exit_code, 1);
  const std::string line =
      "failed file: cannot read /dev/zero: it is larger than 256 MiB, the limit for such a file";
  EXPECT_THAT(verdicts.our_lines, ElementsAre(line));
  EXPECT_THAT(verdicts.their_lines, ElementsAre(line));
}

// Calls `emit` with each of `replacements` in place of each value in `value`, at any depth, and
// without each field.
// NOLINTNEXTLINE(misc-no-recursion): as deep as the value.
void ForEachChange(const std::vector<Value>& replacements, const std::function<void()>& emit,
                   Value* value) {
  const Value original = *value;
  for (const Value& replacement : replacements) {
    *value = replacement;
    emit();
  }
  *value = original;
  for (const auto& [name, field] : original.struct_value().fields()) {
    auto& fields = *value->mutable_struct_value()->mutable_fields();
    fields.erase(name);
    emit();
    fields[name] = field;
    ForEachChange(replacements, emit, &fields[name]);
  }
  for (int i = 0; i < original.list_value().values_size(); ++i) {
    ForEachChange(replacements, emit, value->mutable_list_value()->mutable_values(i));
  }
}

Value ParseValue(const std::string& json) {
  Value value;
  EXPECT_TRUE(google::protobuf::util::JsonStringToMessage(json, &value).ok()) << json;
  return value;
}

// Returns the games as JSON, each of them followed by all its changes.
std::vector<std::string> WithAllChanges(const std::vector<std::string>& games) {
  std::vector<Value> replacements;
  for (const char* json : {"null", "\"\"", "\" \"", "\"x\"", "\"{\"", "\"{}\"", "0", "-1", "1e300",
                           "true", "[]", "[\"\"]", "[null]", "{}", "{\"\":null}"}) {
    replacements.push_back(ParseValue(json));
  }
  std::vector<std::string> changed;
  for (const std::string& game : games) {
    changed.push_back(game);
    Value root = ParseValue(game);
    const auto emit = [&] {
      std::string& json = changed.emplace_back();
      EXPECT_TRUE(google::protobuf::util::MessageToJsonString(root, &json).ok());
    };
    for (auto& [name, field] : *root.mutable_struct_value()->mutable_fields()) {
      ForEachChange(replacements, emit, &field);
    }
  }
  return changed;
}

// An action without a text ended the program, because no answer describes it.
TEST(OddGameFiles, AnyFieldMayBeMissingEmptyOrOfAnotherType) {
  const std::vector<std::string> games = WithAllChanges(
      {WithRecord(R"("actions":["e2e4","b8c6{}","resign"],"startFen":"4k3/8/8/8/8/8/8/4K3 w 0")"),
       R"({"variant":"chpok","options":{"drawPolicy":"DRAW_POLICY_CLAIM","chpok":{"chips":1}},)"
       R"("record":{"actions":["raise white +1","match white{white=challenger,time=10+5}","e2e4",)"
       R"("resign"],"seed":"AQgPFh0kKzI5QEdOVVxjanF4f4aNlJuiqbC3vsXM09o=",)"
       R"("elapsedMs":["2500","4000","1200","-1"]},)"
       R"("commitment":"jHMcGZsTDLCWyukSneBoDGHmBgbtXDunLrrFitavbfM=",)"
       R"("claimedResult":"RESULT_WHITE_WINS"})",
       StrCat(R"({"variant":"chpok","options":{"chpok":{"skipBidding":true,"minutes":5,"bonus":3,)",
              R"("trackClocks":true,"homeRow":"RNBQKBNR","features":{"width":8,"hill":true,)",
              R"("points":"1020000"}}},"record":{"actions":["e2e4"],)", kSeed,
              R"(},"committedStartFen":""})")});
  EXPECT_GT(games.size(), 500U);
  ExpectSameVerdicts(games);
}

// Returns a text as a string in JSON.
std::string JsonText(const std::string& text) {
  Value value;
  value.set_string_value(text);
  std::string json;
  EXPECT_TRUE(google::protobuf::util::MessageToJsonString(value, &json).ok());
  return json;
}

// Returns a game that starts from this FEN or bidding text.
std::string StartingFrom(const std::string& variant, const std::string& start) {
  return StrCat(R"({"variant":")", variant, R"(","record":{)", kSeed, R"(,"startFen":)",
                JsonText(start), "}}");
}

// The JavaScript verifier read the braces with JSON.parse(), which keeps the last of repeated keys,
// and did not refuse every position that is impossible.
TEST(OddGameFiles, PositionsOfChakartHaveOneReading) {
  std::vector<OddFile> files;
  const auto add = [&](const std::string& fen, const std::string& begins) {
    const std::string committed = Seeded(StrCat(R"("committedStartFen":)", JsonText(fen)));
    files.push_back({StartingFrom("chakart", fen), {begins}});
    if (begins == "failed start: ")
      files.push_back({committed, {begins + "committed_start_fen: "}});
  };
  const std::string board = "4k3/8/8/8/8/8/8/4K3 w 4 ";
  for (const char* braces : {R"({})",
                             R"({ })",
                             R"({"flags":"1111","flags":"0000"})",
                             R"({"fl\u0061gs":"1111"})",
                             R"({"flags": "1111"})",
                             R"({"flags":"11111"})",
                             R"({"flags":"1111","passes":0})",
                             R"({"flags":"1111","passes":1.0})",
                             R"({"flags":"1111","passes":1e0})",
                             R"({"flags":"1111","passes":3})",
                             R"({"flags":"1111","passes":1,"passes":2})",
                             R"({"passes":1,"flags":"1111"})",
                             R"({"flags":"1111","passes":1,"pending":"swap"})",
                             R"({"flags":"1111","pending":""})",
                             R"({"flags":"1111","pending":"drop:p"})",
                             R"({"flags":"1111","pending":"promotion:e8,"})",
                             R"({"flags":"1111","pending":"swap,promotion:e8"})",
                             R"({"flags":"1111","x":null})",
                             R"({"flags":"1111","pending":"again","passes":1})",
                             R"({"flags":"1111"}})"}) {
    add(board + braces, "failed start: ");
  }
  for (const char* fen :
       {"44/8/8/8/8/8/8/k6K w 0", "11111k2/8/8/8/8/8/8/4K3 w 0", "k7/9/8/8/8/8/8/7K w 0",
        R"(4k3/8/8/8/8/8/8/8 w 4 {"flags":"1111","pending":"swap"})",
        R"(8/8/8/8/8/8/8/7K w 4 {"flags":"1111","pending":"promotion:a8"})",
        R"(4k3/8/8/3i4/8/8/8/3QK3 w 4 {"flags":"1111"})",
        R"(4k3/8/8/3i4/8/8/8/3QK3 w 4 {"flags":"1110","passes":1})",
        R"(4k3/8/8/3i4/8/8/8/3QK3 b 4 {"flags":"1110"})"}) {
    add(fen, "failed start: ");
  }
  const std::string full = Repeat("RRRRRRRR/", 7) + "kRRRRRRK w 4 ";
  add(full + R"({"flags":"1111","pending":"drop:q"})", "failed start: ");
  for (const char* fen :
       {R"(4k3/8/8/8/8/8/8/4K3 w 4 {"flags":"0101","pending":"drop:k"})",
        R"(4P2k/8/8/8/8/8/8/7K w 10 {"flags":"1111","pending":"promotion:e8,swap"})",
        R"(7l/8/8/8/8/8/8/7L w 10 {"flags":"1111","passes":1})",
        R"(4k3/8/8/3i4/8/8/8/3QK3 w 4 {"flags":"1110"})", "4k3/8/8/8/8/8/8/8 w 4",
        // Blanks and missing fields at the end do not matter (F4).
        R"(4k3/8/8/8/8/8/8/4K3 w 4 {"flags":"1111"} )", " 4k3/8/8/8/8/8/8/4K3\t w "}) {
    add(fen, "ok draws=0 result=");
  }
  ExpectAnswers(files, 1);
}

// The JavaScript verifier allowed clocks on which a bonus is no longer exact. `arbiter verify` read
// positions after the last move, and clocks that nobody has before a first bid.
TEST(OddGameFiles, PositionsOfChpokHaveOneReading) {
  std::vector<OddFile> files;
  const auto add = [&](const std::string& fen, const std::string& begins) {
    files.push_back({StartingFrom("chpok", fen), {begins}});
  };
  const std::string start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR ";
  for (const char* fields :
       {"w - 1,1 0,0 0,0 0,0 1 {d=0;tc=1+1;clock=9007199254740991,9007199254740991}",
        "w - 1,1 0,0 0,0 0,0 1 {d=0;tc=1+1;clock=1000000000001,0}",
        "w - 1,1 0,0 0,0 0,0 1 {xf=hill,hill;d=0}", "w - 1,1 0,0 0,0 0,0 1 {xf=width=8;d=0}",
        "w - 1,1 0,0 0,0 0,0 1 {xf=points=1020000,;d=0}", "w - 1,1 0,0 0,0 0,0 1 {d=0;d=0}",
        "w - 1,1 0,0 0,0 0,0 1 {xf=points=102000;d=0}", "w - 1,1 0,0 0,0 0,0 1 {tc=1+1;d=0}",
        "w - 1,1 0,0 0,0 0,0 1 {}", "w - 1,1 0,0 0,0 0,0 1 {xf=-;d=0}",
        "w - 1,1 0,0 0,0 0,0 1 {d=-0}", "w - 1,1 0,0 0,0 0,0 890", "b - 1,1 0,0 0,0 0,0 889",
        "w - 1,1 0,0 0,0 0,0 12 {xf=moves=10}"}) {
    add(start + fields, "failed start: ");
  }
  const auto bidding = [](const std::string& targets, const std::string& rest) {
    return StrCat("bidding ", targets, " xf=0,0:- ", rest);
  };
  const std::string fresh = "turn=challenger chips=2,2 white=0,0:- time=0,0:- home=0,0:RNBQKBNR";
  const std::string raised = "turn=opponent chips=1,2 white=0,0:- time=0,0:- home=1,0:";
  for (const std::string& text :
       {bidding(fresh, "ply=0 {clock=100001,0}"), bidding(fresh, "ply=0 {clock=200001,0}"),
        bidding(fresh, "ply=0 {clock=1,1"), bidding(fresh, "ply=0 {}"), bidding(fresh, "ply=00"),
        bidding(raised + "KKKKKK", "ply=1"), bidding(raised + "QQQQQQQQ", "ply=1"),
        bidding(raised + "KKKKKKKK", "ply=1 {clock=0,100001}")}) {
    add(text, "failed start: ");
  }
  for (const std::string& text :
       {bidding(fresh, "ply=0"), bidding(fresh, "ply=0 {clock=100000,99999}"),
        bidding(raised + "KKKKKKKK", "ply=1 {clock=200000,100000}"),
        start + "w - 1,1 0,0 0,0 0,0 889", start + "w - 1,1 0,0 0,0 0,0 1 {tc=1+1;clock=1,1}",
        // Blanks and missing fields at the end do not matter, and a move number may be 0 (F4).
        StrCat(" ", start, " w"), start + "w - 1,1  0,0", start + "w - 1,1 0,0 0,0 0,0 0",
        bidding(fresh, " ply=0 ")}) {
    add(text, "ok draws=0 result=");
  }
  // A clock that is full gains no bonus.
  files.push_back(
      {StrCat(R"({"variant":"chpok","record":{)", kSeed,
              R"(,"actions":["e2e4"],"elapsedMs":[0],"startFen":)",
              JsonText(start + "w - 1,1 0,0 0,0 0,0 1 {tc=1+1;clock=1000000000000,0}"), "}}"),
       {"ok draws=0 result=ONGOING"}});
  // The start of a game without options, with clocks.
  const std::string usual =
      "bidding turn=challenger chips=15,15 white=0,0:- time=0,0:- home=0,0:RNBQKBNR xf=0,0:- ply=0";
  add(usual + " {clock=100000,100000}", "ok draws=0 result=ONGOING fen=bidding");
  ExpectAnswers(files, 1);
}

// The JavaScript verifier joined the features with commas, so a value could hold other features.
TEST(OddGameFiles, ValuesOfOptionsHoldNoOtherOptions) {
  std::vector<OddFile> files;
  for (const char* points : {"1020000,hill", "1020000,width=9", "1020000=", "hill", ",", "-"}) {
    files.push_back({Bidding(StrCat(R"("skipBidding":true,"features":{"points":")", points, "\"}")),
                     {"failed file: "}});
  }
  for (const char* row : {"RNBQKBNR,hill", "RNBQKBNR ", "-", "rnbqkbnr", "QQQQQQQQ"}) {
    files.push_back(
        {Bidding(StrCat(R"("skipBidding":true,"homeRow":")", row, "\"")), {"failed file: "}});
  }
  ExpectAnswers(files, 1);
}

// Returns the text without each character, with each character twice, and with some other
// character before it or in its place.
std::vector<std::string> WithChangedCharacters(const std::string& text) {
  constexpr std::string_view kOthers = " ,;:=-+*{}\"/0123456789kKqQpPwbmeIi?xu\n\\";
  std::vector<std::string> changed = {text};
  size_t other = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    const std::string before = text.substr(0, i);
    const std::string after = text.substr(i + 1);
    changed.push_back(before + after);
    changed.push_back(before + text[i] + text[i] + after);
    for (int times = 0; times < 4; ++times) {
      // A step that has no divisor in common with the number of characters reaches all of them.
      other = (other + 7) % kOthers.size();
      changed.push_back(before + kOthers[other] + after);
      changed.push_back(before + kOthers[other] + text[i] + after);
    }
  }
  return changed;
}

TEST(OddGameFiles, AnyCharacterOfAPositionMayBeMissingRepeatedOrReplaced) {
  const std::pair<const char*, const char*> starts[] = {
      {"chakart", R"(4k3/8/8/8/8/8/8/4K3 w 4 {"flags":"1111","pending":"drop:n"})"},
      {"chakart", R"(4k2P/2m2e2/I2d4/3w4/TUOCSL2/2s5/p7/4K3 b 19999 {"flags":"1010"})"},
      {"chakart", R"(4P2k/4m3/8/8/8/3u4/8/7K w 10 {"flags":"0111","pending":"promotion:e8,swap"})"},
      {"chakart", R"(7l/8/8/8/8/8/8/7L w 10 {"flags":"1111","passes":1})"},
      {"chpok",
       "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b e3 1,1 0,0 2,1 0,1 1 "
       "{xf=moves=30,undo=2,points=1020000,newborn;d=0;tc=5+3;clock=299000,300000}"},
      {"chpok",
       "rnbdqkdbnr/pppppppppp/10/10/4P5/9p/PPPP1PPPP1/RNBDQKDBNR w - 1,0 -4,12 0,0 0,0 12 "
       "{xf=hill,racing,noenpassant;d=0*3,2,5*4,-16}"},
      {"chpok",
       "bidding turn=opponent chips=0,3 white=1,1:challenger time=0,0:- home=0,0:RNBQKBNR "
       "xf=3,0:width=10,moves=10,undo=5,hill ply=3 {clock=100000,100000}"},
      {"chpok",
       "bidding turn=challenger chips=12,12 white=0,2:opponent time=2,0:1+0 home=1,1:RNBQKBNR "
       "xf=0,0:- ply=4"},
  };
  std::vector<std::string> games;
  for (const auto& [variant, start] : starts) {
    for (const std::string& changed : WithChangedCharacters(start)) {
      games.push_back(StartingFrom(variant, changed));
    }
  }
  ExpectSameVerdicts(games);
}

// Calls `visit` for each field of a game file, at any depth, with the JSON that surrounds its
// value. NOLINTNEXTLINE(misc-no-recursion): as deep as the file.
void ForEachField(const Descriptor* type, const std::string& before, const std::string& after,
                  const std::function<void(const FieldDescriptor*, const std::string& before,
                                           const std::string& after)>& visit) {
  for (int i = 0; i < type->field_count(); ++i) {
    const FieldDescriptor* field = type->field(i);
    for (const std::string& name : {field->name(), field->json_name()}) {
      visit(field, StrCat(before, "{\"", name, "\":"), "}" + after);
    }
    if (field->message_type() != nullptr) {
      ForEachField(field->message_type(), StrCat(before, "{\"", field->json_name(), "\":"),
                   "}" + after, visit);
    }
  }
}

// The JavaScript verifier has its own list of the fields and values of a game file. Errors quote
// the types, the fields and the values that are known, so equal errors show equal lists.
TEST(OddGameFiles, BothVerifiersKnowTheSameFieldsAndValues) {
  std::vector<std::string> refused;
  std::vector<std::string> known;
  refused.emplace_back(R"({"zzz":0})");
  ForEachField(
      v1::GameFile::descriptor(), "", "",
      [&](const FieldDescriptor* field, const std::string& before, const std::string& after) {
        const auto [open, close] = field->is_repeated() ? std::pair("[", "]") : std::pair("", "");
        refused.push_back(before + (field->is_repeated() ? "{}" : "[]") + after);
        refused.push_back(StrCat(before, open, "[]", close, after));
        if (field->message_type() != nullptr) {
          refused.push_back(StrCat(before, open, R"({"zzz":0})", close, after));
        }
        if (field->enum_type() == nullptr) return;
        refused.push_back(StrCat(before, open, "\"?\"", close, after));
        const int count = field->enum_type()->value_count();
        refused.push_back(StrCat(before, open, count, close, after));
        for (int i = 0; i < count; ++i) {
          const auto* value = field->enum_type()->value(i);
          known.push_back(StrCat(before, open, "\"", value->name(), "\"", close, after));
          known.push_back(StrCat(before, open, value->number(), close, after));
        }
      });
  const size_t refused_count = refused.size();
  EXPECT_GT(refused_count, 100U);
  EXPECT_GT(known.size(), 50U);
  std::string lines;
  for (const auto* games : {&refused, &known}) {
    for (const std::string& game : *games) lines += game + "\n";
  }
  const TemporaryFile file(lines);
  const Verdicts verdicts = RunVerifiers({file.path()});
  ASSERT_EQ(verdicts.our_lines.size(), refused_count + known.size());
  ASSERT_EQ(verdicts.their_lines.size(), refused_count + known.size());
  for (size_t i = 0; i < verdicts.our_lines.size(); ++i) {
    const bool is_known = i >= refused_count;
    const std::string& game = is_known ? known[i - refused_count] : refused[i];
    EXPECT_EQ(verdicts.our_lines[i], verdicts.their_lines[i]) << game;
    EXPECT_THAT(verdicts.our_lines[i],
                StartsWith(is_known ? "failed seed: the record has no seed" : "failed file: "))
        << game;
  }
}

// The part that is reported must not depend on the verifier either if several parts are wrong.
TEST(OddGameFiles, FirstOfSeveralFailuresIsReported) {
  const auto game = [](const std::string& variant, const std::string& options,
                       const std::string& record) {
    return StrCat(R"({"variant":")", variant, R"(","options":{)", options, R"(},"record":{)",
                  record, R"(},"commitment":"AAEC","claimedResult":4})");
  };
  const std::string chips = R"("chpok":{"chips":100})";
  const std::string short_seed = R"("seed":"AAEC")";
  const std::string seed = kSeed;
  ExpectAnswers(
      {
          {"{}", {"failed seed: the record has no seed"}},
          {R"({"variant":"constructor","record":{}})", {"failed seed: the record has no seed"}},
          {game("x", chips, R"("elapsedMs":[1])"), {"failed file: record.elapsed_ms: "}},
          {game("x", chips, ""), {"failed seed: the record has no seed"}},
          {game("x", chips, short_seed), {"failed file: "}},
          {game("chakart", chips, short_seed), {"failed file: "}},
          {game("chpok", chips, short_seed),
           {"failed seed: the seed has 3 bytes; it must have 16 to 64 (R3)"}},
          {game("chpok", chips, seed), {"failed file: "}},
          {game("chpok", "", seed + R"(,"startFen":"x")"),
           {"failed commitment: it is not the SHA-256 of the seed (R3)"}},
          {Seeded(R"("claimedResult":4,"committedStartFen":"x")"),
           {"failed start: committed_start_fen: "}},
          {WithRecord(R"("actions":["x"],"startFen":"x")"), {"failed start: "}},
          {WithRecord(R"("actions":["x"]},"claimedResult":4,"options":{)"), {"failed action 0: "}},
      },
      1);
}

// An error printed a name or value of any length, and characters that reverse the line after them.
TEST(OddGameFiles, ErrorsQuoteTheFileBrieflyAndPrintably) {
  const std::string cut = StrCat("'", Repeat("x", 40), "…'");
  const std::string name = Repeat("x", 100'000);
  const char* odd = R"(a\u202eb\u2028c\u001bd)";
  ExpectAnswers(
      {
          {Seeded(StrCat(R"("claimedResult":")", name, "\"")),
           {StrCat("failed file: claimed_result: unknown value ", cut, " (known: ")}},
          {Seeded(StrCat(R"("claimedResult":")", odd, "\"")),
           {"failed file: claimed_result: unknown value 'a?b?c?d' (known: "}},
          {Seeded(StrCat(R"("claimedResult":")", Repeat("é", 21), "\"")),
           {StrCat("failed file: claimed_result: unknown value '", Repeat("é", 20), "…' (")}},
          {Seeded(StrCat("\"", Repeat("é", 21), "\":1")),
           {StrCat("failed file: ", Repeat("é", 20), "…: unknown field (")}},
          {Seeded(StrCat("\"", odd, "\":1")), {"failed file: a?b?c?d: unknown field ("}},
          {WithRecord(StrCat(R"("actions":[")", odd, "\"]")), {"failed action 0: "}},
          {StrCat(R"({"variant":")", name, R"(","record":{)", kSeed, "}}"), {"failed file: "}},
      },
      1);
  const TemporaryFile file(StrCat(R"({"variant":")", name, R"(","record":{)", kSeed, "}}\n") +
                           WithRecord(StrCat(R"("actions":[")", odd, "\"]")) + "\n");
  const Verdicts verdicts = RunVerifiers({file.path()});
  for (const auto& lines : {verdicts.our_lines, verdicts.their_lines}) {
    EXPECT_THAT(lines, ElementsAre(HasSubstr(cut), HasSubstr("a?b?c?d")));
    EXPECT_LT(lines[0].size(), 200U);
  }
}

// A game of a few bytes took as much memory as its report, and all games were kept until the end.
TEST(OddGameFiles, GamesAreReadOneByOne) {
  constexpr int kGames = 1'000'000;
  const TemporaryFile file(Repeat("{}\n", kGames));
  // The limit is in KiB.
  const std::string line =
      StrCat("ulimit -v 65536; '", ARBITER_CLI, "' verify '", file.path(), "' | uniq -c");
  EXPECT_THAT(RunProgram({"bash", "-c", line}).out,
              HasSubstr(StrCat(kGames, " failed seed: the record has no seed\n")));
}

}  // namespace
}  // namespace arbiter::testing
