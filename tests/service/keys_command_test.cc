#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "service/access/key_file.h"
#include "tests/service/command_line.h"
#include "tests/support/file.h"
#include "tests/support/server/requests.h"
#include "tests/support/server/server_process.h"
#include "tests/support/temporary_file.h"
#include "tests/support/waiting.h"

namespace arbiter::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::Not;

class KeysCommandTest : public ::testing::Test {
 protected:
  KeysCommandTest() { std::filesystem::create_directory(folder_); }
  ~KeysCommandTest() override { std::filesystem::remove_all(folder_); }

  ProgramResult Keys(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), "keys");
    arguments.insert(arguments.end(), {"--file", file_});
    return Arbiter(arguments);
  }
  mode_t Mode() const {
    struct stat found = {};
    stat(file_.c_str(), &found);
    return found.st_mode & 07777;
  }

  const std::string folder_ = TemporaryPath("keys");
  const std::string file_ = folder_ + "/keys.json";
};

TEST_F(KeysCommandTest, AddedKeysAreAcceptedAndRevokedKeysAreRefused) {
  const ProgramResult added = Keys({"add", "site"});
  EXPECT_EQ(added.exit_code, 0) << added.err;
  EXPECT_THAT(added.out, MatchesRegex("arb_[A-Za-z0-9_-]+\n"));
  const std::string key_file = folder_ + "/site.key";
  std::ofstream(key_file) << added.out;
  const ServerProcess server({"--api-keys", file_});
  const auto call = [&](const std::vector<std::string>& command) {
    std::vector<std::string> all = command;
    all.insert(all.end(), {"--server", server.address(), "--api-key-file", key_file});
    return Arbiter(all, R"({"id":"1","legalMoves":{"position":{"variant":"chak"}}})"
                        "\n");
  };
  for (const std::vector<std::string>& command :
       {std::vector<std::string>{"legal", "chak"},
        {"batch"},
        {"analyze", "chak", "--depth", "1"},
        {"review", "chak", "--moves", "e3e4", "--depth", "1"}}) {
    const ProgramResult finished = call(command);
    EXPECT_EQ(finished.exit_code, 0) << command[0] << ": " << finished.err;
  }
  const ProgramResult without = Arbiter({"legal", "chak", "--server", server.address()});
  EXPECT_EQ(without.exit_code, 1);
  EXPECT_THAT(without.err, HasSubstr("UNAUTHENTICATED"));

  EXPECT_EQ(Keys({"revoke", "site"}).exit_code, 0);
  ASSERT_TRUE(Eventually([&] { return call({"legal", "chak"}).exit_code == 1; }));
  for (const std::vector<std::string>& command : {std::vector<std::string>{"legal", "chak"},
                                                  {"batch"},
                                                  {"analyze", "chak", "--depth", "1"}}) {
    const ProgramResult finished = call(command);
    EXPECT_EQ(finished.exit_code, 1);
    EXPECT_THAT(finished.err, HasSubstr("UNAUTHENTICATED"));
    EXPECT_THAT(finished.err + finished.out, Not(HasSubstr("arb_")));
  }
}

TEST_F(KeysCommandTest, ListShowsClientsButNoKeys) {
  Keys({"add", "site"});
  const std::string second = Keys({"add", "site", "--rate", "100", "--burst", "1000"}).out;
  Keys({"add", "bot", "--method", "LegalMoves", "--method", "AnalysisService", "--max-in-flight",
        "4", "--max-streams", "2"});
  const std::string id = ToHex(Sha256(second.substr(0, second.size() - 1))).substr(0, 8);
  const ProgramResult list = Keys({"list"});
  EXPECT_THAT(list.out, MatchesRegex("site  keys=[0-9a-f]{8}," + id +
                                     " methods=\\* rate=100 burst=1000\n"
                                     "bot  keys=[0-9a-f]{8} methods=LegalMoves,AnalysisService "
                                     "max-in-flight=4 max-streams=2\n"));
  const ProgramResult json = Keys({"list", "--json"});
  EXPECT_THAT(json.out, HasSubstr("\"keyIds\":[\""));
  EXPECT_THAT(json.out, HasSubstr("\"name\":\"bot\""));
  EXPECT_THAT(list.out + json.out, Not(HasSubstr("arb_")));
  EXPECT_THAT(list.out + json.out, Not(HasSubstr(ToHex(Sha256(second)).substr(8))));
}

