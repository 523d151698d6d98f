#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "clients/cli/arguments/arguments.h"
#include "clients/cli/commands/command.h"
#include "clients/cli/text/json.h"
#include "core/base/error.h"
#include "core/base/status_macros.h"
#include "core/base/strings.h"

namespace arbiter::cli {
namespace {

void PrintOverview(const v1::ListVariantsResponse& response) {
  for (const v1::Variant& variant : response.variants()) {
    const std::string board = StrCat(variant.files(), "x", variant.ranks());
    std::cout << absl::StreamFormat("%-10s %-6s %-16s %s\n", variant.id(), board,
                                    absl::StrJoin(variant.players(), ", "), variant.name());
  }
}

// Describes the values of an option: a range of numbers, a text like the one shown, or a choice.
std::string ValuesText(const v1::Option& option) {
  if (option.maximum() > 0) return StrCat(option.minimum(), " to ", option.maximum());
  if (!option.form().empty()) return StrCat("a text like ", option.form());
  return absl::StrJoin(option.values(), " | ");
}

void PrintDetails(const v1::Variant& variant) {
  std::cout << variant.id() << ": " << variant.name() << ", " << variant.files() << "x"
            << variant.ranks() << ", " << absl::StrJoin(variant.players(), " against ")
            << "\nStart: " << variant.start_fen() << "\n\nPieces\n";
  for (const v1::Piece& piece : variant.pieces()) {
    std::cout << absl::StreamFormat("  %s  %s: %s\n", piece.letter(), piece.name(), piece.moves());
  }
  if (variant.regions_size() > 0) std::cout << "\nAreas\n";
  for (const v1::Region& region : variant.regions()) {
    std::cout << "  " << region.name() << ": " << absl::StrJoin(region.squares(), " ") << '\n';
  }
  std::cout << "\nOptions\n";
  for (const v1::Option& option : variant.options()) {
    std::cout << "  " << option.name() << " = " << ValuesText(option) << " ("
              << (option.default_value().empty() ? "no default"
                                                 : StrCat("default ", option.default_value()))
              << "): " << option.description() << '\n';
  }
  std::cout << "\nActions\n";
  int width = 14;
  for (const v1::ActionForm& form : variant.action_forms()) {
    width = std::max(width, static_cast<int>(form.example().size()));
  }
  for (const v1::ActionForm& form : variant.action_forms()) {
    std::cout << absl::StreamFormat("  %-*s %s\n", width, form.example(), form.meaning());
  }
  std::cout << "\nRulings\n";
  for (const v1::Ruling& ruling : variant.rulings()) {
    std::cout << absl::StreamFormat("  %-4s %s\n", ruling.id(), ruling.text());
  }
}

class VariantsCommand {
 public:
  void AddTo(CommandParser command) {
    command.Add("variant", &variant_, "Describe this variant in detail").Type(kVariantType);
    answer_.AddLocale(command);
  }

  absl::Status Run(Session& session) const {
    v1::ListVariantsRequest request;
    answer_.Fill(&request);
    ARBITER_ASSIGN_OR_RETURN(auto response, session.Call<v1::ListVariantsResponse>(request));
    if (variant_.empty()) {
      if (session.json()) return PrintJson(response);
      PrintOverview(response);
      return absl::OkStatus();
    }
    const auto& variants = response.variants();
    const auto found = std::find_if(variants.begin(), variants.end(), [this](const auto& variant) {
      return variant.id() == LowerCase(variant_);
    });
    if (found == variants.end()) {
      std::vector<std::string_view> known;
      for (const v1::Variant& variant : variants) known.push_back(variant.id());
      return MakeError(ErrorReason::kUnknownVariant,
                       StrCat("unknown variant ", Quoted(variant_), KnownNames(variant_, known)));
    }
    if (session.json()) return PrintJson(*found);
    PrintDetails(*found);
    return absl::OkStatus();
  }

 private:
  std::string variant_;
  AnswerArguments answer_;
};

}  // namespace

void AddVariantsCommand(CommandParser app, Action* action) {
  AddCommand<VariantsCommand>(
      app, "variants", "List the variants, or describe one",
      "  arbiter variants\n  arbiter variants chak --locale zh-CN\n  arbiter variants chpok",
      action);
}

}  // namespace arbiter::cli
