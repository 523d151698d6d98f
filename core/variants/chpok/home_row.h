#ifndef ARBITER_CORE_VARIANTS_CHPOK_HOME_ROW_H_
#define ARBITER_CORE_VARIANTS_CHPOK_HOME_ROW_H_

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "core/variants/chpok/pieces.h"

namespace arbiter::chpok {

// The kinds of one side's first row, from file a on (P7, P11).
class HomeRow {
 public:
  // The default for a width from kLeastWidth to kMostWidth.
  static HomeRow DefaultFor(int width);
  // Letters K Q R B D N P, at least one K, as many as some board is wide. The error is a bare
  // sentence (INVALID_ARGUMENT).
  static absl::StatusOr<HomeRow> Parse(std::string_view text);

  int size() const { return size_; }
  Kind operator[](int file) const { return kinds_[static_cast<size_t>(file)]; }
  std::string ToString() const;

  bool operator==(const HomeRow& other) const {
    return size_ == other.size_ &&
           std::equal(kinds_.begin(), kinds_.begin() + size_, other.kinds_.begin());
  }

 private:
  std::array<Kind, kMostWidth> kinds_ = {};
  uint8_t size_ = 0;
};

}  // namespace arbiter::chpok

#endif  // ARBITER_CORE_VARIANTS_CHPOK_HOME_ROW_H_
