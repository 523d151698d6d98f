// Tunes the weights of a variant's evaluation on games of self-play and writes them to the
// variant's weights.cc. `./dev tune VARIANT` runs it; docs/engine.md describes the method.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/variants/chak/rules.h"
#include "core/variants/chakart/evaluate.h"
#include "core/variants/chakart/rules.h"
#include "core/variants/chpok/board/evaluate.h"
#include "core/variants/chpok/board/rules.h"
#include "core/variants/makruk/rules.h"
#include "tests/tools/tune/chance_self_play.h"
#include "tests/tools/tune/first_position.h"
#include "tests/tools/tune/fit.h"
#include "tests/tools/tune/samples.h"
#include "tests/tools/tune/self_play.h"

namespace arbiter::tune {
namespace {

// Adds the terms and the phase of a position to the samples.
template <typename Position>
void AddSample(const Position& position, int phase, int max_phase, int fixed, int searched,
               Samples* samples) {
  TermList list;
  VisitTerms(position, &list);
  std::vector<SampleTerm> terms;
  for (const auto& [term, times] : list.terms()) {
    terms.push_back({static_cast<int16_t>(term), static_cast<int16_t>(times)});
  }
  samples->Add(terms, static_cast<float>(phase) / static_cast<float>(max_phase),
               static_cast<float>(fixed), static_cast<float>(searched));
}

struct Makruk {
  using Rules = makruk::MakrukRules;
  using Player = SelfPlay<Rules, makruk::MakrukModel<Rules, makruk::HandmadeEvaluator>>;
  static constexpr size_t kKinds = makruk::Terms::kKinds;
  static void Sample(const makruk::Position& position, int searched, Samples* samples) {
    AddSample(position, makruk::PhaseOf(position.board), makruk::kMaxPhase, 0, searched, samples);
  }
  static std::span<const Tapered> Weights() { return makruk::kWeights; }
};

struct Chak {
  using Rules = chak::ChakRules;
  using Player = SelfPlay<Rules, chak::ChakModel<Rules, chak::HandmadeEvaluator>>;
  static constexpr size_t kKinds = chak::Terms::kKinds;
  static void Sample(const chak::Position& position, int searched, Samples* samples) {
    AddSample(position, chak::PhaseOf(position.board), chak::kMaxPhase, 0, searched, samples);
  }
  static std::span<const Tapered> Weights() { return chak::kWeights; }
};

struct Chpok {
  using Rules = chpok::BoardRules;
  using Player = SelfPlay<Rules, chpok::HandmadeModel>;
  static constexpr size_t kKinds = chpok::Terms::kKinds;
  static void Sample(const chpok::Position& position, int searched, Samples* samples) {
    AddSample(position, chpok::PhaseOf(position.board), chpok::kMaxPhase,
              chpok::FixedPart(position), searched, samples);
  }
  static std::span<const Tapered> Weights() { return chpok::kWeights; }
};

struct Chakart {
  using Rules = chakart::ChakartRules;
  using Player = ChanceSelfPlay<Rules>;
  static constexpr size_t kKinds = chakart::Terms::kKinds;
  static void Sample(const chakart::Position& position, int searched, Samples* samples) {
    AddSample(position, chakart::PhaseOf(position), chakart::kMaxPhase, 0, searched, samples);
  }
  static std::span<const Tapered> Weights() { return chakart::kWeights; }
};

bool WriteWeights(const std::string& variant, const std::string& path, const Fit& fit) {
  std::ofstream file(path);
  file << "// Written by `./dev tune " << variant << "`; see docs/engine.md.\n"
       << "#include \"" << path.substr(0, path.rfind('/')) << "/evaluate.h\"\n\n"
       << "namespace arbiter::" << variant << " {\n\n"
       << "// clang-format off\n"
       << "const std::array<Tapered, Terms::kCount> kWeights = {{\n";
  std::string line = "   ";
  for (const Tapered& weight : fit.weights) {
    const std::string text =
        " {" + std::to_string(weight.opening()) + ", " + std::to_string(weight.endgame()) + "},";
    if (line.size() + text.size() > 100) {
      file << line << '\n';
      line = "   ";
    }
    line += text;
  }
  file << line << "\n}};\n// clang-format on\n\n}  // namespace arbiter::" << variant << "\n";
  file.close();
  return file.good();
}

template <typename Eval>
int Tune(const std::string& variant, const std::string& path, int games,
         const SelfPlayOptions& options, FitOptions fit_options) {
  const auto rules = Eval::Rules::Create({});
  typename Eval::Player self_play(*rules, FirstPosition(*rules), options);
  Samples samples;
  for (int i = 1; i <= games; ++i) {
    const size_t first = samples.size();
    const auto game = self_play.PlayGame();
    for (const auto& [position, searched] : game.quiet) Eval::Sample(position, searched, &samples);
    samples.SetResult(first, game.result);
    if (i % 100 == 0) std::fprintf(stderr, "%d games, %zu positions\n", i, samples.size());
  }
  fit_options.material_end = Eval::kKinds;
  const Fit fit = FitWeights(samples, Eval::Weights(), fit_options);
  std::printf(
      "%s: %d games of %llu nodes per move, %zu positions; slope of the results %.0f; "
      "entropy %.4f -> %.4f\n",
      variant.c_str(), games, static_cast<unsigned long long>(options.nodes), samples.size(),
      fit.result_slope, fit.before, fit.after);
  if (WriteWeights(variant, path, fit)) return 0;
  std::fprintf(stderr, "cannot write %s\n", path.c_str());
  return 1;
}

int Main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(
        stderr,
        "usage: arbiter_tune chak|chakart|chpok|makruk WEIGHTS_FILE [--games N] [--nodes N] "
        "[--seed N] [--plies N] [--rounds N] [--slope N] "
        "[--result-percent N] [--deviation N] [--alike N]\n");
    return 2;
  }
  const std::string variant = argv[1];
  int games = 1300;
  SelfPlayOptions options;
  FitOptions fit_options;
  for (int i = 3; i + 1 < argc; i += 2) {
    const std::string_view flag = argv[i];
    const int64_t value = std::atoll(argv[i + 1]);
    if (flag == "--games") games = static_cast<int>(value);
    if (flag == "--nodes") options.nodes = static_cast<uint64_t>(value);
    if (flag == "--seed") options.seed = static_cast<uint64_t>(value);
    if (flag == "--rounds") fit_options.rounds = static_cast<int>(value);
    if (flag == "--plies") options.max_plies = static_cast<int>(value);
    if (flag == "--result-percent") {
      fit_options.result_share = static_cast<double>(value) / 100;
    }
    if (flag == "--deviation") fit_options.deviation = static_cast<double>(value);
    if (flag == "--alike") fit_options.correlated_positions = static_cast<double>(value);
    if (flag == "--slope") fit_options.slope = static_cast<double>(value);
  }
  if (variant == "makruk") return Tune<Makruk>(variant, argv[2], games, options, fit_options);
  if (variant == "chak") return Tune<Chak>(variant, argv[2], games, options, fit_options);
  if (variant == "chakart") return Tune<Chakart>(variant, argv[2], games, options, fit_options);
  if (variant == "chpok") return Tune<Chpok>(variant, argv[2], games, options, fit_options);
  std::fprintf(stderr, "unknown variant '%s' (known: chak, chakart, chpok, makruk)\n",
               variant.c_str());
  return 2;
}

}  // namespace
}  // namespace arbiter::tune

int main(int argc, char** argv) { return arbiter::tune::Main(argc, argv); }
