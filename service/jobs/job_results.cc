// The results of a job, in pages.
#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <utility>

#include "core/base/error.h"
#include "core/base/status_macros.h"
#include "core/base/strings.h"
#include "service/jobs/job_rows.h"
#include "service/jobs/job_store.h"

namespace arbiter {
namespace {

// How many results are read at a time, because a page may have room for only a few of them.
constexpr int64_t kReadAtOnce = 100;

// The letter of an order in cursors, which are such as `i42`: the item or the sequence number of
// the last result.
char LetterOf(v1::ResultOrder order) { return order == v1::RESULT_ORDER_COMPLETION ? 'c' : 'i'; }

// Returns the number in a cursor, -1 for an empty one; std::nullopt if it is not one of the order.
std::optional<int64_t> ParseCursor(v1::ResultOrder order, std::string_view cursor) {
  if (cursor.empty()) return -1;
  if (cursor[0] != LetterOf(order)) return std::nullopt;
  const std::string_view digits = cursor.substr(1);
  // The beginning, of which a page without results is told.
  if (digits.empty()) return -1;
  int64_t number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  // There is one way to write a number.
  if (error != std::errc() || StrCat(number) != digits || number < 0) return std::nullopt;
  return number;
}

std::string WithNumber(int64_t item, std::string_view result) {
  v1::JobResult number;
  number.set_item(static_cast<uint64_t>(item));
  return StrCat(number.SerializeAsString(), result);
}

// Adds results to a page until a limit or a gap.
class PageReader {
 public:
  PageReader(PostgresConnection* connection, const JobRow& job, v1::ResultOrder order,
             int64_t cursor, int64_t max_results, int64_t max_bytes)
      : connection_(*connection),
        job_(job),
        order_(order),
        last_(cursor),
        max_results_(max_results),
        max_bytes_(max_bytes) {}

  absl::Status Read(JobResultPage* page) {
    while (!is_full_ && !is_exhausted_) {
      const int64_t left = max_results_ - static_cast<int64_t>(page->entries.size());
      if (left <= 0) return absl::OkStatus();
      const int64_t limit = std::min(left, kReadAtOnce);
      ARBITER_ASSIGN_OR_RETURN(const PostgresRows rows, Next(limit));
      // How many results there were before the limit of bytes.
      const int64_t found = rows.empty() ? 0 : rows.Number(0, 3);
      is_exhausted_ = found < limit;
      for (int row = 0; row < rows.size() && !is_full_; ++row) Add(rows, row, page);
      if (rows.size() < found) is_full_ = true;
    }
    return absl::OkStatus();
  }

  // Whether the last result that there is has been added.
  bool is_exhausted() const { return is_exhausted_ && !is_full_; }

 private:
  bool by_item() const { return order_ != v1::RESULT_ORDER_COMPLETION; }
  // What is missing from a cancelled job will never come.
  bool ends_at_gap() const { return by_item() && job_.job.state() != v1::JOB_STATE_CANCELLED; }

  // Returns the next results: at least one if there is one, and at most one that the page has no
  // room for, so that the memory is bounded. Nothing after a gap is read.
  absl::StatusOr<PostgresRows> Next(int64_t limit) {
    const char* const place = by_item() ? "item" : "sequence";
    const char* const until_gap = ends_at_gap() ? " AND place = $3 + rank" : "";
    return connection_.Query(
        StrCat("SELECT item, place, result, found FROM (SELECT item, place, result, "
               "count(*) OVER () AS found, "
               "sum(octet_length(result)) OVER (ORDER BY place) - octet_length(result) AS "
               "bytes_before, row_number() OVER (ORDER BY place) AS rank "
               "FROM (SELECT item, ",
               place, " AS place, result FROM arbiter_results WHERE expires_on = ", DayParameter(1),
               " AND job_id = $2 AND ", place, " > $3 ORDER BY ", place,
               " LIMIT $4) page) sized WHERE bytes_before <= $5", until_gap, " ORDER BY place"),
        {job_.day, job_.job.id(), last_, limit, std::max<int64_t>(0, max_bytes_ - bytes_)});
  }

  void Add(const PostgresRows& rows, int row, JobResultPage* page) {
    const int64_t item = rows.Number(row, 0);
    const int64_t place = rows.Number(row, 1);
    std::string result = WithNumber(item, rows.Text(row, 2));
    const auto size = static_cast<int64_t>(result.size());
    if (!page->entries.empty() && bytes_ + size > max_bytes_) {
      is_full_ = true;
      return;
    }
    bytes_ += size;
    last_ = place;
    page->entries.push_back({std::move(result), std::string(1, LetterOf(order_)) + StrCat(place)});
  }

  PostgresConnection& connection_;
  const JobRow& job_;
  const v1::ResultOrder order_;
  int64_t last_;
  const int64_t max_results_;
  const int64_t max_bytes_;
  int64_t bytes_ = 0;
  bool is_full_ = false;
  bool is_exhausted_ = false;
};

}  // namespace

absl::StatusOr<JobResultPage> JobStore::Results(std::string_view client, std::string_view job_id,
                                                v1::ResultOrder order, std::string_view cursor,
                                                int64_t max_results, int64_t max_bytes) {
  ARBITER_ASSIGN_OR_RETURN(const JobRow job, FindJob(&connection_, client, job_id, JobLock::kNone));
  const std::optional<int64_t> begin = ParseCursor(order, cursor);
  const int64_t end = order == v1::RESULT_ORDER_COMPLETION ? job.next_sequence
                                                           : static_cast<int64_t>(job.job.items());
  if (!begin || *begin >= end) {
    return MakeError(ErrorReason::kBadField,
                     "this is not a place in the results of this job in this order");
  }
  JobResultPage page;
  page.next = cursor.empty() ? std::string(1, LetterOf(order)) : std::string(cursor);
  PageReader reader(&connection_, job, order, *begin, max_results, max_bytes);
  ARBITER_RETURN_IF_ERROR(reader.Read(&page));
  if (!page.entries.empty()) page.next = page.entries.back().cursor;
  if (!reader.is_exhausted() || !HasEnded(job.job)) return page;
  // Failed items may run again since the job was read.
  ARBITER_ASSIGN_OR_RETURN(const JobRow now, FindJob(&connection_, client, job_id, JobLock::kNone));
  page.is_last = now.job.state() == job.job.state() && now.next_sequence == job.next_sequence;
  return page;
}

}  // namespace arbiter
