#ifndef ARBITER_SERVICE_HTTP_HTTP_METHODS_H_
#define ARBITER_SERVICE_HTTP_HTTP_METHODS_H_

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "google/protobuf/descriptor.h"
#include "service/calls/rpc.h"
#include "service/http/connect_protocol.h"

namespace arbiter {

// A method as the door for HTTP sees it.
class HttpMethod {
 public:
  explicit HttpMethod(const google::protobuf::MethodDescriptor* descriptor);

  // Whether the client sends one message; otherwise, the method cannot be called through HTTP/1.1.
  bool takes_one_message() const { return !descriptor_.client_streaming(); }
  bool is_stream() const { return descriptor_.server_streaming(); }
  // Whether a GET may call the method.
  bool allows_get() const;
  // Whether the answer of a GET can be the picture itself.
  bool has_picture() const;
  std::string_view name() const { return descriptor_.name(); }

  // Returns what converts the messages of a POST; nullptr if they are in the wire format.
  const Codec* CodecForPost(const MessageFormat& format) const;
  // Returns what converts the messages of a GET. The answer of a raw one is the picture alone.
  const Codec* CodecForGet(const GetQuery& query) const;

 private:
  const google::protobuf::MethodDescriptor& descriptor_;
  // Each is nullptr if the method does not have the form.
  std::unique_ptr<const Codec> json_;
  std::unique_ptr<const Codec> binary_;
  std::unique_ptr<const Codec> json_get_;
  std::unique_ptr<const Codec> binary_get_;
  std::unique_ptr<const Codec> raw_json_get_;
  std::unique_ptr<const Codec> raw_binary_get_;
};

// The methods of some services. Immutable.
class HttpMethods {
 public:
  // `services` are full names, such as `arbiter.v1.RulesService`.
  explicit HttpMethods(const std::vector<std::string>& services);

  // Returns the method with this path, such as `/arbiter.v1.RulesService/LegalMoves`; nullptr if
  // there is none.
  const HttpMethod* Find(std::string_view path) const;

 private:
  void AddService(const std::string& name);

  absl::flat_hash_map<std::string, std::unique_ptr<const HttpMethod>> methods_;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_HTTP_HTTP_METHODS_H_
