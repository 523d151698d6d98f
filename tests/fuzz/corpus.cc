#include "tests/fuzz/corpus.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "absl/strings/ascii.h"
#include "core/base/strings.h"

namespace arbiter::fuzz {
namespace {

constexpr std::string_view kNameStart = "-- ";
constexpr std::string_view kNameEnd = " --";

// Removes the first line, and returns it without its newline.
std::string_view TakeLine(std::string_view* text) {
  const std::string_view line = text->substr(0, text->find('\n'));
  text->remove_prefix(std::min(line.size() + 1, text->size()));
  return line;
}

bool IsFileName(std::string_view name) {
  return !name.empty() && name.front() != '.' && std::ranges::all_of(name, [](char next) {
    return absl::ascii_isalnum(static_cast<unsigned char>(next)) || next == '_' || next == '-' ||
           next == '.';
  });
}

void AppendEscaped(std::string_view line, std::string* text) {
  const bool looks_like_name = line.starts_with(kNameStart);
  for (size_t i = 0; i < line.size(); ++i) {
    const auto byte = static_cast<uint8_t>(line[i]);
    // Editors and patches may remove a space at the end of a line.
    const bool trailing_space = byte == ' ' && i + 1 == line.size();
    if (byte == '\\') {
      text->append("\\\\");
    } else if (byte < ' ' || byte > '~' || trailing_space || (looks_like_name && i == 0)) {
      StrAppend(text, "\\x", absl::Hex(byte, absl::kZeroPad2));
    } else {
      text->push_back(line[i]);
    }
  }
}

absl::Status AppendUnescaped(std::string_view line, std::string* bytes) {
  while (!line.empty()) {
    if (ConsumePrefix(&line, "\\\\")) {
      bytes->push_back('\\');
    } else if (line.front() == '\\') {
      const std::string_view escape = line.substr(0, 4);
      uint8_t byte = 0;
      const auto [end, error] = std::from_chars(escape.data() + std::min<size_t>(escape.size(), 2),
                                                escape.data() + escape.size(), byte, 16);
      if (!escape.starts_with("\\x") || escape.size() < 4 || error != std::errc() ||
          end != escape.data() + escape.size()) {
        return absl::InvalidArgumentError(
            StrCat("'", escape, "' is not a valid escape; write '\\\\' for a backslash, or '\\x' ",
                   "and two hexadecimal digits for a byte"));
      }
      bytes->push_back(static_cast<char>(byte));
      line.remove_prefix(escape.size());
    } else {
      bytes->push_back(line.front());
      line.remove_prefix(1);
    }
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status AddInput(std::string_view name, std::string bytes, Corpus* corpus) {
  if (!IsFileName(name)) {
    return absl::InvalidArgumentError(
        StrCat("'", name, "' is not a valid name of an input; use letters, digits, '_', '-' and ",
               "'.', but do not begin with '.'"));
  }
  const auto [input, added] = corpus->try_emplace(std::string(name), bytes);
  if (!added && input->second != bytes) {
    return absl::AlreadyExistsError(
        StrCat("the corpus has a different input '", name, "'; choose another name"));
  }
  return absl::OkStatus();
}

absl::StatusOr<Corpus> ParseCorpus(std::string_view text) {
  Corpus corpus;
  int line_number = 0;
  const auto take_line = [&] {
    ++line_number;
    return TakeLine(&text);
  };
  const auto error = [&](const auto& message) {
    return absl::InvalidArgumentError(StrCat("line ", line_number, ": ", message));
  };
  while (!text.empty()) {
    std::string_view name = take_line();
    if (!ConsumePrefix(&name, kNameStart) || !ConsumeSuffix(&name, kNameEnd)) {
      return error("expected the name of an input, for example '-- promotion --'");
    }
    std::string bytes;
    for (bool first = true; !text.empty() && !text.starts_with(kNameStart); first = false) {
      if (!first) bytes.push_back('\n');
      const absl::Status line = AppendUnescaped(take_line(), &bytes);
      if (!line.ok()) return error(line.message());
    }
    const absl::Status added = AddInput(name, std::move(bytes), &corpus);
    if (!added.ok()) return error(added.message());
  }
  return corpus;
}

std::string FormatCorpus(const Corpus& corpus) {
  std::string text;
  for (const auto& [name, bytes] : corpus) {
    StrAppend(&text, kNameStart, name, kNameEnd, "\n");
    // Every input has one line more than it has newlines, so that it has at least one.
    std::string_view rest = bytes;
    for (auto lines = std::ranges::count(bytes, '\n') + 1; lines > 0; --lines) {
      AppendEscaped(TakeLine(&rest), &text);
      text.push_back('\n');
    }
  }
  return text;
}

}  // namespace arbiter::fuzz
