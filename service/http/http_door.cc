#include "service/http/http_door.h"

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <exception>
#include <list>
#include <thread>
#include <utility>

#include "service/http/byte_stream.h"
#include "service/http/http_connection.h"

namespace arbiter {
namespace {

using Clock = std::chrono::steady_clock;

}  // namespace

// What the thread of the door works on. Everything but Post() belongs to the thread.
class HttpDoor::Loop {
 public:
  Loop(HttpDoor* door, Options options, const Limits* limits, AcceptRpc accept)
      : door_(*door),
        tls_(std::move(options.tls)),
        site_(std::move(options.site)),
        environment_{.limits = *limits, .site = site_, .accept = std::move(accept)} {}

  ~Loop() { Shutdown(); }

  void Start() {
    Beat();
    thread_ = std::thread([this] { io_.run(); });
  }

  void Shutdown() {
    if (!thread_.joinable()) return;
    Post([this] {
      is_ending_ = true;
      for (const auto& connection : connections_) connection->Close();
    });
    thread_.join();
    connections_.clear();
  }

  template <typename Action>
  void Post(Action action) {
    boost::asio::post(io_, std::move(action));
  }

  void Serve(Fd fd, ConnectionPtr connection) {
    if (is_ending_) return;
    try {
      connections_.push_back(std::make_shared<HttpConnection>(
          &environment_, &io_, tls_.MakeStream(std::move(fd), &io_), std::move(connection)));
    } catch (const std::exception&) {
      // The system has no resources for it. The client finds the connection closed.
      return;
    }
    connections_.back()->Open();
  }

  void BeginDrain() { environment_.is_draining = true; }

 private:
  void Beat() {
    const Clock::time_point now = Clock::now();
    door_.last_heartbeat_ = now;
    if (now - last_tick_ >= Rpc::kTick) {
      last_tick_ = now;
      for (const auto& connection : connections_) connection->OnTime(now);
      connections_.remove_if([](const auto& connection) { return connection->is_over(); });
    }
    if (is_ending_ && connections_.empty()) return work_.reset();
    timer_.expires_at(now + kHeartbeat);
    timer_.async_wait([this](const boost::system::error_code&) { Beat(); });
  }

  HttpDoor& door_;
  boost::asio::io_context io_{1};
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work_{
      io_.get_executor()};
  boost::asio::steady_timer timer_{io_};
  TlsContexts tls_;
  const HttpSite site_;
  HttpEnvironment environment_;
  std::list<std::shared_ptr<HttpConnection>> connections_;
  Clock::time_point last_tick_;
  bool is_ending_ = false;
  std::thread thread_;
};

HttpDoor::HttpDoor(Options options, const Limits* limits, AcceptRpc accept)
    : last_heartbeat_(Clock::now()),
      loop_(std::make_unique<Loop>(this, std::move(options), limits, std::move(accept))) {}

HttpDoor::~HttpDoor() { Shutdown(); }

void HttpDoor::Start() { loop_->Start(); }

void HttpDoor::Serve(Fd fd, ConnectionPtr connection) {
  auto owned = std::make_shared<Fd>(std::move(fd));
  loop_->Post([this, owned, connection = std::move(connection)]() mutable {
    loop_->Serve(std::move(*owned), std::move(connection));
  });
}

void HttpDoor::BeginDrain() {
  loop_->Post([this] { loop_->BeginDrain(); });
}

void HttpDoor::Shutdown() { loop_->Shutdown(); }

}  // namespace arbiter
