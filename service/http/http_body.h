#ifndef ARBITER_SERVICE_HTTP_HTTP_BODY_H_
#define ARBITER_SERVICE_HTTP_HTTP_BODY_H_

#include <boost/asio/buffer.hpp>
#include <boost/beast/core/buffers_range.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/optional.hpp>
#include <cstddef>
#include <cstdint>
#include <string>

namespace arbiter {

// The body of a request, for Beast's parser. Unlike Beast's own body, it takes no memory for bytes
// that are only announced.
struct HttpBody {
  using value_type = std::string;

  class reader {
   public:
    template <bool isRequest, typename Fields>
    reader(boost::beast::http::header<isRequest, Fields>& /*head*/, value_type& body)
        : body_(body) {}

    void init(const boost::optional<uint64_t>& /*length*/, boost::beast::error_code& error) {
      error = {};
    }
    template <typename Buffers>
    size_t put(const Buffers& buffers, boost::beast::error_code& error) {
      size_t bytes = 0;
      for (const boost::asio::const_buffer buffer : boost::beast::buffers_range_ref(buffers)) {
        body_.append(static_cast<const char*>(buffer.data()), buffer.size());
        bytes += buffer.size();
      }
      error = {};
      return bytes;
    }
    void finish(boost::beast::error_code& error) { error = {}; }

   private:
    value_type& body_;
  };
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_HTTP_HTTP_BODY_H_
