#ifndef ARBITER_SERVICE_CALLS_FAIR_QUEUE_H_
#define ARBITER_SERVICE_CALLS_FAIR_QUEUE_H_

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace arbiter {

// A queue that shares slots fairly among the tasks of many clients: start-time fair queueing with
// preemption.
//
// A task holds one or more slots while it runs. Each client has a virtual time, which grows by the
// time that its tasks are charged. Free slots go to the client with the smallest virtual time among
// those with a task that has no slots. A client that becomes active starts at the smallest virtual
// time of the waiting clients, so that being idle earns no credit. If its own virtual time is
// greater, it keeps that time, up to a limit, so that going idle does not cancel a debt.
//
// The tasks of a client start in the order of submission, and its paused tasks resume before the
// next one starts. If the task whose turn it is needs more slots than are free, the free slots stay
// reserved for it as long as clients with greater virtual times hold the remaining slots that it
// needs.
//
// The queue neither runs tasks nor measures time. Not thread-safe.
class FairQueue {
 public:
  using Ticket = uint64_t;
  using Nanoseconds = std::chrono::nanoseconds;

  struct Options {
    // The number of slots, at least 1.
    int slots = 1;
    // The limits on waiting and paused tasks, and on their bytes; see IsFull().
    size_t max_waiting = 0;
    size_t max_waiting_bytes = SIZE_MAX;
    // How long a task keeps its slots before it may be paused, which affects only the order of the
    // clients. At least 0.
    Nanoseconds turn{0};
    // Once this many tasks are paused, no task has to yield to one that has not started.
    size_t max_paused = SIZE_MAX;
  };

  struct Client;
  // A task. Users of the queue derive from this struct to add their own data.
  struct Item {
    Item(size_t bytes_held, int slots_needed) : bytes(bytes_held), slots(slots_needed) {}
    Item(const Item&) = delete;
    Item& operator=(const Item&) = delete;
    virtual ~Item() = default;

    const size_t bytes;
    const int slots;
    // Only the queue writes the following fields.
    Ticket ticket = 0;
    Client* client = nullptr;
    // Whether the task has ever held its slots.
    bool started = false;
  };
  using ItemPtr = std::unique_ptr<Item>;

  // The waiting and paused tasks of one client.
  struct Share {
    // Empty if there are no such tasks.
    std::string client;
    size_t tasks = 0;
    size_t bytes = 0;
  };

  explicit FairQueue(const Options& options);
  ~FairQueue();
  FairQueue(const FairQueue&) = delete;
  FairQueue& operator=(const FairQueue&) = delete;

  // Adds a task, which must not need more slots than the queue has, and returns it. The queue owns
  // the task until the task is removed. Running tasks should be charged first.
  Item* Push(std::string_view client, ItemPtr item);
  // Whether the waiting and paused tasks, or their bytes, exceed the limit.
  bool IsFull() const;
  // Makes room for `newest`. Must be called after Push() and after free slots have been granted, if
  // the task has to wait. While the queue is full, removes the newest waiting task of the client
  // with the largest share. Returns false, and removes nothing, if the share of that client does
  // not exceed the share of the new task's client.
  bool MakeRoom(const Item& newest, std::vector<ItemPtr>* displaced);
  // Removes and returns a task that has not started; nullptr if no such task has this ticket.
  ItemPtr Remove(Ticket ticket);
  // Removes and returns up to `count` tasks of a client that have not started, newest first.
  std::vector<ItemPtr> RemoveNewest(std::string_view client, size_t count);

  // Returns the task whose turn it is if there are enough free slots for it, otherwise nullptr. If
  // `can_start` is false, only paused tasks are considered.
  Item* Next(bool can_start = true) const;
  // Gives its slots to the task that Next() has returned.
  void Grant(Item* item);
  // Adds `used` to the virtual time of the client of a running task.
  void Charge(const Item& item, Nanoseconds used);
  // Whether a running task whose turn is over has to be paused: a client with a smaller virtual
  // time is waiting, and would get the slots that it needs if this task, and perhaps others,
  // yielded.
  bool ShouldYield(const Item& item) const;
  // Takes the slots away from a running task until it is granted slots again.
  void Pause(Item* item);
  // Removes and returns a running task, which gives its slots back.
  ItemPtr Finish(Item* item);

  const std::vector<Item*>& running() const { return running_; }
  size_t paused() const { return paused_; }
  // The number of tasks that have not started.
  size_t waiting() const { return items_.size() - paused_ - running_.size(); }
  // The bytes of the waiting and paused tasks.
  size_t waiting_bytes() const { return waiting_bytes_; }
  // Returns the oldest task that has not started; nullptr if there is none.
  const Item* oldest_waiting() const;
  // The number of clients with tasks of any kind.
  size_t clients() const { return active_.size(); }
  bool empty() const { return items_.empty(); }
  // Returns the share with the most tasks, or the share with the most bytes.
  Share LargestByTasks() const;
  Share LargestByBytes() const;

 private:
  // Orders clients by virtual time, then unserved clients before served ones, then by arrival.
  struct TurnOrder {
    bool operator()(const Client* a, const Client* b) const;
  };

  // Sets the virtual time of a client that begins to wait and inserts the client into the order of
  // turns.
  void Activate(Client* client);
  // Returns the smallest virtual time with which a client may begin to wait.
  Nanoseconds StartTime() const;
  // Marks the client as idle if it has no tasks.
  void DeactivateIfIdle(Client* client);
  // Forgets idle clients whose virtual time no longer matters, and others while there are too many.
  void ForgetIdleClients();
  // Whether the free slots and those held by clients with greater virtual times suffice for a task.
  bool CanObtainSlots(const Item& item) const;
  // Returns the client with the largest share among those with waiting tasks.
  Client* LargestClient(bool by_bytes) const;
  void AddWaiting(Item* item);
  ItemPtr TakeWaiting(Client* client, size_t index);
  void ReturnSlots(Item* item);

  const Options options_;
  std::map<std::string, std::unique_ptr<Client>, std::less<>> clients_;
  // The clients with tasks, and the clients without tasks whose virtual times are remembered.
  std::set<Client*, TurnOrder> active_;
  std::set<Client*, TurnOrder> idle_;
  std::map<Ticket, ItemPtr> items_;
  std::vector<Item*> running_;
  size_t paused_ = 0;
  size_t waiting_bytes_ = 0;
  int free_slots_;
  // The virtual time of a hypothetical client that has always received exactly its share.
  Nanoseconds virtual_time_{0};
  uint64_t last_arrival_ = 0;
  Ticket last_ticket_ = 0;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_CALLS_FAIR_QUEUE_H_
