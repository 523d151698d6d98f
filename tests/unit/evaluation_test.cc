// The contract of the evaluation and the search model in every deterministic variant.
#include "tests/support/evaluation.h"

#include <gtest/gtest.h>

#include "core/variants/chak/rules.h"
#include "core/variants/chpok/board/evaluate.h"
#include "core/variants/chpok/board/rules.h"
#include "core/variants/chpok/home_row.h"
#include "core/variants/makruk/rules.h"

namespace arbiter {
namespace testing {

template <>
struct FirstPositionOf<chpok::BoardRules> {
  static chpok::Position In(const chpok::BoardRules& /*rules*/) {
    chpok::Features features;
    features.width = 9;
    features.Set(chpok::Switch::kSuperqueen);
    features.Set(chpok::Switch::kCornerbishop);
    return chpok::StartPosition(features, chpok::HomeRow::DefaultFor(9));
  }
};

using AllRules = ::testing::Types<chak::ChakRules, chpok::BoardRules, makruk::MakrukRules>;
INSTANTIATE_TYPED_TEST_SUITE_P(Variants, EvaluationOf, AllRules);

}  // namespace testing

namespace {

using testing::EvaluationOf;
using testing::ExpectSeeMostlyExact;

TEST(StaticExchangeEvaluation, IsMostlyExactInChak) {
  class Games : public EvaluationOf<chak::ChakRules> {
   public:
    using EvaluationOf::Positions;
    void TestBody() override {}
  };
  ExpectSeeMostlyExact(*chak::ChakRules::Create({}), Games().Positions(30));
}

TEST(StaticExchangeEvaluation, IsMostlyExactInMakruk) {
  class Games : public EvaluationOf<makruk::MakrukRules> {
   public:
    using EvaluationOf::Positions;
    void TestBody() override {}
  };
  ExpectSeeMostlyExact(*makruk::MakrukRules::Create({}), Games().Positions(30));
}

}  // namespace
}  // namespace arbiter
