#include "tests/tools/match/play_match.h"

#include <mutex>
#include <thread>

namespace arbiter::match {
namespace {

// The progress of a match: the next pair, the summary so far, and the first error. Thread-safe.
class Progress {
 public:
  Progress(const MatchSetUp& set_up, const GameSink& sink) : set_up_(set_up), sink_(sink) {}

  // Returns false if no more pairs should be played.
  bool NextPair(int* pair) {
    const std::lock_guard lock(mutex_);
    *pair = next_++;
    const bool stopped = set_up_.stop != nullptr && set_up_.stop->stopped();
    const bool decided = set_up_.decided != nullptr && set_up_.decided(summary_.scores);
    return status_.ok() && !stopped && !decided && *pair < set_up_.pairs;
  }

  void AddGame(int pair, bool a_is_white, const GameRecord& record) {
    const std::lock_guard lock(mutex_);
    const int half_points = a_is_white ? record.white_half_points : 2 - record.white_half_points;
    summary_.wins += half_points == 2 ? 1 : 0;
    summary_.draws += half_points == 1 ? 1 : 0;
    summary_.losses += half_points == 0 ? 1 : 0;
    ++summary_.ends[record.end];
    AddPlayer(record, a_is_white ? Color::kWhite : Color::kBlack, &summary_.a);
    AddPlayer(record, a_is_white ? Color::kBlack : Color::kWhite, &summary_.b);
    if (sink_ != nullptr) sink_(pair, a_is_white, record);
  }

  void AddPair(int half_points) {
    const std::lock_guard lock(mutex_);
    summary_.scores.AddPair(half_points);
  }

  void Fail(absl::Status status) {
    const std::lock_guard lock(mutex_);
    status_.Update(std::move(status));
  }

  absl::StatusOr<MatchSummary> Result() const {
    if (!status_.ok()) return status_;
    if (summary_.scores.pairs() == 0) {
      return absl::CancelledError("the match was stopped before a pair was finished");
    }
    return summary_;
  }

 private:
  static void AddPlayer(const GameRecord& record, Color color, PlayerSummary* player) {
    player->effort.Add(record.efforts[Index(color)]);
    if (record.forfeited_by != color) return;
    if (player->forfeits++ == 0) player->first_failure = record.failure;
  }

  const MatchSetUp& set_up_;
  const GameSink& sink_;
  std::mutex mutex_;
  int next_ = 0;
  absl::Status status_;
  MatchSummary summary_;
};

absl::Status PlayPair(const MatchSetUp& set_up, int pair, Player& a, Player& b,
                      Progress* progress) {
  // Matches with adjacent seeds use disjoint seeds for their pairs.
  constexpr uint64_t kStride = 1'000'003;
  const uint64_t seed = set_up.seed * kStride + static_cast<uint64_t>(pair);
  const auto opening = RandomOpening(*set_up.variant, set_up.opening_plies, seed);
  if (!opening.ok()) return opening.status();
  int half_points = 0;
  for (const bool a_is_white : {true, false}) {
    const auto record =
        PlayGame(*opening, a_is_white ? a : b, a_is_white ? b : a, seed, set_up.timing);
    if (!record.ok()) return record.status();
    half_points += a_is_white ? record->white_half_points : 2 - record->white_half_points;
    progress->AddGame(pair, a_is_white, *record);
  }
  progress->AddPair(half_points);
  return absl::OkStatus();
}

void PlayPairs(const MatchSetUp& set_up, Progress* progress) {
  const std::unique_ptr<Player> a = set_up.a();
  const std::unique_ptr<Player> b = set_up.b();
  for (int pair; progress->NextPair(&pair);) {
    progress->Fail(PlayPair(set_up, pair, *a, *b, progress));
  }
}

}  // namespace

absl::StatusOr<MatchSummary> PlayMatch(const MatchSetUp& set_up, const GameSink& sink) {
  Progress progress(set_up, sink);
  std::vector<std::thread> threads;
  for (int i = 1; i < set_up.concurrency; ++i) {
    threads.emplace_back([&] { PlayPairs(set_up, &progress); });
  }
  PlayPairs(set_up, &progress);
  for (std::thread& thread : threads) thread.join();
  return progress.Result();
}

}  // namespace arbiter::match
