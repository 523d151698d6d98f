// Measures the rates from which docs/scale.md computes the size of a large site, and prints them as
// JSON.
#include <algorithm>
#include <cstdio>
#include <iostream>
#include <string>
#include <vector>

#include "CLI/CLI.hpp"
#include "absl/strings/str_format.h"
#include "tests/tools/bench/scale.h"

namespace arbiter::bench {
namespace {

struct Part {
  std::string name;
  Rates (*measure)(const ScalePlan& plan);
};

const Part kParts[] = {{"reviews", MeasureReviews},
                       {"items", MeasureItems},
                       {"site", MeasureSite},
                       {"cache", MeasureCache}};

int Main(int argc, char** argv) {
  CLI::App app("arbiter_scale: measures what a site with many games costs", "arbiter_scale");
  ScalePlan plan;
  std::vector<std::string> only;
  std::vector<std::string> names;
  for (const Part& part : kParts) names.push_back(part.name);
  app.add_option("--arbiterd", plan.arbiterd, "The program arbiterd")->required();
  app.add_option("--depth", plan.depth, "The depth of reviews, except in Chakart")
      ->check(CLI::Range(1, 30))
      ->capture_default_str();
  app.add_option("--chakart-depths", plan.chakart_depths, "The depths of reviews in Chakart")
      ->check(CLI::Range(1, 30))
      ->capture_default_str();
  app.add_option("--games", plan.games, "How many games of each variant are reviewed")
      ->check(CLI::Range(1, 1'000))
      ->capture_default_str();
  app.add_option("--minutes", plan.minutes,
                 "The minutes in which the games of an hour come in, in the part `site`")
      ->check(CLI::Range(1, 60))
      ->capture_default_str();
  app.add_option("--only", only, "The parts to measure; all by default")
      ->check(CLI::IsMember(names));
  CLI11_PARSE(app, argc, argv);

  std::string json;
  for (const Part& part : kParts) {
    if (!only.empty() && std::find(only.begin(), only.end(), part.name) == only.end()) continue;
    std::cerr << "    " << part.name << " …" << std::endl;
    absl::StrAppendFormat(&json, "%s\n  \"%s\": {", json.empty() ? "{" : ",", part.name);
    const char* separator = "";
    for (const auto& [name, value] : part.measure(plan)) {
      absl::StrAppendFormat(&json, "%s\n    \"%s\": %.4g", separator, name, value);
      separator = ",";
    }
    json += "\n  }";
  }
  std::cout << json << "\n}" << std::endl;
  return 0;
}

}  // namespace
}  // namespace arbiter::bench

int main(int argc, char** argv) { return arbiter::bench::Main(argc, argv); }
