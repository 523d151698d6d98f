#ifndef ARBITER_CORE_BASE_STRING_WRITER_H_
#define ARBITER_CORE_BASE_STRING_WRITER_H_

#include <charconv>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace arbiter {

// Copies a text and returns the end of the copy. Up to 16 bytes are copied without the call of a
// function, which would take longer than the copy.
inline char* CopyText(std::string_view text, char* out) {
  const size_t size = text.size();
  const char* const from = text.data();
  // Both copies of a pair overlap unless the text has twice their size.
  const auto copy_pair = [=](auto half) {
    auto last = half;
    std::memcpy(&half, from, sizeof(half));
    std::memcpy(&last, from + size - sizeof(last), sizeof(last));
    std::memcpy(out, &half, sizeof(half));
    std::memcpy(out + size - sizeof(last), &last, sizeof(last));
  };
  if (size > 16) {
    std::memcpy(out, from, size);
  } else if (size >= 8) {
    copy_pair(uint64_t{});
  } else if (size >= 4) {
    copy_pair(uint32_t{});
  } else if (size >= 2) {
    copy_pair(uint16_t{});
  } else if (size == 1) {
    *out = *from;
  }
  return out + size;
}

// Writes the decimal digits of a number, after a minus sign if it is negative, and returns their
// end, which is at most kMaxDigits characters after `out`.
inline constexpr size_t kMaxDigits = 20;
template <std::integral Number>
char* CopyNumber(Number number, char* out) {
  if (number < 0 || number > 9) return std::to_chars(out, out + kMaxDigits, number).ptr;
  *out = static_cast<char>('0' + number);
  return out + 1;
}

// Appends to a string. For many short pieces this takes about half as long as appending them to the
// string itself, because the string is extended for many of them at once. While a writer exists,
// nothing else may use the string, whose bytes from size() on are unspecified.
class StringWriter {
 public:
  explicit StringWriter(std::string* text)
      : text_(*text), next_(text->data() + text->size()), end_(next_) {}
  ~StringWriter() { text_.resize(size()); }
  StringWriter(const StringWriter&) = delete;
  StringWriter& operator=(const StringWriter&) = delete;

  void Append(std::string_view piece) { next_ = CopyText(piece, Reserve(piece.size())); }
  void Append(char character) {
    *Reserve(1) = character;
    ++next_;
  }
  // Appends the decimal digits of a number, after a minus sign if it is negative.
  template <std::integral Number>
  void AppendNumber(Number number) {
    next_ = CopyNumber(number, Reserve(kMaxDigits));
  }

  // Returns a buffer for at least this many bytes behind the text. Commit() makes them part of it.
  char* Reserve(size_t bytes) {
    if (static_cast<size_t>(end_ - next_) < bytes) Extend(bytes);
    return next_;
  }
  // Makes the bytes of the buffer before `end` part of the text.
  void Commit(char* end) { next_ = end; }

  // The text: what the string contained before, and everything that has been written.
  std::string_view view() const { return {text_.data(), size()}; }
  size_t size() const { return static_cast<size_t>(next_ - text_.data()); }
  // The text from this index on.
  char* At(size_t index) { return text_.data() + index; }
  // Shortens the text to this size.
  void Truncate(size_t size) { next_ = text_.data() + size; }

 private:
  void Extend(size_t bytes);

  std::string& text_;
  // The end of the text and the end of the string.
  char* next_;
  char* end_;
};

// Returns the string that `write` writes to its argument, a StringWriter*.
template <typename Write>
std::string WriteString(Write write) {
  std::string text;
  {
    StringWriter writer(&text);
    write(&writer);
  }
  return text;
}

}  // namespace arbiter

#endif  // ARBITER_CORE_BASE_STRING_WRITER_H_
