#ifndef ARBITER_SERVICE_CALLS_TEST_DOOR_H_
#define ARBITER_SERVICE_CALLS_TEST_DOOR_H_

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "service/calls/rpc.h"
#include "tests/support/waiting.h"

namespace arbiter {

// A door without a network, for tests: the test's thread reports the events of the RPCs.
class TestDoor {
 public:
  // What the client of one RPC sends and receives.
  struct Client {
    std::string method;
    std::vector<std::pair<std::string, std::string>> headers = {};
    Rpc::Time deadline = Rpc::Time::max();
    // The messages that the server has not read yet.
    std::deque<std::string> requests = {};
    bool half_closed = true;

    std::vector<std::string> answers = {};
    std::vector<std::pair<std::string, std::string>> metadata = {};
    std::optional<RpcStatus> status = std::nullopt;
    bool is_done = false;
  };

  // Lets an RPC arrive, and reports events until it is over. Calls `act` once there is no event to
  // report, for example to cancel the RPC.
  void Call(const AcceptRpc& accept, Client* client, std::function<void()> act = nullptr);
  // Cancels the RPC that Call() has let arrive.
  void Cancel();

 private:
  class TestRpc;

  void Post(std::function<void()> event) {
    // The door may be destroyed as soon as the last event has been taken, so the lock is held until
    // the end.
    const std::lock_guard lock(mutex_);
    events_.push_back(std::move(event));
    posted_.notify_one();
  }
  // Returns the next event; nullptr if there has been none for a while.
  std::function<void()> Next() {
    std::unique_lock lock(mutex_);
    if (!posted_.wait_for(lock, Rpc::kTick, [this] { return !events_.empty(); })) return nullptr;
    std::function<void()> event = std::move(events_.front());
    events_.pop_front();
    return event;
  }

  std::mutex mutex_;
  std::condition_variable posted_;
  std::deque<std::function<void()>> events_;
  TestRpc* rpc_ = nullptr;
};

class TestDoor::TestRpc final : public Rpc {
 public:
  TestRpc(TestDoor* door, Client* client) : door_(*door), client_(*client) {
    connection_->client = "ipv4:192.0.2.1:40000";
    connection_->client_key = "192.0.2.1";
  }

  std::string_view method() const override { return client_.method; }
  HeaderValues FindHeaders(std::string_view name) const override {
    HeaderValues values;
    for (const auto& [key, value] : client_.headers) {
      if (key == name) values.push_back(value);
    }
    return values;
  }
  Time deadline() const override { return client_.deadline; }
  const ConnectionPtr& connection() const override { return connection_; }
  std::vector<std::string> CertificateNames() const override { return {}; }
  bool is_cancelled() const override { return cancelled; }
  ReceivedBytes TakeMessage() override {
    auto* const message = new std::string(std::move(client_.requests.front()));
    client_.requests.pop_front();
    return {*message, message, [](void* bytes) { delete static_cast<std::string*>(bytes); }};
  }
  void Open(RpcHandler* opened) override { handler = opened; }
  void AddInitialMetadata(std::string_view name, std::string_view value) override {
    client_.metadata.emplace_back(name, value);
  }
  void AddTrailingMetadata(std::string_view name, std::string_view value) override {
    client_.metadata.emplace_back(name, value);
  }
  void StartWatch() override { watched = true; }
  void StartRead() override {
    door_.Post([this] {
      // A request that never comes leaves the read pending.
      if (client_.requests.empty() && !client_.half_closed && !cancelled) return;
      handler->OnReadDone(!client_.requests.empty());
    });
  }
  void StartSendInitialMetadata() override {}
  void StartWrite(std::string message, bool /*more_follows*/) override {
    door_.Post([this, message = std::move(message)] {
      client_.answers.push_back(message);
      handler->OnWriteDone(true);
    });
  }
  void StartFinish(RpcStatus status) override {
    door_.Post([this, status = std::move(status)] {
      client_.status = status;
      client_.is_done = true;
      handler->OnDone();
    });
  }
  void StartWriteAndFinish(std::string message) override {
    door_.Post([this, message = std::move(message)] { client_.answers.push_back(message); });
    StartFinish({});
  }
  void Cancel() override { door_.Cancel(); }

  RpcHandler* handler = nullptr;
  std::atomic<bool> cancelled = false;
  bool watched = false;

 private:
  TestDoor& door_;
  Client& client_;
  const ConnectionPtr connection_ = std::make_shared<Connection>();
};

inline void TestDoor::Cancel() {
  Post([this] {
    rpc_->cancelled = true;
    if (rpc_->watched) rpc_->handler->OnCancel();
  });
}

inline void TestDoor::Call(const AcceptRpc& accept, Client* client, std::function<void()> act) {
  auto rpc = std::make_unique<TestRpc>(this, client);
  rpc_ = rpc.get();
  accept(std::move(rpc));
  const auto patience = std::chrono::steady_clock::now() + testing::kPatience;
  while (!client->is_done && std::chrono::steady_clock::now() < patience) {
    if (const std::function<void()> event = Next()) {
      event();
    } else {
      if (act != nullptr) std::exchange(act, nullptr)();
      rpc_->handler->OnTick(std::chrono::steady_clock::now());
    }
  }
}

}  // namespace arbiter

#endif  // ARBITER_SERVICE_CALLS_TEST_DOOR_H_
