#include "tests/fuzz/property.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <variant>
#include <vector>

#include "absl/strings/numbers.h"
#include "core/game/messages.h"
#include "core/game/registry.h"
#include "core/game/snapshot.h"
#include "core/game/viewed_game.h"
#include "core/rules/strings.h"
#include "tests/fuzz/input.h"
#include "tests/support/detail.h"
#include "tests/support/fen_board.h"

namespace arbiter::fuzz {
namespace {

// The options that a game runs under; only its snapshot tells.
OptionMap OptionsOf(const Game& game) { return DecodeSnapshot(game.Snapshot())->options; }

void RequireFenRoundTrip(const Variant& variant, const Game& game) {
  for (const FenStyle style : {FenStyle::kStandard, FenStyle::kPychess}) {
    const std::string fen = game.Fen(style);
    const auto read = variant.FromFen(fen, OptionsOf(game), false);
    Require(read.ok(), "a printed FEN is read", fen);
    Require((*read)->Fen(style) == fen, "a printed FEN is printed again", fen);
    Require((*read)->LegalTexts("").value() == game.LegalTexts("").value(),
            "a FEN keeps the legal moves", fen);
  }
}

void RequireSnapshotRoundTrip(const Variant& variant, const Game& game) {
  const std::string snapshot = game.Snapshot();
  const auto read = variant.FromSnapshot(snapshot, {});
  Require(read.ok(), "a printed snapshot is read", game.Fen(FenStyle::kStandard));
  Require((*read)->Snapshot() == snapshot, "a snapshot is printed again",
          game.Fen(FenStyle::kStandard));
}

// The square of the queen that one side does not see; empty without one.
std::string HiddenSquare(const Game& game) {
  const std::any detail = game.detail();
  const auto* chakart = std::any_cast<chakart::Detail>(&detail);
  return chakart != nullptr ? chakart->hidden_square : "";
}

// The game without its history, and the same with the hidden queen on other squares;
// empty without one.
std::vector<std::unique_ptr<Game>> WithQueenElsewhere(const Variant& variant, const Game& game) {
  std::vector<std::unique_ptr<Game>> games;
  if (HiddenSquare(game).empty()) return games;
  constexpr size_t kMostGames = 4;
  testing::FenBoard board = testing::ReadFenBoard(game.Fen(FenStyle::kStandard));
  // From her own square on.
  const size_t files = board.ranks[0].size(), squares = files * board.ranks.size();
  const auto on = [&](size_t square) -> char& {
    return board.ranks[square / files % board.ranks.size()][square % files];
  };
  size_t queen = 0;
  while (on(queen) != 'I' && on(queen) != 'i') ++queen;
  for (size_t i = queen; i < queen + squares && games.size() < kMostGames; ++i) {
    if (i != queen && on(i) != 0) continue;
    std::swap(on(queen), on(i));
    auto other = variant.FromFen(board.ToFen(), OptionsOf(game), false);
    Require(other.ok(), "a hidden queen may stand on any empty square", board.ToFen());
    games.push_back(*std::move(other));
    std::swap(on(queen), on(i));
  }
  return games;
}

// Rulings P2 and P10.
void RequireSoundBids(const Game& game) {
  const std::string fen = game.Fen(FenStyle::kStandard);
  const std::vector<chpok::BidTemplate> bids = testing::BidTemplatesOf(game);
  if (game.phase() != Phase::kBidding || game.Adjudicate().end) {
    Require(bids.empty(), "nothing is bid outside a bidding", fen);
    return;
  }
  Require(bids.size() == 4, "there are four targets", fen);
  Require(
      std::any_of(bids.begin(), bids.end(),
                  [](const chpok::BidTemplate& bid) { return bid.match_cost || bid.raise_least; }),
      "who is to bid can", fen);
  for (const chpok::BidTemplate& bid : bids) {
    Require(bid.raise_least.has_value() == bid.raise_most.has_value(), "a raise has bounds", fen);
    Require(!bid.raise_least || (*bid.raise_least > 0 && *bid.raise_least > bid.gap &&
                                 *bid.raise_least <= *bid.raise_most),
            "a raise is more than the gap", fen);
    Require(!bid.match_cost || (*bid.match_cost == bid.gap && bid.gap > 0), "a match costs the gap",
            fen);
  }
  Budget budget;
  RequireReason(game.Perft(1, budget, nullptr).status(), {ErrorReason::kWrongPhase});
}

// Ruling P14.
void RequireSoundPoints(const Game& game) {
  const std::any detail = game.detail();
  const auto* bidding = std::any_cast<chpok::BiddingDetail>(&detail);
  const auto* chpok_board = std::any_cast<chpok::BoardDetail>(&detail);
  if (bidding == nullptr && chpok_board == nullptr) return;
  const std::string fen = game.Fen(FenStyle::kStandard);
  Require((bidding != nullptr) == (game.phase() == Phase::kBidding), "a state tells its phase",
          fen);
  const auto points = game.Adjudicate().points;
  Require(points.has_value() == (chpok_board != nullptr), "a board has points", fen);
  if (chpok_board == nullptr) return;
  const chpok::BoardDetail& board = *chpok_board;
  Require(board.points == std::array{points->first, points->second}, "points are told alike", fen);
  for (size_t i = 0; i < board.points.size(); ++i) {
    Require(board.points[i] == board.sources[i].total(), "points are the sum of their sources",
            fen);
  }
}

constexpr Viewer kViewers[] = {Viewer::kAll, Viewer::kWhite, Viewer::kBlack, Viewer::kSpectator};

// What a viewer who may not see all of the game gets to see of it.
void RequireSoundView(const Variant& variant, const Game& game, const Game& seen) {
  const std::string fen = seen.Fen(FenStyle::kStandard);
  RequireReason(variant.FromFen(fen, OptionsOf(game), false).status(), {ErrorReason::kBadFen});
  RequireReason(variant.FromSnapshot(seen.Snapshot(), {}).status(), {ErrorReason::kBadSnapshot});
  Require(HiddenSquare(seen).empty(), "a viewer is not told of a hidden queen", fen);
  Require(seen.turn() == game.turn() && seen.pending().empty() == game.pending().empty(),
          "a viewer knows whose turn it is", fen);
  // He may try to go unseen to where she is.
  std::vector<std::string> texts = seen.LegalTexts("").value();
  std::erase_if(texts, [&](const std::string& text) { return MeetsHiddenQueen(game, text); });
  Require(texts == game.LegalTexts("").value(), "a hidden queen bars no move", fen);
}

void RequireSoundViews(const Variant& variant, const Game& game) {
  const auto elsewhere = WithQueenElsewhere(variant, game);
  for (const Viewer viewer : kViewers) {
    const auto seen = game.SeenBy(viewer);
    if (seen == nullptr) continue;
    Require(!elsewhere.empty(), "what is hidden is a queen", game.Fen(FenStyle::kStandard));
    RequireSoundView(variant, game, *seen);
    const auto first = elsewhere[0]->SeenBy(viewer);
    for (const auto& other : elsewhere) {
      const auto other_seen = other->SeenBy(viewer);
      Require(other_seen != nullptr && first != nullptr, "she is hidden wherever she is");
      Require(other_seen->Snapshot() == first->Snapshot(), "she leaves no trace of where she is",
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
  Require(IsUtf8(message) && IsUtf8(FieldOf(status)), "a message is UTF-8", message);
  Require(!message.empty(), "a refusal says why");
  Require(std::count(reasons.begin(), reasons.end(), reason) > 0,
          "a refusal has a reason that fits", std::string(ReasonName(reason)) + ": " + message);
}

std::string_view WithoutOutcomes(std::string_view text) { return text.substr(0, text.find('{')); }

bool MeetsHiddenQueen(const Game& game, std::string_view action) {
  const std::string hidden = HiddenSquare(game);
  return !hidden.empty() && action.size() == 5 && action.substr(2) == hidden + "?";
}

bool IsDescribed(const Game& game, std::string_view bid) {
  for (const chpok::BidTemplate& described : testing::BidTemplatesOf(game)) {
    if (described.match_cost && bid == StrCat("match ", described.target)) return true;
    std::string_view rest = bid;
    if (!described.raise_least || !ConsumePrefix(&rest, StrCat("raise ", described.target, " +"))) {
      continue;
    }
    int chips = 0;
    if (!absl::SimpleAtoi(std::string(rest.substr(0, rest.find(' '))), &chips)) return false;
    return chips >= *described.raise_least && chips <= *described.raise_most;
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
  const Adjudication said = game.Adjudicate();
  Require(!said.end || game.Controls().empty(), "a finished game has no controls", fen);
  for (const Locale locale : {Locale::kEnglish, Locale::kChinese, Locale::kThai}) {
    const std::string message = DescribeAdjudication(game, said, locale);
    Require(!message.empty() && IsUtf8(message), "an adjudication is said in words", fen);
  }
  const BoardView view = game.View();
  Require(view.cells.size() == static_cast<size_t>(view.files) * view.ranks,
          "a picture has all squares", fen);
}

void RequireSameForViewers(const Game& game, std::string_view action) {
  const auto elsewhere = WithQueenElsewhere(**FindVariant(game.variant().id), game);
  for (const Viewer viewer : kViewers) {
    if (elsewhere.empty() || game.SeenBy(viewer) == nullptr) continue;
    absl::Status first;
    for (const auto& other : elsewhere) {
      ViewedGame after(other->Clone(), viewer);
      Applied applied;
      const absl::Status status = ProposedActions(&after).Apply(action, {.seed = kSeed}, &applied);
      if (other == elsewhere.front()) first = status;
      Require(status == first, "an answer does not tell where a hidden queen is",
              other->Fen(FenStyle::kStandard));
    }
  }
}

}  // namespace arbiter::fuzz
