#include "service/calls/fair_queue.h"

#include <algorithm>
#include <deque>
#include <utility>

namespace arbiter {
namespace {

// The maximum debt of a client that used more than its share, in turns of all slots.
constexpr int kMaxDebtTurns = 10;
// The maximum number of clients without tasks that are remembered.
constexpr size_t kMaxIdleClients = 10'000;

}  // namespace

struct FairQueue::Client {
  bool HasPending() const { return !paused.empty() || !waiting.empty(); }
  Item* Next() const { return paused.empty() ? waiting.front() : paused.front(); }
  size_t tasks() const { return paused.size() + waiting.size(); }

  std::string name;
  Nanoseconds virtual_time{0};
  // Whether the client has been charged since it became active, and its position in the order of
  // arrival.
  bool served = false;
  uint64_t arrival = 0;
  std::deque<Item*> waiting;
  std::deque<Item*> paused;
  size_t running = 0;
  // The bytes of the waiting and paused tasks.
  size_t bytes = 0;
};

bool FairQueue::TurnOrder::operator()(const Client* a, const Client* b) const {
  if (a->virtual_time != b->virtual_time) return a->virtual_time < b->virtual_time;
  if (a->served != b->served) return b->served;
  return a->arrival < b->arrival;
}

FairQueue::FairQueue(const Options& options) : options_(options), free_slots_(options.slots) {}

FairQueue::~FairQueue() = default;

FairQueue::Item* FairQueue::Push(std::string_view client, ItemPtr item) {
  ForgetIdleClients();
  auto found = clients_.find(client);
  if (found == clients_.end()) {
    found = clients_.emplace(client, std::make_unique<Client>()).first;
    found->second->name = client;
  }
  if (!found->second->HasPending()) Activate(found->second.get());
  Item* const added = item.get();
  added->ticket = ++last_ticket_;
  added->client = found->second.get();
  items_.emplace(added->ticket, std::move(item));
  AddWaiting(added);
  return added;
}

bool FairQueue::IsFull() const {
  return waiting() + paused_ > options_.max_waiting || waiting_bytes_ > options_.max_waiting_bytes;
}

bool FairQueue::MakeRoom(const Item& newest, std::vector<ItemPtr>* displaced) {
  const Client& newcomer = *newest.client;
  while (IsFull()) {
    const bool by_bytes = waiting() + paused_ <= options_.max_waiting;
    Client* const largest = LargestClient(by_bytes);
    const bool has_more = largest->waiting.empty() ? false
                          : by_bytes               ? largest->bytes > newcomer.bytes
                                                   : largest->tasks() > newcomer.tasks();
    if (!has_more) {
      for (; !displaced->empty(); displaced->pop_back()) {
        Item* const item = displaced->back().get();
        items_.emplace(item->ticket, std::move(displaced->back()));
        AddWaiting(item);
      }
      return false;
    }
    displaced->push_back(TakeWaiting(largest, largest->waiting.size() - 1));
  }
  for (const ItemPtr& item : *displaced) DeactivateIfIdle(item->client);
  return true;
}

FairQueue::ItemPtr FairQueue::Remove(Ticket ticket) {
  const auto found = items_.find(ticket);
  if (found == items_.end() || found->second->started) return nullptr;
  Client* const client = found->second->client;
  const auto position =
      std::lower_bound(client->waiting.begin(), client->waiting.end(), ticket,
                       [](const Item* candidate, Ticket key) { return candidate->ticket < key; });
  ItemPtr item = TakeWaiting(client, static_cast<size_t>(position - client->waiting.begin()));
  DeactivateIfIdle(client);
  return item;
}

std::vector<FairQueue::ItemPtr> FairQueue::RemoveNewest(std::string_view client, size_t count) {
  std::vector<ItemPtr> removed;
  const auto found = clients_.find(client);
  if (found == clients_.end()) return removed;
  const auto& waiting = found->second->waiting;
  while (removed.size() < count && !waiting.empty()) {
    removed.push_back(TakeWaiting(found->second.get(), waiting.size() - 1));
  }
  DeactivateIfIdle(found->second.get());
  return removed;
}

FairQueue::Item* FairQueue::Next(bool can_start) const {
  if (free_slots_ == 0) return nullptr;
  // Without this limit, the number of paused tasks would keep growing.
  can_start = can_start && paused_ <= options_.max_paused;
  for (const Client* client : active_) {
    if (!client->HasPending()) continue;
    Item* const next = client->Next();
    if (!next->started && !can_start) continue;
    if (next->slots <= free_slots_) return next;
    if (CanObtainSlots(*next)) return nullptr;
  }
  return nullptr;
}

void FairQueue::Grant(Item* item) {
  Client* const client = item->client;
  std::deque<Item*>& from = item->started ? client->paused : client->waiting;
  from.pop_front();
  if (item->started) --paused_;
  client->bytes -= item->bytes;
  waiting_bytes_ -= item->bytes;
  item->started = true;
  free_slots_ -= item->slots;
  running_.push_back(item);
  ++client->running;
}

void FairQueue::Charge(const Item& item, Nanoseconds used) {
  active_.erase(item.client);
  item.client->virtual_time += used;
  item.client->served = true;
  active_.insert(item.client);
  virtual_time_ += used / static_cast<int64_t>(active_.size());
}

bool FairQueue::ShouldYield(const Item& item) const {
  for (const Client* client : active_) {
    if (client->virtual_time >= item.client->virtual_time) return false;
    if (!client->HasPending()) continue;
    const bool can_start = client->Next()->started || paused_ < options_.max_paused;
    if (can_start && CanObtainSlots(*client->Next())) return true;
  }
  return false;
}

void FairQueue::Pause(Item* item) {
  ReturnSlots(item);
  item->client->paused.push_back(item);
  item->client->bytes += item->bytes;
  waiting_bytes_ += item->bytes;
  ++paused_;
}

FairQueue::ItemPtr FairQueue::Finish(Item* item) {
  ReturnSlots(item);
  DeactivateIfIdle(item->client);
  const auto found = items_.find(item->ticket);
  ItemPtr finished = std::move(found->second);
  items_.erase(found);
  return finished;
}

const FairQueue::Item* FairQueue::oldest_waiting() const {
  const auto found = std::find_if(items_.begin(), items_.end(),
                                  [](const auto& entry) { return !entry.second->started; });
  return found == items_.end() ? nullptr : found->second.get();
}

FairQueue::Share FairQueue::LargestByTasks() const {
  Share largest;
  for (const Client* client : active_) {
    if (client->tasks() > largest.tasks) largest = {client->name, client->tasks(), client->bytes};
  }
  return largest;
}

FairQueue::Share FairQueue::LargestByBytes() const {
  Share largest;
  for (const Client* client : active_) {
    if (client->bytes > largest.bytes) largest = {client->name, client->tasks(), client->bytes};
  }
  return largest;
}

void FairQueue::Activate(Client* client) {
  active_.erase(client);
  idle_.erase(client);
  if (active_.empty()) {
    client->virtual_time = virtual_time_ = std::max(client->virtual_time, virtual_time_);
  } else {
    const Nanoseconds start = StartTime();
    const Nanoseconds debt = kMaxDebtTurns * options_.slots * options_.turn;
    client->virtual_time = std::clamp(client->virtual_time, start, start + debt);
  }
  client->served = false;
  client->arrival = ++last_arrival_;
  active_.insert(client);
}

FairQueue::Nanoseconds FairQueue::StartTime() const {
  const Client& last = **active_.rbegin();
  const auto first = std::find_if(active_.begin(), active_.end(),
                                  [](const Client* client) { return client->HasPending(); });
  // If no client waits, the virtual times of the active clients differ only because some of them
  // requested less time than others.
  const Nanoseconds min = (first == active_.end() ? last : **first).virtual_time;
  // An endless stream of new clients must not starve the others.
  const Nanoseconds fair = virtual_time_ - options_.slots * options_.turn;
  return std::max(min, std::min(fair, last.virtual_time));
}

void FairQueue::DeactivateIfIdle(Client* client) {
  if (client->HasPending() || client->running > 0) return;
  if (active_.erase(client) > 0) idle_.insert(client);
}

void FairQueue::ForgetIdleClients() {
  while (!idle_.empty()) {
    const auto first = idle_.begin();
    const bool matters =
        !active_.empty() && (*first)->virtual_time > (*active_.begin())->virtual_time;
    if (matters && idle_.size() <= kMaxIdleClients) return;
    const auto client = clients_.find((*first)->name);
    idle_.erase(first);
    clients_.erase(client);
  }
}

bool FairQueue::CanObtainSlots(const Item& item) const {
  int slots = free_slots_;
  for (const Item* running : running_) {
    if (running->client->virtual_time > item.client->virtual_time) slots += running->slots;
  }
  return slots >= item.slots;
}

FairQueue::Client* FairQueue::LargestClient(bool by_bytes) const {
  const auto share = [by_bytes](const Client* client) {
    if (client->waiting.empty()) return size_t{0};
    return by_bytes ? client->bytes : client->tasks();
  };
  return *std::max_element(active_.begin(), active_.end(),
                           [&](const Client* a, const Client* b) { return share(a) < share(b); });
}

void FairQueue::AddWaiting(Item* item) {
  item->client->waiting.push_back(item);
  item->client->bytes += item->bytes;
  waiting_bytes_ += item->bytes;
}

FairQueue::ItemPtr FairQueue::TakeWaiting(Client* client, size_t index) {
  const auto position = client->waiting.begin() + static_cast<std::ptrdiff_t>(index);
  const auto found = items_.find((*position)->ticket);
  client->waiting.erase(position);
  ItemPtr item = std::move(found->second);
  items_.erase(found);
  client->bytes -= item->bytes;
  waiting_bytes_ -= item->bytes;
  return item;
}

void FairQueue::ReturnSlots(Item* item) {
  running_.erase(std::find(running_.begin(), running_.end(), item));
  free_slots_ += item->slots;
  --item->client->running;
}

}  // namespace arbiter
