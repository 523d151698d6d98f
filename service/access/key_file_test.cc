#include "service/access/key_file.h"

#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace arbiter {
namespace {

using ::testing::HasSubstr;
using ::testing::MatchesRegex;

const std::string kHash(64, 'a');
const std::string kOtherHash(64, 'b');

std::string ErrorOf(const std::string& json) {
  const auto file = ParseKeyFile(json);
  return file.ok() ? "" : std::string(file.status().message());
}

// Returns the error of a file with one client, which has these fields in addition to its name.
std::string ClientError(const std::string& fields) {
  return ErrorOf(R"({"clients":[{"name":"site",)" + fields + "}]}");
}

TEST(KeyFileTest, ReadsClientsKeysMethodsAndQuotas) {
  const auto file = ParseKeyFile(R"({
    "clients": [{
      "name": "site-eu", "keySha256": [")" +
                                 kHash + R"("], "methods": ["RulesService", "Analyze"],
      "quota": {"tokensPerSecond": 50.5, "burst": 500, "maxInFlight": 8, "maxStreams": 2}}],
    "others": {"methods": ["LegalMoves"], "quota": {"tokensPerSecond": 1}}})");
  ASSERT_TRUE(file.ok()) << file.status();
  EXPECT_EQ(file->clients(0).name(), "site-eu");
  EXPECT_EQ(file->clients(0).quota().tokens_per_second(), 50.5);
  EXPECT_EQ(file->others().methods(0), "LegalMoves");
  EXPECT_TRUE(ParseKeyFile("{}").ok());
}

TEST(KeyFileTest, FormatAndParseRoundTrip) {
  config::v1::KeyFile file;
  config::v1::Client* client = file.add_clients();
  client->set_name("a@b|c");
  client->add_key_sha256(kHash);
  client->add_methods("*");
  client->mutable_quota()->set_max_streams(3);
  const std::string text = FormatKeyFile(file);
  const auto read = ParseKeyFile(text);
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(FormatKeyFile(*read), text);
}

TEST(KeyFileTest, RefusesInvalidFilesAndUnknownFields) {
  EXPECT_THAT(ErrorOf(""), HasSubstr("not a key file in JSON"));
  EXPECT_THAT(ErrorOf("[]"), HasSubstr("not a key file in JSON"));
  EXPECT_THAT(ErrorOf(R"({"clients":[{"name":"a"})"), HasSubstr("not a key file in JSON"));
  EXPECT_THAT(ErrorOf(R"({"clint":[]})"), HasSubstr("clint"));
  EXPECT_THAT(ClientError(R"("methods":["*"],"quotas":{})"), HasSubstr("quotas"));
  EXPECT_THAT(ClientError(R"("methods":["*"],"quota":{"maxStreams":-1})"), HasSubstr("-1"));
}

TEST(KeyFileTest, NamesTheClientAtFault) {
  EXPECT_THAT(ClientError(R"("methods":[])"), HasSubstr("client 'site': `methods` is empty"));
  EXPECT_THAT(ClientError(R"("methods":["legalMoves"])"),
              HasSubstr("client 'site': unknown method or service 'legalMoves'"));
  EXPECT_THAT(ClientError(R"("methods":["*"],"keySha256":[")" + kHash + R"(","12"])"),
              HasSubstr("client 'site': keySha256[1] is not a SHA-256"));
  EXPECT_THAT(ClientError(R"("methods":["*"],"keySha256":["g)" + kHash.substr(1) + R"("])"),
              HasSubstr("client 'site': keySha256[0] is not a SHA-256"));
  EXPECT_THAT(ErrorOf(R"({"clients":[{"name":"a b","methods":["*"]}]})"),
              HasSubstr("clients[0]: `name`"));
  for (const std::string name : {"anonymous", "other"}) {
    EXPECT_THAT(ErrorOf(R"({"clients":[{"name":")" + name + R"(","methods":["*"]}]})"),
                HasSubstr("clients[0]: `name` must be 1 to 128 visible ASCII characters and not "
                          "`anonymous` or `other`"));
  }
  EXPECT_THAT(ErrorOf(R"({"others":{}})"), HasSubstr("others: `methods` is empty"));
}

TEST(KeyFileTest, NamesAndKeysAreUnique) {
  const auto two = [](const std::string& name, const std::string& hash) {
    return ErrorOf(R"({"clients":[{"name":"a","methods":["*"],"keySha256":[")" + kHash +
                   R"("]},{"name":")" + name + R"(","methods":["*"],"keySha256":[")" + hash +
                   R"("]}]})");
  };
  EXPECT_EQ(two("b", kOtherHash), "");
  EXPECT_THAT(two("a", kOtherHash), HasSubstr("client 'a': another client has the same name"));
  EXPECT_THAT(two("b", kHash), HasSubstr("client 'b': keySha256[0] is already in the file"));
  EXPECT_THAT(two("b", std::string(64, 'A')), HasSubstr("already")) << "in upper case";
}

TEST(KeyFileTest, QuotasAreWithinBounds) {
  const auto error = [](const std::string& quota) {
    return ClientError(R"("methods":["*"],"quota":{)" + quota + "}");
  };
  EXPECT_EQ(error(R"("tokensPerSecond":0.01,"burst":1)"), "");
  for (const char* rate : {"-1", "1e10", R"("NaN")", R"("Infinity")"}) {
    EXPECT_THAT(error(std::string(R"("tokensPerSecond":)") + rate), HasSubstr("tokensPerSecond"))
        << rate;
  }
  for (const char* burst : {"-1", "0.5", "1e10", R"("NaN")"}) {
    EXPECT_THAT(error(std::string(R"("tokensPerSecond":1,"burst":)") + burst), HasSubstr("burst"))
        << burst;
  }
  EXPECT_THAT(error(R"("burst":5)"), HasSubstr("`burst` needs `tokensPerSecond`"));
}

TEST(ApiKeyTest, KeysAreLongAndNew) {
  const std::string key = NewApiKey();
  EXPECT_THAT(key, MatchesRegex("arb_[A-Za-z0-9_-]+"));
  EXPECT_EQ(key.size(), 4U + 43);
  EXPECT_NE(key, NewApiKey());
}

TEST(ApiKeyTest, HashesMatchKnownAnswers) {
  // The SHA-256 of "abc" in FIPS 180-4.
  constexpr char kAbc[] = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
  EXPECT_EQ(ToHex(Sha256("abc")), kAbc);
  EXPECT_EQ(DigestFromHex(kAbc), Sha256("abc"));
}

}  // namespace
}  // namespace arbiter
