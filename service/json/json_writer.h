#ifndef ARBITER_SERVICE_JSON_JSON_WRITER_H_
#define ARBITER_SERVICE_JSON_JSON_WRITER_H_

#include <string>
#include <string_view>

#include "core/base/string_writer.h"
#include "google/protobuf/descriptor.h"

namespace arbiter {

// Appends a message of this type, which is in the wire format and valid, as proto JSON without
// white space, like Protobuf's own printer: names in camel case, integers of 64 bits and enum
// values as strings, bytes in base64, and no fields that have their default. The elements of a
// repeated field must follow each other, as in everything that this service and Protobuf write.
void WriteJson(const google::protobuf::Descriptor& type, std::string_view wire, StringWriter* json);

// Appends a text, which must be UTF-8, as a JSON string with its quotation marks.
void WriteJsonString(std::string_view text, StringWriter* json);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_JSON_JSON_WRITER_H_
