#include <string>

#include "core/game/registry.h"
#include "core/rules/locale.h"
#include "core/rules/strings.h"
#include "service/convert/wire.h"
#include "service/handlers/handlers.h"

namespace arbiter {
namespace {

constexpr uint32_t kLargestPage = 1000;

template <typename Message>
void WriteName(const LocalText& name, Locale locale, Message* message) {
  message->set_name(std::string(name.In(locale)));
  for (const Locale language : {Locale::kEnglish, Locale::kChinese, Locale::kThai}) {
    const std::string_view text = name.In(language);
    if (language != Locale::kEnglish && text == name.en) continue;
    v1::LocalizedText* entry = message->add_names();
    entry->set_locale(std::string(LocaleTag(language)));
    entry->set_text(std::string(text));
  }
}

void WriteActionForm(const ActionFormInfo& form, v1::Variant* answer) {
  v1::ActionForm* entry = answer->add_action_forms();
  entry->set_example(std::string(form.example));
  entry->set_meaning(std::string(form.meaning));
}

void WriteRuling(const RulingInfo& ruling, v1::Variant* answer) {
  v1::Ruling* entry = answer->add_rulings();
  entry->set_id(std::string(ruling.id));
  entry->set_text(std::string(ruling.text));
}

constexpr ActionFormInfo kControlForms[] = {
    {"resign", "the player to move resigns; with `white:` or `black:` in front, that player"},
    {"draw?", "offer a draw"},
    {"draw!", "accept the other player's offer"},
    {"draw-", "decline the other player's offer or withdraw one's own"},
    {"claim draw", "claim a draw that the rules grant"},
    {"claim win", "claim a win that the rules grant"},
    {"timeout", "the player's time has run out"},
};

void WriteVariant(const VariantInfo& info, Locale locale, v1::Variant* answer) {
  answer->set_id(std::string(info.id));
  WriteName(info.name, locale, answer);
  answer->set_files(static_cast<uint32_t>(info.files));
  answer->set_ranks(static_cast<uint32_t>(info.ranks));
  for (const LocalText& player : info.players) {
    answer->add_players(std::string(player.In(locale)));
  }
  for (const PieceInfo& piece : info.pieces) {
    v1::Piece* entry = answer->add_pieces();
    entry->set_letter(std::string(1, piece.letter));
    WriteName(piece.name, locale, entry);
    entry->set_moves(std::string(piece.moves));
  }
  for (const MarkedPieceInfo& piece : info.marked_pieces) {
    v1::Piece* entry = answer->add_pieces();
    entry->set_letter(std::string(piece.letters));
    WriteName(piece.name, locale, entry);
    entry->set_moves(std::string(piece.moves));
  }
  for (const ObjectInfo& object : info.objects) {
    v1::BoardObject* entry = answer->add_objects();
    entry->set_letter(std::string(1, object.letter));
    WriteName(object.name, locale, entry);
    entry->set_effect(std::string(object.effect));
  }
  for (const OptionInfo& option : info.options) {
    v1::Option* entry = answer->add_options();
    entry->set_name(std::string(option.name));
    entry->set_default_value(std::string(option.values.front()));
    const bool listed = option.maximum == 0 && option.form.empty();
    for (const std::string_view value : option.values) {
      if (listed) entry->add_values(std::string(value));
    }
    entry->set_description(std::string(option.description));
    entry->set_minimum(static_cast<uint32_t>(option.minimum));
    entry->set_maximum(static_cast<uint32_t>(option.maximum));
    entry->set_form(std::string(option.form));
  }
  answer->set_start_fen(std::string(info.start_fen));
  for (const ActionFormInfo& form : info.action_forms) WriteActionForm(form, answer);
  for (const ActionFormInfo& form : kControlForms) WriteActionForm(form, answer);
  for (const RulingInfo& ruling : info.rulings) WriteRuling(ruling, answer);
  for (const RulingInfo& ruling : CommonRulings()) WriteRuling(ruling, answer);
  for (const RegionInfo& region : info.regions) {
    v1::Region* entry = answer->add_regions();
    entry->set_name(std::string(region.name.In(locale)));
    entry->mutable_squares()->Assign(region.squares.begin(), region.squares.end());
  }
}

}  // namespace

absl::Status ListVariants(const CallContext& /*context*/, const v1::ListVariantsRequest& request,
                          v1::ListVariantsResponse* response) {
  if (request.page_size() > kLargestPage) {
    return BadField("page_size", StrCat("a page has at most ", kLargestPage, " variants"));
  }
  const auto variants = AllVariants();
  size_t next = 0;
  if (!request.page_token().empty()) {
    while (next < variants.size() && variants[next]->info().id != request.page_token()) ++next;
    if (next == variants.size()) {
      return BadField("page_token", StrCat(Quoted(request.page_token()), " is no page token"));
    }
  }
  const size_t page = request.page_size() == 0 ? kLargestPage : request.page_size();
  const size_t end = std::min(variants.size(), next + page);
  for (; next < end; ++next) {
    WriteVariant(variants[next]->info(), ParseLocale(request.locale()), response->add_variants());
  }
  if (next < variants.size()) {
    response->set_next_page_token(std::string(variants[next]->info().id));
  }
  return absl::OkStatus();
}

}  // namespace arbiter
