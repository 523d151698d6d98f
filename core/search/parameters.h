#ifndef ARBITER_CORE_SEARCH_PARAMETERS_H_
#define ARBITER_CORE_SEARCH_PARAMETERS_H_

namespace arbiter {

// The constants of the alpha-beta search that games decide; core/search/parameters.def says what
// each means.
struct SearchParameters {
#define ARBITER_SEARCH_PARAMETER(name, value, min, max, step) int name = value;
#include "core/search/parameters.def"
};

inline constexpr SearchParameters kDefaultParameters;

// How to tune one of them.
struct SearchParameterInfo {
  const char* name;
  int SearchParameters::*member;
  int min;
  int max;
  int step;
};
inline constexpr SearchParameterInfo kSearchParameters[] = {
#define ARBITER_SEARCH_PARAMETER(name, value, min, max, step) \
  {#name, &SearchParameters::name, min, max, step},
#include "core/search/parameters.def"
};

}  // namespace arbiter

#endif  // ARBITER_CORE_SEARCH_PARAMETERS_H_
