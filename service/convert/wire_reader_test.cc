#include "service/convert/wire_reader.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "arbiter/v1/rules_service.pb.h"

namespace arbiter {
namespace {

// Returns the fields of a LegalMovesRequest as text.
std::string Read(std::string_view wire) {
  std::string text;
  for (WireReader fields(wire); fields.Next();) {
    text += std::to_string(fields.field()) + "=";
    if (fields.tag() == WireReader::BytesTag(fields.field())) {
      text += fields.bytes();
    } else if (fields.tag() == WireReader::NumberTag(fields.field())) {
      text += std::to_string(fields.number());
    }
    text += ";";
  }
  return text;
}

TEST(WireReader, ReadsFieldsInTheOrderOfTheBytes) {
  v1::LegalMovesRequest request;
  request.set_from("e3");
  request.set_detail(v1::DETAIL_FULL);
  request.set_locale(std::string(300, 'x'));
  const std::string wire = request.SerializeAsString();
  EXPECT_EQ(Read(wire), "3=e3;4=2;5=" + request.locale() + ";");
  EXPECT_EQ(Read(wire + wire), Read(wire) + Read(wire));
  EXPECT_EQ(Read(""), "");
}

TEST(WireReader, SkipsFieldsOfOtherTypes) {
  // Field 6 as 32 bits, field 7 as 64 bits, and field 8 as a group.
  const std::string wire(
      "\x35xxxx\x39yyyyyyyy\x43\x08\x01\x44\x1a\x02"
      "e3",
      22);
  EXPECT_EQ(Read(wire), "6=;7=;8=;3=e3;");
}

TEST(WireReader, EndsWhereTheBytesAreNotValid) {
  v1::LegalMovesRequest request;
  request.set_from("e3");
  request.set_locale("th");
  const std::string wire = request.SerializeAsString();
  for (size_t size = 0; size < wire.size(); ++size) {
    EXPECT_EQ(Read(wire.substr(0, size)), size < 4 ? "" : "3=e3;") << size;
  }
  EXPECT_EQ(Read(wire + std::string("\0", 1)), "3=e3;5=th;");
}

TEST(ReadStringField, ReturnsTheLastValue) {
  v1::LegalMovesRequest request;
  request.set_from("e3");
  const std::string first = request.SerializeAsString();
  request.set_from("e4");
  const std::string second = request.SerializeAsString();
  constexpr int kFrom = v1::LegalMovesRequest::kFromFieldNumber;
  EXPECT_EQ(ReadStringField(first + second, kFrom), "e4");
  EXPECT_EQ(ReadStringField(first, v1::LegalMovesRequest::kLocaleFieldNumber), "");
}

TEST(ReadLocale, ReturnsTheLocaleOfARequestThatHasOne) {
  v1::LegalMovesRequest request;
  request.set_locale("th");
  const std::string wire = request.SerializeAsString();
  EXPECT_EQ(ReadLocale(*v1::LegalMovesRequest::descriptor(), wire), "th");
  EXPECT_EQ(ReadLocale(*v1::LegalMovesRequest::descriptor(), ""), "");
  EXPECT_EQ(ReadLocale(*v1::Position::descriptor(), wire), "");
}

}  // namespace
}  // namespace arbiter
