#ifndef ARBITER_SERVICE_SCHEDULING_FAIR_QUEUE_H_
#define ARBITER_SERVICE_SCHEDULING_FAIR_QUEUE_H_

#include <chrono>
#include <climits>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "absl/functional/function_ref.h"

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
// next one starts. Only endless tasks take turns with the other tasks of their own client. If the
// task whose turn it is needs more slots than are free, the free slots stay reserved for it as long
// as clients with greater virtual times hold the remaining slots that it needs.
//
// From its start to its end, running or paused, a task also holds memory and threads, for which all
// started tasks share one budget. If there is no room in the budget for the task whose turn it is,
// tasks that can be ended have to make way (see NextToEnd()). Fixed tasks, which never do, take
// only a part of the budget.
//
// The queue neither runs tasks nor measures time. Not thread-safe.
class FairQueue {
 public:
  using Ticket = uint64_t;
  using Nanoseconds = std::chrono::nanoseconds;

  struct Options {
    // The number of slots, at least 1.
    int slots = 1;
    // The maximum number of running tasks of one client, at least 1. Slots stay free rather than
    // exceed it, so that a client that comes later finds some.
    size_t max_running_per_client = SIZE_MAX;
    // How many slots batch tasks hold at the same time, at least 1; the others are never theirs.
    // Together, the clients of batch tasks weigh no more than this many other clients.
    int max_batch_slots = INT_MAX;
    // The limits on tasks that have not started, and on their bytes; see IsFull().
    size_t max_waiting = 0;
    size_t max_waiting_bytes = SIZE_MAX;
    // How long a task keeps its slots before it may be paused, which affects only the order of the
    // clients. At least 0.
    Nanoseconds turn{0};
    // The budget of the started tasks: what they may hold together, in bytes. Each slot counts for
    // at least `max_held_bytes / max_held_slots`, so `max_held_slots`, which must be at least four
    // times `slots`, limits the slots of the started tasks. A task that needs more than the budget
    // counts as needing all of it.
    size_t max_held_bytes = SIZE_MAX;
    int max_held_slots = 1024;
    // What fixed tasks may hold of the budget together, and those of one client half of it. More is
    // left to one client only while no fixed task of another one waits, and all but `min_share`.
    size_t max_fixed_bytes = SIZE_MAX;
    // Whether fixed tasks wait for one whose turn it is and that has no room, so that small ones do
    // not starve a large one. This must be false if stuck tasks are removed (see Stuck()), because
    // tasks that never start could otherwise keep all others waiting.
    bool reserves_for_fixed = false;
    // The share of the budget for which a client need not compete, in bytes; see NextToEnd(). It is
    // at least a sixteenth of the budget, and at least what all slots count for.
    size_t min_share = 0;
    // The seed of the lots that equal shares of a full queue draw.
    uint32_t seed = 0;
  };

  // When a task ends.
  enum class Kind {
    // When its work is done, and never before.
    kFixed,
    // When its time is over. It can end at any time with what it has found.
    kTimed,
    // When it is stopped. It can end at any time with what it has found.
    kEndless,
  };
  // What a task needs.
  struct Needs {
    // The bytes that count while the task waits for its start.
    size_t waiting_bytes = 0;
    // The bytes that the task holds from its start to its end.
    size_t held_bytes = 0;
    int slots = 1;
    Kind kind = Kind::kFixed;
    // 0, or the weight of the class of a batch task: a part of work in bulk, for which nobody
    // waits. Classes share the slots of batch tasks in proportion to their weights, and the clients
    // of a class share equally. A batch task must not need more than `max_batch_slots`.
    int batch_weight = 0;

    bool is_batch() const { return batch_weight > 0; }
  };

  struct Client;
  // A task. Users of the queue derive from this struct to add their own data.
  struct Item {
    explicit Item(const Needs& item_needs) : needs(item_needs) {}
    Item(const Item&) = delete;
    Item& operator=(const Item&) = delete;
    virtual ~Item() = default;

    bool can_end() const { return needs.kind != Kind::kFixed; }

