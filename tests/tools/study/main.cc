// Studies the search on fixed positions: how it spends its nodes, and how often it finds the moves
// of much longer searches. `./dev study` runs it; docs/engine.md has the results.
#include <atomic>
#include <chrono>
#include <cmath>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "CLI/CLI.hpp"
#include "absl/strings/str_format.h"
#include "clients/cli/arguments/display_arguments.h"
#include "clients/cli/text/progress.h"
#include "core/base/status_macros.h"
#include "core/base/strings.h"
#include "core/game/registry.h"
#include "core/search/query.h"
#include "core/variants/chak/rules.h"
#include "core/variants/makruk/rules.h"
#include "tests/tools/match/uci_player.h"
#include "tests/tools/study/counts.h"
#include "tests/tools/study/move_values.h"
#include "tests/tools/study/positions.h"
#include "tests/tools/study/study.h"
#include "tests/tools/tune/search_settings.h"

namespace arbiter::study {
namespace {

struct Arguments {
  std::string variant;
  std::string file;
  size_t of_each = 500;
  uint64_t seed = 1;
  uint64_t nodes = 40'000;
  uint64_t reference = 4'000'000;
  size_t table_mib = 16;
  int threads = 1;
  size_t limit = SIZE_MAX;
  std::string settings;
  std::string peer;
  cli::DisplayArguments display;

