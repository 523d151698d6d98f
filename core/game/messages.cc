#include "core/game/messages.h"

#include <algorithm>
#include <initializer_list>
#include <utility>
#include <vector>

#include "core/rules/strings.h"

namespace arbiter {
namespace {

using Kind = Event::Kind;

// The sentence for a termination; {winner} and {loser} are players' names.
LocalText EndSentence(Termination termination) {
  switch (termination) {
    case Termination::kCheckmate:
      return {"{winner} wins by checkmate.", "{winner}将死对方，获胜。", "{winner}ชนะด้วยการรุกจน"};
    case Termination::kStalemate:
      return {"{winner} wins: {loser} is stalemated.", "{winner}困毙对方，获胜。", ""};
    case Termination::kAltarMate:
      return {"{winner} wins by altar mate.", "{winner}登坛获胜。", ""};
    case Termination::kRepetition:
      return {"Draw by threefold repetition.", "重复动子，和棋。", "เสมอ: ตำแหน่งซ้ำสามครั้ง"};
    case Termination::kNMove:
      return {"Draw: 50 moves without a capture or promotion.", "50步无吃子，和棋。", ""};
    case Termination::kCountingLimit:
      return {"Draw: the count has passed its limit.", "", "เสมอ: นับศักดิ์ครบแล้ว"};
    case Termination::kCountingSideMated:
      return {"Draw: the counting side gave mate while its count ran.", "", "เสมอ: ฝ่ายที่นับเป็นผู้รุกจน"};
    case Termination::kDeadPosition:
      return {"Draw: neither side can give mate.", "", "เสมอ: ไม่มีฝ่ายใดรุกจนได้"};
    case Termination::kKingCaptured:
      return {"{winner} wins: {loser} has no king left.", "{loser}已无王，{winner}获胜。",
              "{winner}ชนะ: {loser}ไม่เหลือขุน"};
    case Termination::kBlocked:
      return {"Draw: neither side can move.", "双方均无子可动，和棋。", "เสมอ: ไม่มีฝ่ายใดเดินได้"};
    case Termination::kDrawAgreed:
      return {"Draw by agreement.", "双方同意和棋。", "เสมอโดยตกลงกัน"};
    case Termination::kResignation:
      return {"{winner} wins: {loser} resigned.", "{loser}认输，{winner}获胜。",
              "{winner}ชนะ: {loser}ยอมแพ้"};
    case Termination::kTimeout:
      return {"{winner} wins: {loser} ran out of time.", "{loser}超时，{winner}获胜。",
              "{winner}ชนะ: {loser}หมดเวลา"};
    case Termination::kDrawClaimed:
      return {"Draw by claim: points have been level for 20 moves.", "申请和棋：连续20步分数持平。",
              ""};
    case Termination::kWinClaimed:
      return {"{winner} wins by claim: the lead has not fallen for 20 moves.",
              "{winner}申请获胜：连续20步领先未减。", ""};
    default:
      return {"The game is over."};
  }
}

// What ended a game in which points decide; none where they do not.
std::optional<LocalText> PointsReason(Termination termination) {
  switch (termination) {
    case Termination::kKingCaptured:
      return LocalText{"A side has no king left", "一方已无王", ""};
    case Termination::kHill:
      return LocalText{"A king has reached the hill", "王已登上中心", ""};
    case Termination::kRacing:
      return LocalText{"A king has reached the opponent's home row", "王已到达对方底线", ""};
    case Termination::kPoints:
      return LocalText{"The move limit is reached", "已达步数上限", ""};
    case Termination::kBlocked:
      return LocalText{"Neither side can move", "双方均无子可动", ""};
    case Termination::kTimeout:
      return LocalText{"A player has run out of time", "一方超时", ""};
    default:
      return std::nullopt;
  }
}

constexpr LocalText kWinOnPoints = {"{reason}: {winner} wins on points.",
                                    "{reason}：{winner}得分高，获胜。"};
constexpr LocalText kDrawOnPoints = {"{reason}: a draw, points are level.",
                                     "{reason}：得分相同，和棋。"};

constexpr LocalText kDrawnStalemate = {"Draw by stalemate.", "困毙，和棋。", "เสมอ: อับ"};
constexpr LocalText kToMoveInCheck = {"{player} is to move and in check.",
                                      "轮到{player}走棋，被将军。", "ตาของ{player} กำลังถูกรุก"};
constexpr LocalText kToMove = {"{player} is to move.", "轮到{player}走棋。", "ตาของ{player}"};
constexpr LocalText kUnknownHistory = {" Repetitions before the given FEN are unknown.",
                                       "（给定FEN之前的重复情况未知。）",
                                       " (ไม่ทราบการซ้ำตำแหน่งก่อน FEN ที่ให้มา)"};
constexpr LocalText kUnknownPoints = {" The points before the given FEN are unknown.",
                                      "（给定FEN之前的得分情况未知。）"};

LocalText EventSentence(Kind kind) {
  switch (kind) {
    case Kind::kMove:
      return {"{piece} {from}-{to}.", "{piece} {from}-{to}。", "{piece} {from}-{to}"};
    case Kind::kCapture:
      return {"{player}'s {piece} on {to} is captured.", "{to}的{player}{piece}被吃。",
              "{piece}ของ{player}ที่ {to} ถูกกิน"};
    case Kind::kPromote:
      return {"It becomes a {piece} on {to}.", "在{to}升变为{piece}。", "หงายเป็น{piece}ที่ {to}"};
    case Kind::kCheck:
      return {"{player} is in check.", "{player}被将军。", "{player}ถูกรุก"};
    case Kind::kCountStarted:
      return {"{player}'s count starts.", "", "{player}เริ่มนับ"};
    case Kind::kCountStopped:
      return {"{player} stops counting.", "", "{player}หยุดนับ"};
    case Kind::kDrawOffered:
      return {"{player} offers a draw.", "{player}提和。", "{player}ขอเสมอ"};
    case Kind::kDrawWithdrawn:
      return {"{player} withdraws the draw offer.", "{player}撤回提和。", "{player}ถอนคำขอเสมอ"};
    case Kind::kDrawAccepted:
      return {"{player} accepts the draw.", "{player}同意和棋。", "{player}ตกลงเสมอ"};
    case Kind::kDrawDeclined:
      return {"{player} declines the draw.", "{player}拒绝和棋。", "{player}ปฏิเสธคำขอเสมอ"};
    case Kind::kResigned:
      return {"{player} resigns.", "{player}认输。", "{player}ยอมแพ้"};
    case Kind::kClaimed:
      return {"{player} makes a rightful claim.", "{player}申请判定。", "{player}ขอตัดสินตามกติกา"};
    case Kind::kTimedOut:
      return {"{player}'s time has run out.", "{player}超时。", "{player}หมดเวลา"};
    case Kind::kMushroom:
      return {"A mushroom carries the {piece} from {from} to {to}."};
    case Kind::kBanana:
      return {"A banana sends the {piece} from {from} to {to}."};
    case Kind::kBomb:
      return {"A bomb sends the {piece} from {from} to {to}."};
    case Kind::kKingBoo:
      return {"The egg on {to} holds King Boo: {player} swaps two pieces."};
    case Kind::kKoopa:
      return {"The egg on {from} holds Koopa: the {piece} goes back where it came from."};
    case Kind::kToadette:
      return {"The egg on {to} holds Toadette: {player} places a {piece}."};
    case Kind::kChomp:
      return {"The egg on {to} holds Chomp: {player}'s {piece} is captured."};
    case Kind::kDaisy:
      return {"The egg on {to} holds Daisy: {player} moves again."};
    case Kind::kBowser:
      return {"The egg on {to} holds Bowser: the {piece} cannot move next turn."};
    case Kind::kLuigi:
      return {"Luigi changes a colour: the {piece} on {to} is {player}'s now."};
    case Kind::kWaluigi:
      return {"Waluigi changes a colour: the {piece} on {to} is {player}'s now."};
    case Kind::kObjectPut:
      return {"{object} on {to}."};
    case Kind::kStealth:
      return {"{player}'s {piece} on {from} moves unseen."};
    case Kind::kRevealed:
      return {"{player}'s {piece} on {to} comes into sight."};
    case Kind::kShell:
      return {"{player}'s {piece} on {from} throws the shell at {to}."};
    case Kind::kSwap:
      return {"The pieces on {from} and {to} change places."};
    case Kind::kPlace:
      return {"{player} places a {piece} on {to}."};
    case Kind::kPass:
      return {"{player} passes."};
    case Kind::kPoints:
      return {"{player} scores {points}.", "{player}得{points}分。"};
    case Kind::kCastled:
      return {"The {piece} on {from} castles with the rook on {to}.",
              "{from}的{piece}与{to}的车易位。"};
    case Kind::kRemoved:
      return {"{player} takes off the {piece} on {to}.", "{player}移除{to}的{piece}。"};
    case Kind::kUndone:
      return {"{player} takes back the last two moves.", "{player}悔棋，撤回最后两步。"};
    case Kind::kBid:
      return {"{player} bids on {target}{outcome}.", "{player}对{target}出价{outcome}。"};
    case Kind::kDrawn:
      return {"Drawn for {target}{outcome}.", "抽签{target}{outcome}。"};
    case Kind::kBiddingOver:
      return {"The bidding is over.", "出价结束。"};
    case Kind::kReleased:
      return {"The {piece} on {to} can move again."};
    case Kind::kLapsed:
      return {"The choice lapses: it cannot be made."};
    case Kind::kGameOver:
      break;
  }
  return {"The game is over.", "对局结束。", "จบเกม"};
}

constexpr LocalText kBidders[] = {{"Challenger", "挑战者", "ผู้ท้าชิง"},
                                  {"Opponent", "应战者", "คู่ต่อสู้"}};

LocalText LocalPlayerName(const VariantInfo& variant, std::optional<Color> color,
                          Roles roles = Roles::kColors) {
  if (!color) return {""};
  return roles == Roles::kBidders ? kBidders[Index(*color)] : variant.players[Index(*color)];
}

LocalText PieceName(const VariantInfo& variant, char letter) {
  for (const PieceInfo& piece : variant.pieces) {
    if (piece.letter == letter) return piece.name;
  }
  return {""};
}

LocalText ObjectName(const VariantInfo& variant, char letter) {
  for (const ObjectInfo& object : variant.objects) {
    if (object.letter == letter) return object.name;
  }
  return {""};
}

// What stands for a `{name}` in a sentence.
struct Word {
  std::string_view name;
  LocalText text;
};

// One that is the same in every language, as a square is.
Word Verbatim(std::string_view name, std::string_view text) { return {name, {text, text, text}}; }

// The sentence with its words, in English unless all of it has a translation.
std::string Say(const LocalText& sentence, Locale locale, std::initializer_list<Word> words) {
  const auto stands_in = [&sentence](const Word& word) {
    return sentence.en.find(StrCat("{", word.name, "}")) != std::string_view::npos;
  };
  const bool translated =
      sentence.Has(locale) && std::all_of(words.begin(), words.end(), [&](const Word& word) {
        return word.text.en.empty() || word.text.Has(locale) || !stands_in(word);
      });
  const Locale used = translated ? locale : Locale::kEnglish;
  std::vector<std::pair<std::string_view, std::string_view>> values;
  values.reserve(words.size());
  for (const Word& word : words) values.emplace_back(word.name, word.text.In(used));
  return FillIn(sentence.In(used), values);
}

}  // namespace

std::string_view BidderName(Color bidder, Locale locale) {
  return kBidders[Index(bidder)].In(locale);
}

std::string DescribeEnd(const VariantInfo& variant, const End& end, Locale locale) {
  const bool bidders = WinnerOf(end.result, Roles::kBidders).has_value();
  const Roles roles = bidders ? Roles::kBidders : Roles::kColors;
  const std::optional<Color> winner = WinnerOf(end.result, roles);
  const LocalText winner_name = LocalPlayerName(variant, winner, roles);
  if (variant.points_decide && !bidders) {
    if (const std::optional<LocalText> reason = PointsReason(end.termination)) {
      return Say(winner ? kWinOnPoints : kDrawOnPoints, locale,
                 {{"reason", *reason}, {"winner", winner_name}});
    }
  }
  if (end.termination == Termination::kStalemate && !winner) {
    return std::string(kDrawnStalemate.In(locale));
  }
  const std::optional<Color> loser = winner ? std::optional(!*winner) : std::nullopt;
  return Say(EndSentence(end.termination), locale,
             {{"winner", winner_name}, {"loser", LocalPlayerName(variant, loser, roles)}});
}

std::string DescribeAdjudication(const VariantInfo& variant, const Adjudication& adjudication,
                                 Color turn, Locale locale, Roles roles) {
  if (adjudication.end) return DescribeEnd(variant, *adjudication.end, locale);
  const LocalText sentence = adjudication.check ? kToMoveInCheck : kToMove;
  const LocalText player = LocalPlayerName(variant, turn, roles);
  if (adjudication.history_known) return Say(sentence, locale, {{"player", player}});
  const LocalText unknown = variant.points_decide ? kUnknownPoints : kUnknownHistory;
  // Both sentences in one language.
  const bool translated = sentence.Has(locale) && player.Has(locale) && unknown.Has(locale);
  const Locale used = translated ? locale : Locale::kEnglish;
  return StrCat(Say(sentence, used, {{"player", player}}), unknown.In(used));
}

std::string DescribeCount(const VariantInfo& variant, const CountStatus& count, Locale locale) {
  const LocalText kind = count.kind == CountStatus::Kind::kBoardHonour
                             ? LocalText{"board's honour", "", "ศักดิ์กระดาน"}
                             : LocalText{"pieces' honour", "", "ศักดิ์หมาก"};
  const LocalText sentence = {"{player} counts {count} of {limit} ({kind}); moves left: {left}.",
                              "", "{player}นับ {count} จาก {limit} ({kind}) เหลือ {left} ตา"};
  return Say(sentence, locale,
             {{"player", LocalPlayerName(variant, count.color)},
              Verbatim("count", StrCat(count.announced)),
              Verbatim("limit", StrCat(count.limit / 2)),
              {"kind", kind},
              Verbatim("left", StrCat(count.moves_left))});
}

std::string DescribeEvent(const VariantInfo& variant, const Event& event, Locale locale) {
  return Say(EventSentence(event.kind), locale,
             {{"player", LocalPlayerName(variant, event.color, event.roles)},
              Verbatim("points", StrCat(event.points)),
              Verbatim("target", event.target),
              Verbatim("outcome", event.outcome.empty() ? "" : StrCat(": ", event.outcome)),
              {"piece", PieceName(variant, event.piece)},
              {"object", ObjectName(variant, event.object)},
              Verbatim("from", event.from),
              Verbatim("to", event.to)});
}

}  // namespace arbiter
