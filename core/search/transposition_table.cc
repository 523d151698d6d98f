#include "core/search/transposition_table.h"

#include <sys/mman.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <memory>
#include <new>

namespace arbiter {
namespace {

// The layout of an entry in 64 bits.
constexpr int kValueShift = kTableMoveBits;
constexpr int kEvalShift = kValueShift + 16;
constexpr int kDepthShift = kEvalShift + 16;
constexpr int kBoundShift = kDepthShift + 7;
constexpr int kWasPvShift = kBoundShift + 2;
constexpr int kAgeShift = kWasPvShift + 1;
static_assert(kAgeShift + 2 == 64);

constexpr uint64_t kMoveMask = (uint64_t{1} << kTableMoveBits) - 1;
constexpr uint64_t kDepthMask = kMaxTableDepth;

uint64_t Pack(const TableEntry& entry, unsigned age) {
  return (entry.move & kMoveMask) |
         static_cast<uint64_t>(static_cast<uint16_t>(entry.value)) << kValueShift |
         static_cast<uint64_t>(static_cast<uint16_t>(entry.eval)) << kEvalShift |
         static_cast<uint64_t>(std::min(entry.depth, kMaxTableDepth)) << kDepthShift |
         static_cast<uint64_t>(entry.bound) << kBoundShift |
         static_cast<uint64_t>(entry.was_pv) << kWasPvShift |
         static_cast<uint64_t>(age) << kAgeShift;
}

TableEntry Unpack(uint64_t data) {
  return {.move = static_cast<uint32_t>(data & kMoveMask),
          .value = static_cast<int16_t>(data >> kValueShift),
          .eval = static_cast<int16_t>(data >> kEvalShift),
          .depth = static_cast<int>(data >> kDepthShift & kDepthMask),
          .bound = static_cast<Bound>(data >> kBoundShift & 3),
          .was_pv = (data >> kWasPvShift & 1) != 0};
}

unsigned AgeOf(uint64_t data) { return static_cast<unsigned>(data >> kAgeShift); }
int DepthOf(uint64_t data) { return static_cast<int>(data >> kDepthShift & kDepthMask); }

}  // namespace

void TranspositionTable::Unmapper::operator()(Cluster* clusters) const { munmap(clusters, bytes); }

TranspositionTable::TranspositionTable(size_t bytes)
    : mask_(std::bit_floor(bytes / sizeof(Cluster)) - 1) {
  Map();
}

void TranspositionTable::Map() {
  clusters_.reset();
  void* const memory =
      mmap(nullptr, bytes(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  // Searches read at random places, so huge pages save many misses of the TLB. The system may
  // ignore this advice.
  madvise(memory, bytes(), MADV_HUGEPAGE);
  clusters_ = {static_cast<Cluster*>(memory), Unmapper{bytes()}};
}

void TranspositionTable::Clear() {
  if (!used_) return;
  constexpr size_t kMaxMemsetBytes = 32 << 20;
  if (bytes() > kMaxMemsetBytes) {
    Map();
  } else {
    std::memset(clusters_.get(), 0, bytes());
  }
  ForgetLearned();
  age_ = 0;
  used_ = false;
}

bool TranspositionTable::Find(uint64_t key, TableEntry* entry) const {
  for (const Slot& slot : clusters_[key & mask_].slots) {
    const uint64_t data = LoadWord(slot.data);
    if ((LoadWord(slot.check) ^ data) != key || data == 0) continue;
    *entry = Unpack(data);
    return true;
  }
  return false;
}

bool TranspositionTable::Store(uint64_t key, const TableEntry& entry) {
  Slot* victim = nullptr;
  int min_worth = 0;
  bool replaces = false;
  TableEntry stored = entry;
  for (Slot& slot : clusters_[key & mask_].slots) {
    const uint64_t data = LoadWord(slot.data);
    if ((LoadWord(slot.check) ^ data) == key && data != 0) {
      const bool deeper = entry.bound == Bound::kExact || entry.depth + 3 >= DepthOf(data);
      if (!deeper) return false;
      if (stored.move == 0) stored.move = Unpack(data).move;
      victim = &slot;
      replaces = false;
      break;
    }
    // Shallow and old entries are replaced first.
    const int worth =
        data == 0 ? -1000 : DepthOf(data) - 8 * static_cast<int>((age_ - AgeOf(data)) & kAgeMask);
    if (victim == nullptr || worth < min_worth) {
      victim = &slot;
      min_worth = worth;
      replaces = data != 0;
    }
  }
  const uint64_t data = Pack(stored, age_);
  StoreWord(data, &victim->data);
  StoreWord(key ^ data, &victim->check);
  return replaces;
}

int TranspositionTable::FilledPermille() const {
  constexpr size_t kSample = 250;
  static_assert(kSample <= kMinBytes / sizeof(Cluster));
  size_t filled = 0;
  for (size_t i = 0; i < kSample; ++i) {
    for (const Slot& slot : clusters_[i].slots) {
      const uint64_t data = LoadWord(slot.data);
      if (data != 0 && AgeOf(data) == age_) ++filled;
    }
  }
  return static_cast<int>(filled * 1000 / (kSample * kClusterSize));
}

}  // namespace arbiter