  // The nodes of the searches that find the values of single moves.
  uint64_t value_nodes() const { return reference / 4; }
};

// The move that a search found, and its depth.
struct Found {
  std::string move;
  int depth = 0;
};
using Search = std::function<absl::StatusOr<Found>(const std::string& fen)>;

template <typename R>
const R& Rules() {
  static const R rules = *R::Create({});
  return rules;
}

// Returns a search with the nodes and the table of the arguments, for one thread.
template <typename R>
absl::StatusOr<Search> MakeSearch(const Arguments& arguments) {
  if (!arguments.peer.empty()) {
    ARBITER_ASSIGN_OR_RETURN(
        std::shared_ptr<match::UciProcess> process,
        match::StartUci({.command = arguments.peer,
                         .variant = arguments.variant,
                         .options = {{"Threads", "1"}, {"Hash", StrCat(arguments.table_mib)}}}));
    return [process, nodes = arguments.nodes](const std::string& fen) -> absl::StatusOr<Found> {
      ARBITER_RETURN_IF_ERROR(process->Send("ucinewgame"));
      ARBITER_RETURN_IF_ERROR(match::WaitUntilReady(*process));
      ARBITER_ASSIGN_OR_RETURN(
          const auto result,
          match::SearchUci(*process, StrCat("position fen ", fen), {.nodes = nodes}));
      return Found{result.best, result.depth};
    };
  }
  using Model = tune::TunableModel<typename R::SearchModel>;
  SearchParameters parameters = Model::parameters();
  ARBITER_RETURN_IF_ERROR(tune::ApplySettings(arguments.settings, &parameters));
  const auto table = std::make_shared<TranspositionTable>(arguments.table_mib << 20);
  return [parameters, table,
          nodes = arguments.nodes](const std::string& fen) -> absl::StatusOr<Found> {
    Model::current = parameters;
    ARBITER_ASSIGN_OR_RETURN(const auto position, Rules<R>().ParseFen(fen));
    const auto report =
        Solve<R, Model>(Rules<R>(), position, {.nodes = nodes}, table.get(), [](const auto&) {});
    return Found{Rules<R>().FormatMove(report.lines.front().moves.front()), report.depth};
  };
}

// Calls `work`, which takes its share of the work itself, on several threads at once.
void RunThreads(int count, const std::function<void()>& work) {
  std::vector<std::thread> threads;
  for (int i = 0; i < count; ++i) threads.emplace_back(work);
  for (std::thread& thread : threads) thread.join();
}

// Searches positions on several threads, and calls `use` with what was found, on one thread at a
// time.
template <typename R>
absl::Status SearchAll(const Arguments& arguments, std::vector<StudyPosition*> positions,
                       const std::function<absl::Status(StudyPosition&, const Found&)>& use) {
  positions.resize(std::min(positions.size(), arguments.limit));
  cli::Progress progress(arguments.display.Resolve().progress, "positions", positions.size());
  std::atomic<size_t> next = 0;
  std::mutex mutex;
  size_t done = 0;
  absl::Status status;
  const auto work = [&] {
    const auto search = MakeSearch<R>(arguments);
    for (size_t i = next++; i < positions.size(); i = next++) {
      const auto found = search.ok() ? (*search)(positions[i]->fen) : search.status();
      const std::scoped_lock lock(mutex);
      status.Update(found.status());
      if (status.ok()) status.Update(use(*positions[i], *found));
      if (!status.ok()) return;
      progress.Set(++done);
    }
  };
  RunThreads(arguments.threads, work);
  return status;
}

// Finds the best move of each position that has none for this number of nodes. The file is written
// once a minute, so that a run that is stopped can be continued.
template <typename R>
absl::Status SolveAll(const Arguments& arguments) {
  ARBITER_ASSIGN_OR_RETURN(auto positions, ReadPositions(arguments.file));
  std::vector<StudyPosition*> open;
  for (StudyPosition& position : positions) {
    if (!position.solutions.contains(arguments.nodes)) open.push_back(&position);
  }
  auto written = std::chrono::steady_clock::now();
  const auto use = [&](StudyPosition& position, const Found& found) {
    position.solutions[arguments.nodes] = found.move;
    if (std::chrono::steady_clock::now() - written < std::chrono::minutes(1)) {
      return absl::OkStatus();
    }
    written = std::chrono::steady_clock::now();
    return WritePositions(positions, arguments.file);
  };
  ARBITER_RETURN_IF_ERROR(SearchAll<R>(arguments, open, use));
  return WritePositions(positions, arguments.file);
}

// Returns the value of a move, from 0 to 1, that a search of it alone finds.
template <typename R>
absl::StatusOr<double> ValueOfMove(const Arguments& arguments, const std::string& fen,
                                   const std::string& text, MoveValues* values) {
  if (const auto known = values->Find(fen, text)) return *known;
  ARBITER_ASSIGN_OR_RETURN(const auto position, Rules<R>().ParseFen(fen));
  ARBITER_ASSIGN_OR_RETURN(const auto move, Rules<R>().ParseMove(position, text));
  TranspositionTable table(64 << 20);
  const double value = Solve(Rules<R>(), position, {.nodes = arguments.value_nodes()}, &table,
                             [](const auto&) {}, {move})
                           .lines.front()
                           .score.expectation();
  values->Add(fen, text, value);
  return value;
}

// What searches found in quiet or in sharp positions.
struct Comparison {
  double count = 0;
  double agree = 0;
  // How much of a game the moves found give away, and the sum of its squares.
  double loss = 0;
  double squares = 0;
  double depths = 0;

