#include "service/ops/background_text.h"

#include <utility>

namespace arbiter {

BackgroundText::BackgroundText(std::function<std::string()> make, std::function<void()> made)
    : make_(std::move(make)), made_(std::move(made)), thread_([this] { Run(); }) {}

BackgroundText::~BackgroundText() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void BackgroundText::Begin() {
  {
    const std::lock_guard lock(mutex_);
    wanted_ = true;
  }
  changed_.notify_all();
}

std::optional<std::string> BackgroundText::Take() {
  const std::lock_guard lock(mutex_);
  return std::exchange(text_, std::nullopt);
}

void BackgroundText::Run() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return stopping_ || wanted_; });
    if (stopping_) return;
    wanted_ = false;
    lock.unlock();
    std::string text = make_();
    lock.lock();
    text_ = std::move(text);
    lock.unlock();
    made_();
    lock.lock();
  }
}

}  // namespace arbiter
