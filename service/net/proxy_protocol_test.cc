#include "service/net/proxy_protocol.h"

#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace arbiter {
namespace {

using ::testing::HasSubstr;

const std::string kSignature("\r\n\r\n\0\r\nQUIT\n", 12);

std::string Header(uint8_t command, uint8_t family, const std::string& payload) {
  std::string header = kSignature;
  header.push_back(static_cast<char>(0x20 | command));
  header.push_back(static_cast<char>(family));
  header.push_back(static_cast<char>(payload.size() >> 8));
  header.push_back(static_cast<char>(payload.size()));
  return header + payload;
}

const std::string kIpv4("\xc0\0\x02\x07\x7f\0\0\x01\x12\x34\xc3\x83", 12);
const std::string kIpv6 = std::string("\x20\x01\x0d\xb8", 4) + std::string(11, '\0') + "\x07" +
                          std::string(16, '\0') + std::string("\x12\x34\xc3\x83", 4);

TEST(ProxyHeader, NamesAClientOfEitherFamily) {
  const auto v4 = ParseProxyHeader(Header(1, 0x11, kIpv4));
  ASSERT_TRUE(v4.ok()) << v4.status();
  EXPECT_EQ(v4->size, 28u);
  EXPECT_EQ(v4->client->Uri(), "ipv4:192.0.2.7:4660");
  const auto v6 = ParseProxyHeader(Header(1, 0x21, kIpv6 + "options"));
  ASSERT_TRUE(v6.ok()) << v6.status();
  EXPECT_EQ(v6->size, 16u + 36 + 7);
  EXPECT_EQ(v6->client->Uri(), "ipv6:%5B2001:db8::7%5D:4660");
}

TEST(ProxyHeader, NamesNoClientForTheProxyItselfOrAUnixSocket) {
  const auto local = ParseProxyHeader(Header(0, 0, ""));
  ASSERT_TRUE(local.ok()) << local.status();
  EXPECT_FALSE(local->client.has_value());
  EXPECT_FALSE(ParseProxyHeader(Header(1, 0x31, std::string(216, 'x')))->client.has_value());
}

// The acceptor needs the size so as not to read the client's bytes, which follow the header.
TEST(ProxyHeader, ReportsItsSizeBeforeItIsComplete) {
  const std::string header = Header(1, 0x11, kIpv4);
  for (size_t size = 0; size < header.size(); ++size) {
    const auto part = ParseProxyHeader(header.substr(0, size));
    ASSERT_TRUE(part.ok()) << part.status();
    EXPECT_EQ(part->size, size < 16 ? 16u : 28u);
    EXPECT_FALSE(part->client.has_value());
  }
}

TEST(ProxyHeader, AnInvalidHeaderIsRefusedAtTheFirstWrongByte) {
  EXPECT_THAT(ParseProxyHeader("PRI").status().ToString(), HasSubstr("does not begin"));
  EXPECT_THAT(ParseProxyHeader("\r\n\r\nQ").status().ToString(), HasSubstr("does not begin"));
  EXPECT_THAT(ParseProxyHeader(Header(2, 0x11, kIpv4)).status().ToString(),
              HasSubstr("unknown version or command"));
  EXPECT_THAT(ParseProxyHeader(Header(1, 0x11, "short")).status().ToString(),
              HasSubstr("too short"));
  EXPECT_THAT(ParseProxyHeader(Header(1, 0x11, std::string(1000, 'x'))).status().ToString(),
              HasSubstr("too long"));
}

SocketAddress AddressOf(const std::string& ipv4) {
  std::string payload = kIpv4;
  size_t begin = 0;
  for (int i = 0; i < 4; ++i) {
    const size_t end = ipv4.find('.', begin);
    payload[i] = static_cast<char>(std::stoi(ipv4.substr(begin, end - begin)));
    begin = end + 1;
  }
  return *ParseProxyHeader(Header(1, 0x11, payload))->client;
}

TEST(Networks, ContainTheirAddresses) {
  const auto networks = Networks::Parse("10.0.0.0/8,192.0.2.64/26,2001:db8::/32,198.51.100.7");
  ASSERT_TRUE(networks.ok()) << networks.status();
  for (const char* inside : {"10.255.0.1", "192.0.2.64", "192.0.2.127", "198.51.100.7"}) {
    EXPECT_TRUE(networks->Contain(AddressOf(inside))) << inside;
  }
  for (const char* outside : {"11.0.0.1", "192.0.2.63", "192.0.2.128", "198.51.100.6"}) {
    EXPECT_FALSE(networks->Contain(AddressOf(outside))) << outside;
  }
  EXPECT_TRUE(networks->Contain(*ParseProxyHeader(Header(1, 0x21, kIpv6))->client));
  EXPECT_FALSE(Networks::Parse("")->Contain(AddressOf("10.0.0.1")));
}

TEST(Networks, AnErrorNamesTheInvalidNetwork) {
  for (const char* text : {"10.0.0.0/33", "10.0.0.0/x", "10.0.0", "10.0.0.0/", "host",
                           "10.0.0.0/-1", "0.0.0.0/0", "::/0"}) {
    EXPECT_THAT(Networks::Parse(text).status().ToString(), HasSubstr(text));
  }
}

}  // namespace
}  // namespace arbiter
