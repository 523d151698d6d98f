#include "tests/fuzz/property.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <variant>
#include <vector>

#include "absl/strings/numbers.h"
#include "core/base/strings.h"
#include "core/game/messages.h"
#include "core/game/registry.h"
#include "core/game/snapshot.h"
#include "core/game/viewed_game.h"
#include "tests/fuzz/input.h"
#include "tests/support/detail.h"
#include "tests/support/fen_board.h"

namespace arbiter::fuzz {
namespace {

// Returns the options of a game, which only its snapshot contains.
OptionMap OptionsOf(const Game& game) {
  const std::string snapshot = game.Snapshot();
  return DecodeOptions(DecodeSnapshot(snapshot)->options);
}

void RequireFenRoundTrip(const Variant& variant, const Game& game) {
  for (const FenStyle style : {FenStyle::kStandard, FenStyle::kPychess}) {
    const std::string fen = game.Fen(style);
    const auto read = variant.FromFen(fen, OptionsOf(game), false);
    Require(read.ok(), "the FEN of a state is valid", fen);
    Require((*read)->Fen(style) == fen, "a FEN round-trips", fen);
    Require((*read)->LegalTexts("").value() == game.LegalTexts("").value(),
            "a FEN preserves the legal moves", fen);
  }
}

void RequireSnapshotRoundTrip(const Variant& variant, const Game& game) {
  const std::string snapshot = game.Snapshot();
  const auto read = variant.FromSnapshot(snapshot, {});
  Require(read.ok(), "the snapshot of a state is valid", game.Fen(FenStyle::kStandard));
  Require((*read)->Snapshot() == snapshot, "a snapshot round-trips", game.Fen(FenStyle::kStandard));
}

// Returns the game without its history, followed by variations of it with the hidden queen on other
// squares; empty if no queen is hidden.
std::vector<std::unique_ptr<Game>> WithQueenOnOtherSquares(const Variant& variant,
                                                           const Game& game) {
  std::vector<std::unique_ptr<Game>> games;
  if (testing::HiddenSquareOf(game).empty()) return games;
  constexpr size_t kMaxGames = 4;
  testing::FenBoard board = testing::ReadFenBoard(game.Fen(FenStyle::kStandard));
  const size_t files = board.ranks[0].size(), squares = files * board.ranks.size();
  const auto on = [&](size_t square) -> char& {
    return board.ranks[square / files % board.ranks.size()][square % files];
  };
  size_t queen = 0;
  while (on(queen) != 'I' && on(queen) != 'i') ++queen;
  // The queen's own square comes first.
  for (size_t i = queen; i < queen + squares && games.size() < kMaxGames; ++i) {
    if (i != queen && on(i) != 0) continue;
    std::swap(on(queen), on(i));
    auto other = variant.FromFen(board.ToFen(), OptionsOf(game), false);
    Require(other.ok(), "a hidden queen can be on any empty square", board.ToFen());
    games.push_back(*std::move(other));
    std::swap(on(queen), on(i));
  }
  return games;
}

// Checks the bids of a state (P2, P10).
void RequireSoundBids(const Game& game) {
  const std::string fen = game.Fen(FenStyle::kStandard);
  const std::vector<chpok::BidTemplate> bids = testing::BidTemplatesOf(game);
  if (game.phase() != Phase::kBidding || game.Adjudicate().end) {
    Require(bids.empty(), "there are bids only in the bidding phase", fen);
    return;
  }
  Require(bids.size() == 4, "there are four targets", fen);
  Require(
      std::any_of(bids.begin(), bids.end(),
                  [](const chpok::BidTemplate& bid) { return bid.match_cost || bid.min_raise; }),
      "the player to bid has a legal bid", fen);
  for (const chpok::BidTemplate& bid : bids) {
    Require(bid.min_raise.has_value() == bid.max_raise.has_value(),
            "a raise has a minimum and a maximum", fen);
    Require(!bid.min_raise || (*bid.min_raise > 0 && *bid.min_raise > bid.gap &&
                               *bid.min_raise <= *bid.max_raise),
            "the bounds of a raise exceed the gap", fen);
    Require(!bid.match_cost || (*bid.match_cost == bid.gap && bid.gap > 0), "a match costs the gap",
            fen);
  }
  Budget budget;
  RequireReason(game.Perft(1, budget, nullptr).status(), {ErrorReason::kWrongPhase});
}

// Checks the points of a state (P14).
void RequireSoundPoints(const Game& game) {
  const std::any detail = game.detail();
  const auto* bidding = std::any_cast<chpok::BiddingDetail>(&detail);
  const auto* chpok_board = std::any_cast<chpok::BoardDetail>(&detail);
  if (bidding == nullptr && chpok_board == nullptr) return;
  const std::string fen = game.Fen(FenStyle::kStandard);
  Require((bidding != nullptr) == (game.phase() == Phase::kBidding),
          "the detail of a state matches its phase", fen);
  const auto points = game.Adjudicate().points;
  Require(points.has_value() == (chpok_board != nullptr), "points exist in the board phase only",
          fen);
  if (chpok_board == nullptr) return;
  const chpok::BoardDetail& board = *chpok_board;
  Require(board.points == std::array{points->first, points->second},
          "the adjudication and the detail have the same points", fen);
  for (size_t i = 0; i < board.points.size(); ++i) {
    Require(board.points[i] == board.sources[i].total(), "points are the sum of their sources",
            fen);
  }
}

// Checks the view of a viewer from whom a part of the game is hidden.
void RequireSoundView(const Variant& variant, const Game& game, const Game& seen) {
  const std::string fen = seen.Fen(FenStyle::kStandard);
  RequireReason(variant.FromFen(fen, OptionsOf(game), false).status(), {ErrorReason::kBadFen});
  RequireReason(variant.FromSnapshot(seen.Snapshot(), {}).status(), {ErrorReason::kBadSnapshot});
  Require(testing::HiddenSquareOf(seen).empty(), "a view does not show a hidden queen", fen);
  Require(seen.turn() == game.turn() && seen.pending().empty() == game.pending().empty(),
          "a view shows whose turn it is", fen);
  // The viewer can also try a stealth move onto the queen's square.
  std::vector<std::string> texts = seen.LegalTexts("").value();
  std::erase_if(texts, [&](const std::string& text) { return MeetsHiddenQueen(game, text); });
  Require(texts == game.LegalTexts("").value(), "a hidden queen does not restrict the listed moves",
          fen);
}

void RequireSoundViews(const Variant& variant, const Game& game) {
  const auto variations = WithQueenOnOtherSquares(variant, game);
  for (const Viewer viewer : kViewers) {
    const auto seen = game.ViewFor(viewer);
    if (seen == nullptr) continue;
    Require(!variations.empty(), "only a queen is hidden", game.Fen(FenStyle::kStandard));
    RequireSoundView(variant, game, *seen);
    const auto first = variations[0]->ViewFor(viewer);
    for (const auto& other : variations) {
      const auto other_seen = other->ViewFor(viewer);
      Require(other_seen != nullptr && first != nullptr, "a queen is hidden on every square");
      Require(other_seen->Snapshot() == first->Snapshot(),
              "a view does not depend on the square of a hidden queen",
              other->Fen(FenStyle::kStandard));
    }
  }
}

}  // namespace

void Require(bool holds, std::string_view property, std::string_view detail) {
  if (holds) return;
  std::fprintf(stderr, "PROPERTY VIOLATED: %.*s\n  %.*s\n", static_cast<int>(property.size()),
               property.data(), static_cast<int>(detail.size()), detail.data());
  std::abort();
}

bool IsUtf8(std::string_view text) {
  for (size_t i = 0; i < text.size();) {
    const auto byte = [&](size_t offset) {
      return i + offset < text.size() ? static_cast<unsigned char>(text[i + offset]) : 0;
    };
    const int lead = byte(0);
    const size_t length = lead < 0x80 ? 1 : lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    uint32_t code = length == 1 ? lead : lead & (0xff >> (length + 1));
    for (size_t k = 1; k < length; ++k) {
      if ((byte(k) & 0xc0) != 0x80) return false;
      code = code << 6 | (byte(k) & 0x3f);
    }
    const bool overlong = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
    const bool surrogate = code >= 0xd800 && code <= 0xdfff;
    if (length == 0 || lead > 0xf4 || overlong || surrogate || code > 0x10ffff) return false;
    i += length;
  }
  return true;
}

void RequireReason(const absl::Status& status, std::initializer_list<ErrorReason> reasons) {
  const std::string message(status.message());
  const ErrorReason reason = ReasonOf(status);
  Require(!status.ok(), "a refusal is an error");
  Require(IsUtf8(message) && IsUtf8(FieldOf(status)), "the message of an error is UTF-8", message);
  Require(!message.empty(), "a refusal says why");
  Require(std::count(reasons.begin(), reasons.end(), reason) > 0,
          "a refusal has an expected reason", std::string(ReasonName(reason)) + ": " + message);
}

std::string_view WithoutOutcomes(std::string_view text) { return text.substr(0, text.find('{')); }

bool MeetsHiddenQueen(const Game& game, std::string_view action) {
  const std::string hidden(testing::HiddenSquareOf(game));
  return !hidden.empty() && action.size() == 5 && action.substr(2) == hidden + "?";
}

bool IsDescribed(const Game& game, std::string_view bid) {
  for (const chpok::BidTemplate& described : testing::BidTemplatesOf(game)) {
    if (described.match_cost && bid == StrCat("match ", described.target)) return true;
    std::string_view rest = bid;
    if (!described.min_raise || !ConsumePrefix(&rest, StrCat("raise ", described.target, " +"))) {
      continue;
    }
    int chips = 0;
    if (!absl::SimpleAtoi(std::string(rest.substr(0, rest.find(' '))), &chips)) return false;
    return chips >= *described.min_raise && chips <= *described.max_raise;
  }
  return false;
}

void RequireSoundState(const Game& game) {
  const Variant& variant = **FindVariant(game.variant().id);
  RequireSoundBids(game);
  RequireSoundPoints(game);
  RequireFenRoundTrip(variant, game);
  RequireSnapshotRoundTrip(variant, game);
  RequireSoundViews(variant, game);
  const std::string fen = game.Fen(FenStyle::kStandard);
  const std::vector<std::string> texts = game.LegalTexts("").value();
  Require(std::is_sorted(texts.begin(), texts.end()), "legal moves are sorted", fen);
  Require(std::adjacent_find(texts.begin(), texts.end()) == texts.end(),
          "legal moves are listed once", fen);
  const Adjudication adjudication = game.Adjudicate();
  Require(!adjudication.end || game.Controls().empty(), "a finished game has no controls", fen);
  for (const Locale locale : {Locale::kEnglish, Locale::kChinese, Locale::kThai}) {
    const std::string message = WriteString(
        [&](StringWriter* text) { DescribeAdjudication(game, adjudication, locale, text); });
    Require(!message.empty() && IsUtf8(message), "an adjudication has a message in every language",
            fen);
  }
  const BoardView view = game.View();
  Require(view.cells.size() == static_cast<size_t>(view.files) * view.ranks,
          "a board view has all squares", fen);
}

void RequireNoLeak(const Game& game, std::string_view action) {
  const auto variations = WithQueenOnOtherSquares(**FindVariant(game.variant().id), game);
  for (const Viewer viewer : kViewers) {
    if (variations.empty() || game.ViewFor(viewer) == nullptr) continue;
    for (const Notation notation : {Notation::kAction, Notation::kAny}) {
      std::pair<absl::Status, absl::Status> expected;
      for (const auto& other : variations) {
        ViewedGame after(other->Clone(), viewer);
        ProposedActions actions(&after, notation);
        const absl::Status first = actions.Apply(action, {.seed = kSeed});
        // The second action names an actor, whose turn can depend on the queen (C16).
        const absl::Status second = actions.Apply(action, {.seed = kSeed}, Color::kWhite);
        const std::pair found(first, second);
        if (other == variations.front()) expected = found;
        Require(found == expected, "a response does not depend on the square of a hidden queen",
                other->Fen(FenStyle::kStandard));
      }
    }
  }
}

}  // namespace arbiter::fuzz
