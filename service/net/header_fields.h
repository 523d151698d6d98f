#ifndef ARBITER_SERVICE_NET_HEADER_FIELDS_H_
#define ARBITER_SERVICE_NET_HEADER_FIELDS_H_

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace arbiter {

// Counts the fields of a header block without decoding them (HPACK, RFC 7541, section 6). The block
// may arrive in pieces of any size. Only FloodFilter uses this class.
class HeaderFieldCounter {
 public:
  // Begins a new block.
  void Begin() { *this = HeaderFieldCounter(); }
  // Reads the next bytes of the block.
  void Read(std::string_view bytes);
  // The number of fields that have begun, including changes of the table's size.
  size_t fields() const { return fields_; }

 private:
  // What the next byte belongs to.
  enum class Part : uint8_t {
    // The beginning of a field.
    kField,
    // The rest of the index of a field without a text, or of a name that is in the table.
    kIndex,
    kNameIndex,
    // The beginning and the rest of the length of a text, and the text itself.
    kLength,
    kLongLength,
    kText,
  };

  void BeginField(uint8_t byte);
  // Reads the next byte of a length, whose 7 bits begin at `shift_`.
  void AddToLength(uint8_t byte);
  // Begins the text whose length has been read, or what follows if it is empty.
  void BeginText();
  // The text that has been read was the name or the value of a field.
  void EndText();

  size_t fields_ = 0;
  Part part_ = Part::kField;
  // Whether the current text is a name.
  bool is_name_ = false;
  // The bytes of the current text that have not been read, or its length so far.
  uint64_t length_ = 0;
  int shift_ = 0;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_NET_HEADER_FIELDS_H_
