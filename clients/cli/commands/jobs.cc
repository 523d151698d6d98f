#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "clients/cli/arguments/arguments.h"
#include "clients/cli/arguments/files.h"
#include "clients/cli/commands/command.h"
#include "clients/cli/commands/game_files.h"
#include "clients/cli/commands/result_lines.h"
#include "clients/cli/text/failure.h"
#include "clients/cli/text/json.h"
#include "clients/cli/text/notice.h"
#include "clients/cli/text/progress.h"
#include "clients/cli/text/words.h"
#include "core/base/error.h"
#include "core/base/status_macros.h"
#include "core/base/strings.h"
#include "service/access/key_file.h"
#include "service/json/json_reader.h"

namespace arbiter::cli {
namespace {

// The job id of the examples in help texts.
constexpr char kExampleJob[] = "0f9a2c5e7d1b4836a0c4e2f81d6b9357";

absl::StatusOr<Jobs*> JobsOf(Session& session) {
  if (Jobs* jobs = session.backend().jobs()) return jobs;
  return UsageError(
      "jobs are kept by a server: give its address with --server HOST:PORT or ARBITER_SERVER");
}

void AddJob(CommandParser command, std::string* id) {
  command.Add("job", id, "The id of the job, which `arbiter jobs submit` prints")
      .Type("JOB")
      .Required();
}

// Returns a command for a job that a message suggests. It has --server unless ARBITER_SERVER makes
// that unnecessary.
std::string CommandFor(std::string_view command, const std::string& id, const Jobs& jobs) {
  const char* const server = std::getenv("ARBITER_SERVER");
  return StrCat(
      "arbiter jobs ", command, " ", id,
      server != nullptr && server == jobs.address() ? "" : StrCat(" --server ", jobs.address()));
}

absl::StatusOr<v1::Job> GetJob(Jobs* jobs, const std::string& id) {
  v1::GetJobRequest request;
  request.set_job_id(id);
  ARBITER_ASSIGN_OR_RETURN(const auto response, jobs->GetJob(request));
  return response.job();
}

// Like GetJob(), but fails for a job that has not been started, and for which one would wait
// forever.
absl::StatusOr<v1::Job> GetStartedJob(Jobs* jobs, const std::string& id) {
  ARBITER_ASSIGN_OR_RETURN(const v1::Job job, GetJob(jobs, id));
  if (job.state() != v1::JOB_STATE_OPEN) return job;
  return absl::FailedPreconditionError(
      StrCat("the job has not been started and has ", CountText(job.items(), "item"),
             "; repeat the `arbiter jobs submit` that was interrupted"));
}

std::string StateWord(const v1::Job& job) { return EnumWord(job.state()); }

// Formats the state of a job: `done: 500 of 500 items, 2 failed`.
std::string JobText(const v1::Job& job) {
  std::string text =
      StrCat(StateWord(job), ": ", job.done(), " of ", CountText(job.items(), "item"));
  if (job.failed() > 0) StrAppend(&text, ", ", job.failed(), " failed");
  return text;
}

// Shows the progress of a job, and returns whether it has ended well.
absl::Status WatchJob(Jobs* jobs, const std::string& id, const Session& session) {
  const InterruptNotice notice(
      StrCat("interrupted; the job goes on: ", CommandFor("watch", id, *jobs), " shows it again"));
  ARBITER_ASSIGN_OR_RETURN(v1::Job job, GetStartedJob(jobs, id));
  bool lacked_worker = false;
  Progress progress(session.display().progress, "items", 0);
  ARBITER_RETURN_IF_ERROR(jobs->Watch(id, [&](const v1::WatchJobResponse& update) {
    job = update.job();
    if (session.json()) {
      ARBITER_RETURN_IF_ERROR(PrintJson(update));
      std::cout.flush();
    }
    if (job.lacks_worker() && !std::exchange(lacked_worker, true)) {
      PrintNotice(StrCat("no worker with the engine ", job.engine_version(),
                         " has been seen for a minute; start one, or let others work on the job: ",
                         CommandFor("repin", id, *jobs), " --any-engine"));
    }
    std::string details;
    if (update.items_per_second() > 0) {
      const double rate = update.items_per_second();
      absl::StrAppendFormat(&details, ", %.*f a second", rate < 10 ? 2 : 0, rate);
    }
    const absl::Duration left =
        absl::FromUnixMillis(static_cast<int64_t>(update.expected_end_time_ms())) - absl::Now();
    if (update.expected_end_time_ms() > 0 && left > absl::ZeroDuration()) {
      StrAppend(&details, ", ", TimeText(absl::ToChronoSeconds(left)), " left");
    }
    if (job.failed() > 0) StrAppend(&details, ", ", job.failed(), " failed");
    progress.Show(job.done(), job.items(), details);
    return absl::OkStatus();
  }));
  progress.Erase();
  if (!session.json()) std::cout << JobText(job) << '\n';
  if (job.state() == v1::JOB_STATE_CANCELLED) {
    return absl::FailedPreconditionError("the job was cancelled");
  }
  if (job.failed() == 0) return absl::OkStatus();
  return absl::FailedPreconditionError(
      StrCat(CountText(job.failed(), "item"), job.failed() == 1 ? " has" : " have", " failed; ",
             CommandFor("results", id, *jobs), " --failed shows why"));
}

class SubmitCommand {
 public:
  void AddTo(CommandParser command) {
    command
        .Add(
            "files", &paths_,
            "Submit the games of these PGN files or, without --review and --validate, the requests "
            "in files with a JobRequest in JSON on each line (- for standard input)")
        .Type(kFileType)
        .Required();
    const Argument review = command.AddFlag("--review", &reviews_, "Review each game");
    command.AddFlag("--validate", &validates_, "Check each game").Excludes(review);
    search_.AddReviewLimits(command);
    command.Add("--variant", &variant_, "Assume this variant for PGN games that name none")
        .Type("ID");
    AddEnumOption(command, "--priority", &priority_,
                  "Choose how urgent the job is (default: normal)");
    command.Add("--ttl", &ttl_hours_, "Keep the job and its results for N hours (default: a week)")
        .Type("N")
        .Positive();
    command.AddFlag(
        "--any-engine", &any_engine_,
        "Let workers of every engine version run the job, whose results can then differ "
        "from one game to the next");
    const Argument key =
        command
            .Add("--key", &key_,
                 "Submit the job under this key: a second job with it is the same job (default: "
                 "derived from the first file's name, all games and all options)")
            .Type("TEXT");
    command.AddFlag("--new", &is_new_, "Submit another job even if there is an equal one")
        .Excludes(key);
    command.AddFlag("--watch", &watches_, "Then show the progress, as `arbiter jobs watch` does");
    answer_.AddLocale(command);
  }

