#ifndef ARBITER_SERVICE_SERVER_WORK_POOL_H_
#define ARBITER_SERVICE_SERVER_WORK_POOL_H_

#include <condition_variable>
#include <cstddef>
#include <cstdint>
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
  // Names a task that was accepted; 0 is none.
  using Ticket = uint64_t;
  // In the background threads, and those that they start, take the time of the processors that
  // nobody else wants.
  enum class Priority { kNormal, kBackground };

  // `threads` at least 1; up to `max_queued` tasks wait while too many threads are busy.
  WorkPool(int threads, int max_queued, Priority priority = Priority::kNormal);
  // Runs what is queued, then joins the threads.
  ~WorkPool();
  WorkPool(const WorkPool&) = delete;
  WorkPool& operator=(const WorkPool&) = delete;

  // 0, and the task will not run, where the queue is full. A task that starts threads of its own
  // takes the place of `threads` of the pool, which are all of them at most. Tasks start in the
  // order of submission; neither they nor their deliveries may throw.
  [[nodiscard]] Ticket TrySubmit(Task task, int threads = 1);
  // Whether the task was still in the queue; it will not run then.
  bool Withdraw(Ticket ticket);

  // Tasks that wait for threads, and tasks that have them.
  size_t queued() const;
  size_t running() const;

 private:
  struct Entry {
    Ticket ticket;
    int threads;
    Task task;
  };

  void Run();
  // Gives free threads to the tasks whose turn it is.
  void Promote();

  const size_t max_queued_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Entry> queue_;
  // Have their threads; the next that looks begins.
  std::deque<Entry> ready_;
  Ticket last_ticket_ = 0;
  int free_threads_;
  size_t running_ = 0;
  bool stopping_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_SERVER_WORK_POOL_H_
