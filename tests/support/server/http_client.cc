#include "tests/support/server/http_client.h"

#include <cstdlib>

#include "core/base/strings.h"

namespace arbiter::testing {

HttpResponse HttpClient::Receive(bool is_head, std::chrono::milliseconds timeout) {
  while (input_.find("\r\n\r\n") == std::string::npos) {
    if (!Fill(timeout)) return {};
  }
  HttpResponse response;
  const int status = std::atoi(input_.c_str() + std::string_view("HTTP/1.1 ").size());
  size_t at = input_.find("\r\n") + 2;
  while (input_.compare(at, 2, "\r\n") != 0) {
    const size_t end = input_.find("\r\n", at);
    const size_t colon = input_.find(':', at);
    response.headers[LowerCase(input_.substr(at, colon - at))] =
        input_.substr(colon + 2, end - colon - 2);
    at = end + 2;
  }
  input_.erase(0, at + 2);
  const bool has_body = !is_head && status != 204 && status >= 200;
  if (has_body && response.headers.contains("content-length")) {
    const size_t size = std::strtoul(response.headers["content-length"].c_str(), nullptr, 10);
    while (input_.size() < size) {
      if (!Fill(timeout)) return {};
    }
    response.body = input_.substr(0, size);
    input_.erase(0, size);
  } else if (has_body) {
    for (size_t size = 1; size > 0;) {
      while (input_.find("\r\n") == std::string::npos) {
        if (!Fill(timeout)) return {};
      }
      size = std::strtoul(input_.c_str(), nullptr, 16);
      const size_t begin = input_.find("\r\n") + 2;
      while (input_.size() < begin + size + 2) {
        if (!Fill(timeout)) return {};
      }
      response.body += input_.substr(begin, size);
      input_.erase(0, begin + size + 2);
    }
  }
  response.status = status;
  return response;
}

bool HttpClient::Fill(std::chrono::milliseconds timeout) {
  const std::string bytes = connection_.Receive(timeout);
  input_ += bytes;
  return !bytes.empty();
}

HttpResponse HttpClient::Post(std::string_view path, std::string_view body,
                              std::string_view headers) {
  return Send(PostBytes(path, body, headers)) ? Receive() : HttpResponse();
}

HttpResponse HttpClient::Get(std::string_view target, std::string_view headers) {
  const std::string request =
      StrCat("GET ", target, " HTTP/1.1\r\nhost: localhost\r\n", headers, "\r\n");
  return Send(request) ? Receive() : HttpResponse();
}

std::string PostBytes(std::string_view path, std::string_view body, std::string_view headers) {
  const bool has_type = headers.find("content-type") != std::string_view::npos;
  return StrCat("POST ", path, " HTTP/1.1\r\nhost: localhost\r\n",
                has_type ? "" : "content-type: application/json\r\n",
                "content-length: ", body.size(), "\r\n", headers, "\r\n", body);
}

}  // namespace arbiter::testing