  absl::Status Run(Session& session) const {
    ARBITER_ASSIGN_OR_RETURN(Jobs* const jobs, JobsOf(session));
    if (search_.has_limits() && !reviews_) {
      return UsageError("--depth, --nodes and --movetime apply only to --review");
    }
    v1::CreateJobRequest settings;
    settings.set_priority(priority_);
    settings.set_ttl_hours(ttl_hours_);
    settings.set_any_engine(any_engine_);
    return reviews_ || validates_ ? SubmitGames(std::move(settings), jobs, session)
                                  : SubmitRequests(std::move(settings), jobs, session);
  }

 private:
  absl::Status SubmitGames(v1::CreateJobRequest settings, Jobs* jobs, Session& session) const {
    std::string pgn;
    for (const std::string& path : paths_) {
      ARBITER_ASSIGN_OR_RETURN(std::string content, ReadFile(path, kMaxGamesBytes));
      // Files are separated as games are.
      if (!pgn.empty()) pgn += "\n\n";
      pgn += ToUtf8(std::move(content));
    }
    if (absl::StripAsciiWhitespace(pgn).empty()) return EmptyError("games");
    v1::JobRequest request;
    if (reviews_) {
      Fill(request.mutable_review_game());
      search_.Fill(request.mutable_review_game());
    } else {
      Fill(request.mutable_validate_game());
    }
    settings.set_idempotency_key(Key(settings, StrCat(request.SerializeAsString(), pgn)));
    return Submit(settings, "game", jobs, session,
                  [&] { return jobs->Submit(settings, pgn, request); });
  }