TEST_F(KeysCommandTest, RevokeRemovesOneOfSeveralKeysByItsId) {
  const std::string first = Keys({"add", "site"}).out;
  const ProgramResult second = Keys({"add", "site", "--json"});
  EXPECT_THAT(second.out,
              MatchesRegex(R"(\{"client":"site","key":"arb_[^"]+","keyId":"[0-9a-f]{8}"\})"
                           "\n"));
  const std::string id = ToHex(Sha256(first.substr(0, first.size() - 1))).substr(0, 8);
  EXPECT_EQ(Keys({"revoke", "site", "--key", id}).exit_code, 0);
  const auto file = ParseKeyFile(ReadFile(file_));
  ASSERT_TRUE(file.ok());
  ASSERT_EQ(file->clients(0).key_sha256_size(), 1);
  EXPECT_THAT(second.out, HasSubstr(file->clients(0).key_sha256(0).substr(0, 8)));
  EXPECT_THAT(Keys({"revoke", "site", "--key", id}).err, HasSubstr("site has no key with id"));
}

TEST_F(KeysCommandTest, IdsMayBeLongerAndInUpperCaseButNotAmbiguous) {
  const std::string start = "9f86d081";
  const std::string one = start + std::string(56, 'a');
  const std::string two = start + std::string(56, 'B');
  std::ofstream(file_) << R"({"clients":[{"name":"site","keySha256":[")" + one + "\",\"" + two +
                              R"("],"methods":["*"]}]})";
  const auto keys_left = [this] { return ParseKeyFile(ReadFile(file_))->clients(0).key_sha256(); };
  const ProgramResult ambiguous = Keys({"revoke", "site", "--key", start});
  EXPECT_EQ(ambiguous.exit_code, 2);
  EXPECT_THAT(ambiguous.err, HasSubstr("several keys with id 9f86d081"));
  EXPECT_THAT(Keys({"revoke", "site", "--key", "9f86d08"}).err, HasSubstr("at least 8 digits"));
  EXPECT_EQ(Keys({"revoke", "site", "--key", one + "0"}).exit_code, 1);
  EXPECT_EQ(keys_left().size(), 2);
  EXPECT_EQ(Keys({"revoke", "site", "--key", "9F86D081b"}).exit_code, 0);
  EXPECT_THAT(keys_left(), ::testing::ElementsAre(one));
  EXPECT_EQ(Keys({"revoke", "site", "--key", "9F86D081"}).exit_code, 0);
  EXPECT_TRUE(keys_left().empty());
}

