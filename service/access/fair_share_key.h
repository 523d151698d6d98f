#ifndef ARBITER_SERVICE_ACCESS_FAIR_SHARE_KEY_H_
#define ARBITER_SERVICE_ACCESS_FAIR_SHARE_KEY_H_

#include <string>
#include <string_view>

namespace arbiter {

// Whose share of the server the calls of a caller without a name use: calls with equal keys take
// turns as one. That is the address in `peer`, as gRPC writes it:
//
//   ipv4:192.0.2.7:5000                    192.0.2.7
//   ipv6:%5B2001:db8:0:1::7%5D:5000        2001:db8:0:1::/64, since one host has many of these
//   ipv6:%5B::ffff:192.0.2.7%5D:5000       192.0.2.7
//   unix:/run/arbiter.sock, unix:          unix
//   anything else                          unknown
std::string FairShareKey(std::string_view peer);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_ACCESS_FAIR_SHARE_KEY_H_
