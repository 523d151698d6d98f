#include <unistd.h>

#include <chrono>
#include <string>

#include "core/base/strings.h"
#include "tests/support/process_facts.h"
#include "tests/tools/bench/die.h"
#include "tests/tools/bench/perft.h"
#include "tests/tools/bench/rows.h"
#include "tests/tools/match/uci_process.h"

namespace arbiter::bench {
namespace {

// The minimum processor time of a measurement; perft is repeated until it is reached.
constexpr std::chrono::duration<double> kMinTime(0.5);

double OurRate(const PerftStart& start, int depth) {
  const auto game = StartGame(start);
  const auto begin = testing::CpuTimeOf(getpid());
  std::chrono::duration<double> time{0};
  uint64_t leaves = 0;
  do {
    leaves += CountLeaves(*game, depth);
    time = testing::CpuTimeOf(getpid()) - begin;
  } while (time < kMinTime);
  return static_cast<double>(leaves) / time.count();
}

class FairyStockfish {
 public:
  explicit FairyStockfish(const Plan& plan)
      : process_(OrDie(match::UciProcess::Start(StrCat("sh -c 'echo pid $$; exec taskset -c ",
                                                       plan.processors.server, " ",
                                                       plan.fairy_stockfish, "'")))) {
    pid_ = std::stoi(Read("pid ").substr(4));
    OrDie(process_->Send("setoption name UCI_Variant value makruk"));
    OrDie(process_->Send("position startpos"));
    OrDie(process_->Send("isready"));
    Read("readyok");
  }

  double Rate(int depth) {
    const auto begin = testing::CpuTimeOf(pid_);
    OrDie(process_->Send(StrCat("go perft ", depth)));
    const std::string line = Read("Nodes searched:");
    const std::chrono::duration<double> time = testing::CpuTimeOf(pid_) - begin;
    return std::stod(line.substr(line.find(':') + 1)) / time.count();
  }

 private:
  // Returns the next line that begins with `word`.
  std::string Read(std::string_view word) {
    constexpr std::chrono::minutes kTimeout(5);
    return OrDie(process_->ReadUntil(word, match::UciProcess::Clock::now() + kTimeout));
  }

  std::unique_ptr<match::UciProcess> process_;
  pid_t pid_ = 0;
};

struct Yardstick {
  PerftStart start;
  int depth;
  int quick_depth;
  std::optional<double> min;
};

}  // namespace

std::vector<Row> PerftRows(const Plan& plan) {
  const Yardstick yardsticks[] = {{kMakruk, 6, 5, 5},
                                  {kChak, 5, 4, 3},
                                  {kChpok8, 6, 5, 1},
                                  {kChpok10, 5, 5, 1},
                                  {kChakart, 4, 4, 1}};
  constexpr int kMakrukDepth = 6;
  const auto depth_of = [&](const Yardstick& yardstick) {
    return plan.quick ? yardstick.quick_depth : yardstick.depth;
  };
  const ProcessorPin pin(plan.processors.server);
  FairyStockfish fairy_stockfish(plan);
  std::vector<Pairs> rates(std::size(yardsticks));
  for (int round = 0; round < plan.rounds(); ++round) {
    const double reference = fairy_stockfish.Rate(plan.quick ? kMakrukDepth - 1 : kMakrukDepth);
    for (size_t i = 0; i < std::size(yardsticks); ++i) {
      rates[i].Add(OurRate(yardsticks[i].start, depth_of(yardsticks[i])), reference);
    }
  }
  std::vector<Row> rows;
  for (size_t i = 0; i < std::size(yardsticks); ++i) {
    const std::string what =
        StrCat("perft ", depth_of(yardsticks[i]), ", ", yardsticks[i].start.name,
               ": leaves, against fairy-stockfish on makruk");
    rows.push_back(CompareRow(what, rates[i], Unit::kPerSecond, {.min = yardsticks[i].min}));
  }
  return rows;
}

}  // namespace arbiter::bench
