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
// at every random draw (H20) until a candidate is chosen: by a seed, by the text of a record, or by
// a caller that enumerates all outcomes. A choice from a single candidate is not a draw. Copies are
// independent.
class Resolution {
 public:
  // Resolves the action up to its first draw. Events are added to `events` unless it is null;
  // copies add to the same list.
  Resolution(const Position& before, const Action& action, std::vector<Event>* events);

  // The number of candidates of the current draw, at least 2; 0 if the action is resolved.
  int candidates() const { return static_cast<int>(candidate_count_); }
  // The purpose of the current draw: `push`, `egg`, `piece`, `on` or `put`.
  std::string_view purpose() const;
  std::string CandidateText(int index) const;
  std::optional<int> FindCandidate(std::string_view text) const;
  void Choose(int index);

  // The position after the action, once it is resolved.
  const Position& after() const { return position_; }

  // Returns what SAN adds for an egg that was opened (H27), such as `*K` or `*Wg8`; empty if there
  // was none.
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
  // Puts the object that a pawn or knight leaves before anything acts on it (H8).
  void LeaveBehind(Kind kind, const Action& action);
  // Puts the acting piece on `to`. An object there acts next.
  void Land(Sq from, Sq to);
  // Lets objects act until there is a draw or no object is left to act.
  void TriggerObjects();
  void CarryByMushroom();
  // Begin a draw among `squares` or among `candidates` other choices. A single candidate is chosen
  // at once.
  void BeginDraw(RandomDraw draw, Squares squares);
  void BeginDraw(RandomDraw draw, int candidates);
  void Push(Sq to);
  void OpenEgg(Egg egg);
  void OfferPiece(Kind kind);
  void ChangeColor(Sq square);
  // Ends the path of the piece after all effects: notes a promotion that is due (H15) and lets the
  // piece put its object (H9).
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
  // The object on its square that has not acted yet.
  std::optional<Object> object_;
  // Whether it still stands where its path has ended, so that it may put its object (H9).
  bool standing_ = false;

  RandomDraw draw_ = RandomDraw::kNone;
  int candidate_count_ = 0;
  Squares candidate_squares_;

  std::optional<Egg> egg_;
  // The square of the piece whose colour the egg has changed.
  std::optional<Sq> turncoat_;
};

}  // namespace arbiter::chakart

#endif  // ARBITER_CORE_VARIANTS_CHAKART_RESOLUTION_H_
