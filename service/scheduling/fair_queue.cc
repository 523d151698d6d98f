#include "service/scheduling/fair_queue.h"

#include <algorithm>
#include <deque>
#include <iterator>
#include <map>
#include <utility>

namespace arbiter {
namespace {

// The maximum number of clients without tasks that are remembered.
constexpr size_t kMaxIdleClients = 4096;
// The minimum share of a client is at least this part of the budget.
constexpr size_t kMinShares = 16;

}  // namespace

struct FairQueue::Client {
  bool HasPending() const { return !waiting.empty() || !paused.empty() || !paused_endless.empty(); }
  std::string name;
  Nanoseconds virtual_time{0};
  // Whether the client has been charged since it became active, and its position in the order of
  // arrival.
  bool served = false;
  uint64_t arrival = 0;
  // The virtual time of the queue when its last task ended.
  Nanoseconds idle_since = Nanoseconds::min() / 2;
  // The weight of its newest task; 0 if that is not a batch task.
  int batch_weight = 0;
  std::deque<Item*> waiting;
  // The paused tasks, of which the endless ones take turns with those that wait.
  std::deque<Item*> paused;
  std::deque<Item*> paused_endless;
  // The task that started last if none has resumed since; otherwise 0.
  Ticket just_started = 0;
  // The number of the last start of a task among all starts; 0 if there was none.
  uint64_t last_start = 0;
  size_t running = 0;
  // The number of its batch tasks, by their weight.
  std::map<int, size_t> batch_tasks;
  // The bytes of the tasks that have not started, and the number of fixed ones among them.
  size_t waiting_bytes = 0;
  size_t waiting_fixed = 0;
  // What the started tasks hold of the budget, and what the fixed ones among them hold.
  size_t held = 0;
  size_t held_by_fixed = 0;
};

bool FairQueue::TurnOrder::operator()(const Client* a, const Client* b) const {
  if (a->virtual_time != b->virtual_time) return a->virtual_time < b->virtual_time;
  if (a->served != b->served) return b->served;
  return a->arrival < b->arrival;
}

FairQueue::FairQueue(const Options& options)
    : options_(options), free_slots_(options.slots), lots_(options.seed) {}

FairQueue::~FairQueue() = default;

FairQueue::Item* FairQueue::Push(std::string_view client, ItemPtr item) {
  ForgetIdleClients();
  auto found = clients_.find(client);
  if (found == clients_.end()) {
    found = clients_.emplace(client, std::make_unique<Client>()).first;
    found->second->name = client;
  }
  found->second->batch_weight = item->needs.batch_weight;
  Item* const added = item.get();
  added->ticket = ++last_ticket_;
  added->client = found->second.get();
  CountBatch(*added, 1);
  if (!added->client->HasPending()) Activate(added->client);
  items_.emplace(added->ticket, std::move(item));
  AddWaiting(added);
  return added;
}

bool FairQueue::IsFull() const {
  return waiting() > options_.max_waiting || waiting_bytes_ > options_.max_waiting_bytes;
}

std::vector<FairQueue::Displaced> FairQueue::MakeRoom(const Item& newest) {
  std::vector<Displaced> displaced;
  while (IsFull()) {
    Displacement why;
    Client* const largest = LargestClient(waiting() <= options_.max_waiting, &why);
    Displaced last = {TakeWaiting(largest, largest->waiting.size() - 1), why};
    if (last.item.get() != &newest) {
      displaced.push_back(std::move(last));
      continue;
    }
    for (; !displaced.empty(); displaced.pop_back()) {
      Item* const item = displaced.back().item.get();
      items_.emplace(item->ticket, std::move(displaced.back().item));
      CountBatch(*item, 1);
      AddWaiting(item);
    }
    displaced.push_back(std::move(last));
    break;
  }
  for (const Displaced& task : displaced) DeactivateIfIdle(task.item->client);
  return displaced;
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
  if (!paused_ending_.empty()) {
    Item* const ending = paused_ending_.front();
    return ending->needs.slots <= free_slots_ ? ending : nullptr;
  }
  bool can_start_fixed = true;
  for (const Client* client : active_) {
    if (IsAtLimit(*client)) continue;
    Item* next = NextOf(*client, can_start);
    if (next != nullptr && !next->started && !next->can_end() && !can_start_fixed) {
      next = NextOf(*client, false);
    }
    if (next != nullptr) {
      if (HasSlots(*next)) return next;
      // Slots that are free are of no use to a task that waits for those of other batch tasks.
      if (IsWithinBatchLimit(*next) && CanObtainSlots(*next)) return nullptr;
    }
    const Item* const blocked = NextToStart(*client);
    if (!can_start || blocked == nullptr || HasRoom(*blocked)) continue;
    // No other task may take what is about to be free for this one.
    if (WillHaveRoom(*blocked)) {
      can_start = false;
    } else if (!blocked->can_end() && client->held_by_fixed == 0) {
      can_start_fixed = !options_.reserves_for_fixed;
    }
  }
  return nullptr;
}

FairQueue::Item* FairQueue::NextToEnd(absl::FunctionRef<bool(const Item&)> may_end) {
  for (const Client* client : active_) {
    if (IsAtLimit(*client)) continue;
    const Item* const blocked = NextToStart(*client);
    if (blocked != nullptr && !HasRoom(*blocked) && IsWithinShare(*blocked) &&
        CanObtainSlots(*blocked)) {
      if (Missing(*blocked) == 0) return nullptr;
      const std::vector<Item*> candidates = CandidatesFor(*blocked);
      const auto rank = [this](const Item& item) {
        return std::max(item.client->held, min_share());
      };
      Item* first = nullptr;
      for (Item* candidate : candidates) {
        const bool ranks_higher = first == nullptr || rank(*candidate) > rank(*first);
        if (ranks_higher && may_end(*candidate)) first = candidate;
      }
      if (first != nullptr) MarkEnding(first);
      if (!candidates.empty()) return first;
    }
    const Item* const next = NextOf(*client, true);
    if (next != nullptr && (HasSlots(*next) || CanObtainSlots(*next))) break;
  }
  return nullptr;
}

std::vector<FairQueue::Item*> FairQueue::Stuck() const {
  std::vector<Item*> stuck;
  for (const Client* client : active_) {
    Item* const blocked = NextToStart(*client);
    if (blocked == nullptr || HasRoom(*blocked) || WillHaveRoom(*blocked)) continue;
    const size_t own = blocked->can_end() ? client->held : client->held_by_fixed;
    if (own == 0) stuck.push_back(blocked);
  }
  return stuck;
}

void FairQueue::Grant(Item* item) {
  Client* const client = item->client;
  if (item->started) {
    std::erase(PausedLike(*item), item);
    std::erase(paused_ending_, item);
    --paused_;
    client->just_started = 0;
  } else {
    client->waiting.erase(std::find(client->waiting.begin(), client->waiting.end(), item));
    CountWaiting(*item, -1);
    client->just_started = item->ticket;
    client->last_start = ++last_start_;
    item->started = true;
    started_.push_back(item);
    Hold(*item, RoomOf(*item));
  }
  free_slots_ -= item->needs.slots;
  if (item->needs.is_batch()) batch_slots_ += item->needs.slots;
  running_.push_back(item);
  ++client->running;
}

void FairQueue::Charge(const Item& item, Nanoseconds used) {
  used = ChargeFor(item.needs.batch_weight, used);
  active_.erase(item.client);
  item.client->virtual_time += used;
  item.client->served = true;
  active_.insert(item.client);
  virtual_time_ += used / static_cast<int64_t>(active_.size());
}

bool FairQueue::ShouldYield(const Item& item) const {
  if (item.ending) return false;
  if (!paused_ending_.empty()) return true;
  for (const Client* client : active_) {
    if (client->virtual_time >= item.client->virtual_time) break;
    if (IsAtLimit(*client)) continue;
    const Item* const next = NextOf(*client, true);
    // Only batch tasks can make way for a task that waits for their slots.
    if (next != nullptr && !item.needs.is_batch() && !IsWithinBatchLimit(*next)) continue;
    if (next != nullptr && CanObtainSlots(*next)) return true;
  }
  if (item.needs.kind != Kind::kEndless) return false;
  const Item* const sibling = NextOf(*item.client, true);
  return sibling != nullptr && CanObtainSlots(*sibling);
}

void FairQueue::Pause(Item* item) {
  ReturnSlots(item);
  PausedLike(*item).push_back(item);
  ++paused_;
}

FairQueue::ItemPtr FairQueue::Finish(Item* item) {
  ReturnSlots(item);
  std::erase(started_, item);
  CountBatch(*item, -1);
  Hold(*item, -RoomOf(*item));
  if (item->ending) held_by_ending_ -= RoomOf(*item);
  DeactivateIfIdle(item->client);
  const auto found = items_.find(item->ticket);
  ItemPtr finished = std::move(found->second);
  items_.erase(found);
  return finished;
}

bool FairQueue::is_short_of_room() const {
  return std::any_of(active_.begin(), active_.end(), [this](const Client* client) {
    const Item* const next = NextToStart(*client);
    return next != nullptr && !HasRoom(*next);
  });
}

const FairQueue::Item* FairQueue::oldest_waiting() const {
  const auto found = std::find_if(items_.begin(), items_.end(),
                                  [](const auto& entry) { return !entry.second->started; });
  return found == items_.end() ? nullptr : found->second.get();
}

FairQueue::Share FairQueue::ShareOf(const Client& client) {
  return {client.name, client.waiting.size(), client.waiting_bytes};
}

FairQueue::Share FairQueue::LargestByTasks() const {
  Share largest;
  for (const Client* client : active_) {
    if (client->waiting.size() > largest.tasks) largest = ShareOf(*client);
  }
  return largest;
}

FairQueue::Share FairQueue::LargestByBytes() const {
  Share largest;
  for (const Client* client : active_) {
    if (client->waiting_bytes > largest.bytes) largest = ShareOf(*client);
  }
  return largest;
}

void FairQueue::Activate(Client* client) {
  active_.erase(client);
  idle_.erase(client);
  if (active_.empty()) {
    client->virtual_time = virtual_time_ = std::max(client->virtual_time, virtual_time_);
  } else {
    const Nanoseconds start = StartTime(*client);
    // One turn of all slots is the maximum debt of a client that used more than its share.
    const Nanoseconds debt = ChargeFor(client->batch_weight, options_.slots * options_.turn);
    client->virtual_time =
        std::clamp(client->virtual_time, start - CreditOf(*client), start + debt);
  }
  client->served = false;
  client->arrival = ++last_arrival_;
  active_.insert(client);
}

FairQueue::Nanoseconds FairQueue::StartTime(const Client& starting) const {
  // Clients with batch tasks and others may differ by any time, because some slots are never those
  // of batch tasks.
  std::vector<const Client*> rivals;
  std::copy_if(active_.begin(), active_.end(), std::back_inserter(rivals),
               [is_batch = starting.batch_weight > 0](const Client* client) {
                 return (client->batch_weight > 0) == is_batch;
               });
  if (rivals.empty()) rivals.assign(active_.begin(), active_.end());
  const Client& last = *rivals.back();
  const auto first = std::find_if(rivals.begin(), rivals.end(),
                                  [](const Client* client) { return client->HasPending(); });
  // If no client waits, the virtual times of the active clients differ only because some of them
  // requested less time than others.
  Nanoseconds min = (first == rivals.end() ? last : **first).virtual_time;
  // Those that wait may all be clients with batch tasks that are in debt to one that runs.
  const Nanoseconds debt = MaxBatchDebt();
  min = std::min(min, std::max(min - debt, rivals.front()->virtual_time));
  // An endless stream of new clients must not starve the others.
  const Nanoseconds fair = virtual_time_ - std::max(options_.slots * options_.turn, debt);
  return std::max(min, std::min(fair, last.virtual_time));
}

FairQueue::Nanoseconds FairQueue::CreditOf(const Client& client) const {
  const bool was_idle = client.running == 0 && virtual_time_ - client.idle_since > options_.turn;
  // A rival may be this far ahead, which it would otherwise be forgiven.
  return client.batch_weight == 0 || was_idle ? Nanoseconds(0) : MaxBatchDebt();
}

FairQueue::Nanoseconds FairQueue::MaxBatchDebt() const {
  Nanoseconds debt(0);
  for (const auto& [weight, count] : batch_clients_) {
    debt = std::max(debt, ChargeFor(weight, options_.slots * options_.turn));
  }
  return debt;
}

FairQueue::Nanoseconds FairQueue::ChargeFor(int batch_weight, Nanoseconds used) const {
  if (batch_weight == 0) return used;
  int64_t clients = 0;
  int64_t weights = 0;
  for (const auto& [weight, count] : batch_clients_) {
    clients += count;
    weights += weight;
  }
  // A client whose share of the slots of batch tasks is 1 / n weighs `slots / n`.
  const int64_t slots = std::min<int64_t>(clients, options_.max_batch_slots);
  return used * weights * batch_clients_.at(batch_weight) / (batch_weight * slots);
}

void FairQueue::CountBatch(const Item& item, int sign) {
  const int weight = item.needs.batch_weight;
  if (weight == 0) return;
  size_t& tasks = item.client->batch_tasks[weight];
  if (tasks == 0) ++batch_clients_[weight];
  tasks += static_cast<size_t>(sign);
  if (tasks > 0) return;
  item.client->batch_tasks.erase(weight);
  if (--batch_clients_[weight] == 0) batch_clients_.erase(weight);
}

void FairQueue::DeactivateIfIdle(Client* client) {
  if (client->HasPending() || client->running > 0) return;
  client->idle_since = virtual_time_;
  if (active_.erase(client) > 0) idle_.insert(client);
}

void FairQueue::ForgetIdleClients() {
  while (idle_.size() > kMaxIdleClients) {
    const auto first = idle_.begin();
    const auto client = clients_.find((*first)->name);
    idle_.erase(first);
    clients_.erase(client);
  }
}

FairQueue::Item* FairQueue::NextOf(const Client& client, bool can_start) const {
  if (!client.paused.empty()) return client.paused.front();
  Item* const resuming = client.paused_endless.empty() ? nullptr : client.paused_endless.front();
  Item* const starting = can_start ? NextToStart(client) : nullptr;
  if (starting == nullptr || !HasRoom(*starting)) return resuming;
  // After a task has started, another one resumes before the next one starts.
  const bool has_resumed =
      resuming == nullptr || client.just_started == 0 || client.just_started == resuming->ticket;
  return has_resumed ? starting : resuming;
}

FairQueue::Item* FairQueue::NextToStart(const Client& client) const {
  if (!client.paused.empty() || client.waiting.empty()) return nullptr;
  Item* const first = client.waiting.front();
  if (IsWithinShare(*first)) return first;
  const auto found = std::find_if(client.waiting.begin(), client.waiting.end(),
                                  [](const Item* item) { return item->can_end(); });
  return found == client.waiting.end() ? first : *found;
}

bool FairQueue::IsAtLimit(const Client& client) const {
  return client.running >= options_.max_running_per_client;
}

bool FairQueue::IsWithinBatchLimit(const Item& item) const {
  return !item.needs.is_batch() || item.needs.slots <= options_.max_batch_slots - batch_slots_;
}

bool FairQueue::HasSlots(const Item& item) const {
  return item.needs.slots <= free_slots_ && IsWithinBatchLimit(item);
}

bool FairQueue::CanObtainSlots(const Item& item) const {
  int slots = free_slots_;
  int batch_slots = options_.max_batch_slots - batch_slots_;
  for (const Item* running : running_) {
    const bool is_sibling = running->client == item.client && running->needs.kind == Kind::kEndless;
    if (is_sibling || running->client->virtual_time > item.client->virtual_time) {
      slots += running->needs.slots;
      if (running->needs.is_batch()) batch_slots += running->needs.slots;
    }
  }
  return slots >= item.needs.slots && (!item.needs.is_batch() || batch_slots >= item.needs.slots);
}

size_t FairQueue::RoomOf(const Item& item) const {
  return std::min(std::max(item.needs.held_bytes, RoomOfSlots(item.needs.slots)),
                  options_.max_held_bytes);
}

size_t FairQueue::RoomOfSlots(int slots) const {
  const size_t per_slot = options_.max_held_bytes / static_cast<size_t>(options_.max_held_slots);
  return per_slot * static_cast<size_t>(slots);
}

size_t FairQueue::min_share() const {
  return std::max(
      {options_.min_share, options_.max_held_bytes / kMinShares, RoomOfSlots(options_.slots)});
}

bool FairQueue::IsWithinShare(const Item& item) const {
  if (item.can_end() || held_by_fixed_ == 0) return true;
  const size_t max = options_.max_fixed_bytes;
  const size_t room = RoomOf(item);
  if (room > max || held_by_fixed_ > max - room) return false;
  if (item.client->held_by_fixed + room <= max / 2) return true;
  const bool others_wait = waiting_fixed_ > item.client->waiting_fixed;
  return !others_wait && options_.min_share <= max - room - held_by_fixed_;
}

bool FairQueue::HasRoom(const Item& item) const {
  return IsWithinShare(item) && RoomOf(item) <= options_.max_held_bytes - held_;
}

bool FairQueue::WillHaveRoom(const Item& item) const {
  return IsWithinShare(item) && (Missing(item) == 0 || !CandidatesFor(item).empty());
}

size_t FairQueue::Missing(const Item& item) const {
  const size_t free = options_.max_held_bytes - held_ + held_by_ending_;
  return RoomOf(item) - std::min(RoomOf(item), free);
}

std::vector<FairQueue::Item*> FairQueue::CandidatesFor(const Item& item) const {
  const size_t claim = item.client->held + RoomOf(item);
  const bool is_due = claim <= min_share();
  std::vector<Item*> candidates;
  // What the clients keep if all candidates end.
  std::map<const Client*, size_t> kept;
  size_t freed = 0;
  for (Item* candidate : started_) {
    if (!candidate->can_end() || candidate->ending) continue;
    const Client* const client = candidate->client;
    size_t& of_client = kept.try_emplace(client, client->held).first->second;
    const bool may_end = client == item.client ? candidate->needs.kind == Kind::kEndless
                                               : is_due || of_client >= claim;
    if (!may_end) continue;
    candidates.push_back(candidate);
    of_client -= RoomOf(*candidate);
    freed += RoomOf(*candidate);
  }
  if (freed < Missing(item)) candidates.clear();
  return candidates;
}

void FairQueue::MarkEnding(Item* item) {
  item->ending = true;
  held_by_ending_ += RoomOf(*item);
  const std::deque<Item*>& paused = PausedLike(*item);
  if (std::find(paused.begin(), paused.end(), item) != paused.end()) paused_ending_.push_back(item);
}

std::deque<FairQueue::Item*>& FairQueue::PausedLike(const Item& item) {
  return item.needs.kind == Kind::kEndless ? item.client->paused_endless : item.client->paused;
}

void FairQueue::Hold(const Item& item, size_t bytes) {
  held_ += bytes;
  item.client->held += bytes;
  if (item.can_end()) return;
  held_by_fixed_ += bytes;
  item.client->held_by_fixed += bytes;
}

FairQueue::Client* FairQueue::LargestClient(bool by_bytes, Displacement* why) {
  std::vector<Client*> largest;
  size_t max = 0;
  for (Client* client : active_) {
    if (client->waiting.empty()) continue;
    const size_t share = by_bytes ? client->waiting_bytes : client->waiting.size();
    if (share > max) largest.clear();
    if (share >= max) largest.push_back(client);
    max = std::max(max, share);
  }
  *why = largest.size() == 1 ? Displacement::kLargestShare : Displacement::kEqualShares;
  uint64_t latest = 0;
  for (const Client* client : largest) latest = std::max(latest, client->last_start);
  std::erase_if(largest, [latest](const Client* client) { return client->last_start < latest; });
  return largest[std::uniform_int_distribution<size_t>(0, largest.size() - 1)(lots_)];
}

void FairQueue::AddWaiting(Item* item) {
  item->client->waiting.push_back(item);
  CountWaiting(*item, 1);
}

void FairQueue::CountWaiting(const Item& item, int sign) {
  const size_t bytes = item.needs.waiting_bytes * static_cast<size_t>(sign);
  item.client->waiting_bytes += bytes;
  waiting_bytes_ += bytes;
  if (item.can_end()) return;
  item.client->waiting_fixed += static_cast<size_t>(sign);
  waiting_fixed_ += static_cast<size_t>(sign);
}

FairQueue::ItemPtr FairQueue::TakeWaiting(Client* client, size_t index) {
  const auto position = client->waiting.begin() + static_cast<std::ptrdiff_t>(index);
  const auto found = items_.find((*position)->ticket);
  client->waiting.erase(position);
  ItemPtr item = std::move(found->second);
  items_.erase(found);
  CountWaiting(*item, -1);
  CountBatch(*item, -1);
  return item;
}

void FairQueue::ReturnSlots(Item* item) {
  running_.erase(std::find(running_.begin(), running_.end(), item));
  free_slots_ += item->needs.slots;
  if (item->needs.is_batch()) batch_slots_ -= item->needs.slots;
  --item->client->running;
}

}  // namespace arbiter