  absl::Status SubmitRequests(v1::CreateJobRequest settings, Jobs* jobs, Session& session) const {
    if (!variant_.empty() || !answer_.locale.empty()) {
      return UsageError("--variant and --locale apply only to --review and --validate");
    }
    std::vector<v1::JobRequest> requests;
    std::string all;
    for (const std::string& path : paths_) {
      ARBITER_ASSIGN_OR_RETURN(const std::string content, ReadFile(path, kMaxGamesBytes));
      size_t number = 0;
      for (const absl::string_view line : absl::StrSplit(content, '\n')) {
        ++number;
        if (absl::StripAsciiWhitespace(line).empty()) continue;
        const absl::Status parsed = FromJson({line.data(), line.size()}, &requests.emplace_back());
        if (!parsed.ok()) return RequestError(path, number, line, parsed);
        StrAppend(&all, requests.back().SerializeAsString(), "\n");
      }
    }
    if (requests.empty()) return EmptyError("requests");
    settings.set_idempotency_key(Key(settings, all));
    return Submit(settings, "item", jobs, session,
                  [&] { return jobs->Submit(settings, requests); });
  }

  // Returns the error for files that have none of `what`.
  absl::Status EmptyError(std::string_view what) const {
    const std::string names =
        absl::StrJoin(paths_, ", ", [](std::string* text, const std::string& path) {
          StrAppend(text, path == "-" ? "standard input" : path);
        });
    return absl::FailedPreconditionError(
        StrCat(names, paths_.size() == 1 ? " holds no " : " hold no ", what));
  }

  static absl::Status RequestError(const std::string& path, size_t number, absl::string_view line,
                                   const absl::Status& error) {
    if (absl::StripAsciiWhitespace(line).front() != '{') {
      return UsageError(StrCat(path, ":", number,
                               ": not a JobRequest in JSON; to submit games in PGN, choose "
                               "--review or --validate"));
    }
    return absl::FailedPreconditionError(StrCat(path, ":", number, ": ", Describe(error)));
  }

  template <typename Request>
  void Fill(Request* request) const {
    request->set_variant(LowerCase(variant_));
    answer_.Fill(request);
  }

  // Returns the key that makes the submission repeatable. It begins with what helps people to
  // recognise the job in a list.
  std::string Key(const v1::CreateJobRequest& settings, std::string_view content) const {
    if (!key_.empty()) return key_;
    constexpr size_t kMaxNameBytes = 64;
    constexpr size_t kDigits = 32;
    std::string name = paths_.front() == "-" ? "standard input"
                                             : paths_.front().substr(paths_.front().rfind('/') + 1);
    while (name.size() > kMaxNameBytes || !IsUtf8(name)) name.pop_back();
    std::string all = StrCat(settings.SerializeAsString(), "\n", content);
    if (is_new_) {
      std::random_device random;
      StrAppend(&all, random(), " ", random(), " ", random(), " ", random());
    }
    return StrCat(name, " ", ToHex(Sha256(all)).substr(0, kDigits));
  }

  template <typename MakeJob>
  absl::Status Submit(const v1::CreateJobRequest& settings, std::string_view unit, Jobs* jobs,
                      Session& session, const MakeJob& make_job) const {
    ARBITER_ASSIGN_OR_RETURN(const auto created, jobs->CreateJob(settings));
    const bool exists = created.job().state() != v1::JOB_STATE_OPEN;
    const absl::StatusOr<v1::Job> job = exists ? created.job() : make_job();
    if (!job.ok()) {
      ExplainFailure(job.status(), settings, created.job(), jobs);
      return job.status();
    }
    if (session.json()) {
      ARBITER_RETURN_IF_ERROR(PrintJson(*job));
    } else {
      std::cout << job->id() << std::endl;
      Explain(*job, unit, exists, *jobs);
    }
    return watches_ ? WatchJob(jobs, job->id(), session) : absl::OkStatus();
  }

