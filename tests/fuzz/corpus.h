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
// A corpus is stored as one text file, tests/fuzz/corpus/TARGET.txt, in which every input follows
// its name:
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

// Adds an input. INVALID_ARGUMENT if the name is not a valid file name, ALREADY_EXISTS if the
// corpus has a different input with this name.
absl::Status AddInput(std::string_view name, std::string bytes, Corpus* corpus);

// Parses the contents of a corpus file. INVALID_ARGUMENT, with the number of the first malformed
// line, if that fails.
absl::StatusOr<Corpus> ParseCorpus(std::string_view text);

// Formats a corpus file, sorted by name, as printable ASCII. Equal corpora have equal files, and
// ParseCorpus() is the inverse.
std::string FormatCorpus(const Corpus& corpus);

}  // namespace arbiter::fuzz

#endif  // ARBITER_TESTS_FUZZ_CORPUS_H_
