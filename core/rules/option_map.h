#ifndef ARBITER_CORE_RULES_OPTION_MAP_H_
#define ARBITER_CORE_RULES_OPTION_MAP_H_

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace arbiter {

// A caller's options by name. An option that is absent has its default.
//
// Sorted by name, like a std::map, but without an allocation for each option, because each snapshot
// holds options. Adding an option takes linear time, so the number of options must be limited.
class OptionMap {
 public:
  using value_type = std::pair<std::string, std::string>;
  using Entries = std::vector<value_type>;
  using iterator = Entries::iterator;
  using const_iterator = Entries::const_iterator;

  OptionMap() = default;
  OptionMap(std::initializer_list<std::pair<std::string_view, std::string_view>> options) {
    reserve(options.size());
    for (const auto& [name, value] : options) emplace(name, value);
  }

  void reserve(size_t size) { entries_.reserve(size); }
  bool empty() const { return entries_.empty(); }
  size_t size() const { return entries_.size(); }
  const_iterator begin() const { return entries_.begin(); }
  const_iterator end() const { return entries_.end(); }

  const_iterator find(std::string_view name) const {
    const const_iterator at = LowerBound(name);
    return at != end() && at->first == name ? at : end();
  }
  bool contains(std::string_view name) const { return find(name) != end(); }
  // The value of the option `name`, which must be present.
  const std::string& at(std::string_view name) const { return find(name)->second; }

  // Adds an option unless it is present. Returns its place, and whether it was added.
  std::pair<iterator, bool> emplace(std::string_view name, std::string_view value) {
    const iterator place = entries_.begin() + (LowerBound(name) - begin());
    if (place != entries_.end() && place->first == name) return {place, false};
    return {entries_.emplace(place, name, value), true};
  }
  // The value of the option `name`, which is added, with an empty value, if it is absent.
  std::string& operator[](std::string_view name) { return emplace(name, "").first->second; }
  // Removes the option `name` if it is present.
  void erase(std::string_view name) {
    if (const const_iterator place = find(name); place != end()) entries_.erase(place);
  }

  bool operator==(const OptionMap&) const = default;

 private:
  const_iterator LowerBound(std::string_view name) const {
    return std::find_if(begin(), end(),
                        [name](const value_type& entry) { return name <= entry.first; });
  }

  Entries entries_;
};

}  // namespace arbiter

#endif  // ARBITER_CORE_RULES_OPTION_MAP_H_
