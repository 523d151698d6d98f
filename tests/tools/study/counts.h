#ifndef ARBITER_TESTS_TOOLS_STUDY_COUNTS_H_
#define ARBITER_TESTS_TOOLS_STUDY_COUNTS_H_

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/search/model.h"

namespace arbiter::study {

// How often a search did what.
class SearchCounts {
 public:
  void Add(SearchEvent event) {
    ++events_[static_cast<size_t>(event)];
    switch (event) {
      case SearchEvent::kNode:
      case SearchEvent::kQuiescenceNode:
        in_researches_ += researches_ > 0 ? 1 : 0;
        in_check_extensions_ += check_extensions_ > 0 ? 1 : 0;
        break;
      case SearchEvent::kResearchBegin:
        ++researches_;
        break;
      case SearchEvent::kResearchEnd:
        --researches_;
        break;
      case SearchEvent::kCheckExtensionBegin:
        ++check_extensions_;
        break;
      case SearchEvent::kCheckExtensionEnd:
        --check_extensions_;
        break;
      default:
        break;
    }
  }
  void Add(const SearchCounts& other) {
    for (size_t i = 0; i < events_.size(); ++i) events_[i] += other.events_[i];
    in_researches_ += other.in_researches_;
    in_check_extensions_ += other.in_check_extensions_;
  }

  uint64_t Of(SearchEvent event) const { return events_[static_cast<size_t>(event)]; }
  uint64_t nodes() const { return Of(SearchEvent::kNode) + Of(SearchEvent::kQuiescenceNode); }
  // The nodes below a second search of a move, and below a move that was extended because it gives
  // check.
  uint64_t in_researches() const { return in_researches_; }
  uint64_t in_check_extensions() const { return in_check_extensions_; }

 private:
  std::array<uint64_t, static_cast<size_t>(SearchEvent::kCount)> events_ = {};
  uint64_t in_researches_ = 0;
  uint64_t in_check_extensions_ = 0;
  // The searches in progress that contain the current node.
  int researches_ = 0;
  int check_extensions_ = 0;
};

// The search model M, which counts what the searches of this thread do.
template <typename M>
struct CountingModel : M {
  using M::M;
  static void Observe(SearchEvent event) { counts.Add(event); }
  static inline thread_local SearchCounts counts;
};

}  // namespace arbiter::study

#endif  // ARBITER_TESTS_TOOLS_STUDY_COUNTS_H_
