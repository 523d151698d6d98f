#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_join.h"
#include "clients/cli/arguments/files.h"
#include "clients/cli/commands/command.h"
#include "clients/cli/text/failure.h"
#include "clients/cli/text/json.h"
#include "core/base/status_macros.h"
#include "core/base/strings.h"
#include "service/access/key_file.h"

namespace arbiter::cli {
namespace {

using config::v1::Client;
using config::v1::KeyFile;
using config::v1::ListedClient;

// Atomically replaces the file at `path` with a new one, which has the same owner and mode.
absl::Status ReplaceFile(const std::string& path, std::string_view content) {
  std::string temporary = StrCat(path, ".XXXXXX");
  const Descriptor file(mkstemp(temporary.data()));
  if (file.number() < 0) return FileError("write", temporary);
  struct stat old = {};
  const bool exists = stat(path.c_str(), &old) == 0;
  const bool written = (!exists || (fchown(file.number(), old.st_uid, old.st_gid) == 0 &&
                                    fchmod(file.number(), old.st_mode & 07777) == 0)) &&
                       WriteAll(file.number(), content) && fsync(file.number()) == 0 &&
                       rename(temporary.c_str(), path.c_str()) == 0;
  if (written) return absl::OkStatus();
  const absl::Status error = FileError("write", path);
  unlink(temporary.c_str());
  return error;
}

// Reads a key file (service/access/key_file.h). Error messages name the file.
absl::StatusOr<KeyFile> ReadKeyFile(const std::string& path) {
  ARBITER_ASSIGN_OR_RETURN(const std::string content, ReadFile(path, kMaxKeyFileBytes));
  absl::StatusOr<KeyFile> file = ParseKeyFile(content);
  if (file.ok()) return file;
  return absl::Status(file.status().code(),
                      StrCat(path, ": ", std::string(file.status().message())));
}

// Returns the absolute path of the file to replace, whose folder must exist. A link is followed, so
// that its target is replaced and not the link. A dangling link is refused, because the volume that
// holds the file may not be mounted yet.
absl::StatusOr<std::filesystem::path> FindTarget(const std::string& path) {
  if (path.empty()) return UsageError("--file is empty; give the path of the key file");
  std::error_code error;
  const auto failure = [&] {
    return absl::NotFoundError(StrCat("cannot write ", path, ": ", error.message()));
  };
  const std::filesystem::path absolute = std::filesystem::absolute(path, error);
  if (error) return failure();
  std::filesystem::path target = std::filesystem::canonical(absolute, error);
  if (!error) return target;
  if (error != std::errc::no_such_file_or_directory) return failure();
  if (std::error_code ignored; std::filesystem::is_symlink(absolute, ignored)) {
    return absl::NotFoundError(StrCat("cannot write ", path,
                                      ": it is a symbolic link to a file that does not exist; "
                                      "create the file or remove the link"));
  }
  target = std::filesystem::canonical(absolute.parent_path(), error);
  if (error) return failure();
  return target / absolute.filename();
}

// Edits a key file; creates it if it does not exist and `create` is true. Readers see the file
// before or after the change, never in between, and concurrent edits wait for each other. The owner
// and mode are kept; only its owner can read a new file (0600). On error the file is unchanged.
absl::Status EditKeyFile(const std::string& path, bool create,
                         absl::FunctionRef<absl::Status(KeyFile*)> edit) {
  ARBITER_ASSIGN_OR_RETURN(const std::filesystem::path target, FindTarget(path));
  // The file itself is replaced, so the lock must be on its folder.
  const Descriptor folder(open(target.parent_path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder.number() < 0 || flock(folder.number(), LOCK_EX) != 0) {
    return FileError("write", path);
  }
  KeyFile file;
  if (!create || std::filesystem::exists(target)) {
    ARBITER_ASSIGN_OR_RETURN(KeyFile old_file, ReadKeyFile(target.string()));
    file = std::move(old_file);
  }
  ARBITER_RETURN_IF_ERROR(edit(&file));
  ARBITER_RETURN_IF_ERROR(CheckKeyFile(file));
  const std::string content = FormatKeyFile(file);
  if (content.size() > kMaxKeyFileBytes) {
    return absl::ResourceExhaustedError(
        StrCat("cannot write ", path, ": it would be larger than ", kMaxKeyFileBytes / kMiB,
               " MiB, the limit for such a file; revoke clients that are no longer used"));
  }
  return ReplaceFile(target.string(), content);
}

// A key's id consists of this many digits of its hash.
constexpr size_t kKeyIdDigits = 8;

std::string KeyId(const std::string& hash) { return LowerCase(hash.substr(0, kKeyIdDigits)); }

ListedClient ToListed(const Client& client) {
  ListedClient listed;
  listed.set_name(client.name());
  for (const std::string& hash : client.key_sha256()) listed.add_key_ids(KeyId(hash));
  *listed.mutable_methods() = client.methods();
  if (client.has_quota()) *listed.mutable_quota() = client.quota();
  return listed;
}

Client* FindClient(KeyFile* file, const std::string& name) {
  auto& clients = *file->mutable_clients();
  const auto found = std::find_if(clients.begin(), clients.end(),
                                  [&](const Client& client) { return client.name() == name; });
  return found == clients.end() ? nullptr : &*found;
}

void AddFile(CommandParser command, std::string* path) {
  command.Add("--file", path, "Use this key file, the one of `arbiterd --api-keys`")
      .Type("FILE")
      .Required()
      .Environment("ARBITER_API_KEYS");
}

void AddName(CommandParser command, std::string* name, const char* help) {
  command.Add("client", name, help).Type("NAME").Required();
}

class AddKeyCommand {
 public:
  void AddTo(CommandParser command) {
    AddName(command, &name_, "Create the key for the client with this name");
    AddFile(command, &path_);
    command
        .Add("--method", &methods_,
             "Allow this method or service, or * for all (default for a new client: *); "
             "may be repeated")
        .Type("METHOD");
    command.Add("--rate", &rate_, "Grant N tokens per second (0: no limit)").Type("N");
    command.Add("--burst", &burst_, "Let up to N tokens accumulate (0: one second's worth)")
        .Type("N");
    command.Add("--max-in-flight", &max_in_flight_, "Allow N unary calls at a time (0: no limit)")
        .Type("N");
    command.Add("--max-streams", &max_streams_, "Allow N streams at a time (0: no limit)")
        .Type("N");
  }

  absl::Status Run(const Session& session) const {
    const std::string key = NewApiKey();
    const std::string hash = ToHex(Sha256(key));
    ARBITER_RETURN_IF_ERROR(EditKeyFile(path_, /*create=*/true, [&](KeyFile* file) {
      Client* client = FindClient(file, name_);
      if (client == nullptr) {
        client = file->add_clients();
        client->set_name(name_);
        client->add_methods("*");
      }
      client->add_key_sha256(hash);
      SetLimits(client);
      return absl::OkStatus();
    }));
    if (!session.json()) {
      std::cout << key << '\n';
      return absl::OkStatus();
    }
    config::v1::NewKey answer;
    answer.set_client(name_);
    answer.set_key(key);
    answer.set_key_id(KeyId(hash));
    return PrintJson(answer);
  }

 private:
  // Sets the methods and limits that the command line gives, and keeps the others.
  void SetLimits(Client* client) const {
    if (!methods_.empty()) client->mutable_methods()->Assign(methods_.begin(), methods_.end());
    if (rate_) client->mutable_quota()->set_tokens_per_second(*rate_);
    if (burst_) client->mutable_quota()->set_burst(*burst_);
    if (max_in_flight_) client->mutable_quota()->set_max_in_flight(*max_in_flight_);
    if (max_streams_) client->mutable_quota()->set_max_streams(*max_streams_);
  }

  std::string name_;
  std::string path_;
  std::vector<std::string> methods_;
  std::optional<double> rate_;
  std::optional<double> burst_;
  std::optional<uint32_t> max_in_flight_;
  std::optional<uint32_t> max_streams_;
};

class ListKeysCommand {
 public:
  void AddTo(CommandParser command) { AddFile(command, &path_); }

  absl::Status Run(const Session& session) const {
    ARBITER_ASSIGN_OR_RETURN(const KeyFile file, ReadKeyFile(path_));
    for (const Client& client : file.clients()) {
      const ListedClient listed = ToListed(client);
      if (session.json()) {
        ARBITER_RETURN_IF_ERROR(PrintJson(listed));
      } else {
        Print(listed);
      }
    }
    return absl::OkStatus();
  }

 private:
  static void Print(const ListedClient& client) {
    const config::v1::Quota& quota = client.quota();
    std::cout << client.name() << "  keys=" << absl::StrJoin(client.key_ids(), ",")
              << " methods=" << absl::StrJoin(client.methods(), ",");
    if (quota.tokens_per_second() > 0) std::cout << " rate=" << quota.tokens_per_second();
    if (quota.burst() > 0) std::cout << " burst=" << quota.burst();
    if (quota.max_in_flight() > 0) std::cout << " max-in-flight=" << quota.max_in_flight();
    if (quota.max_streams() > 0) std::cout << " max-streams=" << quota.max_streams();
    std::cout << '\n';
  }

  std::string path_;
};

class RevokeKeyCommand {
 public:
  void AddTo(CommandParser command) {
    AddName(command, &name_, "Remove the client with this name, or one of its keys");
    AddFile(command, &path_);
    command
        .Add("--key", &id_,
             "Revoke only this key, given by the id that `list` shows or by more digits of "
             "its SHA-256")
        .Type("ID");
  }

  // With --json, prints what is left of the client.
  absl::Status Run(const Session& session) const {
    ListedClient left;
    left.set_name(name_);
    const absl::Status status = EditKeyFile(path_, /*create=*/false, [&](KeyFile* file) {
      Client* client = FindClient(file, name_);
      if (client == nullptr) return absl::NotFoundError(StrCat("there is no client ", name_));
      if (!id_.empty()) {
        const absl::Status removed = RemoveKey(client);
        left = ToListed(*client);
        return removed;
      }
      auto& clients = *file->mutable_clients();
      clients.erase(std::find_if(clients.begin(), clients.end(),
                                 [&](const Client& other) { return &other == client; }));
      return absl::OkStatus();
    });
    return status.ok() && session.json() ? PrintJson(left) : status;
  }

 private:
  absl::Status RemoveKey(Client* client) const {
    if (id_.size() < kKeyIdDigits) {
      return UsageError(StrCat("a key id has at least ", kKeyIdDigits, " digits"));
    }
    auto& keys = *client->mutable_key_sha256();
    const std::string id = LowerCase(id_);
    const auto matches = [&](const std::string& key) { return LowerCase(key).starts_with(id); };
    const auto first = std::find_if(keys.begin(), keys.end(), matches);
    if (first == keys.end()) {
      return absl::NotFoundError(StrCat(name_, " has no key with id ", id_));
    }
    if (std::find_if(std::next(first), keys.end(), matches) != keys.end()) {
      return UsageError(StrCat(name_, " has several keys with id ", id_,
                               "; give more digits of the key's SHA-256"));
    }
    keys.erase(first);
    return absl::OkStatus();
  }

  std::string name_;
  std::string path_;
  std::string id_;
};

}  // namespace

void AddKeysCommand(CommandParser app, Action* action) {
  const CommandParser keys = app.AddCommand("keys", "Manage the API keys of a server",
                                            "Examples:\n"
                                            "  arbiter keys add site --file keys.json\n"
                                            "  arbiter keys list --file keys.json\n"
                                            "  arbiter keys add --help");
  keys.RequireCommand();
  AddCommand<AddKeyCommand>(
      keys, "add",
      "Create an API key for a client and print it once; the file stores only its hash",
      "  arbiter keys add site --file keys.json > site.key\n"
      "  arbiter keys add site --file keys.json --method RulesService --rate 100 --burst 1000",
      action);
  AddCommand<ListKeysCommand>(keys, "list", "List the clients and the ids of their keys",
                              "  arbiter keys list --file keys.json --json", action);
  AddCommand<RevokeKeyCommand>(keys, "revoke", "Remove a client or one of its keys",
                               "  arbiter keys revoke site --file keys.json\n"
                               "  arbiter keys revoke site --key 9f86d081 --file keys.json",
                               action);
}

}  // namespace arbiter::cli
