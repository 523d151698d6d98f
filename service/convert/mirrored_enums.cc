// Checks that enums of the core and their counterparts in the messages have the same numbers,
// because they are cast to each other.
#include "arbiter/v1/game.pb.h"
#include "arbiter/v1/rules_service.pb.h"
#include "core/rules/event.h"
#include "core/rules/fen.h"
#include "core/rules/move_info.h"
#include "core/rules/outcome.h"
#include "core/rules/piece_facts.h"
#include "core/rules/san.h"
#include "core/rules/variant_info.h"
#include "core/rules/viewer.h"
#include "service/convert/write.h"

namespace arbiter {
namespace {

// The largest value of each enum that requests contain. A value that the API adds must also be
// added to the core.
static_assert(kSameNumber<Viewer::kSpectator, v1::Viewer_MAX>);
static_assert(kSameNumber<Notation::kAny, v1::Notation_MAX>);
static_assert(kSameNumber<FenStyle::kPychess, v1::FenStyle_MAX>);
static_assert(kSameNumber<Result::kSecondPlayerWins, v1::Result_MAX>);

static_assert(kSameNumber<Viewer::kAll, v1::VIEWER_ALL>);
static_assert(kSameNumber<Viewer::kWhite, v1::VIEWER_WHITE>);
static_assert(kSameNumber<Viewer::kBlack, v1::VIEWER_BLACK>);
static_assert(kSameNumber<Viewer::kSpectator, v1::VIEWER_SPECTATOR>);

static_assert(kSameNumber<Result::kOngoing, v1::RESULT_ONGOING>);
static_assert(kSameNumber<Result::kWhiteWins, v1::RESULT_WHITE_WINS>);
static_assert(kSameNumber<Result::kBlackWins, v1::RESULT_BLACK_WINS>);
static_assert(kSameNumber<Result::kDraw, v1::RESULT_DRAW>);
static_assert(kSameNumber<Result::kFirstPlayerWins, v1::RESULT_CHALLENGER_WINS>);
static_assert(kSameNumber<Result::kSecondPlayerWins, v1::RESULT_OPPONENT_WINS>);

static_assert(kSameNumber<Termination::kNone, v1::TERMINATION_UNSPECIFIED>);
static_assert(kSameNumber<Termination::kCheckmate, v1::TERMINATION_CHECKMATE>);
static_assert(kSameNumber<Termination::kStalemate, v1::TERMINATION_STALEMATE>);
static_assert(kSameNumber<Termination::kKingCaptured, v1::TERMINATION_KING_CAPTURED>);
static_assert(kSameNumber<Termination::kRepetition, v1::TERMINATION_REPETITION>);
static_assert(kSameNumber<Termination::kNMove, v1::TERMINATION_N_MOVE>);
static_assert(kSameNumber<Termination::kDeadPosition, v1::TERMINATION_DEAD_POSITION>);
static_assert(kSameNumber<Termination::kBlocked, v1::TERMINATION_BLOCKED>);
static_assert(kSameNumber<Termination::kDrawAgreed, v1::TERMINATION_DRAW_AGREED>);
static_assert(kSameNumber<Termination::kResignation, v1::TERMINATION_RESIGNATION>);
static_assert(kSameNumber<Termination::kTimeout, v1::TERMINATION_TIMEOUT>);
static_assert(kSameNumber<Termination::kVariantEnd, v1::TERMINATION_VARIANT_END>);

static_assert(kSameNumber<Notation::kAction, v1::NOTATION_ACTION>);
static_assert(kSameNumber<Notation::kSan, v1::NOTATION_SAN>);
static_assert(kSameNumber<Notation::kThaiSan, v1::NOTATION_THAI_SAN>);
static_assert(kSameNumber<Notation::kLan, v1::NOTATION_LAN>);
static_assert(kSameNumber<Notation::kThaiLan, v1::NOTATION_THAI_LAN>);
static_assert(kSameNumber<Notation::kAny, v1::NOTATION_ANY>);

static_assert(kSameNumber<FenStyle::kStandard, v1::FEN_STYLE_STANDARD>);
static_assert(kSameNumber<FenStyle::kPychess, v1::FEN_STYLE_PYCHESS>);

static_assert(kSameNumber<MoveKind::kQuiet, v1::Move::KIND_QUIET>);
static_assert(kSameNumber<MoveKind::kCapture, v1::Move::KIND_CAPTURE>);
static_assert(kSameNumber<MoveKind::kStealth, v1::Move::KIND_STEALTH>);
static_assert(kSameNumber<MoveKind::kShell, v1::Move::KIND_SHELL>);
static_assert(kSameNumber<MoveKind::kSwap, v1::Move::KIND_SWAP>);
static_assert(kSameNumber<MoveKind::kPlace, v1::Move::KIND_PLACE>);
static_assert(kSameNumber<MoveKind::kPromotion, v1::Move::KIND_PROMOTION>);
static_assert(kSameNumber<MoveKind::kPass, v1::Move::KIND_PASS>);
static_assert(kSameNumber<MoveKind::kCastling, v1::Move::KIND_CASTLING>);
static_assert(kSameNumber<MoveKind::kRemove, v1::Move::KIND_REMOVE>);

static_assert(kSameNumber<PendingChoice::Kind::kSwap, v1::PendingChoice::KIND_SWAP>);
static_assert(kSameNumber<PendingChoice::Kind::kDrop, v1::PendingChoice::KIND_DROP>);
static_assert(kSameNumber<PendingChoice::Kind::kAgain, v1::PendingChoice::KIND_AGAIN>);
static_assert(kSameNumber<PendingChoice::Kind::kPromotion, v1::PendingChoice::KIND_PROMOTION>);

static_assert(kSameNumber<PieceRole::kUnspecified, v1::Piece::ROLE_UNSPECIFIED>);
static_assert(kSameNumber<PieceRole::kRoyal, v1::Piece::ROLE_ROYAL>);
static_assert(kSameNumber<PieceRole::kPawn, v1::Piece::ROLE_PAWN>);
static_assert(kSameNumber<PieceRole::kOfficer, v1::Piece::ROLE_OFFICER>);

static_assert(kSameNumber<MovePattern::Kind::kLeap, v1::MovePattern::KIND_LEAP>);
static_assert(kSameNumber<MovePattern::Kind::kSlide, v1::MovePattern::KIND_SLIDE>);
static_assert(kSameNumber<MovePattern::Kind::kHop, v1::MovePattern::KIND_HOP>);
static_assert(
    kSameNumber<MovePattern::Purpose::kMoveOrCapture, v1::MovePattern::PURPOSE_MOVE_OR_CAPTURE>);
static_assert(kSameNumber<MovePattern::Purpose::kMove, v1::MovePattern::PURPOSE_MOVE>);
static_assert(kSameNumber<MovePattern::Purpose::kCapture, v1::MovePattern::PURPOSE_CAPTURE>);

static_assert(kMoveEvent.number == v1::Event::KIND_MOVE);
static_assert(kCaptureEvent.number == v1::Event::KIND_CAPTURE);
static_assert(kPromoteEvent.number == v1::Event::KIND_PROMOTE);
static_assert(kCheckEvent.number == v1::Event::KIND_CHECK);
static_assert(kDrawOfferedEvent.number == v1::Event::KIND_DRAW_OFFERED);
static_assert(kDrawWithdrawnEvent.number == v1::Event::KIND_DRAW_WITHDRAWN);
static_assert(kDrawAcceptedEvent.number == v1::Event::KIND_DRAW_ACCEPTED);
static_assert(kDrawDeclinedEvent.number == v1::Event::KIND_DRAW_DECLINED);
static_assert(kResignedEvent.number == v1::Event::KIND_RESIGNED);
static_assert(kClaimedEvent.number == v1::Event::KIND_CLAIMED);
static_assert(kTimedOutEvent.number == v1::Event::KIND_TIMED_OUT);
static_assert(kGameOverEvent.number == v1::Event::KIND_GAME_OVER);
static_assert(kPlaceEvent.number == v1::Event::KIND_PLACE);
static_assert(kPassEvent.number == v1::Event::KIND_PASS);

}  // namespace
}  // namespace arbiter
