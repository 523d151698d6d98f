// Plays games of self-play and writes their quiet positions as data for training. `./dev train`
// runs it; docs/engine.md describes the method.
#include <zlib.h>

#include <atomic>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <string>
#include <thread>
#include <vector>

#include "CLI/CLI.hpp"
#include "clients/cli/arguments/display_arguments.h"
#include "clients/cli/text/progress.h"
#include "core/variants/chak/rules.h"
#include "core/variants/chpok/board/rules.h"
#include "core/variants/makruk/rules.h"
#include "tests/tools/train/record.h"
#include "tests/tools/tune/first_position.h"
#include "tests/tools/tune/self_play.h"

namespace arbiter::train {
namespace {

struct Arguments {
  std::string variant;
  std::string folder;
  int shards = 1;
  int games = 250;
  uint64_t seed = 1;
  int threads = 1;
  bool handmade = false;
  tune::SelfPlayOptions self_play{.nodes = 1'000,
                                  .opening_plies = 8,
                                  .more_opening_plies = 4,
                                  .max_opening_value = 250,
                                  .max_plies = 300};
  cli::DisplayArguments display;

  void AddTo(CLI::App* app) {
    app->add_option("--variant", variant, "chak, chpok or makruk")->required();
    app->add_option("--folder", folder, "The folder for the data")->required();
    app->add_option("--shards", shards, "The number of files of data")->capture_default_str();
    app->add_option("--games", games, "The number of games in each file")->capture_default_str();
    app->add_option("--nodes", self_play.nodes, "The nodes per move")->capture_default_str();
    app->add_option("--seed", seed, "The seed of the openings")->capture_default_str();
    app->add_option("--threads", threads, "The number of games to play at once")
        ->check(CLI::Range(1, 256))
        ->capture_default_str();
    app->add_flag("--handmade", handmade, "Use the handmade evaluation instead of the network");
    display.AddProgress(cli::CommandParser(app));
  }
};

// Plays the games of one file, which is compressed: one position after another differs little, so
// that each takes about nine bytes. The file appears under its name only when it is complete.
template <typename R, typename Model, typename Inputs>
bool WriteShard(const R& rules, const Arguments& arguments, int shard,
                const std::filesystem::path& path) {
  tune::SelfPlayOptions options = arguments.self_play;
  options.seed = arguments.seed << 32 | static_cast<uint32_t>(shard);
  tune::SelfPlay<R, Model> self_play(rules, tune::FirstPosition(rules), options);
  const std::filesystem::path partial = path.string() + ".part";
  const gzFile file = gzopen(partial.c_str(), "wb");
  if (file == nullptr) return false;
  bool written = true;
  for (int i = 0; i < arguments.games; ++i) {
    const auto game = self_play.PlayGame();
    for (const auto& quiet : game.quiet) {
      const auto record = MakeRecord<Inputs>(quiet, game.result);
      written = written && gzwrite(file, &record, sizeof(record)) == sizeof(record);
    }
  }
  if (gzclose(file) != Z_OK || !written) return false;
  std::filesystem::rename(partial, path);
  return true;
}

template <typename R, typename Model, typename Inputs>
int Generate(const Arguments& arguments) {
  const auto rules = R::Create({});
  std::filesystem::create_directories(arguments.folder);
  cli::Progress progress(arguments.display.Resolve().progress, "files",
                         static_cast<uint64_t>(arguments.shards));
  std::atomic<int> next = 0;
  std::atomic<int> done = 0;
  std::atomic<bool> failed = false;
  std::vector<std::thread> threads;
  for (int i = 0; i < arguments.threads; ++i) {
    threads.emplace_back([&] {
      for (int shard = next++; shard < arguments.shards && !failed; shard = next++) {
        char name[64];
        std::snprintf(name, sizeof(name), "%llu-nodes-%llu-%05d.bin.gz",
                      static_cast<unsigned long long>(arguments.self_play.nodes),
                      static_cast<unsigned long long>(arguments.seed), shard);
        const std::filesystem::path path = std::filesystem::path(arguments.folder) / name;
        if (!std::filesystem::exists(path) &&
            !WriteShard<R, Model, Inputs>(*rules, arguments, shard, path)) {
          failed = true;
        }
        ++done;
      }
    });
  }
  while (done < arguments.shards && !failed) {
    progress.Set(static_cast<uint64_t>(done.load()));
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
  }
  for (std::thread& thread : threads) thread.join();
  progress.Erase();
  if (!failed) return 0;
  std::cerr << "arbiter_generate: cannot write to " << arguments.folder << std::endl;
  return 1;
}

template <typename R, typename Handmade, typename Inputs>
int GenerateWith(const Arguments& arguments) {
  if (arguments.handmade) return Generate<R, Handmade, Inputs>(arguments);
  return Generate<R, typename R::SearchModel, Inputs>(arguments);
}

int Main(int argc, char** argv) {
  CLI::App app("arbiter_generate: plays games of self-play as data for training",
               "arbiter_generate");
  Arguments arguments;
  arguments.AddTo(&app);
  CLI11_PARSE(app, argc, argv);
  if (arguments.variant == "makruk") {
    using makruk::MakrukRules;
    using Handmade = makruk::MakrukModel<MakrukRules, makruk::HandmadeEvaluator>;
    return GenerateWith<MakrukRules, Handmade, makruk::Inputs>(arguments);
  }
  if (arguments.variant == "chak") {
    using chak::ChakRules;
    using Handmade = chak::ChakModel<ChakRules, chak::HandmadeEvaluator>;
    return GenerateWith<ChakRules, Handmade, chak::Inputs>(arguments);
  }
  if (arguments.variant == "chpok") {
    return GenerateWith<chpok::BoardRules, chpok::HandmadeModel, chpok::Inputs>(arguments);
  }
  std::cerr << "arbiter_generate: --variant must be chak, chpok or makruk" << std::endl;
  return 1;
}

}  // namespace
}  // namespace arbiter::train

int main(int argc, char** argv) { return arbiter::train::Main(argc, argv); }