  // Says how to continue a job that is incomplete. Deletes a new job that would always fail.
  void ExplainFailure(const absl::Status& error, const v1::CreateJobRequest& settings,
                      const v1::Job& job, Jobs* jobs) const {
    if (absl::IsUnavailable(error) || absl::IsDeadlineExceeded(error) ||
        (absl::IsResourceExhausted(error) && ReasonOf(error) != ErrorReason::kLimitExceeded)) {
      PrintNotice(StrCat("the job ", job.id(), " is incomplete; to continue it, ",
                         is_new_ ? StrCat("replace --new by --key '", settings.idempotency_key(),
                                          "' in the command")
                                 : "repeat the command"));
    } else if (job.items() == 0) {
      v1::DeleteJobRequest request;
      request.set_job_id(job.id());
      jobs->DeleteJob(request).IgnoreError();
    }
  }

  // Tells on standard error, beside the id, what the user can do next.
  void Explain(const v1::Job& job, std::string_view unit, bool exists, const Jobs& jobs) const {
    if (exists) {
      PrintNotice(StrCat("this job was submitted before and is ", JobText(job),
                         "; --new submits another one"));
    } else {
      PrintNotice(StrCat("submitted ", CountText(job.items(), unit)));
    }
    if (watches_) return;
    std::cerr << "  " << CommandFor("watch", job.id(), jobs) << '\n'
              << "  " << CommandFor("results", job.id(), jobs) << " --resume results.jsonl\n";
  }

  std::vector<std::string> paths_;
  bool reviews_ = false;
  bool validates_ = false;
  SearchArguments search_;
  std::string variant_;
  v1::JobPriority priority_ = v1::JOB_PRIORITY_UNSPECIFIED;
  uint32_t ttl_hours_ = 0;
  bool any_engine_ = false;
  std::string key_;
  bool is_new_ = false;
  bool watches_ = false;
  AnswerArguments answer_;
};

class WatchCommand {
 public:
  void AddTo(CommandParser command) { AddJob(command, &id_); }

  absl::Status Run(Session& session) const {
    ARBITER_ASSIGN_OR_RETURN(Jobs* const jobs, JobsOf(session));
    return WatchJob(jobs, id_, session);
  }

 private:
  std::string id_;
};

class ResultsCommand {
 public:
  void AddTo(CommandParser command) {
    AddJob(command, &id_);
    const Argument resume =
        command
            .Add("--resume", &path_,
                 "Write the results to FILE; if it has results of this job, continue after them")
            .Type(kFileType);
    command.Add("--after", &cursor_, "Begin after the line that has this `cursor`")
        .Type("CURSOR")
        .Excludes(resume);
    command.AddFlag("--failed", &only_failed_, "Print only the results of items that have failed")
        .Excludes(resume);
  }

  absl::Status Run(Session& session) const {
    ARBITER_ASSIGN_OR_RETURN(Jobs* const jobs, JobsOf(session));
    ARBITER_ASSIGN_OR_RETURN(const v1::Job job, GetStartedJob(jobs, id_));
    v1::StreamJobResultsRequest request;
    request.set_job_id(job.id());
    request.set_cursor(cursor_);
    Counts counts;
    std::optional<ResultFile> file;
    if (!path_.empty()) {
      ARBITER_ASSIGN_OR_RETURN(ResultFile opened, ResultFile::Open(path_));
      file.emplace(std::move(opened));
      ARBITER_ASSIGN_OR_RETURN(*request.mutable_cursor(), ContinueFile(job, &*file, &counts));
    }
    ARBITER_RETURN_IF_ERROR(Follow(request, job, file ? &*file : nullptr, &counts, jobs, session));
    if (file && !session.json()) {
      std::cout << path_ << ": " << CountText(counts.all, "result") << ", " << counts.failed
                << " failed\n";
    }
    ARBITER_ASSIGN_OR_RETURN(const v1::Job end, GetJob(jobs, id_));
    if (end.state() != v1::JOB_STATE_CANCELLED) return absl::OkStatus();
    return absl::FailedPreconditionError(StrCat("the job was cancelled; ", end.done(), " of ",
                                                CountText(end.items(), "item"), " have a result"));
  }

