#include "tests/tools/tune/spsa.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <random>
#include <sstream>
#include <string_view>
#include <utility>

#include "absl/strings/str_format.h"
#include "core/base/strings.h"

namespace arbiter::tune {
namespace {

constexpr size_t kCount = std::size(kSearchParameters);
// The exponents by which the changes and the rates shrink, and the share of the trials by which the
// rates are delayed, as Spall recommends.
constexpr double kGamma = 0.101;
constexpr double kAlpha = 0.602;
constexpr double kDelay = 0.1;

// Returns what the first words are in which two lines differ.
std::string Difference(std::string_view found, std::string_view expected) {
  const auto end = std::mismatch(found.begin(), found.end(), expected.begin(), expected.end());
  const auto same = static_cast<size_t>(end.first - found.begin());
  const size_t begin = found.substr(0, same).find_last_of(" ,") + 1;
  constexpr size_t kLength = 40;
  return StrCat("'", found.substr(begin, kLength), "' instead of '",
                expected.substr(begin, kLength), "'");
}

}  // namespace

Spsa::Spsa(const SearchParameters& start, const std::vector<std::string>& names,
           const Options& options)
    : start_(start), options_(options) {
  for (const SearchParameterInfo& info : kSearchParameters) {
    values_.push_back(start.*info.member);
    tuned_.push_back(names.empty() || std::count(names.begin(), names.end(), info.name) > 0);
  }
}

double Spsa::WidthOf(size_t index, int number) const {
  return kSearchParameters[index].step *
         std::pow(static_cast<double>(options_.pairs) / (number + 1), kGamma);
}

void Spsa::Set(size_t index, double value, double random, SearchParameters* parameters) {
  const SearchParameterInfo& info = kSearchParameters[index];
  parameters->*info.member =
      std::clamp(static_cast<int>(std::floor(value + random)), info.min, info.max);
}

Spsa::Trial Spsa::Next() {
  Trial trial{.up = start_, .down = start_, .number = begun_++};
  std::mt19937_64 random(options_.seed * 1'000'003 + static_cast<uint64_t>(trial.number));
  for (size_t i = 0; i < kCount; ++i) {
    const uint64_t bits = random();
    const int sign = !tuned_[i] ? 0 : (bits & 1) != 0 ? 1 : -1;
    trial.signs.push_back(sign);
    if (sign == 0) continue;
    const double width = WidthOf(i, trial.number);
    const double rounding = static_cast<double>(bits >> 11) / 9007199254740992.0;
    Set(i, values_[i] + sign * width, rounding, &trial.up);
    Set(i, values_[i] - sign * width, rounding, &trial.down);
  }
  return trial;
}

void Spsa::Learn(const Trial& trial, double points) {
  const double pairs = options_.pairs;
  const double slowing =
      std::pow((kDelay * pairs + pairs) / (kDelay * pairs + trial.number + 1), kAlpha);
  for (size_t i = 0; i < kCount; ++i) {
    const SearchParameterInfo& info = kSearchParameters[i];
    // The gain is the rate of the last pairs, scaled up, times step^2; the gradient is points /
    // width.
    const double step = info.step;
    const double width = WidthOf(i, trial.number);
    values_[i] += trial.signs[i] * points * options_.rate * slowing * step * step / width;
    values_[i] = std::clamp<double>(values_[i], info.min, info.max);
  }
  ++done_;
}

SearchParameters Spsa::Result() const {
  SearchParameters result = start_;
  for (size_t i = 0; i < kCount; ++i) {
    if (tuned_[i]) Set(i, values_[i], 0.5, &result);
  }
  return result;
}

std::string Spsa::Header() const {
  return StrCat("seed ", options_.seed, " pairs ", options_.pairs, " rate ", options_.rate,
                options_.conditions.empty() ? "" : " ", options_.conditions);
}

std::string Spsa::Save() const {
  std::string text = StrCat(Header(), "\nbegun ", begun_, "\n");
  for (size_t i = 0; i < kCount; ++i) {
    if (!tuned_[i]) continue;
    absl::StrAppendFormat(&text, "%s %.17g\n", kSearchParameters[i].name, values_[i]);
  }
  return text;
}

absl::Status Spsa::Load(const std::string& text) {
  std::istringstream in(text);
  std::string line;
  if (!std::getline(in, line) || line != Header()) {
    return absl::InvalidArgumentError(
        StrCat("the saved state is of another run: ", Difference(line, Header())));
  }
  std::string name;
  int begun = 0;
  in >> name >> begun;
  std::vector<double> values = values_;
  for (size_t i = 0; i < kCount; ++i) {
    if (!tuned_[i]) continue;
    if (!(in >> name >> values[i]) || name != kSearchParameters[i].name) {
      return absl::InvalidArgumentError(
          StrCat("the saved state does not have the parameter ", kSearchParameters[i].name));
    }
  }
  if (in >> name) {
    return absl::InvalidArgumentError(
        StrCat("the saved state has another parameter, ", name, ", which is not tuned"));
  }
  values_ = std::move(values);
  begun_ = done_ = begun;
  return absl::OkStatus();
}

}  // namespace arbiter::tune
