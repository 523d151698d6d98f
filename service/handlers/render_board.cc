#include <string>
#include <string_view>
#include <utility>

#include "core/game/messages.h"
#include "core/rules/error.h"
#include "core/rules/strings.h"
#include "core/rules/text.h"
#include "service/handlers.h"
#include "service/render/render.h"
#include "service/wire.h"

namespace arbiter {
namespace {

constexpr int kMostMarks = 100;
constexpr uint32_t kDefaultSize = 480;
constexpr uint32_t kSmallestSize = 64;
constexpr uint32_t kLargestSize = 4096;

bool IsSquare(const VariantInfo& variant, std::string_view text) {
  return text.size() == 2 && text[0] >= 'a' && text[0] < 'a' + variant.files && text[1] >= '1' &&
         text[1] < '1' + variant.ranks;
}

absl::Status BadField(std::string_view field, std::string_view message) {
  return AtField(MakeError(ErrorReason::kBadField, message), field);
}

absl::Status CheckSquare(const VariantInfo& variant, const std::string& text,
                         std::string_view field) {
  if (IsSquare(variant, text)) return absl::OkStatus();
  return BadField(field, StrCat(Quoted(text), " is no square of ", variant.name.en));
}

// Every square that stands in an action text.
std::vector<std::string> SquaresIn(const VariantInfo& variant, std::string_view text) {
  std::vector<std::string> squares;
  for (size_t i = 0; i + 1 < text.size(); ++i) {
    if (!IsSquare(variant, text.substr(i, 2))) continue;
    squares.emplace_back(text.substr(i, 2));
    ++i;
  }
  return squares;
}

absl::Status CheckEnums(const v1::RenderBoardRequest& request) {
  for (const auto& [valid, field] :
       {std::pair(v1::Viewer_IsValid(request.viewer()), "viewer"),
        std::pair(v1::Color_IsValid(request.orientation()), "orientation"),
        std::pair(v1::Format_IsValid(request.format()), "format"),
        std::pair(v1::Theme_IsValid(request.theme()), "theme"),
        std::pair(v1::Coordinates_IsValid(request.coordinates()), "coordinates")}) {
    if (absl::Status status = CheckEnum(valid, field); !status.ok()) return status;
  }
  return absl::OkStatus();
}

absl::StatusOr<RenderOptions> ReadRenderOptions(const VariantInfo& variant,
                                                const v1::RenderBoardRequest& request) {
  RenderOptions options;
  options.orientation = request.orientation() == v1::COLOR_BLACK ? Color::kBlack : Color::kWhite;
  options.dark = request.theme() == v1::THEME_DARK;
  options.coordinates = request.coordinates() != v1::COORDINATES_HIDDEN;
  const uint32_t size = request.size() == 0 ? kDefaultSize : request.size();
  if (size < kSmallestSize || size > kLargestSize) {
    return BadField("size", StrCat("the size is ", size, " pixels; it must be ", kSmallestSize,
                                   " to ", kLargestSize));
  }
  options.size = static_cast<int>(size);
  if (request.last_move().size() > kMaxActionText) {
    return BadField("last_move", StrCat("is longer than ", kMaxActionText, " bytes"));
  }
  options.last_move = SquaresIn(variant, request.last_move());
  if (options.last_move.empty() && !request.last_move().empty()) {
    return BadField("last_move", StrCat(Quoted(request.last_move()), " names no square"));
  }
  if (absl::Status status = CheckCount(request.arrows_size(), kMostMarks, "arrows"); !status.ok()) {
    return status;
  }
  for (int i = 0; i < request.arrows_size(); ++i) {
    const v1::Arrow& arrow = request.arrows(i);
    for (const std::string* square : {&arrow.from(), &arrow.to()}) {
      absl::Status status = CheckSquare(variant, *square, StrCat("arrows[", i, "]"));
      if (!status.ok()) return status;
    }
    options.arrows.emplace_back(arrow.from(), arrow.to());
  }
  if (absl::Status status = CheckCount(request.highlights_size(), kMostMarks, "highlights");
      !status.ok()) {
    return status;
  }
  for (int i = 0; i < request.highlights_size(); ++i) {
    absl::Status status =
        CheckSquare(variant, request.highlights(i), StrCat("highlights[", i, "]"));
    if (!status.ok()) return status;
    options.highlights.push_back(request.highlights(i));
  }
  return options;
}

// What stands under the board: the running count, and the end of the game.
std::vector<std::string> NotesFor(const Game& game, Locale locale) {
  std::vector<std::string> notes;
  const Adjudication adjudication = game.Adjudicate();
  if (adjudication.counting) {
    notes.push_back(DescribeCount(game.variant(), *adjudication.counting, locale));
  }
  if (adjudication.end) notes.push_back(DescribeEnd(game.variant(), *adjudication.end, locale));
  return notes;
}

}  // namespace

absl::Status RenderBoard(const CallContext& context, const v1::RenderBoardRequest& request,
                         v1::RenderBoardResponse* response) {
  if (absl::Status status = CheckEnums(request); !status.ok()) return status;
  Budget budget(UINT64_MAX, context.stop_test);
  const absl::StatusOr<std::unique_ptr<Game>> game =
      ReadPosition(*context.limits, budget, request.position());
  if (!game.ok()) return game.status();
  const absl::StatusOr<RenderOptions> options = ReadRenderOptions((*game)->variant(), request);
  if (!options.ok()) return options.status();
  BoardView view = (*game)->View();
  view.notes = NotesFor(**game, ParseLocale(request.locale()));
  switch (request.format()) {
    case v1::FORMAT_TEXT:
      response->set_image(RenderText(view, *options));
      break;
    case v1::FORMAT_ANSI:
      response->set_image(RenderAnsi(view, *options));
      break;
    default:
      response->set_image(RenderSvg(view, *options));
      response->set_media_type("image/svg+xml");
      return absl::OkStatus();
  }
  response->set_media_type("text/plain; charset=utf-8");
  return absl::OkStatus();
}

}  // namespace arbiter
