#include "service/handlers/render_board.h"

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

// Reads a message that has the fields of a v1::Picture. `message` is its name.
template <typename Picture>
absl::StatusOr<RenderOptions> ReadRenderOptions(const VariantInfo& variant, const BoardView& view,
                                                std::string_view message, const Picture& picture) {
  ARBITER_RETURN_IF_ERROR(
      CheckEnums({{v1::Color_IsValid(picture.orientation()), "orientation"},
                  {v1::Format_IsValid(picture.format()), "format"},
                  {v1::Theme_IsValid(picture.theme()), "theme"},
                  {v1::Coordinates_IsValid(picture.coordinates()), "coordinates"}}));
  RenderOptions options;
  options.orientation = picture.orientation() == v1::COLOR_BLACK ? Color::kBlack : Color::kWhite;
  options.dark = picture.theme() == v1::THEME_DARK;
  options.coordinates = picture.coordinates() != v1::COORDINATES_HIDDEN;
  options.symbols = picture.symbols();
  const uint32_t size = picture.size() == 0 ? kDefaultSize : picture.size();
  if (size < kMinSize || size > kMaxSize) {
    return BadField(
        "size", StrCat("the size is ", size, " pixels; it must be ", kMinSize, " to ", kMaxSize));
  }
  options.size = static_cast<int>(size);
  ARBITER_RETURN_IF_ERROR(CheckItems(message, Picture::kArrowsFieldNumber, picture.arrows_size()));
  for (int i = 0; i < picture.arrows_size(); ++i) {
    const v1::Arrow& arrow = picture.arrows(i);
    for (const std::string* square : {&arrow.from(), &arrow.to()}) {
      ARBITER_RETURN_IF_ERROR(CheckSquare(variant, view, *square, StrCat("arrows[", i, "]")));
    }
    options.arrows.emplace_back(arrow.from(), arrow.to());
  }
  ARBITER_RETURN_IF_ERROR(
      CheckItems(message, Picture::kHighlightsFieldNumber, picture.highlights_size()));
  for (int i = 0; i < picture.highlights_size(); ++i) {
    ARBITER_RETURN_IF_ERROR(
        CheckSquare(variant, view, picture.highlights(i), StrCat("highlights[", i, "]")));
    options.highlights.push_back(picture.highlights(i));
  }
  return options;
}

template <typename Picture>
absl::Status WritePictureOf(const ViewedGame& game, std::string_view message,
                            const Picture& picture, std::string_view last_move, Locale locale,
                            WireWriter* answer) {
  BoardView view = game.shown().View();
  ARBITER_ASSIGN_OR_RETURN(RenderOptions options,
                           ReadRenderOptions(game.shown().variant(), view, message, picture));
  options.last_move = game.VisibleSquares(last_move, SquaresIn(view, last_move));
  view.captions = game.shown().Captions(locale);
  std::string image;
  std::string_view media_type = "text/plain; charset=utf-8";
  switch (picture.format()) {
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

}  // namespace

absl::Status CheckLastMove(const Game& game, std::string_view last_move) {
  if (last_move.size() > kMaxActionText) {
    return BadField("last_move", StrCat("last_move has ", last_move.size(),
                                        " bytes; the maximum is ", kMaxActionText));
  }
  if (last_move.empty() || game.IsControl(last_move) || NamesNoSquare(game.variant(), last_move) ||
      !SquaresIn(game.View(), last_move).empty()) {
    return absl::OkStatus();
  }
  return BadField("last_move",
                  StrCat(Quoted(last_move), " names no square; last_move is an action text"));
}

absl::Status WritePicture(const ViewedGame& game, const v1::Picture& picture,
                          std::string_view last_move, Locale locale, WireWriter* answer) {
  return WritePictureOf(game, "Picture", picture, last_move, locale, answer);
}

absl::Status RenderBoard(const CallContext& context, const v1::RenderBoardRequest& request,
                         WireWriter* answer) {
  ARBITER_RETURN_IF_ERROR(CheckEnums({{v1::Viewer_IsValid(request.viewer()), "viewer"}}));
  ARBITER_ASSIGN_OR_RETURN(const ViewedGame game, ReadPosition(context, request));
  ARBITER_RETURN_IF_ERROR(CheckLastMove(game.shown(), request.last_move()));
  return WritePictureOf(game, "RenderBoardRequest", request, request.last_move(),
                        ParseLocale(request.locale()), answer);
}

}  // namespace arbiter
