#ifndef ARBITER_CLIENTS_CLI_ANSWER_ARGUMENTS_H_
#define ARBITER_CLIENTS_CLI_ANSWER_ARGUMENTS_H_

#include <string>

#include "CLI/CLI.hpp"
#include "arbiter/v1/game.pb.h"

namespace arbiter::cli {

// How an answer is given: `--locale`, `--viewer`, `--fen-style`.
struct AnswerArguments {
  std::string locale;
  v1::Viewer viewer = v1::VIEWER_UNSPECIFIED;
  v1::FenStyle fen_style = v1::FEN_STYLE_UNSPECIFIED;

  void AddLocale(CLI::App* command);
  void AddViewer(CLI::App* command);
  void AddFenStyle(CLI::App* command);
  // All three.
  void AddTo(CLI::App* command);

  // Sets those of the three that the request has.
  template <typename Request>
  void Fill(Request* request) const {
    if constexpr (requires { request->set_locale(locale); }) request->set_locale(locale);
    if constexpr (requires { request->set_viewer(viewer); }) request->set_viewer(viewer);
    if constexpr (requires { request->set_fen_style(fen_style); }) {
      request->set_fen_style(fen_style);
    }
  }
};

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_ANSWER_ARGUMENTS_H_
