// Plays games of self-play and writes their quiet positions as data for training. `./dev train`
// runs it; docs/engine.md describes the method.
#include <atomic>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>
#include <thread>
#include <vector>

#include "CLI/CLI.hpp"
#include "clients/cli/arguments/display_arguments.h"
#include "clients/cli/text/progress.h"
#include "core/variants/chak/rules.h"
#include "core/variants/chpok/board/rules.h"
#include "core/variants/chpok/home_row.h"
#include "core/variants/makruk/rules.h"
#include "tests/train/record.h"
#include "tests/tune/self_play.h"

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
    app->add_option("--max-plies", self_play.max_plies, "The length at which games are drawn")
        ->capture_default_str();
    app->add_option("--win-value", self_play.win_value, "The value that decides a game")
        ->capture_default_str();
    app->add_flag("--handmade", handmade, "Use the handmade evaluation instead of the network");
    display.AddProgress(cli::CommandParser(app));
  }
};

// Plays the games of one file. The file appears under its name only when it is complete.
template <typename R, typename Model, typename Inputs>
bool WriteShard(const R& rules, const typename R::Position& start, const Arguments& arguments,
                int shard, const std::filesystem::path& path) {
  tune::SelfPlayOptions options = arguments.self_play;
  options.seed = arguments.seed << 32 | static_cast<uint32_t>(shard);
  tune::SelfPlay<R, Model> self_play(rules, start, options);
  const std::filesystem::path partial = path.string() + ".part";
  std::ofstream file(partial, std::ios::binary);
  for (int i = 0; i < arguments.games; ++i) {
    const auto game = self_play.PlayGame();
    for (const auto& quiet : game.quiet) {
      const auto record = MakeRecord<Inputs>(quiet, game.result);
      file.write(reinterpret_cast<const char*>(&record), sizeof(record));
    }
  }
  file.close();
  if (!file) return false;
  std::filesystem::rename(partial, path);
  return true;
}

template <typename R, typename Model, typename Inputs>
int Generate(const R& rules, const typename R::Position& start, const Arguments& arguments) {
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
        std::snprintf(name, sizeof(name), "%llu-%05d.bin",
                      static_cast<unsigned long long>(arguments.seed), shard);
        const std::filesystem::path path = std::filesystem::path(arguments.folder) / name;
        if (!std::filesystem::exists(path) &&
            !WriteShard<R, Model, Inputs>(rules, start, arguments, shard, path)) {
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

template <typename Handmade, typename Inputs, typename R>
int GenerateWith(const R& rules, const typename R::Position& start, const Arguments& arguments) {
  if (arguments.handmade) return Generate<R, Handmade, Inputs>(rules, start, arguments);
  return Generate<R, typename R::SearchModel, Inputs>(rules, start, arguments);
}

int Main(int argc, char** argv) {
  CLI::App app("arbiter_generate: plays games of self-play as data for training",
               "arbiter_generate");
  Arguments arguments;
  arguments.AddTo(&app);
  CLI11_PARSE(app, argc, argv);
  if (arguments.variant == "makruk") {
    using makruk::MakrukRules;
    const auto rules = *MakrukRules::Create({});
    const auto start = *rules.ParseFen(MakrukRules::Info().start_fen);
    using Handmade = makruk::MakrukModel<MakrukRules, makruk::HandmadeEvaluator>;
    return GenerateWith<Handmade, makruk::Inputs>(rules, start, arguments);
  }
  if (arguments.variant == "chak") {
    using chak::ChakRules;
    const auto rules = *ChakRules::Create({});
    const auto start = *rules.ParseFen(ChakRules::Info().start_fen);
    using Handmade = chak::ChakModel<ChakRules, chak::HandmadeEvaluator>;
    return GenerateWith<Handmade, chak::Inputs>(rules, start, arguments);
  }
  if (arguments.variant == "chpok") {
    const auto rules = *chpok::BoardRules::Create({});
    const auto start = chpok::StartPosition(chpok::Features(), chpok::HomeRow::DefaultFor(8));
    return GenerateWith<chpok::HandmadeModel, chpok::Inputs>(rules, start, arguments);
  }
  std::cerr << "arbiter_generate: --variant must be chak, chpok or makruk" << std::endl;
  return 1;
}

}  // namespace
}  // namespace arbiter::train

int main(int argc, char** argv) { return arbiter::train::Main(argc, argv); }
