#ifndef ARBITER_CLIENTS_CPP_SRC_PAYLOADS_H_
#define ARBITER_CLIENTS_CPP_SRC_PAYLOADS_H_

namespace arbiter::client {

// Where an error keeps the name of its call in the server's log.
inline constexpr char kRequestIdPayload[] = "arbiter.v1/request_id";

}  // namespace arbiter::client

#endif  // ARBITER_CLIENTS_CPP_SRC_PAYLOADS_H_
