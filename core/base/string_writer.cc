#include "core/base/string_writer.h"

#include <algorithm>

namespace arbiter {

void StringWriter::Extend(size_t bytes) {
  // Extending fills the string with zeros, so only a little is extended in advance.
  constexpr size_t kExtension = 1024;
  const size_t size = this->size();
  const size_t wanted = size + bytes + kExtension;
  if (text_.capacity() < std::max(size + bytes, kExtension)) {
    text_.reserve(std::max(wanted, 2 * text_.capacity()));
  }
  text_.resize(std::min(wanted, text_.capacity()));
  next_ = text_.data() + size;
  end_ = text_.data() + text_.size();
}

}  // namespace arbiter
