#include "tests/fuzz/property.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "core/game/messages.h"
#include "core/game/registry.h"
#include "core/game/snapshot.h"

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

void RequireSoundState(const Game& game) {
  const Variant& variant = **FindVariant(game.variant().id);
  RequireFenRoundTrip(variant, game);
  RequireSnapshotRoundTrip(variant, game);
  const std::string fen = game.Fen(FenStyle::kStandard);
  const std::vector<std::string> texts = game.LegalTexts("").value();
  Require(std::is_sorted(texts.begin(), texts.end()), "legal moves are sorted", fen);
  Require(std::adjacent_find(texts.begin(), texts.end()) == texts.end(),
          "legal moves are listed once", fen);
  const Adjudication said = game.Adjudicate();
  Require(!said.end || game.Controls().empty(), "a finished game has no controls", fen);
  for (const Locale locale : {Locale::kEnglish, Locale::kChinese, Locale::kThai}) {
    const std::string message = DescribeAdjudication(game.variant(), said, game.turn(), locale);
    Require(!message.empty() && IsUtf8(message), "an adjudication is said in words", fen);
  }
  const BoardView view = game.View();
  Require(view.cells.size() == static_cast<size_t>(view.files) * view.ranks,
          "a picture has all squares", fen);
}

}  // namespace arbiter::fuzz
