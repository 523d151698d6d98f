#include "service/calls/call_router.h"

#include <cassert>
#include <deque>
#include <utility>

#include "absl/strings/str_cat.h"
#include "arbiter/v1/analysis_service.pb.h"
#include "arbiter/v1/rules_service.pb.h"
#include "service/calls/analysis_session.h"
#include "service/calls/analysis_stream.h"
#include "service/calls/batch_stream.h"
#include "service/calls/public_call.h"
#include "service/calls/reflection.h"
#include "service/calls/unary_call.h"
#include "service/handlers/answer_from_wire.h"
#include "service/handlers/handlers.h"
#include "service/measure/message_rules.h"

namespace arbiter {
namespace {

std::string MakePath(std::string_view service, std::string_view method) {
  return absl::StrCat("/", absl::string_view(service.data(), service.size()), "/",
                      absl::string_view(method.data(), method.size()));
}

}  // namespace

// The state that the starters refer to.
struct CallRouter::Methods {
  const CallEnvironment* environment;
  std::deque<UnaryMethod> unary = {};

  template <typename Request, Handler<Request> handler>
  Starter AddUnary(const char* name) {
    const MessageRule* const rule = FindMessageRule(absl::StrCat(name, "Request"));
    assert(rule != nullptr);
    unary.push_back(
        {environment->record.metrics.AddMethod(CallType::kUnary, kRulesServiceName, name), rule,
         &AnswerFromWire<Request, handler>, Request::descriptor()});
    return [environment = environment, method = &unary.back()](std::unique_ptr<Rpc> rpc) {
      UnaryCall::Start(environment, method, std::move(rpc));
    };
  }
};

CallRouter::CallRouter(const CallEnvironment* environment, Health* health)
    : methods_(new Methods{environment}) {
  Methods& methods = *methods_;
  Metrics& metrics = environment->record.metrics;
  const auto add = [this](const char* service, const char* name, Starter starter) {
    Add(service, name, std::move(starter));
  };
#define ARBITER_UNARY_METHOD(name, ...) \
  add(kRulesServiceName, #name, methods.AddUnary<v1::name##Request, &name>(#name));
#define ARBITER_STREAM_METHOD(service, name, type, call, ...)                             \
  add(k##service##Name, #name,                                                            \
      [environment, method = metrics.AddMethod(CallType::type, k##service##Name, #name)]( \
          std::unique_ptr<Rpc> rpc) { call::Start(environment, method, std::move(rpc)); });
#include "service/methods.def"

  MethodMetrics* check = metrics.AddMethod(CallType::kUnary, kHealthServiceName, "Check");
  add(kHealthServiceName, "Check", [environment, check, health](std::unique_ptr<Rpc> rpc) {
    HealthCheck::Start(environment, check, health, std::move(rpc));
  });
  MethodMetrics* watch = metrics.AddMethod(CallType::kServerStream, kHealthServiceName, "Watch");
  add(kHealthServiceName, "Watch", [environment, watch, health](std::unique_ptr<Rpc> rpc) {
    HealthWatch::Start(environment, watch, health, std::move(rpc));
  });
  for (const char* service :
       {"grpc.reflection.v1.ServerReflection", "grpc.reflection.v1alpha.ServerReflection"}) {
    MethodMetrics* reflection =
        metrics.AddMethod(CallType::kBidiStream, service, "ServerReflectionInfo");
    add(service, "ServerReflectionInfo", [environment, reflection](std::unique_ptr<Rpc> rpc) {
      ReflectionStream::Start(environment, reflection, std::move(rpc));
    });
  }
}

CallRouter::~CallRouter() = default;

void CallRouter::Add(std::string_view service, std::string_view method, Starter starter) {
  starters_[MakePath(service, method)] = std::move(starter);
}

void CallRouter::Accept(std::unique_ptr<Rpc> rpc) const {
  if (rpc->connection()->broken_off()) return DropRpc(std::move(rpc));
  const std::string_view method = rpc->method();
  const auto found = starters_.find(absl::string_view(method.data(), method.size()));
  if (found == starters_.end()) {
    RefuseUnknownMethod(methods_->environment, std::move(rpc));
  } else {
    found->second(std::move(rpc));
  }
}

}  // namespace arbiter
