#include <algorithm>
#include <span>
#include <string>

#include "core/base/locale.h"
#include "core/base/strings.h"
#include "core/board/attacks.h"
#include "core/game/registry.h"
#include "service/convert/read.h"
#include "service/convert/wire_writer.h"
#include "service/convert/write.h"
#include "service/handlers/handlers.h"

namespace arbiter {
namespace {

constexpr uint32_t kMaxPageSize = 1000;

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

// Adds one string for each letter.
void WriteLetters(std::string_view letters, auto* texts) {
  for (const char letter : letters) *texts->Add() = std::string(1, letter);
}

void WriteSteps(std::span<const Step> steps, auto* messages) {
  for (const Step& step : steps) {
    v1::Step* entry = messages->Add();
    entry->set_files(step.file);
    entry->set_ranks(step.rank);
  }
}

void WritePattern(const MovePattern& pattern, v1::MovePattern* answer) {
  answer->set_kind(static_cast<v1::MovePattern::Kind>(pattern.kind));
  answer->set_purpose(static_cast<v1::MovePattern::Purpose>(pattern.purpose));
  WriteSteps(pattern.steps, answer->mutable_steps());
  answer->set_max_steps(static_cast<uint32_t>(pattern.max_steps));
  answer->mutable_from_ranks()->Assign(pattern.from_ranks.begin(), pattern.from_ranks.end());
  answer->mutable_to_ranks()->Assign(pattern.to_ranks.begin(), pattern.to_ranks.end());
  answer->set_from_corners(pattern.from_corners);
  answer->set_feature(std::string(pattern.feature));
}

void WriteFacts(const PieceFacts& facts, v1::Piece* answer) {
  answer->set_role(static_cast<v1::Piece::Role>(facts.role));
  WriteLetters(facts.promotes_to, answer->mutable_promotes_to());
  answer->set_promotion_rank(static_cast<uint32_t>(facts.promotion_rank));
  if (!facts.movement) return;
  v1::Movement* movement = answer->mutable_movement();
  for (const MovePattern& pattern : *facts.movement) {
    WritePattern(pattern, movement->add_patterns());
  }
}

void WriteFacts(const ObjectFacts& facts, v1::BoardObject* answer) {
  answer->set_blocks(facts.blocks);
  for (const ObjectEffect& effect : facts.effects) {
    v1::ObjectEffect* entry = answer->add_effects();
    WriteLetters(effect.pieces, entry->mutable_pieces());
    for (const EventKind* event : effect.events) {
      entry->add_events(static_cast<v1::Event::Kind>(event->number));
    }
    WriteSteps(effect.steps, entry->mutable_steps());
    entry->set_repeats_step(effect.repeats_step);
  }
  WriteLetters(facts.put_by, answer->mutable_put_by());
}

// Returns the facts of the kind of piece to which a marked piece belongs.
const PieceFacts& FactsOf(const VariantInfo& info, const MarkedPieceInfo& marked) {
  return std::find_if(
             info.pieces.begin(), info.pieces.end(),
             [&marked](const PieceInfo& piece) { return piece.letter == marked.letters.front(); })
      ->facts;
}

constexpr ActionFormInfo kControlForms[] = {
    {"resign", "the player to move resigns; after `white:` or `black:`, that player does"},
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
    entry->set_drawing(std::string(piece.shape));
    WriteFacts(piece.facts, entry);
  }
  for (const MarkedPieceInfo& piece : info.marked_pieces) {
    v1::Piece* entry = answer->add_pieces();
    entry->set_letter(std::string(piece.letters));
    WriteName(piece.name, locale, entry);
    entry->set_moves(std::string(piece.moves));
    entry->set_drawing(std::string(piece.shape));
    WriteFacts(FactsOf(info, piece), entry);
  }
  for (const ObjectInfo& object : info.objects) {
    v1::BoardObject* entry = answer->add_objects();
    entry->set_letter(std::string(1, object.letter));
    WriteName(object.name, locale, entry);
    entry->set_effect(std::string(object.effect));
    entry->set_drawing(std::string(object.shape));
    WriteFacts(object.facts, entry);
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
    WriteRegion(region, locale, answer->add_regions());
  }
}

}  // namespace

absl::Status ListVariants(const CallContext& /*context*/, const v1::ListVariantsRequest& request,
                          WireWriter* answer) {
  using Field = v1::ListVariantsResponse;
  if (request.page_size() > kMaxPageSize) {
    return BadField("page_size", StrCat("page_size is ", request.page_size(), "; the maximum is ",
                                        kMaxPageSize));
  }
  const auto variants = AllVariants();
  size_t next = 0;
  if (!request.page_token().empty()) {
    while (next < variants.size() && variants[next]->info().id != request.page_token()) ++next;
    if (next == variants.size()) {
      return BadField("page_token",
                      StrCat(Quoted(request.page_token()),
                             " is not a page token; use the next_page_token of the previous page"));
    }
  }
  const size_t page = request.page_size() == 0 ? kMaxPageSize : request.page_size();
  const size_t end = std::min(variants.size(), next + page);
  for (; next < end; ++next) {
    v1::Variant variant;
    WriteVariant(variants[next]->info(), ParseLocale(request.locale()), &variant);
    answer->Message(Field::kVariantsFieldNumber, variant);
  }
  if (next < variants.size()) {
    answer->Text(Field::kNextPageTokenFieldNumber, variants[next]->info().id);
  }
  return absl::OkStatus();
}

}  // namespace arbiter