    const Needs needs;
    // Only the queue writes the following fields.
    Ticket ticket = 0;
    Client* client = nullptr;
    // Whether the task has ever held its slots.
    bool started = false;
    // Whether the task has to end to make room for another one.
    bool ending = false;
  };
  using ItemPtr = std::unique_ptr<Item>;

  // The tasks of one client that have not started.
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
  // Whether the tasks that have not started, or their bytes, exceed the limit.
  bool IsFull() const;
  // Why a task has to leave a full queue.
  enum class Displacement {
    // Its client has the largest share of the queue.
    kLargestShare,
    // Its client has one of several equal shares.
    kEqualShares,
  };
  // A task that has left a full queue.
  struct Displaced {
    ItemPtr item;
    Displacement why;
  };
  // Makes room for `newest`. Must be called after Push() and after free slots have been granted, if
  // the task has to wait. While the queue is full, removes the newest waiting task of the client
  // with the largest share. Of clients with equal shares, the one leaves whose last task started
  // most recently, so that clients that keep returning cannot keep others out; clients of which
  // none has started yet draw lots. If that client is the new task's own, removes only the new
  // task.
  std::vector<Displaced> MakeRoom(const Item& newest);
  // Removes and returns a task that has not started; nullptr if no such task has this ticket.
  ItemPtr Remove(Ticket ticket);
  // Removes and returns up to `count` tasks of a client that have not started, newest first.
  std::vector<ItemPtr> RemoveNewest(std::string_view client, size_t count);

