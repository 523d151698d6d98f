#include "service/jobs/job_items.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include "core/base/error.h"
#include "core/base/status_macros.h"
#include "core/base/strings.h"
#include "core/pgn/game_texts.h"
#include "google/protobuf/io/coded_stream.h"
#include "google/protobuf/io/zero_copy_stream_impl_lite.h"
#include "service/convert/read.h"
#include "service/convert/wire_reader.h"
#include "service/convert/wire_writer.h"
#include "service/measure/message_rules.h"

namespace arbiter {
namespace {

// The maximum size of what is done with each game of a PGN, of which every item has a copy.
constexpr size_t kMaxGameRequestBytes = 1024;

// A request that an item can have.
struct ItemRequest {
  v1::JobRequest::RequestCase request;
  std::string_view field;
  // The method that does the same.
  std::string_view method;
  // Whether the item can have its game in PGN, and the fields that it must not have then.
  bool takes_pgn = false;
  std::array<int, 4> replaced = {};
};

using Call = v1::AddJobItemsRequest;
using Validate = v1::ValidateGameRequest;
using Review = v1::ReviewGameRequest;

constexpr std::array kItemRequests = {
    ItemRequest{.request = v1::JobRequest::kValidateGame,
                .field = "validate_game",
                .method = "ValidateGame",
                .takes_pgn = true,
                .replaced = {Validate::kOptionsFieldNumber, Validate::kRecordFieldNumber,
                             Validate::kPositionFieldNumber, Validate::kNotationFieldNumber}},
    ItemRequest{.request = v1::JobRequest::kReviewGame,
                .field = "review_game",
                .method = "ReviewGame",
                .takes_pgn = true,
                .replaced = {Review::kOptionsFieldNumber, Review::kRecordFieldNumber,
                             Review::kPositionFieldNumber}},
    ItemRequest{.request = v1::JobRequest::kAnalyze, .field = "analyze", .method = "Analyze"}};

// Returns nullptr if there is no such request.
const ItemRequest* FindItemRequest(uint32_t tag) {
  for (const ItemRequest& request : kItemRequests) {
    if (WireReader::BytesTag(request.request) == tag) return &request;
  }
  return nullptr;
}

// An item, as far as it is read without being parsed.
struct Item {
  // nullptr if it has no request that this version knows.
  const ItemRequest* request = nullptr;
  bool has_pgn = false;
};

Item ReadItem(std::string_view wire) {
  Item item;
  for (WireReader fields(wire); fields.Next();) {
    if (const ItemRequest* request = FindItemRequest(fields.tag())) item.request = request;
    if (fields.tag() == WireReader::BytesTag(v1::JobRequest::kPgnFieldNumber)) {
      item.has_pgn = !fields.bytes().empty();
    }
  }
  return item;
}

// Returns false if a text is not UTF-8.
bool Merge(std::string_view wire, v1::JobGames* games) {
  google::protobuf::io::ArrayInputStream stream(wire.data(), static_cast<int>(wire.size()));
  google::protobuf::io::CodedInputStream input(&stream);
  return games->MergeFromCodedStream(&input);
}

absl::Status BadItem(std::string_view why, std::string_view field) {
  return AtField(MakeError(ErrorReason::kBadField, why), field);
}

// Checks that an item with a PGN has nothing that the PGN replaces.
absl::Status CheckPgnItem(const Item& item, std::string_view wire) {
  const ItemRequest& request = *item.request;
  if (!request.takes_pgn) {
    return BadItem("a game in PGN can be validated or reviewed; an analysis has a position",
                   request.field);
  }
  for (WireReader fields(wire); fields.Next();) {
    if (fields.tag() != WireReader::BytesTag(request.request)) continue;
    for (WireReader parts(fields.bytes()); parts.Next();) {
      for (const int replaced : request.replaced) {
        if (parts.field() != replaced || replaced == 0) continue;
        const auto* const rule = FindMessageRule("JobRequest")->fields[request.request].message;
        return AtField(BadItem("the item has its game in PGN; leave this field out",
                               rule->fields[static_cast<size_t>(replaced)].name),
                       request.field);
      }
    }
  }
  return absl::OkStatus();
}

void Add(const Item& item, PreparedItems* items) {
  items->methods |= MethodsNamed(item.request->method);
  if (item.has_pgn) items->methods |= MethodsNamed("ReadPgn");
  items->costs.push_back(RuleOf(*FindMethod(item.request->method)).cost);
}

// Adds the items of `requests`.
absl::Status AddRequest(std::string_view wire, PreparedItems* items) {
  const Item item = ReadItem(wire);
  const auto check = [&]() -> absl::Status {
    if (item.request == nullptr) {
      return MakeError(ErrorReason::kBadField,
                       "the item has no request; set validate_game, review_game or analyze");
    }
    return item.has_pgn ? CheckPgnItem(item, wire) : absl::OkStatus();
  };
  ARBITER_RETURN_IF_ERROR(AtField(check(), "requests[", items->costs.size(), "]"));
  Add(item, items);
  return absl::OkStatus();
}

// Checks what is done with each game of a PGN.
absl::Status CheckGameRequest(const Item& item, std::string_view wire) {
  if (item.request == nullptr) {
    return MakeError(ErrorReason::kBadField,
                     "this says what is done with each game; set validate_game or review_game");
  }
  if (item.has_pgn) return BadItem("the games are in games.pgn; leave this field out", "pgn");
  if (wire.size() > kMaxGameRequestBytes) {
    return MakeError(ErrorReason::kLimitExceeded,
                     StrCat("has more than ", kMaxGameRequestBytes, " bytes"));
  }
  return CheckPgnItem(item, wire);
}

// Cuts a PGN into games, and adds an item for each.
absl::Status AddGames(const v1::JobGames& games, const Budget::StopTest& stop_test,
                      PreparedItems* items) {
  const std::string request = games.request().SerializeAsString();
  Item item = ReadItem(request);
  ARBITER_RETURN_IF_ERROR(AtField(CheckGameRequest(item, request), "request"));
  item.has_pgn = true;
  const FieldRule& requests =
      FindMessageRule("AddJobItemsRequest")->fields[Call::kRequestsFieldNumber];
  WireWriter writer(&items->wire);
  Budget budget(UINT64_MAX, stop_test);
  std::string wire;
  const absl::Status split = pgn::SplitGames(
      games.pgn(), [&budget] { return budget.Spend(kActionCost); },
      [&](std::string_view game) -> absl::Status {
        if (items->costs.size() == requests.max_items) {
          return MakeError(ErrorReason::kLimitExceeded,
                           StrCat("has more than ", requests.max_items,
                                  " games; send the others in further calls"));
        }
        wire = request;
        WireWriter(&wire).Bytes(v1::JobRequest::kPgnFieldNumber, game);
        writer.Bytes(Call::kRequestsFieldNumber, wire);
        Add(item, items);
        return absl::OkStatus();
      });
  ARBITER_RETURN_IF_ERROR(AtField(split, "pgn"));
  if (items->costs.empty()) return BadItem("contains no game", "pgn");
  return absl::OkStatus();
}

}  // namespace

v1::JobRequest::RequestCase RequestOfItem(std::string_view item) {
  const ItemRequest* const request = ReadItem(item).request;
  return request == nullptr ? v1::JobRequest::REQUEST_NOT_SET : request->request;
}

double CostOfItem(std::string_view item) {
  const ItemRequest* const request = ReadItem(item).request;
  return request == nullptr ? 0 : RuleOf(*FindMethod(request->method)).cost;
}

absl::StatusOr<PreparedItems> PrepareItems(std::string_view wire,
                                           const Budget::StopTest& stop_test) {
  PreparedItems items;
  items.field = "requests";
  std::optional<v1::JobGames> games;
  std::string_view job_id;
  uint64_t first_item = 0;
  for (WireReader fields(wire); fields.Next();) {
    switch (fields.tag()) {
      case WireReader::BytesTag(Call::kJobIdFieldNumber):
        job_id = fields.bytes();
        break;
      case WireReader::NumberTag(Call::kFirstItemFieldNumber):
        first_item = fields.number();
        break;
      case WireReader::BytesTag(Call::kRequestsFieldNumber):
        ARBITER_RETURN_IF_ERROR(AddRequest(fields.bytes(), &items));
        break;
      case WireReader::BytesTag(Call::kGamesFieldNumber):
        if (!games) games.emplace();
        if (!Merge(fields.bytes(), &*games)) {
          return BadItem("must be UTF-8; convert the file, such as with iconv -f latin1 -t utf8",
                         "games.pgn");
        }
        break;
      default:
        break;
    }
  }
  if (!games) {
    items.wire = wire;
    return items;
  }
  if (!items.costs.empty()) {
    return BadItem("a call has either requests or games; leave one of them out", "games");
  }
  items.field = "games";
  {
    WireWriter call(&items.wire);
    call.Text(Call::kJobIdFieldNumber, job_id);
    call.Number(Call::kFirstItemFieldNumber, first_item);
  }
  ARBITER_RETURN_IF_ERROR(AtField(AddGames(*games, stop_test, &items), "games"));
  return items;
}

}  // namespace arbiter
