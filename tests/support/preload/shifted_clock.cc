// A library for LD_PRELOAD that shifts the clock of a program, as if somebody had set the clock of
// its machine. Clocks that nobody can set, such as CLOCK_MONOTONIC, are left alone.
//
// The environment variable ARBITER_CLOCK_SHIFT names a file with the shift in nanoseconds, as 8
// bytes in the order of the machine. It may change at any time. libfaketime cannot be used, because
// it does not work together with jemalloc.
#include <dlfcn.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstdint>
#include <cstdlib>
#include <ctime>

namespace {

constexpr int64_t kSecond = 1'000'000'000;
// Waits until a time of the clock are cut into pieces of this length, so that they notice if it has
// been set, as those of the kernel do.
constexpr int64_t kPiece = 50'000'000;

using Shift = std::atomic<int64_t>;

// Returns the shift; nullptr if there is none. Does not allocate, because allocators read the
// clock.
Shift* FindShift() {
  const char* const path = getenv("ARBITER_CLOCK_SHIFT");
  const int file = path == nullptr ? -1 : open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return nullptr;
  void* const mapped = mmap(nullptr, sizeof(Shift), PROT_READ, MAP_SHARED, file, 0);
  close(file);
  return mapped == MAP_FAILED ? nullptr : static_cast<Shift*>(mapped);
}

int64_t CurrentShift() {
  static Shift* const shift = FindShift();
  return shift == nullptr ? 0 : shift->load(std::memory_order_relaxed);
}

bool CanBeSet(clockid_t clock) {
  return clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_TAI;
}

int64_t Nanoseconds(const timespec& time) { return time.tv_sec * kSecond + time.tv_nsec; }

timespec TimeOf(int64_t nanoseconds) {
  return {.tv_sec = nanoseconds / kSecond, .tv_nsec = nanoseconds % kSecond};
}

template <typename Function>
Function Original(const char* name, Function /*same_type*/) {
  return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

int RealTime(clockid_t clock, timespec* time) {
  static const auto original = Original("clock_gettime", &clock_gettime);
  return original(clock, time);
}

// A wait until a time of the shifted clock.
struct Wait {
  explicit Wait(const timespec& end) {
    timespec now;
    RealTime(CLOCK_REALTIME, &now);
    const int64_t real_end = Nanoseconds(end) - CurrentShift();
    const int64_t piece_end = Nanoseconds(now) + kPiece;
    is_cut = piece_end < real_end;
    until = TimeOf(std::max<int64_t>(std::min(real_end, piece_end), 0));
  }
  // When the clock of the kernel ends the wait, and whether that is too early.
  timespec until;
  bool is_cut;
};

}  // namespace

// The C library calls the parameters by reserved names.
// NOLINTBEGIN(readability-inconsistent-declaration-parameter-name)
extern "C" {

int clock_gettime(clockid_t clock, timespec* time) noexcept {
  const int result = RealTime(clock, time);
  if (result == 0 && CanBeSet(clock)) *time = TimeOf(Nanoseconds(*time) + CurrentShift());
  return result;
}

int gettimeofday(timeval* time, void* /*zone*/) noexcept {
  timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  *time = {.tv_sec = now.tv_sec, .tv_usec = now.tv_nsec / 1000};
  return 0;
}

time_t time(time_t* time) noexcept {
  timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (time != nullptr) *time = now.tv_sec;
  return now.tv_sec;
}

// A wait that ends early looks like one that was woken for no reason, which may always happen.
int pthread_cond_clockwait(pthread_cond_t* condition, pthread_mutex_t* mutex, clockid_t clock,
                           const timespec* end) {
  static const auto original = Original("pthread_cond_clockwait", &pthread_cond_clockwait);
  if (!CanBeSet(clock)) return original(condition, mutex, clock, end);
  const Wait wait(*end);
  const int result = original(condition, mutex, clock, &wait.until);
  return result == ETIMEDOUT && wait.is_cut ? 0 : result;
}

// No program under test gives a condition another clock than CLOCK_REALTIME.
int pthread_cond_timedwait(pthread_cond_t* condition, pthread_mutex_t* mutex, const timespec* end) {
  return pthread_cond_clockwait(condition, mutex, CLOCK_REALTIME, end);
}

// Abseil waits by means of system calls.
long syscall(long number, ...) noexcept {  // NOLINT(google-runtime-int)
  long arguments[6];                       // NOLINT(google-runtime-int)
  va_list list;
  va_start(list, number);
  for (long& argument : arguments) argument = va_arg(list, long);  // NOLINT(google-runtime-int)
  va_end(list);
  static const auto original = Original("syscall", &syscall);
  const auto call = [&] {
    return original(number, arguments[0], arguments[1], arguments[2], arguments[3], arguments[4],
                    arguments[5]);
  };
  const auto* const end =
      reinterpret_cast<const timespec*>(arguments[3]);  // NOLINT(performance-no-int-to-ptr)
  constexpr int kWaitUntil = FUTEX_WAIT_BITSET | FUTEX_CLOCK_REALTIME;
  if (number != SYS_futex || end == nullptr || (arguments[1] & ~FUTEX_PRIVATE_FLAG) != kWaitUntil) {
    return call();
  }
  const Wait wait(*end);
  arguments[3] = reinterpret_cast<long>(&wait.until);  // NOLINT(google-runtime-int)
  const long result = call();                          // NOLINT(google-runtime-int)
  if (result == -1 && errno == ETIMEDOUT && wait.is_cut) errno = EINTR;
  return result;
}

}  // extern "C"
// NOLINTEND(readability-inconsistent-declaration-parameter-name)
