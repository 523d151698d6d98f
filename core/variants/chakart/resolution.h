#ifndef ARBITER_CORE_VARIANTS_CHAKART_RESOLUTION_H_
#define ARBITER_CORE_VARIANTS_CHAKART_RESOLUTION_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/board/attacks.h"
#include "core/rules/event.h"
#include "core/variants/chakart/position.h"

namespace arbiter::chakart {

// The contents that an egg can have, in the order of the candidates (H13).
enum class Egg : uint8_t {
  kKingBoo,
  kKoopa,
  kToadette,
  kChomp,
  kDaisy,
  kBowser,
  kLuigi,
  kWaluigi,
};
inline constexpr int kEggs = 8;

// The names of the eggs, indexed by Egg.
inline constexpr std::string_view kEggNames[kEggs] = {"kingboo", "koopa",  "toadette", "chomp",
                                                      "daisy",   "bowser", "luigi",    "waluigi"};

// The resolution of a legal action, from the position before it to the position after it. It stops
// at every random draw (H20) until a candidate is chosen: by a seed, by the outcome in a record, or
// by a caller that enumerates all outcomes. A choice from a single candidate is not a random draw.
class Resolution {
 public:
  // Resolves the action up to its first random draw. Adds events to `events`, which must outlive
  // this object and its copies, unless it is null. Copies are independent except that they add to
  // the same events.
  Resolution(const Position& before, const Action& action, std::vector<Event>* events);

  // The number of candidates of the current random draw, at least 2; 0 if the action is resolved.
  int candidates() const { return static_cast<int>(candidate_count_); }
  // The purpose of the current random draw: `push`, `egg`, `piece`, `on` or `put`.
  std::string_view purpose() const;
  // Returns the text of a candidate of the current random draw, such as `e4` or `kingboo`, which
  // has static storage duration.
  std::string_view CandidateText(int index) const;
  // Returns the index of the candidate with this text; std::nullopt if there is no such candidate.
  std::optional<int> FindCandidate(std::string_view text) const;
  // Chooses a candidate and resolves the action up to its next random draw.
  void Choose(int index);

  // The position after the action, once it is resolved.
  const Position& after() const { return position_; }

  // Returns the suffix that SAN adds for an opened egg (H27), such as `*K` or `*Wg8`; empty if no
  // egg was opened.
  std::string SanSuffix() const;

 private:
  enum class RandomDraw : uint8_t { kNone, kPush, kEgg, kPiece, kTurncoat, kPut };

  // An event with squares, pieces and objects that are not formatted yet.
  struct RawEvent {
    const EventKind* kind;
    std::optional<Sq> from = {};
    std::optional<Sq> to = {};
    std::optional<Kind> piece = {};
    std::optional<Color> color = {};
    std::optional<Object> object = {};
  };

  void Move(const Action& action);
  void StealthMove(const Action& action);
  void Swap(const Action& action);
  void Promote(const Action& action);

  // Removes the piece on the square from the board.
  void Remove(Sq square);
  void Capture(Sq square, Sq by);
  // Reveals a hidden queen (H23).
  void Reveal();
  // Puts on the board what a pawn or knight leaves behind, before any object acts (H8).
  void LeaveBehind(Kind kind, const Action& action);
  // Puts the acting piece on `to`, where it captures any other piece. An object there acts next.
  void Land(Sq from, Sq to);
  // Lets objects act until there is a random draw or no object is left to act.
  void TriggerObjects();
  void CarryByMushroom();
  // Begin a random draw among `squares`, or among this number of candidates that are not squares. A
  // single candidate is chosen at once.
  void BeginDraw(RandomDraw draw, Squares squares);
  void BeginDraw(RandomDraw draw, int candidates);
  void Push(Sq to);
  void OpenEgg(Egg egg);
  void OfferPiece(Kind kind);
  void ChangeColor(Sq square);
  // Ends the path of the acting piece after all effects: records a pending promotion (H15) and lets
  // the piece put its object (H9).
  void EndPath();
  void EndAction();
  void EndTurn();

  Sq CandidateSquare(int index) const;
  void EmitEvent(const RawEvent& event);

  Position position_;
  std::vector<Event>* events_;

  // The acting piece, its square, and the square where the action began.
  Piece<Kind> piece_ = {};
  Sq square_ = Sq(0);
  std::optional<Sq> origin_;
  // The direction in which a mushroom would carry the piece (H10); {0, 0} if it would not.
  Step direction_ = {0, 0};
  // The object on the square of the acting piece that has not acted yet.
  std::optional<Object> object_;
  // Whether the acting piece still stands where its path ended, so that it may put its object (H9).
  bool standing_ = false;

  RandomDraw draw_ = RandomDraw::kNone;
  int candidate_count_ = 0;
  Squares candidate_squares_;

  std::optional<Egg> egg_;
  // The square of the piece whose colour the egg has changed.
  std::optional<Sq> turncoat_;
};

// Returns the number of distinct positions to which a legal action can lead; 0 if that is not known
// without resolving the action.
int CountOutcomes(const Position& before, const Action& action);

}  // namespace arbiter::chakart

#endif  // ARBITER_CORE_VARIANTS_CHAKART_RESOLUTION_H_