 private:
  // How many results have been written.
  struct Counts {
    uint64_t all = 0;
    uint64_t failed = 0;

    void Add(const v1::ResultLine& line) {
      ++all;
      if (line.has_error()) ++failed;
    }
  };

  // Reads a file of earlier results and returns the last cursor in it. Removes the lines after
  // it, which the service sends again.
  static absl::StatusOr<std::string> ContinueFile(const v1::Job& job, ResultFile* file,
                                                  Counts* counts) {
    std::string cursor;
    uint64_t last = 0;
    Counts seen;
    v1::ResultLine id;
    id.set_job_id(job.id());
    ARBITER_RETURN_IF_ERROR(file->Read(id, [&](const v1::ResultLine& line, uint64_t number) {
      const std::string place = StrCat(file->path(), ":", number, ": ");
      if (line.job_id() != job.id()) {
        return absl::FailedPreconditionError(
            StrCat(place, "this result is from another job; give another file"));
      }
      // Items of a cancelled job may have no result.
      if (line.game() <= last ||
          (line.game() != last + 1 && job.state() != v1::JOB_STATE_CANCELLED)) {
        return absl::FailedPreconditionError(StrCat(place, "this is the result of game ",
                                                    line.game(), ", and not of game ", last + 1,
                                                    "; give another file"));
      }
      last = line.game();
      seen.Add(line);
      if (line.cursor().empty()) return absl::OkStatus();
      cursor = line.cursor();
      *counts = seen;
      return absl::OkStatus();
    }));
    ARBITER_RETURN_IF_ERROR(file->Keep(counts->all));
    return cursor;
  }

  absl::Status Follow(const v1::StreamJobResultsRequest& request, const v1::Job& job,
                      ResultFile* file, Counts* counts, Jobs* jobs, const Session& session) const {
    const InterruptNotice notice(
        file != nullptr ? "interrupted; the job goes on: run the same command again to continue"
                        : "interrupted; the job goes on: --after with the last `cursor` continues");
    // How many results there are is not known if some of them are left out.
    Progress progress(session.display().progress, "results",
                      cursor_.empty() && !only_failed_ ? job.items() : 0);
    progress.Continue(counts->all);
    return jobs->StreamResults(request, [&](const v1::StreamJobResultsResponse& response) {
      std::vector<v1::ResultLine> lines;
      for (const v1::JobResult& result : response.results()) {
        if (!only_failed_ || result.has_status()) lines.push_back(LineOfJob(job.id(), result));
      }
      if (lines.empty()) return absl::OkStatus();
      lines.back().set_cursor(response.cursor());
      progress.Erase();
      for (const v1::ResultLine& line : lines) {
        ARBITER_RETURN_IF_ERROR(file != nullptr ? file->Append(line) : PrintJson(line));
        counts->Add(line);
      }
      if (!std::cout.flush()) return absl::DataLossError("cannot write to standard output");
      progress.Set(counts->all);
      return absl::OkStatus();
    });
  }

  std::string id_;
  std::string path_;
  std::string cursor_;
  bool only_failed_ = false;
};

class ListCommand {
 public:
  void AddTo(CommandParser /*command*/) {}

