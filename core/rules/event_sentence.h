#ifndef ARBITER_CORE_RULES_EVENT_SENTENCE_H_
#define ARBITER_CORE_RULES_EVENT_SENTENCE_H_

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <string_view>

#include "core/base/locale.h"

namespace arbiter {

// The values of an event that a sentence about it can contain, in the order of their names below.
enum class EventValue : uint8_t {
  kNone,
  kPlayer,
  kPiece,
  kObject,
  kFrom,
  kTo,
  kPoints,
  kTarget,
  kOutcome
};

// A sentence in which {player}, {piece}, {object}, {from}, {to}, {points}, {target} and {outcome}
// stand for the event's own values. It is split into parts when the program is compiled, which
// fails if a placeholder has another name.
class EventSentence {
 public:
  // A text and the value that follows it, which is kNone at the end of the sentence.
  struct Part {
    uint8_t begin;
    uint8_t size;
    EventValue value;
  };

  constexpr EventSentence() = default;
  // NOLINTNEXTLINE(google-explicit-constructor): sentences are written as literals.
  consteval EventSentence(const char* sentence) : sentence_(sentence) {
    assert(sentence_.size() <= UINT8_MAX);
    for (size_t begin = 0; begin < sentence_.size();) {
      const size_t open = std::min(sentence_.find('{', begin), sentence_.size());
      const size_t close = open == sentence_.size() ? open : sentence_.find('}', open);
      assert(close != std::string_view::npos);
      const auto value = open == close ? EventValue::kNone
                                       : ValueNamed(sentence_.substr(open + 1, close - open - 1));
      parts_.at(count_++) = {static_cast<uint8_t>(begin), static_cast<uint8_t>(open - begin),
                             value};
      begin = close + 1;
    }
  }

  constexpr bool empty() const { return sentence_.empty(); }
  std::span<const Part> parts() const { return {parts_.data(), count_}; }
  std::string_view TextOf(const Part& part) const {
    return {sentence_.data() + part.begin, part.size};
  }

 private:
  static constexpr std::string_view kNames[] = {"",   "player", "piece",  "object", "from",
                                                "to", "points", "target", "outcome"};
  static_assert(std::size(kNames) == static_cast<size_t>(EventValue::kOutcome) + 1);

  static constexpr EventValue ValueNamed(std::string_view name) {
    size_t value = 1;
    while (kNames[value] != name) ++value;
    return static_cast<EventValue>(value);
  }

  std::string_view sentence_;
  std::array<Part, 6> parts_{};
  uint8_t count_ = 0;
};

// A sentence in English and in other languages; a missing translation is empty.
struct LocalEventSentence {
  EventSentence en;
  EventSentence zh = {};
  EventSentence th = {};

  // Returns the sentence in `locale`; an empty one if the translation is missing.
  const EventSentence& OnlyIn(Locale locale) const {
    if (locale == Locale::kChinese) return zh;
    return locale == Locale::kThai ? th : en;
  }
};

}  // namespace arbiter

#endif  // ARBITER_CORE_RULES_EVENT_SENTENCE_H_