TEST_F(KeysCommandTest, KeyIsNotSentToAnotherMachineInTheClear) {
  const std::string key_file = folder_ + "/site.key";
  std::ofstream(key_file) << "arb_secret\n";
  const auto call = [&](const std::string& server, const std::vector<std::string>& more) {
    std::vector<std::string> all = {"legal", "chak", "--timeout", "0.2", "--server", server};
    all.insert(all.end(), more.begin(), more.end());
    return Arbiter(all);
  };
  // The address 192.0.2.1 is reserved for documentation, so no server answers there.
  for (const char* server : {"192.0.2.1:1", "dns:///192.0.2.1:1", "127.0.0.1.invalid:1",
                             "ipv4:127.0.0.1:1,192.0.2.1:1"}) {
    const ProgramResult refused = call(server, {"--api-key-file", key_file});
    EXPECT_EQ(refused.exit_code, 2) << server;
    EXPECT_THAT(refused.err, HasSubstr("in the clear; use --tls-ca, or --insecure"));
    EXPECT_THAT(refused.err, Not(HasSubstr("arb_")));
  }
  const std::string empty = folder_ + "/empty";
  std::ofstream(empty).flush();
  EXPECT_EQ(call("192.0.2.1:1", {"--api-key-file", key_file, "--tls-ca", empty}).exit_code, 2)
      << "without authorities there is no TLS";
  const int unreachable = 3;
  EXPECT_EQ(call("192.0.2.1:1", {"--api-key-file", key_file, "--insecure"}).exit_code, unreachable);
  EXPECT_EQ(call("192.0.2.1:1", {}).exit_code, unreachable) << "there is no key to protect";
  for (const char* server :
       {"localhost:1", "http://localhost:1", ":1", "127.0.0.1:1", "[::1]:1", "unix:/nonexistent"}) {
    EXPECT_EQ(call(server, {"--api-key-file", key_file}).exit_code, unreachable) << server;
  }
}

TEST_F(KeysCommandTest, NewFileIsPrivateAndModeIsKept) {
  Keys({"add", "site"});
  EXPECT_EQ(Mode(), 0600U);
  chmod(file_.c_str(), 0640);
  Keys({"add", "bot"});
  EXPECT_EQ(Mode(), 0640U);
  EXPECT_THAT(ReadFile(file_), Not(HasSubstr("arb_"))) << "the file must hold only hashes";
  size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder_)) files += entry.exists();
  EXPECT_EQ(files, 1U) << "a temporary file is left";
}

// A client other than the first one could not be removed: the command aborted.
TEST_F(KeysCommandTest, AnyClientIsRevoked) {
  for (const char* name : {"one", "two", "three"}) Keys({"add", name});
  for (const char* name : {"two", "three", "one"}) {
    const ProgramResult revoked = Keys({"revoke", name});
    EXPECT_EQ(revoked.exit_code, 0) << revoked.err;
    EXPECT_THAT(ReadFile(file_), Not(HasSubstr(name)));
  }
}

TEST_F(KeysCommandTest, TargetOfALinkIsReplacedAndNotTheLink) {
  const std::string link = folder_ + "/link.json";
  std::filesystem::create_symlink("keys.json", link);
  Keys({"add", "site"});
  EXPECT_EQ(Arbiter({"keys", "add", "bot", "--file", link}).exit_code, 0);
  EXPECT_TRUE(std::filesystem::is_symlink(link));
  EXPECT_THAT(ReadFile(file_), HasSubstr("bot"));
}

// A link to nothing was replaced by a file, so that the server did not see the keys.
TEST_F(KeysCommandTest, LinkToNothingIsRefusedAndKept) {
  std::filesystem::create_symlink(folder_ + "/nothing.json", file_);
  for (const char* command : {"add", "revoke"}) {
    const ProgramResult refused = Keys({command, "site"});
    EXPECT_EQ(refused.exit_code, 1);
    EXPECT_THAT(refused.err, HasSubstr(file_ + ": it is a symbolic link to a file that does not "
                                               "exist; create the file or remove the link"));
  }
  EXPECT_TRUE(std::filesystem::is_symlink(file_));
  EXPECT_FALSE(std::filesystem::exists(file_));
  const std::string loop = folder_ + "/loop";
  std::filesystem::create_symlink("loop", loop);
  EXPECT_THAT(Arbiter({"keys", "add", "site", "--file", loop}).err, HasSubstr("cannot write"));
}

