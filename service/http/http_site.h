#ifndef ARBITER_SERVICE_HTTP_HTTP_SITE_H_
#define ARBITER_SERVICE_HTTP_HTTP_SITE_H_

#include <string>
#include <string_view>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "service/http/http_methods.h"
#include "service/http/http_request.h"

namespace arbiter {

// What a port for HTTP answers: calls of methods, and pages about them. Immutable.
class HttpSite {
 public:
  struct Options {
    // The services whose methods can be called, by full name.
    std::vector<std::string> services;
    // The origins whose pages browsers let call this server, such as `https://games.example`; `*`
    // stands for all.
    std::vector<std::string> origins = {};
    // Whether callers need keys or certificates. Answers are then not for caches that several
    // people share.
    bool has_secrets = false;
  };

  explicit HttpSite(Options options);

  // Decides what to do with a request.
  std::variant<HttpCall, HttpAnswer> Route(HttpHead head) const;

  // Returns the header lines that let the page of the request's origin read the response.
  std::string OriginHeaders(const HttpHead& head) const;
  // Returns the header lines about caching of the response to a GET that succeeded.
  std::string_view cache_headers() const {
    return options_.has_secrets
               ? "cache-control: private, max-age=300\r\nvary: authorization, x-api-key\r\n"
               : "cache-control: public, max-age=300\r\n";
  }

 private:
  bool Allows(std::string_view origin) const;
  HttpAnswer Preflight(const HttpHead& head) const;

  const Options options_;
  const HttpMethods methods_;
  // The pages, by path.
  absl::flat_hash_map<std::string, HttpAnswer> pages_;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_HTTP_HTTP_SITE_H_
