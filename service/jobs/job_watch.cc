#include "service/jobs/job_watch.h"

#include <functional>
#include <iterator>

#include "service/jobs/job_rows.h"

namespace arbiter {

JobWatch::JobWatch(JobDatabase* database) : database_(*database), thread_([this] { Run(); }) {}

JobWatch::~JobWatch() { Stop(); }

void JobWatch::Stop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void JobWatch::Add(std::string_view job_id, std::weak_ptr<Watcher> watcher) {
  const std::lock_guard lock(mutex_);
  auto found = watched_.find(job_id);
  if (found == watched_.end()) found = watched_.emplace(job_id, Watched()).first;
  found->second.watchers.push_back({.watcher = std::move(watcher)});
  changed_.notify_all();
}

void JobWatch::Run() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return stopping_ || (!is_looking_ && !watched_.empty()); });
    if (changed_.wait_for(lock, kInterval, [this] { return stopping_; })) break;
    std::vector<std::string> ids = BeginLook();
    if (ids.empty()) {
      failing_since_ = std::nullopt;
      continue;
    }
    is_looking_ = true;
    lock.unlock();
    database_.Submit("", 0, [this, ids = std::move(ids)](const absl::StatusOr<JobStore*>& store) {
      EndLook(ids, store.ok() ? (*store)->Observe(ids) : store.status());
    });
    lock.lock();
  }
  // The operation refers to this object.
  changed_.wait(lock, [this] { return !is_looking_; });
}

std::vector<std::string> JobWatch::BeginLook() {
  std::vector<std::string> ids;
  for (auto job = watched_.begin(); job != watched_.end();) {
    std::vector<Watched::Entry>& watchers = job->second.watchers;
    std::erase_if(watchers, [](const Watched::Entry& entry) { return entry.watcher.expired(); });
    if (watchers.empty()) {
      job = watched_.erase(job);
      continue;
    }
    for (Watched::Entry& entry : watchers) entry.is_asked = true;
    ids.push_back(job->first);
    ++job;
  }
  return ids;
}

void JobWatch::EndLook(const std::vector<std::string>& ids,
                       const absl::StatusOr<std::vector<ObservedJob>>& jobs) {
  std::vector<Message> messages;
  {
    const std::lock_guard lock(mutex_);
    std::map<std::string_view, const ObservedJob*> found;
    if (jobs.ok()) {
      failing_since_ = std::nullopt;
      for (const ObservedJob& job : *jobs) found[job.job.id()] = &job;
    } else if (!failing_since_) {
      failing_since_ = Clock::now();
    }
    const bool fails = !jobs.ok() && Clock::now() - *failing_since_ >= kPatience;
    for (const std::string& id : ids) {
      if (!jobs.ok() && !fails) break;
      const auto job = watched_.find(id);
      Watched& watched = job->second;
      if (const auto now = found.find(id); now != found.end()) {
        Tell(&watched, *now->second, &messages);
        continue;
      }
      // Those who were added since the statement was begun are asked about next time.
      const absl::Status error = fails ? jobs.status() : JobNotFoundError();
      std::erase_if(watched.watchers, [&](const Watched::Entry& entry) {
        if (entry.is_asked) messages.emplace_back(entry.watcher, error);
        return entry.is_asked;
      });
    }
  }
  for (const auto& [weak, job] : messages) {
    if (const std::shared_ptr<Watcher> watcher = weak.lock()) watcher->OnJob(job);
  }
  const std::lock_guard lock(mutex_);
  is_looking_ = false;
  changed_.notify_all();
}

void JobWatch::Tell(Watched* watched, const ObservedJob& job, std::vector<Message>* messages) {
  std::string text = job.job.SerializeAsString();
  const bool has_changed = text != watched->last;
  watched->last = std::move(text);
  for (Watched::Entry& entry : watched->watchers) {
    if (!entry.is_asked || (entry.is_told && !has_changed)) continue;
    entry.is_told = true;
    messages->emplace_back(entry.watcher, job);
  }
}

}  // namespace arbiter
