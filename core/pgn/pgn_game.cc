#include "core/pgn/pgn_game.h"

#include <algorithm>
#include <utility>

#include "core/base/error.h"
#include "core/base/strings.h"

namespace arbiter::pgn {
namespace {

std::string_view Trim(std::string_view text) {
  const size_t start = std::min(text.find_first_not_of(' '), text.size());
  return text.substr(start, text.find_last_not_of(' ') + 1 - start);
}

// No variant has nearly as many, so a tag with more is not read to its end.
constexpr size_t kMaxOptions = 64;

bool IsDefault(const VariantInfo& info, std::string_view name, std::string_view value) {
  return std::any_of(info.options.begin(), info.options.end(), [&](const OptionInfo& option) {
    return option.name == name && !option.values.empty() && option.values.front() == value;
  });
}

}  // namespace

std::optional<TimeControl> TimeControlOf(const std::vector<Tag>& tags) {
  const auto find = [&tags](std::string_view name) {
    return std::ranges::find_if(tags, [name](const Tag& tag) { return tag.name == name; });
  };
  const auto parse = [&](std::string_view name) -> std::optional<TimeControl> {
    const auto tag = find(name);
    if (tag == tags.end()) return std::nullopt;
    const bool has_bonus = tag->value.find('+') != std::string::npos;
    const auto control = ParseTimeControl(has_bonus ? tag->value : tag->value + "+0");
    // A tag is about one player or about both alike.
    if (!control.ok() || control->base[0] != control->base[1]) return std::nullopt;
    return *control;
  };
  if (find(kTimeControlTag) != tags.end()) return parse(kTimeControlTag);
  const std::optional<TimeControl> white = parse(kWhiteTimeControlTag);
  const std::optional<TimeControl> black = parse(kBlackTimeControlTag);
  if (!white || !black || white->bonus != black->bonus) return std::nullopt;
  return TimeControl{{white->base[0], black->base[0]}, white->bonus};
}

bool HasClockOption(const Variant& variant) {
  return std::ranges::any_of(variant.info().options,
                             [](const OptionInfo& option) { return option.name == kClockOption; });
}

std::string LosslessFen(const Variant& variant, const OptionMap& options, const Game& game) {
  std::string fen = game.Fen(FenStyle::kStandard);
  std::string pychess_fen = game.Fen(FenStyle::kPychess);
  if (fen == pychess_fen) return fen;
  const auto reread = variant.FromFen(fen, options, true);
  return reread.ok() && (*reread)->Fen(FenStyle::kPychess) == pychess_fen ? fen : pychess_fen;
}

std::string FormatOptions(const VariantInfo& info, const OptionMap& options) {
  std::string text;
  for (const auto& [name, value] : options) {
    if (IsDefault(info, name, value)) continue;
    StrAppend(&text, text.empty() ? "" : "; ", name, "=", value);
  }
  return text;
}

absl::StatusOr<OptionMap> ParseOptions(std::string_view text) {
  OptionMap options;
  while (!text.empty()) {
    const size_t end = std::min(text.find(';'), text.size());
    const std::string_view item = Trim(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (item.empty()) continue;
    const size_t equals = item.find('=');
    if (equals == 0 || equals == std::string_view::npos) {
      return MakeError(
          ErrorReason::kOptionOutOfRange,
          StrCat(Quoted(item), " is not an option; options are written name=value; name=value"));
    }
    const auto [place, added] = options.emplace(std::string(Trim(item.substr(0, equals))),
                                                std::string(Trim(item.substr(equals + 1))));
    if (!added) {
      return MakeError(ErrorReason::kOptionOutOfRange,
                       StrCat("the option ", Quoted(place->first), " is given twice"));
    }
    if (options.size() > kMaxOptions) {
      return MakeError(ErrorReason::kOptionOutOfRange,
                       StrCat("there are more than ", kMaxOptions, " options"));
    }
  }
  return options;
}

std::string_view FormatResult(Result result) {
  switch (result) {
    case Result::kWhiteWins:
    case Result::kFirstPlayerWins:
      return "1-0";
    case Result::kBlackWins:
    case Result::kSecondPlayerWins:
      return "0-1";
    case Result::kDraw:
      return "1/2-1/2";
    case Result::kOngoing:
      break;
  }
  return "*";
}

}  // namespace arbiter::pgn
