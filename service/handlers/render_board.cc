#include <string>
#include <string_view>

#include "core/base/status_macros.h"
#include "core/base/strings.h"
#include "core/game/viewed_game.h"
#include "service/convert/read.h"
#include "service/convert/wire_writer.h"
#include "service/handlers/handlers.h"
#include "service/render/render.h"
#include "service/render/squares.h"

namespace arbiter {
namespace {

constexpr uint32_t kDefaultSize = 480;
constexpr uint32_t kMinSize = 64;
constexpr uint32_t kMaxSize = 4096;

absl::Status CheckSquare(const VariantInfo& variant, const BoardView& view, const std::string& text,
                         std::string_view field) {
  if (FindSquare(view, text)) return absl::OkStatus();
  return BadField(field, StrCat(Quoted(text), " is not a square of ", variant.name.en,
                                "; a square is a file and a rank, for example a1"));
}

// Returns every square that occurs in an action text.
std::vector<std::string> SquaresIn(const BoardView& view, std::string_view text) {
  std::vector<std::string> squares;
  for (size_t i = 0; i + 1 < text.size(); ++i) {
    if (!FindSquare(view, text.substr(i, 2))) continue;
    squares.emplace_back(text.substr(i, 2));
    ++i;
  }
  return squares;
}

absl::StatusOr<RenderOptions> ReadRenderOptions(const ViewedGame& game, const BoardView& view,
                                                const v1::RenderBoardRequest& request) {
  using Request = v1::RenderBoardRequest;
  const VariantInfo& variant = game.shown().variant();
  RenderOptions options;
  options.orientation = request.orientation() == v1::COLOR_BLACK ? Color::kBlack : Color::kWhite;
  options.dark = request.theme() == v1::THEME_DARK;
  options.coordinates = request.coordinates() != v1::COORDINATES_HIDDEN;
  options.symbols = request.symbols();
  const uint32_t size = request.size() == 0 ? kDefaultSize : request.size();
  if (size < kMinSize || size > kMaxSize) {
    return BadField(
        "size", StrCat("the size is ", size, " pixels; it must be ", kMinSize, " to ", kMaxSize));
  }
  options.size = static_cast<int>(size);
  if (request.last_move().size() > kMaxActionText) {
    return BadField("last_move", StrCat("last_move has ", request.last_move().size(),
                                        " bytes; the maximum is ", kMaxActionText));
  }
  options.last_move =
      game.VisibleSquares(request.last_move(), SquaresIn(view, request.last_move()));
  if (options.last_move.empty() && !request.last_move().empty() &&
      !NamesNoSquare(variant, request.last_move())) {
    return BadField("last_move", StrCat(Quoted(request.last_move()),
                                        " names no square; last_move is an action text"));
  }
  ARBITER_RETURN_IF_ERROR(
      CheckItems("RenderBoardRequest", Request::kArrowsFieldNumber, request.arrows_size()));
  for (int i = 0; i < request.arrows_size(); ++i) {
    const v1::Arrow& arrow = request.arrows(i);
    for (const std::string* square : {&arrow.from(), &arrow.to()}) {
      ARBITER_RETURN_IF_ERROR(CheckSquare(variant, view, *square, StrCat("arrows[", i, "]")));
    }
    options.arrows.emplace_back(arrow.from(), arrow.to());
  }
  ARBITER_RETURN_IF_ERROR(
      CheckItems("RenderBoardRequest", Request::kHighlightsFieldNumber, request.highlights_size()));
  for (int i = 0; i < request.highlights_size(); ++i) {
    ARBITER_RETURN_IF_ERROR(
        CheckSquare(variant, view, request.highlights(i), StrCat("highlights[", i, "]")));
    options.highlights.push_back(request.highlights(i));
  }
  return options;
}

}  // namespace

absl::Status RenderBoard(const CallContext& context, const v1::RenderBoardRequest& request,
                         WireWriter* answer) {
  ARBITER_RETURN_IF_ERROR(
      CheckEnums({{v1::Viewer_IsValid(request.viewer()), "viewer"},
                  {v1::Color_IsValid(request.orientation()), "orientation"},
                  {v1::Format_IsValid(request.format()), "format"},
                  {v1::Theme_IsValid(request.theme()), "theme"},
                  {v1::Coordinates_IsValid(request.coordinates()), "coordinates"}}));
  ARBITER_ASSIGN_OR_RETURN(const ViewedGame game, ReadPosition(context, request));
  BoardView view = game.shown().View();
  ARBITER_ASSIGN_OR_RETURN(const RenderOptions options, ReadRenderOptions(game, view, request));
  view.captions = game.shown().Captions(ParseLocale(request.locale()));
  std::string image;
  std::string_view media_type = "text/plain; charset=utf-8";
  switch (request.format()) {
    case v1::FORMAT_TEXT:
      image = RenderText(view, options);
      break;
    case v1::FORMAT_ANSI:
      image = RenderAnsi(view, options);
      break;
    default:
      image = RenderSvg(view, options);
      media_type = "image/svg+xml";
  }
  answer->Text(v1::RenderBoardResponse::kImageFieldNumber, image);
  answer->Text(v1::RenderBoardResponse::kMediaTypeFieldNumber, media_type);
  return absl::OkStatus();
}

}  // namespace arbiter