  void Add(const Comparison& other) {
    count += other.count;
    agree += other.agree;
    loss += other.loss;
    squares += other.squares;
    depths += other.depths;
  }
  std::string Text() const {
    return absl::StrFormat("%.0f positions, agreement %.1f %%, loss %.3f +- %.3f %%, depth %.1f",
                           count, 100 * agree / count, 100 * loss / count,
                           196 * std::sqrt(squares) / count, depths / count);
  }
};

// Compares the moves that searches find with those of the reference.
template <typename R>
absl::Status Compare(const Arguments& arguments) {
  ARBITER_ASSIGN_OR_RETURN(auto positions, ReadPositions(arguments.file));
  std::vector<StudyPosition*> solved;
  for (StudyPosition& position : positions) {
    if (position.solutions.contains(arguments.reference)) solved.push_back(&position);
  }
  ARBITER_ASSIGN_OR_RETURN(const Variant* const variant, FindVariant(arguments.variant));
  // Values of other engines or searches do not apply.
  MoveValues values(StrCat(arguments.file, ".", EngineName(variant->info()), ".",
                           arguments.value_nodes(), ".values"));
  Comparison sums[2];
  std::vector<std::pair<StudyPosition*, std::string>> others;
  ARBITER_RETURN_IF_ERROR(
      SearchAll<R>(arguments, solved, [&](StudyPosition& position, const Found& found) {
        Comparison& sum = sums[position.sharp];
        ++sum.count;
        sum.depths += found.depth;
        if (found.move == position.solutions[arguments.reference]) {
          ++sum.agree;
        } else {
          others.emplace_back(&position, found.move);
        }
        return absl::OkStatus();
      }));
  std::atomic<size_t> next = 0;
  std::mutex mutex;
  absl::Status status;
  const auto work = [&] {
    for (size_t i = next++; i < others.size(); i = next++) {
      const auto& [position, move] = others[i];
      const auto best = ValueOfMove<R>(arguments, position->fen,
                                       position->solutions[arguments.reference], &values);
      const auto value = ValueOfMove<R>(arguments, position->fen, move, &values);
      const std::scoped_lock lock(mutex);
      status.Update(best.status());
      status.Update(value.status());
      if (!status.ok()) return;
      Comparison& sum = sums[position->sharp];
      sum.loss += *best - *value;
      sum.squares += (*best - *value) * (*best - *value);
    }
  };
  RunThreads(arguments.threads, work);
  ARBITER_RETURN_IF_ERROR(status);
  Comparison all = sums[0];
  all.Add(sums[1]);
  std::cout << StrCat(arguments.peer, arguments.settings, " ", arguments.nodes, " nodes, ",
                      arguments.table_mib, " MiB: ", all.Text(), " | quiet ", sums[0].Text(),
                      " | sharp ", sums[1].Text())
            << std::endl;
  return absl::OkStatus();
}

// What the searches of positions of one kind did.
struct Measurement {
  SearchCounts counts;
  // By depth, the nodes up to the end of its iteration, added up over the positions that reached
  // the depth and the next one, and of the next one in the same positions.
  std::map<int, std::pair<double, double>> nodes;
};

std::string Percent(uint64_t part, uint64_t whole) {
  return absl::StrFormat("%.1f %%", 100.0 * static_cast<double>(part) / static_cast<double>(whole));
}

void Print(const char* kind, const Measurement& measured) {
  using Event = SearchEvent;
  const SearchCounts& counts = measured.counts;
  const uint64_t first = counts.Of(Event::kFirstMoveCutoff);
  const uint64_t probes = counts.Of(Event::kTableHit) + counts.Of(Event::kTableMiss);
  std::cout << StrCat(
      kind, ": quiescence ", Percent(counts.Of(Event::kQuiescenceNode), counts.nodes()),
      ", second searches ", Percent(counts.in_researches(), counts.nodes()), ", check extensions ",
      Percent(counts.in_check_extensions(), counts.nodes()), ", cutoffs by the first move ",
      Percent(first, first + counts.Of(Event::kLaterMoveCutoff)), ", table hits ",
      Percent(counts.Of(Event::kTableHit), probes), ", table cutoffs ",
      Percent(counts.Of(Event::kTableCutoff), probes), ", replaced entries ",
      Percent(counts.Of(Event::kTableReplacement), counts.nodes()), " of nodes\n");
  std::cout << "  branching factor by depth:";
  for (const auto& [depth, nodes] : measured.nodes) {
    if (depth % 2 == 0) {
      std::cout << absl::StrFormat(" %d: %.2f", depth, nodes.second / nodes.first);
    }
  }
  std::cout << std::endl;
}

// Counts what the search does.
template <typename R>
absl::Status Measure(const Arguments& arguments) {
  using Model = CountingModel<typename R::SearchModel>;
  ARBITER_ASSIGN_OR_RETURN(const auto positions, ReadPositions(arguments.file));
  Measurement measured[2];
  TranspositionTable table(arguments.table_mib << 20);
  for (size_t i = 0; i < std::min(positions.size(), arguments.limit); ++i) {
    const StudyPosition& each = positions[i];
    ARBITER_ASSIGN_OR_RETURN(const auto position, Rules<R>().ParseFen(each.fen));
    Model::counts = SearchCounts();
    std::map<int, double> nodes;
    Solve<R, Model>(
        Rules<R>(), position, {.nodes = arguments.nodes}, &table,
        [&nodes](const auto& report) { nodes[report.depth] = static_cast<double>(report.nodes); });
    Measurement& sum = measured[each.sharp];
    sum.counts.Add(Model::counts);
    for (auto it = nodes.begin(); it != nodes.end() && std::next(it) != nodes.end(); ++it) {
      sum.nodes[std::next(it)->first].first += it->second;
      sum.nodes[std::next(it)->first].second += std::next(it)->second;
    }
  }
  std::cout << StrCat(arguments.nodes, " nodes, ", arguments.table_mib, " MiB\n");
  Print("quiet", measured[0]);
  Print("sharp", measured[1]);
  return absl::OkStatus();
}

template <typename R>
absl::Status Run(const std::string& command, const Arguments& arguments) {
  if (command == "collect") {
    return WritePositions(CollectPositions(Rules<R>(), arguments.of_each, arguments.seed),
                          arguments.file);
  }
  if (command == "solve") return SolveAll<R>(arguments);
  if (command == "compare") return Compare<R>(arguments);
  return Measure<R>(arguments);
}

int Main(int argc, char** argv) {
  CLI::App app("arbiter_study: studies the search on fixed positions", "arbiter_study");
  Arguments arguments;
  app.require_subcommand(1);
  const auto add = [&](const char* name, const char* help) {
    CLI::App* command = app.add_subcommand(name, help);
    command->add_option("--variant", arguments.variant, "The variant")
        ->check(CLI::IsMember({"chak", "makruk"}))
        ->required();
    command->add_option("--file", arguments.file, "The file with the positions")->required();
    return command;
  };
  const auto add_search = [&](const char* name, const char* help) {
    CLI::App* command = add(name, help);
    command->add_option("--nodes", arguments.nodes, "The nodes of each search")
        ->check(CLI::Range(1, 1'000'000'000))
        ->capture_default_str();
    command->add_option("--hash", arguments.table_mib, "The size of each table in MiB")
        ->check(CLI::Range(1, 65'536))
        ->capture_default_str();
    command->add_option("--limit", arguments.limit,
                        "The number of positions to search in this run");
    return command;
  };
  const auto add_parallel = [&](const char* name, const char* help) {
    CLI::App* command = add_search(name, help);
    command->add_option("--threads", arguments.threads, "The number of positions to search at once")
        ->check(CLI::Range(1, 256))
        ->capture_default_str();
    command->add_option("--peer", arguments.peer, "The command of a UCI engine to use instead");
    arguments.display.AddProgress(cli::CommandParser(command));
    return command;
  };
  CLI::App* collect = add("collect", "Collects positions of self-play and writes them");
  collect->add_option("--of-each", arguments.of_each, "The number of quiet and of sharp positions")
      ->capture_default_str();
  collect->add_option("--seed", arguments.seed, "The seed of the games")->capture_default_str();
  add_parallel("solve", "Searches positions for long and adds the moves to the file");
  CLI::App* compare =
      add_parallel("compare", "Searches positions and compares the moves with the added ones");
  compare->add_option("--reference", arguments.reference, "The nodes of the long searches")
      ->capture_default_str();
  compare->add_option("--set", arguments.settings, "Changes parameters: NAME=VALUE,...");
  add_search("measure", "Counts what the search does");
  CLI11_PARSE(app, argc, argv);
  const std::string command = app.get_subcommands().front()->get_name();
  const absl::Status status = arguments.variant == "makruk"
                                  ? Run<makruk::MakrukRules>(command, arguments)
                                  : Run<chak::ChakRules>(command, arguments);
  if (status.ok()) return 0;
  std::cerr << "arbiter_study: " << std::string(status.message()) << std::endl;
  return 1;
}

}  // namespace
}  // namespace arbiter::study

int main(int argc, char** argv) { return arbiter::study::Main(argc, argv); }
