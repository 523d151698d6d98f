#include "tests/fuzz/input.h"

#include <algorithm>
#include <string>

#include "core/base/error.h"
#include "core/base/strings.h"
#include "core/game/registry.h"

namespace arbiter::fuzz {
namespace {

std::string_view TakeUntil(std::string_view* text, char end) {
  const size_t size = std::min(text->find(end), text->size());
  const std::string_view taken = text->substr(0, size);
  text->remove_prefix(std::min(size + 1, text->size()));
  return taken;
}

}  // namespace

std::string_view TakeLine(std::string_view* text) { return TakeUntil(text, '\n'); }

Header ParseHeader(std::string_view line) {
  const auto variant = FindVariant(TakeUntil(&line, ' '));
  if (!variant.ok()) return {};
  Header header{.variant = *variant, .options = {}};
  while (!line.empty()) {
    const std::string_view word = TakeUntil(&line, ' ');
    for (const OptionInfo& option : (*variant)->info().options) {
      std::string_view value = word;
      const bool named = ConsumePrefix(&value, StrCat(option.name, "="));
      if (named || std::count(option.values.begin(), option.values.end(), word) > 0) {
        header.options[std::string(option.name)] = value;
      }
    }
  }
  const auto start = (*variant)->Start(header.options, kSeed, nullptr);
  return ReasonOf(start.status()) == ErrorReason::kOptionOutOfRange ? Header() : header;
}

std::unique_ptr<Game> TakeGame(std::string_view* text) {
  const Header header = ParseHeader(TakeLine(text));
  if (header.variant == nullptr) return nullptr;
  const std::string_view fen = TakeLine(text);
  auto game = fen.empty() ? header.variant->Start(header.options, kSeed, nullptr)
                          : header.variant->FromFen(fen, header.options, true);
  return game.ok() ? *std::move(game) : nullptr;
}

}  // namespace arbiter::fuzz
