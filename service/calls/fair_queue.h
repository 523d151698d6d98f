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

// The tasks of many clients, and whose turn it is: start-time fair queueing with preemption.
//
// A task holds one or more slots while it runs. Each client has a virtual time, which grows by what
// its tasks are charged; free slots go to the client with the smallest virtual time that has a task
// without slots. A client that comes begins at the smallest virtual time of those that wait, so
// being idle earns no credit; what it had used before counts for a while if that was more.
//
// The tasks of a client start in the order of submission, and its paused tasks go on before its
// next one starts. If the task whose turn it is needs more slots than are free, these stay free for
// it as long as clients with greater virtual times hold others that it could have.
//
// Not thread-safe. It neither runs tasks nor measures time.
class FairQueue {
 public:
  using Ticket = uint64_t;
  using Nanoseconds = std::chrono::nanoseconds;

  struct Options {
    // At least 1.
    int slots = 1;
    // Limits of the tasks that wait or are paused; see IsFull().
    size_t max_waiting = 0;
    size_t max_waiting_bytes = SIZE_MAX;
    // How long a task keeps each of its slots, for ordering clients; at least 0.
    Nanoseconds turn{0};
    // With this many paused tasks, none has to give way to a task that has not started.
    size_t max_paused = SIZE_MAX;
  };

  struct Client;
  // A task. Users of the queue derive from it what they need beside.
  struct Item {
    Item(size_t bytes_held, int slots_needed) : bytes(bytes_held), slots(slots_needed) {}
    Item(const Item&) = delete;
    Item& operator=(const Item&) = delete;
    virtual ~Item() = default;

    const size_t bytes;
    const int slots;
    // What follows is the queue's to write.
    Ticket ticket = 0;
    Client* client = nullptr;
    // Whether it has had slots.
    bool started = false;
  };
  using ItemPtr = std::unique_ptr<Item>;

  // What a client has in the queue: its waiting and its paused tasks.
  struct Share {
    // Empty if nobody has any.
    std::string client;
    size_t tasks = 0;
    size_t bytes = 0;
  };

  explicit FairQueue(const Options& options);
  ~FairQueue();
  FairQueue(const FairQueue&) = delete;
  FairQueue& operator=(const FairQueue&) = delete;

  // Adds a task, which needs at most all slots. Everything that runs should be charged before.
  Item* Push(std::string_view client, ItemPtr item);
  // Whether more waits than may: tasks or bytes.
  bool IsFull() const;
  // To be called after Push() and after giving out free slots, if the task waits: removes tasks
  // until the queue is not full, the newest of the client that has most. False, and nothing is
  // removed, if that client would then have less than the new task's client.
  bool MakeRoom(const Item& newest, std::vector<ItemPtr>* displaced);
  // Takes out a task that has not started; null if there is none of this ticket.
  ItemPtr Remove(Ticket ticket);
  // Takes out up to `count` tasks of a client that have not started, the newest first.
  std::vector<ItemPtr> RemoveNewest(std::string_view client, size_t count);

  // The task whose turn it is and for which there are enough free slots; null if there is none.
  // `can_start`: whether tasks that have not started are considered.
  Item* Next(bool can_start = true) const;
  // Gives the slots to what Next() has answered.
  void Grant(Item* item);
  // Adds to the virtual time of the client of a running task.
  void Charge(const Item& item, Nanoseconds used);
  // Whether a running task whose turn is over has to be paused: a client with less virtual time
  // waits, and with these slots it could have what it needs, now or once others have given way.
  bool ShouldGiveWay(const Item& item) const;
  // Takes away the slots of a running task for some time, or for good.
  void Pause(Item* item);
  ItemPtr Finish(Item* item);

  const std::vector<Item*>& running() const { return running_; }
  size_t paused() const { return paused_; }
  // Tasks that have not started.
  size_t waiting() const { return items_.size() - paused_ - running_.size(); }
  // Of the tasks that wait or are paused.
  size_t waiting_bytes() const { return waiting_bytes_; }
  // Null if no task waits to be started.
  const Item* oldest_waiting() const;
  size_t clients() const { return active_.size(); }
  bool empty() const { return items_.empty(); }
  Share MostTasks() const;
  Share MostBytes() const;

 private:
  // Orders clients by virtual time; of equals those first that came and have not been served yet.
  struct BeforeInTurn {
    bool operator()(const Client* a, const Client* b) const;
  };

  // Puts a client that had nothing that waits where it belongs in the order of turns.
  void Place(Client* client);
  // The least virtual time with which another client may begin to wait.
  Nanoseconds StartTime() const;
  void LeaveIfIdle(Client* client);
  void ForgetIdle();
  // Whether a task fits into the free slots and those of clients with greater virtual times.
  bool CanGet(const Item& item) const;
  Client* Greediest(bool by_bytes) const;
  void AddWaiting(Item* item);
  ItemPtr TakeWaiting(Client* client, size_t index);
  void ReturnSlots(Item* item);

  const Options options_;
  std::map<std::string, std::unique_ptr<Client>, std::less<>> clients_;
  // Clients with tasks, and those without, whose use is remembered.
  std::set<Client*, BeforeInTurn> active_;
  std::set<Client*, BeforeInTurn> idle_;
  std::map<Ticket, ItemPtr> items_;
  std::vector<Item*> running_;
  size_t paused_ = 0;
  size_t waiting_bytes_ = 0;
  int free_slots_;
  // The virtual time that a client would have that was always there and had its share.
  Nanoseconds virtual_time_{0};
  uint64_t last_place_ = 0;
  Ticket last_ticket_ = 0;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_CALLS_FAIR_QUEUE_H_
