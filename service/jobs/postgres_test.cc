// The connection to PostgreSQL.
#include "service/jobs/postgres.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <limits>
#include <string>
#include <thread>

#include "absl/strings/escaping.h"
#include "core/base/strings.h"
#include "service/jobs/test_store.h"
#include "service/net/fd.h"
#include "tests/support/certificates.h"
#include "tests/support/temporary_file.h"

namespace arbiter::testing {
namespace {

using std::chrono::milliseconds;
using ::testing::HasSubstr;
using ::testing::Not;

class PostgresTest : public JobStoreFixture {
 protected:
  absl::StatusOr<std::unique_ptr<PostgresConnection>> Connect(const std::string& url,
                                                              bool accept_loss = false) {
    return PostgresConnection::Connect(
        {.url = url, .timeout = kPatience, .accept_loss = accept_loss});
  }
};

TEST_F(PostgresTest, ValuesComeBackAsTheyWere) {
  const std::string bytes("\0\xff'\\", 4);
  constexpr int64_t kMin = std::numeric_limits<int64_t>::min();
  const PostgresRows rows =
      Run("SELECT CAST($1 AS text), CAST($2 AS bytea), CAST($3 AS bigint), CAST($4 AS smallint), "
          "CAST($5 AS boolean), CAST($6 AS text), CAST($7 AS bytea)",
          {std::string("it's ü"), PostgresParam::Bytes(bytes), kMin, -7, true, std::nullopt,
           PostgresParam::Bytes("")});
  ASSERT_EQ(rows.size(), 1);
  EXPECT_EQ(rows.Text(0, 0), "it's ü");
  EXPECT_EQ(rows.Text(0, 1), bytes);
  EXPECT_EQ(rows.Number(0, 2), kMin);
  EXPECT_EQ(rows.Number(0, 3), -7);
  EXPECT_TRUE(rows.Bool(0, 4));
  EXPECT_TRUE(rows.IsNull(0, 5));
  EXPECT_FALSE(rows.IsNull(0, 6));
  EXPECT_EQ(rows.Text(0, 6), "");
}

TEST_F(PostgresTest, CompressionIsFast) {
  EXPECT_EQ(Run("SHOW default_toast_compression").Text(0, 0), "lz4");
}

TEST_F(PostgresTest, LargeValuesAreSentAndReceivedInParts) {
  constexpr size_t kBytes = size_t{8} << 20;
  const std::string large(kBytes, 'x');
  const PostgresRows rows = Run("SELECT CAST($1 AS bytea)", {PostgresParam::Bytes(large)});
  EXPECT_TRUE(rows.Text(0, 0) == large);
}

TEST_F(PostgresTest, ErrorsDoNotRepeatParameters) {
  const auto rows =
      connection_->Query("SELECT CAST($1 AS integer)", {std::string("a-secret-seed")});
  EXPECT_EQ(rows.status().code(), absl::StatusCode::kInternal);
  EXPECT_EQ(SqlStateOf(rows.status()), "22P02");
  EXPECT_THAT(rows.status().ToString(), Not(HasSubstr("a-secret-seed")));
  EXPECT_THAT(DatabaseErrorOf(connection_->Query("SELECT 1 FROM nowhere").status()),
              HasSubstr("relation \"nowhere\" does not exist"));
  EXPECT_EQ(Run("SELECT 1").Number(0, 0), 1) << "the connection can be used again";
}

TEST_F(PostgresTest, NeitherDoTheyContainPasswords) {
  for (const std::string url :
       {"postgresql://user:a-secret@[", "postgresql://user:a-secret@host/%zz",
        "host=/nowhere user=user password=a-secret"}) {
    const auto status = Connect(url).status();
    EXPECT_FALSE(status.ok());
    EXPECT_THAT(status.ToString(), Not(HasSubstr("a-secret"))) << url;
  }
  EXPECT_EQ(Connect("nonsense").status().code(), absl::StatusCode::kInvalidArgument);
}

TEST_F(PostgresTest, AServerThatCannotBeReachedIsUnavailable) {
  const auto refused = Connect("postgresql://127.0.0.1:1/x").status();
  EXPECT_EQ(refused.code(), absl::StatusCode::kUnavailable);
  EXPECT_THAT(refused, Fails(ErrorReason::kOverloaded, "retry later"));
  EXPECT_THAT(DatabaseErrorOf(refused), HasSubstr("Connection refused"));
  EXPECT_EQ(PostgresConnection::Connect({.url = "", .password_file = "/nowhere"}).status().code(),
            absl::StatusCode::kNotFound);
}

TEST_F(PostgresTest, APasswordComesFromItsFile) {
  const PostgresProcess server;
  const auto connection = ConnectTo(server);
  ASSERT_THAT(connection->Query("CREATE ROLE site LOGIN PASSWORD 'a-secret'"), IsOk());
  ASSERT_THAT(connection->Query("COPY (SELECT 'local all postgres trust' UNION ALL "
                                "SELECT 'local all all scram-sha-256') TO PROGRAM "
                                "'cat > pg_hba.conf'"),
              IsOk());
  ASSERT_THAT(connection->Query("SELECT pg_reload_conf()"), IsOk());
  const std::string url = ReplaceAll(server.url(), {{"user=postgres", "user=site"}});
  ASSERT_TRUE(Eventually([&] { return !Connect(url, true).ok(); }));
  const TemporaryFile file("a-secret\n");
  EXPECT_THAT(PostgresConnection::Connect({.url = url, .password_file = file.path()}), IsOk());
  const TemporaryFile wrong("another-secret\n");
  const auto refused =
      PostgresConnection::Connect({.url = url, .password_file = wrong.path()}).status();
  EXPECT_THAT(DatabaseErrorOf(refused), HasSubstr("password authentication failed"));
  EXPECT_THAT(refused.ToString(), Not(HasSubstr("another-secret")));
}

TEST_F(PostgresTest, AHostThatDoesNotAnswerLeavesTimeForTheOthers) {
  const SilentHost silent;
  const std::string url = StrCat(ReplaceAll(server().url(), {{"host=", "host=127.0.0.1,"}}),
                                 "&port=", silent.port(), ",&target_session_attrs=read-write");
  const auto connection = PostgresConnection::Connect({.url = url, .timeout = milliseconds(4'000)});
  EXPECT_THAT(connection, IsOk()) << DatabaseErrorOf(connection.status());

  const auto failed =
      PostgresConnection::Connect(
          {.url = StrCat("postgresql://127.0.0.1:1,127.0.0.1:", silent.port(), "/x"),
           .timeout = milliseconds(200)})
          .status();
  EXPECT_THAT(DatabaseErrorOf(failed), HasSubstr("Connection refused"));
  EXPECT_THAT(DatabaseErrorOf(failed), HasSubstr("in time")) << "both hosts are reported";
}

TEST_F(PostgresTest, AListOfHostsThatDoesNotMatchIsReported) {
  EXPECT_THAT(DatabaseErrorOf(Connect("host=a,b port=1,2,3").status()),
              HasSubstr("could not match 3 port numbers to 2 hosts"));
}

TEST_F(PostgresTest, TlsVerifiesTheServer) {
  // No other server listens on this address.
  const std::string address = StrCat("127.", getpid() / 250 % 250 + 1, ".", getpid() % 250, ".77");
  const PostgresProcess server({"listen_addresses=" + address});
  const auto connection = ConnectTo(server);
  const auto write = [&](const std::string& name, const std::string& content) {
    const std::string sql =
        StrCat("COPY (SELECT '", absl::Base64Escape(content), "') TO PROGRAM 'base64 -d > ", name,
               " && chmod 600 ", name, "'");
    ASSERT_THAT(connection->Query(sql), IsOk());
  };
  const Certificate authority({.name = "authority", .is_authority = true});
  const Certificate certificate({.name = "localhost", .issuer = &authority});
  write("server.crt", certificate.certificate());
  write("server.key", certificate.key());
  write("pg_hba.conf", "local all all trust\nhostssl all all 127.0.0.0/8 trust\n");
  ASSERT_THAT(connection->Query("ALTER SYSTEM SET ssl = on"), IsOk());
  ASSERT_THAT(connection->Query("SELECT pg_reload_conf()"), IsOk());

  const auto url = [&](const std::string& host, const std::string& more) {
    return StrCat("postgresql://postgres@", host, "/postgres?hostaddr=", address, "&", more);
  };
  const TemporaryFile root(authority.certificate());
  const std::string verified = "sslmode=verify-full&sslrootcert=" + root.path();
  ASSERT_TRUE(Eventually([&] { return Connect(url("localhost", verified)).ok(); }));
  const auto encrypted = Connect(url("localhost", verified));
  const auto rows = (*encrypted)->Query("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()");
  ASSERT_THAT(rows, IsOk());
  EXPECT_TRUE(rows->Bool(0, 0));

  EXPECT_THAT(DatabaseErrorOf(Connect(url("db.example", verified)).status()),
              HasSubstr("does not match host name"));
  const TemporaryFile other(Certificate({.name = "other", .is_authority = true}).certificate());
  EXPECT_THAT(
      DatabaseErrorOf(
          Connect(url("localhost", "sslmode=verify-full&sslrootcert=" + other.path())).status()),
      HasSubstr("certificate verify failed"));
  EXPECT_THAT(DatabaseErrorOf(Connect(url("localhost", "sslmode=disable")).status()),
              HasSubstr("no pg_hba.conf entry"));
}

TEST_F(PostgresTest, ASlowStatementIsEndedByTheDatabase) {
  const auto connection =
      PostgresConnection::Connect({.url = server().url(), .timeout = milliseconds(100'000)});
  ASSERT_THAT(connection, IsOk());
  const auto setting = [&](const std::string& name) {
    const auto rows = (*connection)->Query(StrCat("SHOW ", name));
    EXPECT_THAT(rows, IsOk());
    return std::string(rows->Text(0, 0));
  };
  EXPECT_EQ(setting("statement_timeout"), "90s");
  EXPECT_EQ(setting("lock_timeout"), "70s");
  ASSERT_THAT((*connection)->Query("SET statement_timeout = '10ms'"), IsOk());
  const auto slow = (*connection)->Query("SELECT pg_sleep(100)");
  EXPECT_EQ(slow.status().code(), absl::StatusCode::kResourceExhausted);
  EXPECT_THAT(slow.status(), Fails(ErrorReason::kOverloaded, "too busy"));
  EXPECT_EQ(SqlStateOf(slow.status()), "57014");
  EXPECT_FALSE((*connection)->is_broken());
}

TEST_F(PostgresTest, ADatabaseThatDoesNotAnswerBreaksTheConnection) {
  auto connection =
      PostgresConnection::Connect({.url = server().url(), .timeout = milliseconds(1'000)});
  ASSERT_THAT(connection, IsOk());
  ASSERT_THAT((*connection)->Query("SET statement_timeout = 0"), IsOk());
  const auto rows = (*connection)->Query("SELECT pg_sleep(100)");
  EXPECT_EQ(rows.status().code(), absl::StatusCode::kUnavailable);
  EXPECT_THAT(DatabaseErrorOf(rows.status()), HasSubstr("in time"));
  EXPECT_TRUE((*connection)->is_broken());
  EXPECT_EQ((*connection)->Query("SELECT 1").status().code(), absl::StatusCode::kUnavailable);
}

TEST_F(PostgresTest, AnAbandonedTransactionEndsTheConnection) {
  const auto connection = ConnectTo(server());
  const auto pid = connection->Query("SELECT pg_backend_pid()");
  ASSERT_THAT(pid, IsOk());
  ASSERT_THAT(connection->Query("SET idle_in_transaction_session_timeout = '1ms'"), IsOk());
  ASSERT_THAT(connection->Query("BEGIN"), IsOk());
  ASSERT_TRUE(Eventually([&] {
    return Run("SELECT 1 FROM pg_stat_activity WHERE pid = $1", {pid->Number(0, 0)}).empty();
  }));
  const auto rows = connection->Query("SELECT 1");
  EXPECT_EQ(rows.status().code(), absl::StatusCode::kUnavailable);
  EXPECT_TRUE(connection->is_broken());
}

TEST_F(PostgresTest, AnotherThreadCanInterruptAllWaits) {
  const Fd interruption(eventfd(0, EFD_CLOEXEC));
  const PostgresOptions options = {
      .url = server().url(), .timeout = kPatience, .interruption = interruption.get()};
  const auto connection = PostgresConnection::Connect(options);
  ASSERT_THAT(connection, IsOk());
  std::thread other([&] {
    std::this_thread::sleep_for(milliseconds(20));
    eventfd_write(interruption.get(), 1);
  });
  const auto rows = (*connection)->Query("SELECT pg_sleep(100)");
  other.join();
  EXPECT_THAT(DatabaseErrorOf(rows.status()), HasSubstr("interrupted"));
  EXPECT_TRUE((*connection)->is_broken());
  EXPECT_THAT(DatabaseErrorOf(PostgresConnection::Connect(options).status()),
              HasSubstr("interrupted"));
}

TEST_F(PostgresTest, AServerThatEndsTheConnectionIsUnavailable) {
  const auto connection = ConnectTo(server());
  const auto pid = connection->Query("SELECT pg_backend_pid()");
  ASSERT_THAT(pid, IsOk());
  Run("SELECT pg_terminate_backend(CAST($1 AS integer))", {pid->Number(0, 0)});
  const auto rows = connection->Query("SELECT 1");
  EXPECT_EQ(rows.status().code(), absl::StatusCode::kUnavailable);
  EXPECT_TRUE(connection->is_broken());
}

TEST_F(PostgresTest, AReadOnlyServerIsUnavailable) {
  const auto connection = ConnectTo(server());
  ASSERT_THAT(connection->Query("SET default_transaction_read_only = on"), IsOk());
  const auto rows = connection->Query("DELETE FROM arbiter_jobs");
  EXPECT_EQ(rows.status().code(), absl::StatusCode::kUnavailable)
      << "such as a primary that has become a standby";
  EXPECT_TRUE(connection->is_broken());
}

TEST_F(PostgresTest, TheCodeOfAnErrorSaysWhatToDo) {
  struct Case {
    const char* state;
    absl::StatusCode code;
    bool breaks;
  };
  constexpr absl::StatusCode kUnavailable = absl::StatusCode::kUnavailable;
  constexpr absl::StatusCode kResourceExhausted = absl::StatusCode::kResourceExhausted;
  for (const Case& error : {
           Case{"53100", kResourceExhausted, false},  // disk_full
           Case{"53200", kResourceExhausted, false},  // out_of_memory
           Case{"53300", kUnavailable, true},         // too_many_connections
           Case{"57P01", kUnavailable, true},         // admin_shutdown
           Case{"57014", kResourceExhausted, false},  // query_canceled
           Case{"55P03", kResourceExhausted, false},  // lock_not_available
           Case{"25P03", kUnavailable, true},         // idle_in_transaction_session_timeout
           Case{"25P04", kUnavailable, true},         // transaction_timeout
           Case{"57P05", kUnavailable, true},         // idle_session_timeout
           Case{"08006", kUnavailable, true},         // connection_failure
           Case{"40003", kUnavailable, true},         // statement_completion_unknown
           Case{"23505", absl::StatusCode::kInternal, false},
       }) {
    const auto connection = ConnectTo(server());
    const absl::Status status = connection
                                    ->Query(StrCat("DO 'BEGIN RAISE EXCEPTION SQLSTATE ''",
                                                   std::string(error.state), "''; END'"))
                                    .status();
    EXPECT_EQ(status.code(), error.code) << error.state;
    EXPECT_EQ(SqlStateOf(status), error.state);
    EXPECT_EQ(connection->is_broken(), error.breaks) << error.state;
  }
}

TEST_F(PostgresTest, ATransactionThatKeepsConflictingIsGivenUp) {
  int attempts = 0;
  const absl::Status status = InTransaction(connection_.get(), [&] {
    ++attempts;
    return connection_->Query("DO 'BEGIN RAISE EXCEPTION SQLSTATE ''40001''; END'").status();
  });
  EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_GT(attempts, 2);
  EXPECT_FALSE(connection_->is_broken());
}

TEST_F(PostgresTest, ATransactionIsRolledBackUnlessItIsCommitted) {
  Run("CREATE TEMPORARY TABLE numbers (number integer)");
  {
    PostgresTransaction transaction(connection_.get());
    ASSERT_THAT(transaction.Begin(), IsOk());
    Run("INSERT INTO numbers VALUES (1)");
  }
  EXPECT_EQ(Count("numbers"), 0);
  EXPECT_THAT(InTransaction(connection_.get(),
                            [&]() -> absl::Status {
                              Run("INSERT INTO numbers VALUES (2)");
                              return absl::OkStatus();
                            }),
              IsOk());
  EXPECT_EQ(Count("numbers"), 1);
  const auto failed = InTransaction(connection_.get(), [&]() -> absl::Status {
    Run("INSERT INTO numbers VALUES (3)");
    connection_->Query("SELECT 1 / 0").IgnoreError();
    return absl::OkStatus();
  });
  EXPECT_EQ(failed.code(), absl::StatusCode::kInternal) << "COMMIT only rolls back";
  EXPECT_EQ(Count("numbers"), 1);
}

TEST_F(PostgresTest, ADeadlockRepeatsTheTransaction) {
  Run("CREATE TABLE locks (id integer PRIMARY KEY, changes integer)");
  Run("INSERT INTO locks VALUES (1, 0), (2, 0)");
  const auto change_both = [](PostgresConnection* connection, int first, int second) {
    return InTransaction(connection, [&]() -> absl::Status {
      for (const int id : {first, second}) {
        const auto changed =
            connection->Query("UPDATE locks SET changes = changes + 1 WHERE id = $1", {id});
        if (!changed.ok()) return changed.status();
        std::this_thread::sleep_for(milliseconds(50));
      }
      return absl::OkStatus();
    });
  };
  const auto other_connection = ConnectTo(server());
  std::thread other([&] { EXPECT_THAT(change_both(other_connection.get(), 2, 1), IsOk()); });
  EXPECT_THAT(change_both(connection_.get(), 1, 2), IsOk());
  other.join();
  EXPECT_EQ(Run("SELECT sum(changes) FROM locks").Number(0, 0), 4);
  Run("DROP TABLE locks");
}

TEST_F(PostgresTest, ADatabaseThatCanLoseCommitsIsRefused) {
  const PostgresProcess careless({"fsync=off"});
  EXPECT_EQ(Connect(careless.url()).status().code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(Message(Connect(careless.url()).status()), HasSubstr("set fsync = on"));
  EXPECT_THAT(Connect(careless.url(), /*accept_loss=*/true), IsOk());
  const std::string asynchronous = server().url() + "&options=-c%20synchronous_commit%3Doff";
  EXPECT_THAT(Message(Connect(asynchronous).status()), HasSubstr("synchronous_commit = off"));
}

}  // namespace
}  // namespace arbiter::testing
