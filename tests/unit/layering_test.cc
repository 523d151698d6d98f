// The include rules of the architecture: each folder may include only the layers below it. Only
// direct includes are checked.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/strings.h"
#include "tests/support/file.h"
#include "tests/support/source_roots.h"

namespace arbiter {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

struct Layer {
  // The prefix of the paths in this layer.
  std::string_view folder;
  // The prefixes of the headers that its files may include, in addition to the standard library and
  // the folder itself.
  std::vector<std::string_view> may_include;
  // Whether its files may include the system's C headers (<unistd.h>).
  bool system = false;
};

constexpr std::string_view kProto = "arbiter/v1/";
constexpr std::string_view kProtobuf = "google/";

// A path belongs to the first layer whose prefix it has.
const std::vector<Layer>& Layers() {
  static const auto& layers = *new std::vector<Layer>{
      {"core/base/", {"absl/"}},
      {"core/board/", {}},
      {"core/random/", {"openssl/"}},
      {"core/rules/", {"core/base/", "core/board/", "core/random/", "absl/"}},
      // The instructions of x86-64 and of arm64.
      {"core/search/network_kernels.cc", {"core/search/", "immintrin.h", "arm_neon.h"}},
      // Maps memory from the system.
      {"core/search/transposition_table.cc", {"core/search/"}, true},
      {"core/search/", {"core/board/", "core/base/", "core/rules/"}},
      {"core/variants/",
       {"core/board/", "core/random/", "core/base/", "core/rules/", "core/search/", "absl/"}},
      // The only place that lists the variants.
      {"core/game/registry.cc", {"core/game/", "core/base/", "core/variants/variants.def"}},
      {"core/game/",
       {"core/board/", "core/random/", "core/base/", "core/rules/", "core/search/", "absl/"}},
      {"core/pgn/", {"core/board/", "core/base/", "core/rules/", "core/game/", "absl/"}},
      {"core/", {}},
      // The folders of the service. Their includes have no cycles.
      {"service/files/", {"core/base/", "absl/"}},
      {"service/access/fair_share_key.cc", {"service/access/", "core/base/"}, true},
      {"service/access/",
       {"service/files/", "service/methods.def", "core/random/", "core/base/", "absl/", "openssl/",
        "arbiter/config/v1/", kProtobuf}},
      {"service/seal/", {"service/files/", "core/base/", "absl/", "openssl/"}},
      {"service/render/", {"core/base/", "core/rules/", "core/board/", "absl/"}},
      {"service/measure/",
       {"service/limits.h", "service/methods.def", "core/base/", "absl/", kProto, kProtobuf}},
      // The only folder that uses both the variants' own types and their messages.
      {"service/convert/",
       {"service/limits.h", "service/measure/", "service/access/", "service/seal/", "core/game/",
        "core/search/", "core/base/", "core/rules/", "core/random/", "core/board/",
        "core/variants/", "absl/", kProto, kProtobuf}},
      // Proto JSON, without building messages.
      {"service/json/",
       {"service/convert/wire_", "service/measure/varint.h", "core/base/", "absl/", kProto,
        kProtobuf}},
      {"service/net/",
       {"service/files/", "service/access/", "core/base/", "absl/", "openssl/err.h",
        "openssl/pem.h", "openssl/ssl.h", "openssl/x509.h"},
       true},
      {"service/cache/redis_",
       {"service/cache/", "service/net/", "core/base/", "absl/", "hiredis/"},
       true},
      {"service/cache/",
       {"service/seal/snapshot_keys.h", "core/game/", "core/search/", "core/base/", "core/random/",
        "absl/", kProto}},
      {"service/handlers/",
       {"service/limits.h", "service/measure/", "service/access/", "service/seal/",
        "service/render/", "service/convert/", "service/cache/", "service/methods.def",
        "core/game/", "core/pgn/", "core/search/", "core/base/", "core/rules/", "core/board/",
        "absl/", kProto, kProtobuf}},
      {"service/ops/",
       {"service/limits.h", "service/files/", "service/access/", "service/seal/", "service/net/",
        "service/cache/", "service/handlers/", "core/game/", "core/base/", "absl/", "prometheus/",
        "boost/", "jemalloc/", "CLI/"},
       true},
      {"service/scheduling/fair_", {"absl/"}, true},
      {"service/scheduling/",
       {"service/access/", "service/net/", "service/ops/", "core/search/", "core/base/", "absl/",
        "prometheus/"},
       true},
      {"service/calls/",
       {"service/limits.h", "service/methods.def", "service/access/", "service/convert/",
        "service/net/", "service/handlers/", "service/ops/", "service/measure/",
        "service/scheduling/", "core/search/", "core/base/", "absl/", kProto, kProtobuf,
        "grpc/health/", "grpc/reflection/"}},
      // The only folder that keeps anything: the store, and the calls and workers that use it.
      {"service/jobs/",
       {"service/limits.h",
        "service/files/",
        "service/access/",
        "service/net/fd.h",
        "service/seal/",
        "service/convert/",
        "service/measure/",
        "service/handlers/",
        "service/ops/",
        "service/scheduling/",
        "service/calls/",
        "core/base/",
        "core/pgn/game_texts.h",
        "core/random/sha256.h",
        "core/search/",
        "absl/",
        "openssl/rand.h",
        "prometheus/",
        kProto,
        kProtobuf},
       true},
      // Runs only during the build.
      {"service/http/openapi_generator.cc",
       {"service/measure/api_descriptors.h", "absl/", kProtobuf}},
      // A door. It knows no rule.
      {"service/http/",
       {"service/limits.h", "service/convert/errors.h", "service/convert/wire_reader.h",
        "service/json/", "service/net/", "service/calls/", "core/base/", "absl/", kProto, kProtobuf,
        "boost/", "openssl/"},
       true},
      // With the server, the only folder that uses gRPC.
      {"service/grpc/",
       {"service/limits.h", "service/access/", "service/net/", "service/ops/", "service/calls/",
        "core/base/", "absl/", "prometheus/", kProtobuf, "grpc/", "grpcpp/"},
       true},
      {"service/server",
       {"service/", "core/base/", "core/search/query.h", "absl/", kProto, kProtobuf, "grpcpp/",
        "grpc/"},
       true},
      {"service/main.cc", {"service/ops/", "service/grpc/", "service/server.h", "absl/"}, true},
      {"service/", {}},
      {"clients/cpp/include/", {"arbiter/client/", "absl/", kProto, kProtobuf}},
      {"clients/cpp/example.cc", {"arbiter/client/"}},
      {"clients/cpp/",
       {"arbiter/client/", "service/methods.def", "absl/", kProto, kProtobuf, "grpcpp/"},
       true},
      {"clients/cli/text/",
       {"arbiter/client/", "service/convert/", "core/base/", "core/rules/clock.h",
        "core/rules/san.h", "absl/", kProto, kProtobuf},
       true},
      {"clients/cli/arguments/",
       {"clients/cli/text/", "service/files/", "service/convert/", "service/json/",
        "arbiter/client/", "core/base/", "core/rules/seed_text.h", "absl/", kProto, kProtobuf,
        "CLI/"},
       true},
      {"clients/cli/backend/",
       {"clients/cli/text/", "clients/cli/arguments/", "arbiter/client/", "service/handlers/",
        "service/convert/read.h", "service/methods.def", "core/search/", "core/base/", "absl/",
        kProto, kProtobuf}},
      {"clients/cli/play/",
       {"clients/cli/text/", "clients/cli/arguments/", "clients/cli/backend/", "core/base/",
        "absl/", kProto}},
      {"clients/cli/uci/",
       {"clients/cli/text/", "clients/cli/arguments/", "clients/cli/backend/", "core/search/",
        "core/base/", "core/rules/", "absl/", kProto}},
      {"clients/cli/",
       {"service/", "core/game/", "core/base/", "core/random/random_stream.h",
        "core/rules/seed_text.h", "absl/", kProto, kProtobuf, "CLI/"},
       true},
  };
  return layers;
}

// Returns the layer of a file; nullptr if it belongs to none.
const Layer* FindLayer(std::string_view path) {
  const auto& layers = Layers();
  const auto layer = std::find_if(layers.begin(), layers.end(), [path](const Layer& candidate) {
    return path.starts_with(candidate.folder);
  });
  return layer == layers.end() ? nullptr : &*layer;
}

// Returns the folder that a file may include as its own. In variants, which must not include each
// other, it is that of the variant: `core/variants/chak/` for a file of Chak.
std::string_view OwnFolder(std::string_view path, const Layer& layer) {
  if (layer.folder != "core/variants/") return layer.folder;
  return path.substr(0, path.find('/', layer.folder.size()) + 1);
}

// A header that a file includes, and whether it stands in angle brackets.
struct Include {
  std::string header;
  bool angled;
};

std::vector<Include> IncludesOf(const std::string& source) {
  std::vector<Include> includes;
  std::istringstream lines(source);
  for (std::string line; std::getline(lines, line);) {
    std::string_view rest = line;
    if (!ConsumePrefix(&rest, "#include ")) continue;
    const bool angled = rest.starts_with('<');
    rest.remove_prefix(1);
    includes.push_back({std::string(rest.substr(0, rest.find(angled ? '>' : '"'))), angled});
  }
  return includes;
}

// Returns whether a header belongs to the standard library, such as <vector>.
bool IsStandard(const Include& include) {
  return include.angled && !include.header.ends_with(".h") &&
         include.header.find('/') == std::string::npos;
}

// Returns whether a header belongs to the system, such as <unistd.h> and <sys/stat.h>.
bool IsOfSystem(const Include& include) {
  const std::string folder = include.header.substr(0, include.header.find('/') + 1);
  return include.angled && include.header.ends_with(".h") &&
         (folder.empty() || folder == "sys/" || folder == "arpa/" || folder == "net/" ||
          folder == "netinet/");
}

bool IsTest(std::string_view path) {
  return path.ends_with("_test.cc") || path.find("/test_") != std::string_view::npos;
}

bool MayInclude(std::string_view path, const Include& include) {
  const auto begins = [&](std::string_view start) { return include.header.starts_with(start); };
  if (IsTest(path) && (begins("gtest/") || begins("gmock/") || begins("tests/support/"))) {
    return true;
  }
  // The tests of a variant play whole games of it.
  if (IsTest(path) && path.starts_with("core/variants/") && begins("core/game/")) return true;
  // The board of Chpok does not depend on the bidding, which comes before it.
  if (path.starts_with("core/variants/chpok/board/") && begins("core/variants/chpok/bidding/")) {
    return false;
  }
  const Layer* layer = FindLayer(path);
  if (layer == nullptr) return false;
  const bool generated_grpc = include.header.ends_with(".grpc.pb.h");
  const bool uses_grpc = std::count(layer->may_include.begin(), layer->may_include.end(),
                                    std::string_view("grpcpp/")) > 0;
  if (generated_grpc && !uses_grpc) return false;
  return IsStandard(include) || (layer->system && IsOfSystem(include)) ||
         begins(OwnFolder(path, *layer)) ||
         std::any_of(layer->may_include.begin(), layer->may_include.end(), begins);
}

// Returns the header guard of a path: ARBITER_CORE_BOARD_COLOR_H_ for core/board/color.h.
std::string GuardOf(std::string_view path) {
  std::string guard = "ARBITER_";
  for (const char next : path) {
    const bool letter = next >= 'a' && next <= 'z';
    const bool digit = next >= '0' && next <= '9';
    guard.push_back(letter ? static_cast<char>(next - 'a' + 'A') : digit ? next : '_');
  }
  return guard + "_";
}

// Returns an error for each include that the layer of a file forbids.
std::vector<std::string> ForbiddenIncludes(const std::string& path, const std::string& source) {
  std::vector<std::string> forbidden;
  for (const Include& include : IncludesOf(source)) {
    if (MayInclude(path, include)) continue;
    forbidden.push_back(StrCat(path, " must not include ", include.header));
  }
  return forbidden;
}

// What the files of each layer include.
using Uses = std::map<const Layer*, std::vector<Include>>;

// Returns an error for each permission that no file needs.
std::vector<std::string> UnusedPermissions(const Uses& uses) {
  std::vector<std::string> unused;
  for (const auto& [layer, includes] : uses) {
    for (const std::string_view permission : layer->may_include) {
      const bool used = std::any_of(includes.begin(), includes.end(), [&](const Include& include) {
        return include.header.starts_with(permission);
      });
      if (!used) unused.push_back(StrCat(layer->folder, " includes nothing from ", permission));
    }
    if (layer->system && std::none_of(includes.begin(), includes.end(), IsOfSystem)) {
      unused.push_back(StrCat(layer->folder, " includes no system header"));
    }
  }
  return unused;
}

// Returns an error if a header lacks its guard.
std::vector<std::string> MissingGuards(const std::string& path, const std::string& source) {
  std::vector<std::string> missing;
  const std::string guard = GuardOf(path);
  if (path.ends_with(".h") &&
      source.find(StrCat("#ifndef ", guard, "\n#define ", guard, "\n")) == std::string::npos) {
    missing.push_back(StrCat(path, " lacks the header guard ", guard));
  }
  return missing;
}

// A member function that only some files may call.
struct RestrictedCall {
  std::string_view text;
  std::vector<std::string_view> callers;
};

const std::vector<RestrictedCall>& RestrictedCalls() {
  static const auto& calls = *new std::vector<RestrictedCall>{
      // What a viewer is allowed to see is decided in one place (ruling H23).
      {"ViewFor(", {"core/game/game.h", "core/game/typed_game.h", "core/game/viewed_game.cc"}},
      // A game goes on to its next phase in one place.
      {"NextPhase(", {"core/game/game.h", "core/game/typed_game.h", "core/game/viewed_game.cc"}},
      // The caller of unredacted() must refuse viewers from whom something is hidden.
      {"unredacted()", {"core/game/viewed_game.h", "core/pgn/write.cc"}},
  };
  return calls;
}

// Returns an error for each restricted call that a file must not make. Tests may make all of them.
std::vector<std::string> ForbiddenCalls(const std::string& path, const std::string& source) {
  std::vector<std::string> forbidden;
  for (const RestrictedCall& call : RestrictedCalls()) {
    if (IsTest(path) || source.find(call.text) == std::string::npos) continue;
    if (std::count(call.callers.begin(), call.callers.end(), path) > 0) continue;
    forbidden.push_back(StrCat(path, " must not call ", call.text));
  }
  return forbidden;
}

// Calls `check(path, source)` for each C++ file in a folder of the repository and returns the
// number of files.
template <typename Check>
size_t ForEachFile(const char* folder, Check check) {
  size_t files = 0;
  for (const fs::path& root : testing::SourceRoots()) {
    if (!fs::exists(root / folder)) continue;
    for (auto entry = fs::recursive_directory_iterator(root / folder);
         entry != fs::recursive_directory_iterator(); ++entry) {
      if (entry->path().filename() == "node_modules") entry.disable_recursion_pending();
      const std::string path = entry->path().lexically_relative(root).generic_string();
      if (!path.ends_with(".h") && !path.ends_with(".cc")) continue;
      ++files;
      check(path, testing::ReadFile(entry->path()));
    }
  }
  return files;
}

TEST(Layering, EveryFileIncludesOnlyAllowedHeaders) {
  for (const char* folder : {"core", "service", "clients"}) {
    const size_t files = ForEachFile(folder, [](const auto& path, const auto& source) {
      EXPECT_THAT(ForbiddenIncludes(path, source), IsEmpty());
    });
    EXPECT_GT(files, 10u) << folder;
  }
}

TEST(Layering, EveryPermissionIsUsed) {
  Uses uses;
  for (const Layer& layer : Layers()) uses[&layer] = {};
  for (const char* folder : {"core", "service", "clients"}) {
    ForEachFile(folder, [&](const auto& path, const auto& source) {
      std::vector<Include>& of_layer = uses[FindLayer(path)];
      for (Include& include : IncludesOf(source)) of_layer.push_back(std::move(include));
    });
  }
  EXPECT_THAT(UnusedPermissions(uses), IsEmpty());
}

TEST(Layering, H23_OnlyViewedGameDecidesWhatAViewerSeesAndWhenAPhaseEnds) {
  for (const char* folder : {"core", "service", "clients"}) {
    ForEachFile(folder, [](const auto& path, const auto& source) {
      EXPECT_THAT(ForbiddenCalls(path, source), IsEmpty());
    });
  }
}

TEST(Layering, EveryHeaderGuardIsNamedAfterItsPath) {
  for (const char* folder : {"core", "service", "clients", "tests"}) {
    ForEachFile(folder, [](const auto& path, const auto& source) {
      EXPECT_THAT(MissingGuards(path, source), IsEmpty());
    });
  }
}

// --- The checker itself, applied to made-up files.

// An include that is allowed in a file, and one that is forbidden there.
struct Includes {
  const char* path;
  const char* allowed;
  const char* forbidden;
};

TEST(LayeringChecker, FindsForbiddenIncludes) {
  const Includes rows[] = {
      {"core/base/x.cc", "\"absl/status/status.h\"", "\"core/board/color.h\""},
      {"core/board/x.cc", "<vector>", "\"core/rules/fen.h\""},
      {"core/board/x.cc", "\"core/board/color.h\"", "\"absl/status/status.h\""},
      {"core/random/x.cc", "<openssl/hmac.h>", "\"absl/status/status.h\""},
      {"core/rules/x.cc", "\"absl/status/status.h\"", "\"core/variants/chak/rules.h\""},
      {"core/rules/x.cc", "\"core/random/random_stream.h\"", "\"core/game/game.h\""},
      {"core/variants/chak/x.cc", "\"core/variants/chak/rules.h\"",
       "\"core/variants/makruk/rules.h\""},
      {"core/variants/chpok/bidding/x.cc", "\"core/variants/chpok/board/rules.h\"",
       "\"core/variants/chak/rules.h\""},
      {"core/variants/chpok/board/x.cc", "\"core/variants/chpok/features.h\"",
       "\"core/variants/chpok/bidding/rules.h\""},
      {"core/variants/chak/x.cc", "\"core/rules/san.h\"", "\"core/game/registry.h\""},
      {"core/variants/chak/x_test.cc", "\"core/game/snapshot.h\"", "\"core/pgn/read.h\""},
      {"core/search/x.cc", "\"core/rules/rules.h\"", "\"core/random/random_stream.h\""},
      {"core/search/x.cc", "\"core/board/board.h\"", "\"core/variants/chak/rules.h\""},
      {"core/game/registry.cc", "\"core/variants/variants.def\"", "\"core/variants/chak/rules.h\""},
      {"core/game/x.cc", "\"core/rules/rules.h\"", "\"core/variants/chak/rules.h\""},
      {"service/convert/x.cc", "\"core/variants/chak/position.h\"", "<grpcpp/grpcpp.h>"},
      {"core/game/x.cc", "<memory>", "<unistd.h>"},
      {"core/game/x.cc", "<span>", "\"arbiter/v1/game.pb.h\""},
      {"core/game/x.cc", "\"absl/status/statusor.h\"", "\"google/protobuf/message.h\""},
      {"core/game/x.cc", "\"core/search/search.h\"", "<grpcpp/grpcpp.h>"},
      {"core/pgn/x.cc", "\"core/game/registry.h\"", "\"core/variants/chak/rules.h\""},
      {"core/game/x.cc", "\"core/rules/san.h\"", "\"core/pgn/read.h\""},
      {"core/x.cc", "<vector>", "\"absl/status/status.h\""},
      {"service/convert/read.cc", "\"arbiter/v1/game.pb.h\"", "\"grpcpp/server.h\""},
      {"service/handlers/x.cc", "\"core/game/registry.h\"",
       "\"arbiter/v1/rules_service.grpc.pb.h\""},
      {"service/handlers/x.cc", "\"service/convert/read.h\"", "\"core/variants/chak/rules.h\""},
      {"service/handlers/x.cc", "<memory>", "<unistd.h>"},
      {"service/handlers/x.cc", "\"google/protobuf/message.h\"", "\"prometheus/registry.h\""},
      {"service/render/x.cc", "\"core/rules/board_view.h\"", "\"arbiter/v1/game.pb.h\""},
      {"service/scheduling/fair_x.cc", "<pthread.h>", "\"grpcpp/server.h\""},
      {"service/scheduling/x.cc", "\"service/scheduling/y.h\"", "\"service/convert/read.h\""},
      {"service/cache/redis_x.cc", "<hiredis/hiredis.h>", "\"grpcpp/server.h\""},
      {"service/cache/x.cc", "\"core/game/analysis.h\"", "<hiredis/hiredis.h>"},
      {"service/jobs/x.cc", "<libpq-fe.h>", "\"service/grpc/grpc_rpc.h\""},
      {"service/net/x.cc", "\"service/access/token_bucket.h\"", "\"service/ops/log.h\""},
      {"service/ops/x.cc", "\"service/net/address.h\"", "\"service/calls/rpc.h\""},
      {"service/calls/x.cc", "\"service/calls/rpc.h\"", "\"service/grpc/grpc_rpc.h\""},
      {"service/calls/x.cc", "\"grpc/health/v1/health.pb.h\"", "<grpc/grpc.h>"},
      {"service/grpc/x.cc", "\"grpcpp/server.h\"", "\"service/handlers/handlers.h\""},
      {"service/http/x.cc", "\"service/calls/rpc.h\"", "\"service/handlers/handlers.h\""},
      {"service/json/x.cc", "\"service/convert/wire_reader.h\"", "\"service/convert/read.h\""},
      {"service/net/x.cc", "<arpa/inet.h>", "<openssl/hmac.h>"},
      {"service/ops/x.cc", "\"prometheus/registry.h\"", "\"clients/cli/text/json.h\""},
      {"service/server.cc", "\"grpcpp/server.h\"", "\"core/variants/chak/rules.h\""},
      {"clients/cpp/include/x.h", "\"absl/status/status.h\"", "\"grpcpp/grpcpp.h\""},
      {"clients/cpp/src/x.cc", "\"grpcpp/client_context.h\"", "\"core/base/error.h\""},
      {"clients/cli/text/x.cc", "\"service/convert/errors.h\"",
       "\"clients/cli/arguments/arguments.h\""},
      {"clients/cli/arguments/x.cc", "\"clients/cli/text/json.h\"",
       "\"clients/cli/backend/session.h\""},
      {"clients/cli/backend/x.cc", "\"clients/cli/arguments/arguments.h\"",
       "\"clients/cli/play/play_screen.h\""},
      {"clients/cli/play/x.cc", "\"clients/cli/backend/board.h\"",
       "\"clients/cli/commands/command.h\""},
      {"clients/cli/uci/x.cc", "\"clients/cli/backend/board.h\"",
       "\"clients/cli/play/play_screen.h\""},
      {"clients/cli/commands/x.cc", "\"clients/cli/uci/loop.h\"", "\"grpcpp/grpcpp.h\""},
      {"clients/cli/x.cc", "<CLI/CLI.hpp>", "\"core/variants/chak/rules.h\""},
      {"core/game/x_test.cc", "\"gtest/gtest.h\"", "\"grpcpp/grpcpp.h\""},
      {"elsewhere/x.cc", "", "<vector>"},
  };
  for (const Includes& row : rows) {
    if (*row.allowed != '\0') {
      EXPECT_THAT(ForbiddenIncludes(row.path, StrCat("#include ", row.allowed, "\n")), IsEmpty())
          << row.path << " " << row.allowed;
    }
    EXPECT_THAT(ForbiddenIncludes(row.path, StrCat("#include ", row.forbidden, "\n")),
                ElementsAre(HasSubstr("must not include")))
        << row.path << " " << row.forbidden;
  }
}

TEST(LayeringChecker, FindsUnusedPermissions) {
  const Layer layer = {"core/x/", {"absl/", "core/base/"}, /*system=*/true};
  EXPECT_THAT(
      UnusedPermissions({{&layer, {{"absl/status/status.h", false}}}}),
      ElementsAre("core/x/ includes nothing from core/base/", "core/x/ includes no system header"));
  EXPECT_THAT(
      UnusedPermissions(
          {{&layer,
            {{"absl/status/status.h", false}, {"core/base/error.h", false}, {"unistd.h", true}}}}),
      IsEmpty());
}

TEST(LayeringChecker, FindsRestrictedCalls) {
  constexpr const char* kCall = "const auto view = game->ViewFor(viewer);";
  EXPECT_THAT(ForbiddenCalls("core/game/viewed_game.cc", kCall), IsEmpty());
  EXPECT_THAT(ForbiddenCalls("service/handlers/x_test.cc", kCall), IsEmpty());
  EXPECT_THAT(ForbiddenCalls("service/handlers/x.cc", kCall),
              ElementsAre("service/handlers/x.cc must not call ViewFor("));
  EXPECT_THAT(ForbiddenCalls("service/convert/write.cc", "WriteAdjudication(game.unredacted());"),
              ElementsAre("service/convert/write.cc must not call unredacted()"));
}

TEST(LayeringChecker, FindsMissingHeaderGuards) {
  EXPECT_THAT(MissingGuards(
                  "core/board/a_b.h",
                  "#ifndef ARBITER_CORE_BOARD_A_B_H_\n#define ARBITER_CORE_BOARD_A_B_H_\n#endif\n"),
              IsEmpty());
  EXPECT_THAT(MissingGuards("core/board/a_b.h", "#pragma once\n"),
              ElementsAre(HasSubstr("lacks the header guard ARBITER_CORE_BOARD_A_B_H_")));
}

}  // namespace
}  // namespace arbiter
