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

#include "core/rules/strings.h"
#include "google/protobuf/struct.pb.h"
#include "google/protobuf/util/json_util.h"
#include "tests/service/command_line.h"
#include "tests/service/verifiers.h"
#include "tests/support/temporary_file.h"

namespace arbiter::testing {
namespace {

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

// Returns a bidding of Chpok with a seed and these options.
std::string Bidding(const std::string& options) {
  return StrCat(R"({"variant":"chpok","options":{"chpok":{)", options, "}},\"record\":{", kSeed,
                "}}");
}

std::string Repeat(std::string_view text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
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
    if (our_lines[i].starts_with("ok ")) {
      EXPECT_EQ(our_lines[i], their_lines[i]) << content;
    }
  }
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
          {"{}", {"failed "}},
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

// Returns the games as lines of JSON, each of them followed by all its changes.
std::string WithAllChanges(const std::vector<std::string>& games) {
  std::vector<Value> replacements;
  for (const char* json : {"null", "\"\"", "\" \"", "\"x\"", "\"{\"", "\"{}\"", "0", "-1", "1e300",
                           "true", "[]", "[\"\"]", "[null]", "{}", "{\"\":null}"}) {
    replacements.push_back(ParseValue(json));
  }
  std::string lines;
  for (const std::string& game : games) {
    lines += game + "\n";
    Value root = ParseValue(game);
    const auto emit = [&] {
      std::string json;
      EXPECT_TRUE(google::protobuf::util::MessageToJsonString(root, &json).ok());
      lines += json + "\n";
    };
    for (auto& [name, field] : *root.mutable_struct_value()->mutable_fields()) {
      ForEachChange(replacements, emit, &field);
    }
  }
  return lines;
}

// An action without a text ended the program, because no answer describes it.
TEST(OddGameFiles, AnyFieldMayBeMissingEmptyOrOfAnotherType) {
  const std::string lines = WithAllChanges(
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
  const TemporaryFile file(lines);
  const auto [ours, theirs, our_lines, their_lines] = RunVerifiers({file.path()});
  EXPECT_EQ(ours.exit_code, 1) << ours.err;
  EXPECT_EQ(theirs.exit_code, 1) << theirs.err;
  const std::vector<std::string> games = Lines(lines);
  EXPECT_GT(games.size(), 500U);
  ASSERT_EQ(our_lines.size(), games.size());
  ASSERT_EQ(their_lines.size(), games.size());
  for (size_t i = 0; i < games.size(); ++i) {
    const bool is_ok = our_lines[i].starts_with("ok ");
    const auto verdict = [&](const std::string& line) {
      return is_ok ? line : line.substr(0, line.find(':'));
    };
    EXPECT_EQ(verdict(our_lines[i]), verdict(their_lines[i])) << games[i] << "\n"
                                                              << our_lines[i] << "\n"
                                                              << their_lines[i];
  }
}

}  // namespace
}  // namespace arbiter::testing
