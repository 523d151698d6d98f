#include "service/seal/snapshot_sealer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <set>
#include <thread>

#include "absl/strings/escaping.h"
#include "tests/support/status.h"

namespace arbiter {
namespace {

using testing::Fails;
using testing::IsOk;

SnapshotKey Key(const std::string& id, char filler) {
  return {id, std::string(kSnapshotKeyBytes, filler)};
}

const SnapshotSealer& Sealer() {
  static const auto& sealer = *new SnapshotSealer({Key("k1", 'A')});
  return sealer;
}

TEST(SnapshotSealerTest, OpensWhatItSealed) {
  for (size_t size = 0; size < 300; ++size) {
    // Padding must not be mistaken for text, nor text for padding.
    for (const char filler : {'x', '\0', '\x80'}) {
      const std::string text(size, filler);
      const auto opened = Sealer().Open(Sealer().Seal(text));
      ASSERT_THAT(opened.status(), IsOk()) << size;
      ASSERT_EQ(*opened, text);
    }
  }
}

TEST(SnapshotSealerTest, AllReplicasSealEqualSnapshotsEqually) {
  const SnapshotSealer replica({Key("k1", 'A'), Key("k0", 'B')});
  EXPECT_EQ(Sealer().Seal("a snapshot"), replica.Seal("a snapshot"));
  std::set<std::string> nonces;
  for (int i = 0; i < 1'000; ++i) {
    nonces.insert(Sealer().Seal("snapshot " + std::to_string(i)).substr(8, 12));
  }
  EXPECT_EQ(nonces.size(), 1'000u);
}

// The bytes come from a Python implementation of the format in docs/security.md.
TEST(SnapshotSealerTest, BytesMatchTheDocumentedFormat) {
  EXPECT_EQ(absl::BytesToHexString(Sealer().Seal("snapshot")),
            "4152425801026b31208604511acfef7106cf8c6d8ca138afd924c8dc641f9668ac1ac1d0cbfb2c36"
            "c75881675e31e3fd804ef02fd1717c19bea3d5660ebf9b3eb2042ee46b1e4f44b41de852c847fffb"
            "53196b07d35349482c43fe2c6d9c469a2367fa25");
}

TEST(SnapshotSealerTest, DoesNotRevealTheSnapshot) {
  const std::string sealed = Sealer().Seal("a text that is easily recognised");
  EXPECT_EQ(sealed.find("easily"), std::string::npos);
  EXPECT_EQ(sealed.size() % 64, (8 + 12 + 16) % 64u);
}

TEST(SnapshotSealerTest, LengthDependsOnTheShownSize) {
  const size_t size = Sealer().Seal(std::string(200, 'x')).size();
  for (size_t shorter = 0; shorter < 200; ++shorter) {
    const std::string text(shorter, 'x');
    ASSERT_EQ(Sealer().Seal(text, 200).size(), size);
    ASSERT_EQ(*Sealer().Open(Sealer().Seal(text, 200)), text);
  }
}

TEST(SnapshotSealerTest, EveryChangedByteIsRefused) {
  const std::string sealed = Sealer().Seal(std::string(100, 'x'));
  for (size_t i = 0; i < sealed.size(); ++i) {
    for (int bits = 1; bits < 256; ++bits) {
      std::string changed = sealed;
      changed[i] = static_cast<char>(changed[i] ^ bits);
      ASSERT_THAT(Sealer().Open(changed).status(), Fails(ErrorReason::kBadSnapshot, ""))
          << i << " " << bits;
    }
  }
}

TEST(SnapshotSealerTest, EveryTruncationAndExtensionIsRefused) {
  const std::string sealed = Sealer().Seal(std::string(100, 'x'));
  for (size_t size = 0; size < sealed.size(); ++size) {
    ASSERT_THAT(Sealer().Open(sealed.substr(0, size)).status(),
                Fails(ErrorReason::kBadSnapshot, ""));
    ASSERT_THAT(Sealer().Open(sealed.substr(size + 1)).status(),
                Fails(ErrorReason::kBadSnapshot, ""));
  }
  EXPECT_THAT(Sealer().Open(sealed + "x").status(), Fails(ErrorReason::kBadSnapshot, "changed"));
}

TEST(SnapshotSealerTest, ErrorsSayWhyASnapshotCannotBeOpened) {
  const SnapshotSealer foreign({Key("k2", 'A')});
  const SnapshotSealer namesake({Key("k1", 'B')});
  EXPECT_THAT(Sealer().Open("ARBS").status(), Fails(ErrorReason::kBadSnapshot, "is not sealed"));
  EXPECT_THAT(Sealer().Open("ARBX\1").status(), Fails(ErrorReason::kBadSnapshot, "truncated"));
  EXPECT_THAT(Sealer().Open("ARBX\2\1k").status(), Fails(ErrorReason::kBadSnapshot, "version 2"));
  EXPECT_THAT(Sealer().Open(foreign.Seal("x")).status(),
              Fails(ErrorReason::kBadSnapshot, "a key that this server does not have"));
  EXPECT_THAT(Sealer().Open(namesake.Seal("x")).status(),
              Fails(ErrorReason::kBadSnapshot, "was changed"));
  std::string storage;
  EXPECT_THAT(OpenSnapshot(nullptr, Sealer().Seal("x"), &storage).status(),
              Fails(ErrorReason::kBadSnapshot, "has no keys to open it"));
}

TEST(SnapshotSealerTest, WithoutASealerSnapshotsAreReturnedUnchanged) {
  std::string storage;
  const std::string snapshot = "ARBS and so on";
  const auto opened = OpenSnapshot(nullptr, snapshot, &storage);
  ASSERT_THAT(opened.status(), IsOk());
  EXPECT_EQ(opened->data(), snapshot.data());
}

TEST(SnapshotSealerTest, RotatesKeys) {
  SnapshotSealer sealer({Key("old", 'A')});
  const std::string old_one = sealer.Seal("a game");
  sealer.SetKeys({Key("new", 'B'), Key("old", 'A')});
  const std::string new_one = sealer.Seal("a game");
  EXPECT_NE(new_one, old_one);
  EXPECT_EQ(*sealer.Open(old_one), "a game");
  EXPECT_EQ(*sealer.Open(new_one), "a game");
  sealer.SetKeys({Key("new", 'B')});
  EXPECT_EQ(*sealer.Open(new_one), "a game");
  EXPECT_THAT(sealer.Open(old_one).status(), Fails(ErrorReason::kBadSnapshot, "does not have"));
}

TEST(SnapshotSealerTest, KeysCanChangeWhileItIsUsed) {
  SnapshotSealer sealer({Key("a", 'A'), Key("b", 'B')});
  std::atomic<bool> done = false;
  std::thread rotation([&] {
    for (int i = 0; i < 200; ++i) {
      sealer.SetKeys({Key("b", 'B'), Key("a", 'A')});
      sealer.SetKeys({Key("a", 'A'), Key("b", 'B')});
    }
    done = true;
  });
  while (!done) ASSERT_EQ(*sealer.Open(sealer.Seal("a game")), "a game");
  rotation.join();
}

}  // namespace
}  // namespace arbiter
