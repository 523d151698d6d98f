#ifndef ARBITER_SERVICE_SERVER_WORK_POOL_H_
#define ARBITER_SERVICE_SERVER_WORK_POOL_H_

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace arbiter {

// A fixed number of threads for long work, and a bounded queue before them.
class WorkPool {
 public:
  // Hands out what a task made.
  using Delivery = std::function<void()>;
  // Long work. The delivery it returns runs once the thread counts as free again,
  // so that whoever has an answer in hand finds the room that it took.
  using Task = std::function<Delivery()>;

  // `threads` at least 1; up to `max_queued` tasks wait while all threads are busy.
  WorkPool(int threads, int max_queued);
  // Runs what is queued, then joins the threads.
  ~WorkPool();
  WorkPool(const WorkPool&) = delete;
  WorkPool& operator=(const WorkPool&) = delete;

  // False, and the task will not run, where the queue is full. Tasks start in
  // the order of submission; neither they nor their deliveries may throw.
  [[nodiscard]] bool TrySubmit(Task task);

  // Tasks that wait for a thread.
  size_t queued() const;

 private:
  void Run();

  const size_t max_queued_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Task> tasks_;
  size_t idle_threads_;
  bool stopping_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_SERVER_WORK_POOL_H_
