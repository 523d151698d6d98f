#include "service/access/fair_share_key.h"

#include <gtest/gtest.h>

namespace arbiter {
namespace {

struct Row {
  const char* peer;
  const char* key;
};

TEST(FairShareKeyTest, IsDerivedFromTheAddress) {
  const Row rows[] = {
      {"ipv4:192.0.2.7:5000", "192.0.2.7"},
      {"ipv4:127.0.0.1:1", "127.0.0.1"},
      {"ipv6:%5B::1%5D:5000", "::/64"},
      {"ipv6:[::1]:5000", "::/64"},
      {"ipv6:%5B2001:db8:0:1::7%5D:5000", "2001:db8:0:1::/64"},
      {"ipv6:%5B2001:db8:0:1:ffff:ffff:ffff:ffff%5D:5000", "2001:db8:0:1::/64"},
      {"ipv6:%5B2001:0DB8:0:0001::7%5D:5001", "2001:db8:0:1::/64"},
      {"ipv6:%5B2001:db8:0:2::7%5D:5000", "2001:db8:0:2::/64"},
      {"ipv6:%5B2001:db8:1:2:3:4:5:6%5D:5000", "2001:db8:1:2::/64"},
      {"ipv6:%5Bfe80::7%25eth0%5D:5000", "fe80::/64"},
      {"ipv6:%5B::ffff:192.0.2.7%5D:5000", "192.0.2.7"},
      {"ipv6:%5B::ffff:c000:207%5D:5000", "192.0.2.7"},
      {"unix:/run/arbiter.sock", "unix"},
      {"unix:", "unix"},
      {"unix-abstract:name", "unix"},
  };
  for (const Row& row : rows) EXPECT_EQ(FairShareKey(row.peer), row.key) << row.peer;
}

TEST(FairShareKeyTest, IsUnknownForEveryOtherPeer) {
  for (const char* peer :
       {"unknown", "", "ipv4:", "ipv4:192.0.2.7", "ipv4:host:5000", "ipv4:192.0.2.700:5000",
        "ipv6:", "ipv6:::1:5000", "ipv6:%5B::1", "ipv6:%5B%5D:5000", "ipv6:%5Bhost%5D:5000",
        "ipv6:%5B::1]:5000", "192.0.2.7:5000", "dns:host"}) {
    EXPECT_EQ(FairShareKey(peer), "unknown") << peer;
  }
}

}  // namespace
}  // namespace arbiter
