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

// What an egg can hold, in the order of the candidates (H13).
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

// By the numbers of Egg.
inline constexpr std::string_view kEggNames[kEggs] = {"kingboo", "koopa",  "toadette", "chomp",
                                                      "daisy",   "bowser", "luigi",    "waluigi"};

// A legal action on its way from the position before it to the one after it. It
// stops at every draw (H20) until somebody chooses: a seed, the text of a record,
// or whoever wants to see all that can happen. A choice from one candidate is no
// draw. A value: a copy goes its own way.
class Resolution {
 public:
  // Takes the action as far as its first draw. What happens is added to `events`
  // unless it is null; whoever copies this shares them.
  Resolution(const Position& before, const Action& action, std::vector<Event>* events);

  // Of the draw at which it stands, at least 2; 0: the action is done.
  int candidates() const { return static_cast<int>(candidate_count_); }
  // `push`, `egg`, `piece`, `on` or `put`.
  std::string_view purpose() const;
  std::string CandidateText(int index) const;
  std::optional<int> CandidateNamed(std::string_view text) const;
  void Choose(int index);

  // The position after the action, once it is done.
  const Position& after() const { return position_; }

  // What SAN adds for the egg opened (H27): `*K`, `*Wg8`; empty for none.
  std::string SanSuffix() const;

 private:
  enum class Question : uint8_t { kNone, kPush, kEgg, kPiece, kTurncoat, kPut };

  // An event before it is put into words.
  struct Happening {
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

  // Takes what stands on the square off the board.
  void Remove(Sq square);
  void Capture(Sq square, Sq by);
  // The hidden queen comes into sight (H23).
  void Reveal();
  // What the piece leaves before anything acts on it (H8).
  void LeaveBehind(Kind kind, const Action& action);
  // The piece in hand comes to stand on `to`; what lies there acts next.
  void Land(Sq from, Sq to);
  // Lets objects act until a draw, or until nothing acts any more.
  void Continue();
  void OnMushroom();
  // From here on `candidates` squares or other choices; resolves a single one at once.
  void Ask(Question question, Squares squares);
  void Ask(Question question, int candidates);
  void Push(Sq to);
  void OpenEgg(Egg egg);
  void BringGift(Kind kind);
  void ChangeColor(Sq square);
  // After all effects: a promotion that is due (H15), what the piece puts (H9).
  void EndPath();
  void EndAction();
  void EndTurn();

  Sq CandidateSquare(int index) const;
  void Tell(const Happening& happening);

  Position position_;
  std::vector<Event>* events_;

  // The piece that acts, where it stands, and where the action began.
  Piece<Kind> piece_ = {};
  Sq at_ = Sq(0);
  std::optional<Sq> origin_;
  // In which direction it would go on (H10); none: nothing carries it further.
  Step direction_ = {0, 0};
  // What lay where it landed and has not acted yet.
  std::optional<Object> object_;
  // Whether it stands where its path has ended, so that it may put its object (H9).
  bool standing_ = false;

  Question question_ = Question::kNone;
  int candidate_count_ = 0;
  Squares candidate_squares_;

  std::optional<Egg> egg_;
  // Whose colour the egg changed.
  std::optional<Sq> turncoat_;
};

}  // namespace arbiter::chakart

#endif  // ARBITER_CORE_VARIANTS_CHAKART_RESOLUTION_H_
