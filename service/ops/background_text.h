#ifndef ARBITER_SERVICE_OPS_BACKGROUND_TEXT_H_
#define ARBITER_SERVICE_OPS_BACKGROUND_TEXT_H_

#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

namespace arbiter {

// Makes texts on a thread of its own, one at a time, for a caller that must not wait for them.
class BackgroundText {
 public:
  // Calls `make` for each text, and `made` once the text can be taken, both on the thread.
  BackgroundText(std::function<std::string()> make, std::function<void()> made);
  // Waits for `make` to return.
  ~BackgroundText();
  BackgroundText(const BackgroundText&) = delete;
  BackgroundText& operator=(const BackgroundText&) = delete;

  // Begins a text. The one before has been taken.
  void Begin();
  // Returns the text if it is ready, and `std::nullopt` the next time.
  std::optional<std::string> Take();

 private:
  void Run();

  const std::function<std::string()> make_;
  const std::function<void()> made_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool wanted_ = false;
  bool stopping_ = false;
  std::optional<std::string> text_;
  std::thread thread_;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_OPS_BACKGROUND_TEXT_H_