  absl::Status Run(Session& session) const {
    ARBITER_ASSIGN_OR_RETURN(Jobs* const jobs, JobsOf(session));
    if (!session.json()) PrintRow("ID", "STATE", "DONE", "FAILED", "ITEMS", "CREATED", "KEY");
    v1::ListJobsRequest request;
    do {
      ARBITER_ASSIGN_OR_RETURN(const auto page, jobs->ListJobs(request));
      for (const v1::Job& job : page.jobs()) {
        if (session.json()) {
          ARBITER_RETURN_IF_ERROR(PrintJson(job));
          continue;
        }
        const absl::Time created = absl::FromUnixMillis(static_cast<int64_t>(job.create_time_ms()));
        PrintRow(job.id(), StateWord(job), StrCat(job.done()), StrCat(job.failed()),
                 StrCat(job.items()),
                 absl::FormatTime("%Y-%m-%d %H:%M", created, absl::LocalTimeZone()),
                 Printable(job.idempotency_key()));
      }
      request.set_page_token(page.next_page_token());
    } while (!request.page_token().empty());
    return absl::OkStatus();
  }

 private:
  static void PrintRow(std::string_view id, std::string_view state, std::string_view done,
                       std::string_view failed, std::string_view items, std::string_view created,
                       std::string_view key) {
    std::cout << absl::StreamFormat("%-32s  %-9s  %7s  %7s  %7s  %-16s  %s\n", id, state, done,
                                    failed, items, created, key);
  }
};

class CancelCommand {
 public:
  void AddTo(CommandParser command) { AddJob(command, &id_); }

  absl::Status Run(Session& session) const {
    ARBITER_ASSIGN_OR_RETURN(Jobs* const jobs, JobsOf(session));
    ARBITER_ASSIGN_OR_RETURN(const v1::Job before, GetJob(jobs, id_));
    v1::CancelJobRequest request;
    request.set_job_id(id_);
    ARBITER_ASSIGN_OR_RETURN(const auto response, jobs->CancelJob(request));
    const v1::Job& job = response.job();
    if (session.json()) return PrintJson(job);
    const bool has_changed =
        job.state() == v1::JOB_STATE_CANCELLED && before.state() != v1::JOB_STATE_CANCELLED;
    std::cout << (has_changed ? "" : "nothing to do; the job has ended already and is ")
              << JobText(job) << '\n';
    return absl::OkStatus();
  }

 private:
  std::string id_;
};

class RetryCommand {
 public:
  void AddTo(CommandParser command) { AddJob(command, &id_); }

  absl::Status Run(Session& session) const {
    ARBITER_ASSIGN_OR_RETURN(Jobs* const jobs, JobsOf(session));
    ARBITER_ASSIGN_OR_RETURN(const v1::Job before, GetJob(jobs, id_));
    v1::RetryFailedItemsRequest request;
    request.set_job_id(id_);
    ARBITER_ASSIGN_OR_RETURN(const auto response, jobs->RetryFailedItems(request));
    if (session.json()) return PrintJson(response.job());
    if (before.state() == v1::JOB_STATE_RUNNING) {
      std::cout << "nothing to do; the job is ";
    } else if (before.failed() == 0) {
      std::cout << "nothing to do; no item has failed; the job is ";
    }
    std::cout << JobText(response.job()) << '\n';
    return absl::OkStatus();
  }

 private:
  std::string id_;
};

class RepinCommand {
 public:
  void AddTo(CommandParser command) {
    AddJob(command, &id_);
    command.AddFlag("--any-engine", &any_engine_,
                    "Let workers of every engine version run the job");
  }

  absl::Status Run(Session& session) const {
    ARBITER_ASSIGN_OR_RETURN(Jobs* const jobs, JobsOf(session));
    v1::RepinJobRequest request;
    request.set_job_id(id_);
    request.set_any_engine(any_engine_);
    ARBITER_ASSIGN_OR_RETURN(const auto response, jobs->RepinJob(request));
    const v1::Job& job = response.job();
    if (session.json()) return PrintJson(job);
    std::cout << JobText(job) << "; "
              << (job.engine_version().empty() ? "every engine may run it"
                                               : StrCat("pinned to ", job.engine_version()))
              << '\n';
    return absl::OkStatus();
  }