// The path was simplified to that of a file in an existing folder.
TEST_F(KeysCommandTest, FolderThatDoesNotExistIsRefused) {
  for (const char* name : {"/sub/../keys.json", "/sub/keys.json", "/sub/"}) {
    const std::string path = folder_ + name;
    const ProgramResult refused = Arbiter({"keys", "add", "site", "--file", path});
    EXPECT_EQ(refused.exit_code, 1) << path;
    EXPECT_THAT(refused.err, HasSubstr("cannot write " + path + ": No such file or directory"));
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder_));
  EXPECT_EQ(Arbiter({"keys", "add", "site", "--file", folder_ + "/./keys.json"}).exit_code, 0);
  EXPECT_TRUE(std::filesystem::exists(file_));
}

// A file that the server and the command itself refuse to read was written.
TEST_F(KeysCommandTest, FileThatWouldBeTooLargeIsNotWritten) {
  // The file is compact. With the white space that the command writes, it is larger than 32 MiB.
  constexpr int kKeys = 480'000;
  std::string keys;
  for (int i = 0; i < kKeys; ++i) {
    const std::string digits = std::to_string(i);
    keys += (i == 0 ? "\"" : ",\"") + std::string(64 - digits.size(), '0') + digits + "\"";
  }
  const std::string before =
      R"({"clients":[{"name":"site","methods":["*"],"keySha256":[)" + keys + "]}]}";
  std::ofstream(file_) << before;
  const ProgramResult refused = Keys({"add", "bot"});
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_THAT(refused.err, HasSubstr("it would be larger than 32 MiB, the limit for such a file; "
                                     "revoke clients that are no longer used"));
  EXPECT_TRUE(refused.out.empty());
  EXPECT_EQ(ReadFile(file_).size(), before.size());
  EXPECT_EQ(Keys({"revoke", "site"}).exit_code, 0);
}

// An empty path aborted the command.
TEST_F(KeysCommandTest, EmptyPathIsRefused) {
  for (const char* command : {"add", "revoke"}) {
    const ProgramResult refused = Arbiter({"keys", command, "site", "--file", ""});
    EXPECT_EQ(refused.exit_code, 2);
    EXPECT_THAT(refused.err, HasSubstr("--file is empty; give the path of the key file"));
  }
  EXPECT_EQ(Arbiter({"keys", "list", "--file", ""}).exit_code, 1);
}

TEST_F(KeysCommandTest, ConcurrentEditsAllTakeEffect) {
  constexpr int kEditors = 8;
  std::vector<std::thread> editors;
  editors.reserve(kEditors);
  for (int i = 0; i < kEditors; ++i) {
    editors.emplace_back([this, i] { Keys({"add", "client" + std::to_string(i)}); });
  }
  for (std::thread& editor : editors) editor.join();
  EXPECT_EQ(ParseKeyFile(ReadFile(file_))->clients_size(), kEditors);
}

TEST_F(KeysCommandTest, ErrorsAreReportedAndChangeNothing) {
  EXPECT_THAT(Keys({"list"}).err, HasSubstr("cannot read"));
  EXPECT_EQ(Keys({"revoke", "site"}).exit_code, 1);
  EXPECT_THAT(Keys({"add", "two words"}).err, HasSubstr("`name`"));
  EXPECT_FALSE(std::filesystem::exists(file_));
  Keys({"add", "site"});
  const std::string before = ReadFile(file_);
  EXPECT_THAT(Keys({"add", "site", "--method", "Nothing"}).err, HasSubstr("client 'site'"));
  EXPECT_THAT(Keys({"add", "site", "--burst", "5"}).err, HasSubstr("tokensPerSecond"));
  EXPECT_THAT(Keys({"revoke", "nobody"}).err, HasSubstr("there is no client nobody"));
  EXPECT_EQ(Arbiter({"keys"}).exit_code, 2);
  EXPECT_EQ(ReadFile(file_), before);
  std::ofstream(file_) << "rubbish";
  EXPECT_THAT(Keys({"add", "site"}).err, HasSubstr("not a key file in JSON"));
  EXPECT_EQ(ReadFile(file_), "rubbish");
}

}  // namespace
}  // namespace arbiter::testing
