#include "service/calls/reflection.h"

#include <map>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "arbiter/v1/analysis_service.pb.h"
#include "arbiter/v1/job_service.pb.h"
#include "arbiter/v1/rules_service.pb.h"
#include "google/protobuf/descriptor.pb.h"
#include "grpc/health/v1/health.pb.h"
#include "grpc/reflection/v1/reflection.pb.h"
#include "grpc/reflection/v1alpha/reflection.pb.h"
#include "service/calls/call_errors.h"

namespace arbiter {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::DescriptorPool;
using google::protobuf::FieldDescriptor;
using google::protobuf::FileDescriptor;
using google::protobuf::FileDescriptorProto;
using grpc::reflection::v1::ServerReflectionRequest;
using grpc::reflection::v1::ServerReflectionResponse;

// Returns the files that declare the services of this server.
std::vector<const FileDescriptor*> ServiceFiles() {
  return {v1::BatchRequest::descriptor()->file(),
          v1::AnalyzeRequest::descriptor()->file(),
          v1::Job::descriptor()->file(),
          grpc::health::v1::HealthCheckRequest::descriptor()->file(),
          ServerReflectionRequest::descriptor()->file(),
          grpc::reflection::v1alpha::ServerReflectionRequest::descriptor()->file()};
}

// Returns the serialised FileDescriptorProto of a file. Makes it only once, because that takes much
// longer than an answer.
const std::string& Serialized(const FileDescriptor* file) {
  static std::mutex mutex;
  static std::map<const FileDescriptor*, std::string> files;
  const std::lock_guard lock(mutex);
  const auto [place, is_new] = files.try_emplace(file);
  if (is_new) {
    FileDescriptorProto proto;
    file->CopyTo(&proto);
    place->second = proto.SerializeAsString();
  }
  return place->second;
}

void AddFile(const FileDescriptor* file, std::set<const FileDescriptor*>* seen,
             grpc::reflection::v1::FileDescriptorResponse* response) {
  if (!seen->insert(file).second) return;
  response->add_file_descriptor_proto(Serialized(file));
  for (int i = 0; i < file->dependency_count(); ++i) AddFile(file->dependency(i), seen, response);
}

void SetError(absl::StatusCode code, const char* message, ServerReflectionResponse* response) {
  response->mutable_error_response()->set_error_code(static_cast<int>(code));
  response->mutable_error_response()->set_error_message(message);
}

// Adds a file and its dependencies, or the error NOT_FOUND if `file` is nullptr.
void SetFile(const FileDescriptor* file, ServerReflectionResponse* response) {
  if (file == nullptr) return SetError(absl::StatusCode::kNotFound, "not found", response);
  std::set<const FileDescriptor*> seen;
  AddFile(file, &seen, response->mutable_file_descriptor_response());
}

void SetExtensions(const std::string& type_name, ServerReflectionResponse* response) {
  const DescriptorPool* pool = DescriptorPool::generated_pool();
  const Descriptor* type = pool->FindMessageTypeByName(type_name);
  if (type == nullptr) return SetError(absl::StatusCode::kNotFound, "not found", response);
  auto* numbers = response->mutable_all_extension_numbers_response();
  numbers->set_base_type_name(type_name);
  std::vector<const FieldDescriptor*> extensions;
  pool->FindAllExtensions(type, &extensions);
  for (const FieldDescriptor* extension : extensions) {
    numbers->add_extension_number(extension->number());
  }
}

void Answer(const ServerReflectionRequest& request, ServerReflectionResponse* response) {
  const DescriptorPool* pool = DescriptorPool::generated_pool();
  response->set_valid_host(request.host());
  *response->mutable_original_request() = request;
  switch (request.message_request_case()) {
    case ServerReflectionRequest::kFileByFilename:
      return SetFile(pool->FindFileByName(request.file_by_filename()), response);
    case ServerReflectionRequest::kFileContainingSymbol:
      return SetFile(pool->FindFileContainingSymbol(request.file_containing_symbol()), response);
    case ServerReflectionRequest::kFileContainingExtension: {
      const auto& wanted = request.file_containing_extension();
      const Descriptor* type = pool->FindMessageTypeByName(wanted.containing_type());
      const FieldDescriptor* extension =
          type == nullptr ? nullptr : pool->FindExtensionByNumber(type, wanted.extension_number());
      return SetFile(extension == nullptr ? nullptr : extension->file(), response);
    }
    case ServerReflectionRequest::kAllExtensionNumbersOfType:
      return SetExtensions(request.all_extension_numbers_of_type(), response);
    case ServerReflectionRequest::kListServices:
      for (const FileDescriptor* file : ServiceFiles()) {
        for (int i = 0; i < file->service_count(); ++i) {
          response->mutable_list_services_response()->add_service()->set_name(
              file->service(i)->full_name());
        }
      }
      return;
    case ServerReflectionRequest::MESSAGE_REQUEST_NOT_SET:
      return SetError(absl::StatusCode::kInvalidArgument, "the request is empty", response);
  }
}

}  // namespace

ReflectionStream::ReflectionStream(const CallEnvironment* environment, MethodMetrics* method,
                                   std::unique_ptr<Rpc> rpc)
    : PublicCall(environment, method, kMaxStreamsPerClient, std::move(rpc)), method_(method) {}

void ReflectionStream::Start(const CallEnvironment* environment, MethodMetrics* method,
                             std::unique_ptr<Rpc> rpc) {
  const auto stream = Open<ReflectionStream>(environment, method, std::move(rpc));
  if (stream->admitted().ok()) {
    stream->rpc().StartRead();
  } else {
    stream->Finish(stream->admitted());
  }
}

void ReflectionStream::OnReadDone(bool has_message) {
  if (finished()) return;
  if (!has_message) return Finish(absl::OkStatus());
  last_busy_ = std::chrono::steady_clock::now();
  const ReceivedBytes wire = rpc().TakeMessage();
  CountMessage();
  ServerReflectionRequest request;
  constexpr size_t kMaxRequestBytes = 4096;
  if (wire.view().size() > kMaxRequestBytes ||
      !request.ParseFromArray(wire.view().data(), static_cast<int>(wire.view().size()))) {
    return Finish(absl::InvalidArgumentError("the message is not a valid ServerReflectionRequest"));
  }
  ServerReflectionResponse response;
  Answer(request, &response);
  std::string bytes = response.SerializeAsString();
  buffered_ = environment().work.buffered.Count(share(), bytes.size());
  if (!buffered_) return Finish(TooManyUnreadError());
  writing_ = true;
  rpc().StartWrite(std::move(bytes), false);
}

void ReflectionStream::OnWriteDone(bool ok) {
  buffered_ = BufferedBytes::Answer();
  writing_ = false;
  if (!ok) return Finish(absl::CancelledError());
  method_->sent.Increment();
  rpc().StartRead();
}

void ReflectionStream::OnCancel() {
  if (!writing_) Finish(absl::CancelledError());
}

void ReflectionStream::OnTick(Time now) {
  const bool is_idle = now - last_busy_ >= kMaxIdle;
  if (writing_) {
    // A client that does not receive its answer would not receive the end of the stream either.
    if (is_idle) rpc().Cancel();
    return;
  }
  if (environment().drain.has_begun()) return Finish(ShuttingDownError());
  if (is_idle) Finish(IdleError());
}

}  // namespace arbiter
