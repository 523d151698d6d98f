#include "service/http/http_site.h"

#include <algorithm>
#include <boost/beast/http/verb.hpp>
#include <utility>

#include "core/base/strings.h"
#include "service/http/openapi.h"
#include "service/http/page.h"

namespace arbiter {
namespace {

namespace http = boost::beast::http;

constexpr std::string_view kIndex = R"(Arbiter is a rules service for chess variants.

Call a method with POST, its request in JSON, and `content-type: application/json`:

    POST /arbiter.v1.RulesService/LegalMoves
    {"position": {"variant": "makruk"}}

This is the Connect protocol, for which there are clients in many languages. Methods that only
look something up can also be called with GET. The same methods are served through gRPC on
another port. The methods are described in /openapi.json, and a browser can try them on this
page.
)";

// The path of the page for browsers, which is also shown at `/`.
constexpr char kPagePath[] = "/try";
// What that page may load: nothing from other hosts.
constexpr std::string_view kPagePolicy =
    "content-security-policy: default-src 'none'; script-src 'self'; connect-src 'self'; "
    "style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\n"
    "vary: accept\r\n";

}  // namespace

HttpSite::HttpSite(Options options) : options_(std::move(options)), methods_(options_.services) {
  const auto add = [this](const std::string& path, std::string_view type, std::string_view body,
                          std::string_view headers) {
    pages_[path] = {.status = 200,
                    .content_type = std::string(type),
                    .page = body,
                    .headers = StrCat("cache-control: no-cache\r\n", headers)};
  };
  add("/", "text/plain; charset=utf-8", kIndex, "vary: accept\r\n");
  add(kPagePath, "text/html; charset=utf-8", kPageHtml, kPagePolicy);
  add("/page.js", "text/javascript; charset=utf-8", kPageScript, "");
  add("/openapi.json", "application/json", kOpenApi, "");
}

std::variant<HttpCall, HttpAnswer> HttpSite::Route(HttpHead head) const {
  if (head.method() == http::verb::options) return Preflight(head);
  const std::string_view target = View(head.target());
  std::string_view path = target.substr(0, target.find('?'));
  // A browser is shown the page on which it can try the methods.
  const bool wants_html =
      View(head[http::field::accept]).find("text/html") != std::string_view::npos;
  if (path == "/" && wants_html) path = kPagePath;
  const auto page = pages_.find(ForAbsl(path));
  if (page == pages_.end()) return RouteCall(methods_, std::move(head));
  if (head.method() == http::verb::get || head.method() == http::verb::head) return page->second;
  HttpAnswer answer =
      ErrorAnswer(405, absl::StatusCode::kUnimplemented, "this page supports only GET and HEAD");
  answer.headers += "allow: GET, HEAD\r\n";
  return answer;
}

std::string HttpSite::OriginHeaders(const HttpHead& head) const {
  if (options_.origins.empty()) return "";
  // Caches must know that the response depends on it.
  std::string headers = "vary: origin\r\n";
  const std::string_view origin = View(head[http::field::origin]);
  if (!origin.empty() && Allows(origin)) {
    StrAppend(&headers, "access-control-allow-origin: ", origin,
              "\r\naccess-control-expose-headers: retry-after, x-request-id\r\n");
  }
  return headers;
}

bool HttpSite::Allows(std::string_view origin) const {
  return std::ranges::any_of(options_.origins, [origin](const std::string& allowed) {
    return allowed == "*" || allowed == origin;
  });
}

HttpAnswer HttpSite::Preflight(const HttpHead& head) const {
  HttpAnswer answer = {.status = 204, .content_type = "", .body = ""};
  if (options_.origins.empty() || !Allows(View(head[http::field::origin]))) {
    answer.headers = "allow: GET, POST\r\n";
    return answer;
  }
  answer.headers =
      "access-control-allow-methods: GET, POST\r\n"
      "access-control-allow-headers: authorization, connect-protocol-version, connect-timeout-ms, "
      "content-type, traceparent, x-api-key, x-request-id\r\n"
      "access-control-max-age: 7200\r\n";
  return answer;
}

}  // namespace arbiter
