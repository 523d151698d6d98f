#ifndef ARBITER_TESTS_FUZZ_CORPUS_H_
#define ARBITER_TESTS_FUZZ_CORPUS_H_

#include <map>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace arbiter::fuzz {

// The inputs that a fuzz target starts from, by name.
//
// A corpus is kept as one text file, tests/fuzz/corpus/TARGET.txt, in which every input stands
// under its name:
//
//   -- chakart_pass --
//   chakart claim standard
//   7k/8/8/8/8/8/8/7L w 10 {"flags":"0000","passes":1}
//   -- chakart_start --
//   chakart claim standard
//
// The bytes of an input are the lines below its name, joined by newlines; an input that ends in a
// newline therefore has an empty last line. A line may contain two escapes: `\\` for a backslash,
// and `\x` followed by two hexadecimal digits for any byte. A line of an input never begins with
// "-- "; its first character is escaped instead.
using Corpus = std::map<std::string, std::string>;

// Adds an input. Fails if the name could not be the name of a file, or if the corpus holds other
// bytes under it.
absl::Status AddInput(std::string_view name, std::string bytes, Corpus* corpus);

// Reads the text of a corpus file. Fails with the number of the first line that is malformed.
absl::StatusOr<Corpus> ParseCorpus(std::string_view text);

// Writes the text of a corpus file, sorted by name: printable ASCII, and the same for equal
// corpora. ParseCorpus reads it back.
std::string FormatCorpus(const Corpus& corpus);

}  // namespace arbiter::fuzz

#endif  // ARBITER_TESTS_FUZZ_CORPUS_H_
