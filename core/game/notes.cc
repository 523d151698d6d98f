#include "core/game/notes.h"

#include <variant>

#include "core/game/chpok_notes.h"
#include "core/game/messages.h"

namespace arbiter {
namespace {

// Those of the variant's own detail.
struct DetailNotes {
  const VariantInfo& variant;
  bool over;
  Locale locale;
  std::vector<std::string>* notes;

  template <typename Other>
  void operator()(const Other& /*detail*/) const {}

  void operator()(const chpok::Detail& detail) const {
    if (detail.bidding) AppendBiddingNotes(*detail.bidding, over, locale, notes);
    if (detail.board) AppendBoardNotes(variant, *detail.board, locale, notes);
  }
};

}  // namespace

std::vector<std::string> DescribeState(const VariantInfo& variant, const StateDetail& detail,
                                       const Adjudication& adjudication, Locale locale) {
  std::vector<std::string> notes;
  if (adjudication.counting) {
    notes.push_back(DescribeCount(variant, *adjudication.counting, locale));
  }
  std::visit(DetailNotes{variant, adjudication.end.has_value(), locale, &notes}, detail);
  if (adjudication.end) notes.push_back(DescribeEnd(variant, *adjudication.end, locale));
  return notes;
}

}  // namespace arbiter