 private:
  std::string id_;
  bool any_engine_ = false;
};

class DeleteCommand {
 public:
  void AddTo(CommandParser command) { AddJob(command, &id_); }

  absl::Status Run(Session& session) const {
    ARBITER_ASSIGN_OR_RETURN(Jobs* const jobs, JobsOf(session));
    v1::DeleteJobRequest request;
    request.set_job_id(id_);
    ARBITER_ASSIGN_OR_RETURN(const auto response, jobs->DeleteJob(request));
    if (session.json()) return PrintJson(response);
    std::cout << "deleted\n";
    return absl::OkStatus();
  }

 private:
  std::string id_;
};

// Returns a line of examples: `arbiter jobs`, the command with the id of a job, and these options.
std::string Example(std::string_view command, std::string_view options = "") {
  return StrCat("  arbiter jobs ", command, " ", kExampleJob, options, " --server localhost:50051");
}

}  // namespace

void AddJobsCommand(CommandParser app, Action* action) {
  const CommandParser jobs = app.AddCommand(
      "jobs", "Validate or review many games in the background, on a server",
      "Examples:\n"
      "  arbiter jobs submit games.pgn --review --depth 3 --server localhost:50051\n"
      "  arbiter jobs list --server localhost:50051\n"
      "  arbiter jobs results --help\n\n"
      "A job goes on when this program ends. All commands need --server or ARBITER_SERVER.");
  jobs.RequireCommand();
  AddCommand<SubmitCommand>(
      jobs, "submit", "Submit games or other requests as a job, and print its id",
      "  arbiter jobs submit games.pgn --review --depth 3 --server localhost:50051\n"
      "  arbiter jobs submit games.pgn --validate --priority low --watch --server "
      "localhost:50051\n\n"
      "The games are numbered from 1, through all files. A game that cannot be read fails; the\n"
      "others are not affected. If the connection is lost or the command is killed, run it again:\n"
      "the same games with the same options under the same name are the same job, and a part that\n"
      "the service has already is not added twice. --new submits them once more.",
      action);
  AddCommand<WatchCommand>(
      jobs, "watch", "Show the progress of a job until it ends",
      StrCat(Example("watch"),
             "\n\n"
             "Ctrl-C ends only this command; the job goes on. While the server cannot be reached,\n"
             "the command tries again, however long that takes. It exits with 0 if all items have\n"
             "succeeded, and with 1 if items have failed or the job was cancelled."),
      action);
  AddCommand<ResultsCommand>(
      jobs, "results", "Print the results of a job until it ends",
      StrCat(
          Example("results"), "\n", Example("results", " --resume results.jsonl"),
          "\n\n"
          "Each line is the result of a game, in the order of the games: a ResultLine in JSON\n"
          "with the number of the game, its tags, and its plies or its error. With --resume, run\n"
          "the same command again if it was interrupted: no result is missing and none comes\n"
          "twice. While the server cannot be reached, the command tries again, however long that\n"
          "takes."),
      action);
  AddCommand<ListCommand>(jobs, "list", "List your jobs, the newest first",
                          "  arbiter jobs list --server localhost:50051", action);
  AddCommand<CancelCommand>(jobs, "cancel", "End a job; its results remain", Example("cancel"),
                            action);
  AddCommand<RetryCommand>(
      jobs, "retry", "Run the failed items of a job that is done again",
      StrCat(Example("retry"),
             "\n\nA file of `arbiter jobs results --resume` keeps the results from before."),
      action);
  AddCommand<RepinCommand>(jobs, "repin", "Pin a job to the server's engine version, or to none",
                           Example("repin", " --any-engine"), action);
  AddCommand<DeleteCommand>(jobs, "delete", "Delete a job with its results", Example("delete"),
                            action);
}

}  // namespace arbiter::cli
