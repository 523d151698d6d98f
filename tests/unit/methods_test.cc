#include "service/access/methods.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <string_view>
#include <vector>

#include "arbiter/v1/analysis_service.pb.h"
#include "arbiter/v1/job_service.pb.h"
#include "arbiter/v1/rules_service.pb.h"
#include "google/protobuf/descriptor.h"

namespace arbiter {
namespace {

double CostOf(std::string_view name) { return RuleOf(*FindMethod(name)).cost; }

// Returns the descriptors of all services.
std::vector<const google::protobuf::ServiceDescriptor*> Services() {
  return {v1::BatchRequest::descriptor()->file()->service(0),
          v1::AnalyzeRequest::descriptor()->file()->service(0),
          v1::Job::descriptor()->file()->service(0)};
}

TEST(MethodsTest, EveryMethodOfTheServicesHasARule) {
  size_t methods = 0;
  for (const auto* service : Services()) {
    for (int i = 0; i < service->method_count(); ++i, ++methods) {
      const auto* method = service->method(i);
      const auto id = FindMethod(method->name());
      ASSERT_TRUE(id.has_value()) << method->full_name();
      EXPECT_EQ(RuleOf(*id).service, service->name());
      EXPECT_EQ(RuleOf(*id).is_stream, method->server_streaming()) << method->full_name();
      EXPECT_GE(RuleOf(*id).cost, 1) << method->full_name();
    }
  }
  EXPECT_EQ(methods, AllMethods().size());
}

TEST(MethodsTest, OneSecondOfAnalysisCostsMoreThanAnyCall) {
  for (const MethodRule& method : AllMethods()) {
    EXPECT_GT(CostOfTime(std::chrono::seconds(1)), method.cost) << method.name;
  }
  EXPECT_DOUBLE_EQ(CostOfTime(std::chrono::milliseconds(250)), 25);
  EXPECT_GT(CostOf("ValidateGame"), CostOf("LegalMoves"));
  EXPECT_GT(CostOf("Perft"), CostOf("ValidateGame"));
  for (const char* method : {"ReadPgn", "WritePgn"}) {
    EXPECT_EQ(CostOf(method), CostOf("ValidateGame")) << "a whole game is replayed";
  }
}

TEST(MethodsTest, AWordNamesAMethodAServiceOrAllMethods) {
  EXPECT_EQ(MethodsNamed("LegalMoves").count(), 1U);
  EXPECT_TRUE(MethodsNamed("LegalMoves").test(*FindMethod("LegalMoves")));
  for (const auto* service : Services()) {
    EXPECT_EQ(MethodsNamed(service->name()).count(), static_cast<size_t>(service->method_count()))
        << service->name();
  }
  EXPECT_EQ(MethodsNamed("*").count(), AllMethods().size());
  for (const char* word : {"", "legalMoves", "Rules", "**", "Check"}) {
    EXPECT_TRUE(MethodsNamed(word).none()) << word;
  }
}

}  // namespace
}  // namespace arbiter
