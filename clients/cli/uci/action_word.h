#ifndef ARBITER_CLIENTS_CLI_UCI_ACTION_WORD_H_
#define ARBITER_CLIENTS_CLI_UCI_ACTION_WORD_H_

#include <algorithm>
#include <string>

namespace arbiter::cli {

// UCI separates moves by blanks, which some action texts have: there `_` stands for a blank, as in
// `raise_time_+3_5+2`. No action text has a `_` of its own.

inline std::string ToActionWord(std::string action) {
  std::replace(action.begin(), action.end(), ' ', '_');
  return action;
}

inline std::string FromActionWord(std::string word) {
  std::replace(word.begin(), word.end(), '_', ' ');
  return word;
}

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_UCI_ACTION_WORD_H_
