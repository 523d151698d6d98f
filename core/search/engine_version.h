#ifndef ARBITER_CORE_SEARCH_ENGINE_VERSION_H_
#define ARBITER_CORE_SEARCH_ENGINE_VERSION_H_

namespace arbiter {

// Counted up whenever a search or an evaluation changes, so that what an older engine found is not
// taken for the answer of this one.
inline constexpr int kEngineVersion = 1;

}  // namespace arbiter

#endif  // ARBITER_CORE_SEARCH_ENGINE_VERSION_H_