  // Returns the task whose turn it is if there are enough free slots for it, otherwise nullptr. If
  // `can_start` is false, only paused tasks are considered.
  Item* Next(bool can_start = true) const;
  // Returns a task that has to end so that the task whose turn it is can start, and marks it as
  // ending; nullptr if none has to. It is one of those for which `may_end` is true: the one that
  // started first, of the client that holds most, where all clients with at most the minimum share
  // rank alike. A client that would itself hold more than this share only takes the place of
  // clients that hold at least as much as it would; and only the endless tasks of its own make way
  // for its next one. An ending task gets its slots before all others.
  Item* NextToEnd(absl::FunctionRef<bool(const Item&)> may_end);
  // Returns the tasks that cannot start because fixed tasks of other clients hold what they need,
  // so that no task can be ended for them.
  std::vector<Item*> Stuck() const;
  // Gives its slots to the task that Next() has returned.
  void Grant(Item* item);
  // Adds `used`, in the case of a batch task adjusted to the weight of its client, to the virtual
  // time of the client of a running task.
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
  // Whether the next task to start of some client has no room.
  bool is_short_of_room() const;
  // Whether an ending task waits for its slots, so that running tasks have to yield to it even
  // before their turns are over.
  bool has_paused_ending() const { return !paused_ending_.empty(); }
  // The number of tasks that have not started.
  size_t waiting() const { return items_.size() - started_.size(); }
  // The bytes of those tasks.
  size_t waiting_bytes() const { return waiting_bytes_; }
  // What the started tasks hold of the budget, in bytes.
  size_t held_bytes() const { return held_; }
  // What each slot of a started task holds of the budget at least, in bytes.
  size_t min_held_bytes() const { return RoomOfSlots(1); }
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
  Nanoseconds StartTime(const Client& starting) const;
  // Returns by how much a client that begins to wait may be behind the others. That is nothing,
  // except for a client of batch tasks that hands in one after the other.
  Nanoseconds CreditOf(const Client& client) const;
  // Returns the maximum debt of the class of batch tasks that is charged most; 0 if there are no
  // such tasks.
  Nanoseconds MaxBatchDebt() const;
  // Returns what the virtual time of a client grows by if a task of this batch weight has used this
  // much.
  Nanoseconds ChargeFor(int batch_weight, Nanoseconds used) const;
  // Counts a batch task if `sign` is 1; no longer counts it if it is -1.
  void CountBatch(const Item& item, int sign);
  // Marks the client as idle if it has no tasks.
  void DeactivateIfIdle(Client* client);
  // Forgets idle clients while there are too many, those with the smallest virtual times first.
  void ForgetIdleClients();
  // Returns the task of a client that gets the next slots, because it has started or there is room
  // for it; nullptr if there is none.
  Item* NextOf(const Client& client, bool can_start) const;
  // Whether a client runs as many tasks as it may.
  bool IsAtLimit(const Client& client) const;
  // Whether batch tasks leave a task the slots that it needs.
  bool IsWithinBatchLimit(const Item& item) const;
  // Whether enough slots are free for a task.
  bool HasSlots(const Item& item) const;
  // Whether a task gets the slots that it needs once tasks have yielded: the free slots, those held
  // by clients with greater virtual times, and those of endless tasks of its own client.
  bool CanObtainSlots(const Item& item) const;
  // What a task holds of the budget once it has started.
  size_t RoomOf(const Item& item) const;
  // Returns the minimum that this many slots hold of the budget.
  size_t RoomOfSlots(int slots) const;
  // Whether fixed tasks leave enough of their part of the budget for a task, and their client
  // enough to others.
  bool IsWithinShare(const Item& item) const;
  size_t min_share() const;
  // Returns the task that a client starts next; nullptr if there is none. That is the one that has
  // waited longest or, if this is a fixed one beyond its share, the first that can end.
  Item* NextToStart(const Client& client) const;
  // Whether the budget has room for a task.
  bool HasRoom(const Item& item) const;
  // Whether it has, or will have once tasks have ended that are ending or can be ended for the
  // task.
  bool WillHaveRoom(const Item& item) const;
  // Returns what a task needs of the budget beyond what is free and what ending tasks hold.
  size_t Missing(const Item& item) const;
  // Returns the tasks that may have to end for a task, in the order in which they started; an empty
  // list if they would not make enough room.
  std::vector<Item*> CandidatesFor(const Item& item) const;
  void MarkEnding(Item* item);
  // Adds to what tasks hold of the budget. Unsigned numbers wrap around, so this also subtracts.
  void Hold(const Item& item, size_t bytes);
  // Returns the paused tasks of the client of `item` that are as endless as `item`, or as little.
  static std::deque<Item*>& PausedLike(const Item& item);
  static Share ShareOf(const Client& client);
  // Returns the client whose task has to leave the queue. Sets `why` to the reason.
  Client* LargestClient(bool by_bytes, Displacement* why);
  void AddWaiting(Item* item);
  // Adds a task to the sums of those that wait if `sign` is 1; subtracts it if it is -1.
  void CountWaiting(const Item& item, int sign);
  ItemPtr TakeWaiting(Client* client, size_t index);
  void ReturnSlots(Item* item);

  const Options options_;
  std::map<std::string, std::unique_ptr<Client>, std::less<>> clients_;
  // The clients with tasks, and the clients without tasks that are remembered.
  std::set<Client*, TurnOrder> active_;
  std::set<Client*, TurnOrder> idle_;
  std::map<Ticket, ItemPtr> items_;
  std::vector<Item*> running_;
  // The tasks that have started, in this order.
  std::vector<Item*> started_;
  size_t paused_ = 0;
  // The paused tasks that are ending.
  std::vector<Item*> paused_ending_;
  size_t waiting_bytes_ = 0;
  // The number of fixed tasks that have not started.
  size_t waiting_fixed_ = 0;
  // What the started tasks hold of the budget; of this, the fixed and the ending ones.
  size_t held_ = 0;
  size_t held_by_fixed_ = 0;
  size_t held_by_ending_ = 0;
  int free_slots_;
  // The slots that batch tasks hold, and the number of clients with such tasks, by their weight.
  int batch_slots_ = 0;
  std::map<int, int64_t> batch_clients_;
  // The virtual time of a hypothetical client that has always received exactly its share.
  Nanoseconds virtual_time_{0};
  uint64_t last_arrival_ = 0;
  uint64_t last_start_ = 0;
  Ticket last_ticket_ = 0;
  std::mt19937 lots_;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_SCHEDULING_FAIR_QUEUE_H_
