#ifndef ARBITER_CORE_RULES_TEXT_ORDER_H_
#define ARBITER_CORE_RULES_TEXT_ORDER_H_

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

namespace arbiter {

// A text of at most 7 bytes, as those of all moves are, in one number: comparing two of them
// compares their bytes. Holds no NUL.
class PackedText {
 public:
  static constexpr size_t kLongest = 7;
  // What Unpack() writes to; the text lives in it.
  using Buffer = std::array<char, kLongest + 1>;

  PackedText() = default;
  explicit PackedText(std::string_view text) {
    assert(text.size() <= kLongest);
    Buffer bytes{};
    std::memcpy(bytes.data(), text.data(), text.size());
    for (const char byte : bytes) value_ = value_ << 8 | static_cast<uint8_t>(byte);
    value_ |= text.size();
  }

  std::string_view Unpack(Buffer* buffer) const {
    uint64_t rest = value_;
    for (size_t i = buffer->size(); i-- > 0; rest >>= 8) (*buffer)[i] = static_cast<char>(rest);
    return {buffer->data(), static_cast<size_t>(buffer->back())};
  }

  // The first two bytes.
  uint64_t prefix() const { return value_ >> 48; }

  bool operator==(const PackedText&) const = default;
  auto operator<=>(const PackedText&) const = default;

 private:
  uint64_t value_ = 0;
};

// Sorts items by their `text`. Quick where those that begin with the same square stand together,
// as moves do when they are generated: runs of one prefix are sorted, then put in order.
template <typename Item>
void SortByText(std::vector<Item>* items) {
  struct Run {
    uint64_t prefix;
    size_t begin;
    size_t end;
  };
  constexpr size_t kMostRuns = 64;
  const auto precedes = [](const Item& a, const Item& b) { return a.text < b.text; };
  std::array<Run, kMostRuns> runs;
  size_t count = 0;
  for (size_t begin = 0; begin < items->size() && count < kMostRuns;) {
    const uint64_t prefix = (*items)[begin].text.prefix();
    size_t end = begin + 1;
    while (end < items->size() && (*items)[end].text.prefix() == prefix) ++end;
    const auto first = items->begin();
    std::sort(first + static_cast<ptrdiff_t>(begin), first + static_cast<ptrdiff_t>(end), precedes);
    // Each run goes to its place among those before it.
    size_t place = count++;
    for (; place > 0 && runs[place - 1].prefix > prefix; --place) runs[place] = runs[place - 1];
    runs[place] = {prefix, begin, end};
    begin = end;
  }
  std::vector<Item> sorted;
  sorted.reserve(items->size());
  for (size_t i = 0; i < count; ++i) {
    for (size_t j = runs[i].begin; j < runs[i].end; ++j) sorted.push_back((*items)[j]);
  }
  if (sorted.size() == items->size() && std::is_sorted(sorted.begin(), sorted.end(), precedes)) {
    items->swap(sorted);
  } else {
    // There are many runs, or several of one prefix.
    std::sort(items->begin(), items->end(), precedes);
  }
}

}  // namespace arbiter

#endif  // ARBITER_CORE_RULES_TEXT_ORDER_H_
