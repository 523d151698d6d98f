#ifndef ARBITER_TESTS_TOOLS_TUNE_SEARCH_SETTINGS_H_
#define ARBITER_TESTS_TOOLS_TUNE_SEARCH_SETTINGS_H_

#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/search/parameters.h"

namespace arbiter::tune {

// The search model M with parameters that can be changed while the program runs.
template <typename M>
struct TunableModel : M {
  using M::M;
  static const SearchParameters& parameters() { return current; }
  // The parameters of all searches of this thread.
  static inline thread_local SearchParameters current = M::parameters();
};

// Returns the parameter with this name; INVALID_ARGUMENT if there is none.
absl::StatusOr<const SearchParameterInfo*> FindSearchParameter(std::string_view name);

// Changes parameters as a text says, such as `window=15,lmr_base=600`. INVALID_ARGUMENT if it has
// another form, names a parameter that does not exist, or has a value outside the parameter's
// range.
absl::Status ApplySettings(std::string_view text, SearchParameters* parameters);

// Returns the text that sets all parameters.
std::string AllSettings(const SearchParameters& parameters);

// Returns the text that changes `from` into `to`.
std::string SettingsBetween(const SearchParameters& from, const SearchParameters& to);

}  // namespace arbiter::tune

#endif  // ARBITER_TESTS_TOOLS_TUNE_SEARCH_SETTINGS_H_
