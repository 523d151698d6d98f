// Adds inputs to a corpus file, and unpacks one for libFuzzer, which reads folders:
//   arbiter_corpus add FILE [INPUT...]    adds files, or the files of folders, under their names
//                                         and rewrites FILE in order
//   arbiter_corpus unpack FILE FOLDER     writes each input to a file of its name in FOLDER
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/strings.h"
#include "tests/fuzz/corpus.h"
#include "tests/support/file.h"

namespace arbiter::fuzz {
namespace {

namespace fs = std::filesystem;

absl::StatusOr<std::string> ReadFile(const fs::path& path) {
  if (!fs::is_regular_file(path)) {
    return absl::NotFoundError(StrCat(path.string(), " is not a file"));
  }
  return testing::ReadFile(path);
}

absl::Status WriteFile(const fs::path& path, std::string_view bytes) {
  std::ofstream file(path, std::ios::binary);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  file.close();
  return file ? absl::OkStatus() : absl::UnknownError(StrCat("cannot write ", path.string()));
}

absl::StatusOr<Corpus> ReadCorpus(const fs::path& path) {
  const absl::StatusOr<std::string> text = ReadFile(path);
  if (!text.ok()) return text.status();
  absl::StatusOr<Corpus> corpus = ParseCorpus(*text);
  if (corpus.ok()) return corpus;
  return absl::InvalidArgumentError(StrCat(path.string(), ": ", corpus.status().message()));
}

absl::Status Add(const fs::path& path, std::span<char* const> inputs) {
  absl::StatusOr<Corpus> corpus = ReadCorpus(path);
  if (!corpus.ok()) return corpus.status();
  const size_t size_before = corpus->size();
  std::vector<fs::path> files;
  for (const fs::path input : inputs) {
    if (fs::is_directory(input)) {
      files.insert(files.end(), fs::directory_iterator(input), {});
    } else {
      files.push_back(input);
    }
  }
  for (const fs::path& file : files) {
    const absl::StatusOr<std::string> bytes = ReadFile(file);
    if (!bytes.ok()) return bytes.status();
    const absl::Status added = AddInput(file.filename().string(), *bytes, &*corpus);
    if (!added.ok()) return added;
  }
  // An unchanged file is not rewritten, so that its modification time does not cause a rebuild.
  const std::string text = FormatCorpus(*corpus);
  if (text != testing::ReadFile(path)) {
    const absl::Status written = WriteFile(path, text);
    if (!written.ok()) return written;
  }
  std::cout << corpus->size() << " inputs in " << path.string() << ", "
            << corpus->size() - size_before << " of them new\n";
  return absl::OkStatus();
}

absl::Status Unpack(const fs::path& path, const fs::path& folder) {
  const absl::StatusOr<Corpus> corpus = ReadCorpus(path);
  if (!corpus.ok()) return corpus.status();
  fs::create_directories(folder);
  for (const auto& [name, bytes] : *corpus) {
    const absl::Status written = WriteFile(folder / name, bytes);
    if (!written.ok()) return written;
  }
  return absl::OkStatus();
}

absl::Status Run(std::span<char* const> arguments) {
  const std::string_view command = arguments.empty() ? "" : arguments[0];
  if (command == "add" && arguments.size() >= 2) return Add(arguments[1], arguments.subspan(2));
  if (command == "unpack" && arguments.size() == 3) return Unpack(arguments[1], arguments[2]);
  return absl::InvalidArgumentError(
      "usage: arbiter_corpus add FILE [INPUT...] | arbiter_corpus unpack FILE FOLDER");
}

}  // namespace
}  // namespace arbiter::fuzz

int main(int argc, char** argv) {
  const absl::Status status =
      arbiter::fuzz::Run(std::span(argv, static_cast<size_t>(argc)).subspan(1));
  if (status.ok()) return 0;
  std::cerr << "arbiter_corpus: " << status.message() << "\n";
  return 1;
}
