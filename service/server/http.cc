#include "service/server/http.h"

#include <CivetServer.h>

#include <string_view>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"

namespace arbiter {
namespace {

constexpr char kPlainText[] = "text/plain; charset=utf-8";
constexpr char kMetricsText[] = "text/plain; version=0.0.4; charset=utf-8";

struct Page {
  int status;
  const char* content_type;
  std::string body;
};

const char* StatusText(int status) {
  switch (status) {
    case 200:
      return "OK";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    default:
      return "Service Unavailable";
  }
}

Page FindPage(const HttpSources& sources, std::string_view method, std::string_view path) {
  if (path != "/metrics" && path != "/healthz" && path != "/readyz") {
    return {404, kPlainText, "not found\n"};
  }
  if (method != "GET" && method != "HEAD") return {405, kPlainText, "GET or HEAD only\n"};
  if (path == "/metrics") return {200, kMetricsText, sources.metrics()};
  if (path == "/healthz") return {200, kPlainText, "ok\n"};
  return sources.ready() ? Page{200, kPlainText, "ready\n"} : Page{503, kPlainText, "not ready\n"};
}

void Send(const Page& page, bool with_body, mg_connection* connection) {
  std::string text = absl::StrCat("HTTP/1.1 ", page.status, " ", StatusText(page.status),
                                  "\r\nContent-Type: ", page.content_type,
                                  "\r\nContent-Length: ", page.body.size(),
                                  "\r\nCache-Control: no-store\r\nConnection: close\r\n");
  if (page.status == 405) absl::StrAppend(&text, "Allow: GET, HEAD\r\n");
  absl::StrAppend(&text, "\r\n", with_body ? page.body : "");
  mg_write(connection, text.data(), text.size());
}

}  // namespace

// The functions that the library calls, with the HttpServer as user context.
class HttpCallbacks : public CivetCallbacks {
 public:
  HttpCallbacks() {
    begin_request = &Answer;
    log_message = &Complain;
  }

 private:
  static HttpServer* Owner(const mg_connection* connection) {
    const auto* civet =
        static_cast<const CivetServer*>(mg_get_user_data(mg_get_context(connection)));
    return static_cast<HttpServer*>(const_cast<void*>(civet->getUserContext()));
  }

  static int Answer(mg_connection* connection) {
    const mg_request_info& request = *mg_get_request_info(connection);
    const Page page =
        FindPage(Owner(connection)->sources_, request.request_method, request.local_uri);
    Send(page, std::string_view(request.request_method) != "HEAD", connection);
    return page.status;
  }

  // The library complains to standard error otherwise. Once it serves, what it
  // has to say is about clients that went away.
  static int Complain(const mg_connection* connection, const char* message) {
    HttpServer* owner = Owner(connection);
    if (owner->civet_ == nullptr && owner->complaint_.empty()) owner->complaint_ = message;
    return 1;
  }
};

HttpServer::HttpServer(HttpSources sources) : sources_(std::move(sources)) {}

HttpServer::~HttpServer() = default;

absl::StatusOr<std::unique_ptr<HttpServer>> HttpServer::Start(const std::string& listen,
                                                              HttpSources sources) {
  std::unique_ptr<HttpServer> server(new HttpServer(std::move(sources)));
  const std::vector<std::string> options = {"listening_ports",    listen, "num_threads", "3",
                                            "request_timeout_ms", "5000"};
  const HttpCallbacks callbacks;
  try {
    server->civet_ = std::make_unique<CivetServer>(options, &callbacks, server.get());
  } catch (const CivetException&) {
    return absl::UnavailableError(
        absl::StrCat("can't serve metrics on ", listen, ": ", server->complaint_));
  }
  return server;
}

int HttpServer::port() const { return civet_->getListeningPorts().front(); }

}  // namespace arbiter
