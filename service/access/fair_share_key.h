#ifndef ARBITER_SERVICE_ACCESS_FAIR_SHARE_KEY_H_
#define ARBITER_SERVICE_ACCESS_FAIR_SHARE_KEY_H_

#include <string>
#include <string_view>

namespace arbiter {

// Returns the key under which the fair scheduler accounts for calls without a client name: calls
// with equal keys share one turn. The key is derived from the address in `peer`, as gRPC writes it:
//
//   ipv4:192.0.2.7:5000                    192.0.2.7
//   ipv6:%5B2001:db8:0:1::7%5D:5000        2001:db8:0:1::/64, because one host has many addresses
//   ipv6:%5B::ffff:192.0.2.7%5D:5000       192.0.2.7
//   unix:/run/arbiter.sock, unix:          unix
//   anything else                          unknown
std::string FairShareKey(std::string_view peer);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_ACCESS_FAIR_SHARE_KEY_H_
