#include "service/server/rules_service.h"

#include <memory>

#include "arbiter/v1/rules_service.grpc.pb.h"
#include "service/encode.h"
#include "service/handlers.h"
#include "service/server/batch_reactor.h"
#include "service/server/unary_call.h"

namespace arbiter {
namespace {

using enum v1::BatchRequest::RequestCase;

// A unary method: what gRPC needs to have its calls answered.
template <typename Request>
class Method {
 public:
  using Call = UnaryCall<Request>;

  // `request_case`: the same method in a batch.
  Method(const CallEnvironment* environment, v1::BatchRequest::RequestCase request_case,
         const char* name, Encoder<Request> encoder)
      : environment_(environment),
        metrics_(environment->metrics.AddMethod(CallType::kUnary, kRulesServiceName, name)),
        case_(request_case),
        encoder_(encoder) {}

  // Answers a call on this thread or on the work pool.
  grpc::ServerUnaryReactor* Serve(grpc::CallbackServerContext* context,
                                  const grpc::ByteBuffer* request, grpc::ByteBuffer* response) {
    if (!BelongsOnPool(case_, request->Length())) {
      Call call(environment_, &metrics_, encoder_, context, request, response);
      const absl::Status admitted = call.admitted();
      call.Finish(admitted.ok() ? call.Answer() : admitted);
      return call.reactor();
    }
    auto call =
        std::make_shared<Call>(environment_, &metrics_, encoder_, context, request, response);
    if (const absl::Status admitted = call->admitted(); !admitted.ok()) {
      call->Finish(admitted);
      return call->reactor();
    }
    auto waiting =
        std::make_shared<WaitingBytes::Request>(&environment_->waiting, request->Length());
    const bool accepted = environment_->pool.TrySubmit([call, waiting]() -> WorkPool::Delivery {
      return [call, status = call->Answer()] { call->Finish(status); };
    });
    if (!accepted) call->Finish(OverloadedError());
    return call->reactor();
  }

 private:
  const CallEnvironment* const environment_;
  const MethodMetrics metrics_;
  const v1::BatchRequest::RequestCase case_;
  const Encoder<Request> encoder_;
};

// v1::RulesService with the callback API, in which all methods handle messages as they are on the
// wire.
template <template <typename> typename... Methods>
struct Chain {
  using Type = v1::RulesService::Service;
};
template <template <typename> typename First, template <typename> typename... Rest>
struct Chain<First, Rest...> {
  using Type = First<typename Chain<Rest...>::Type>;
};
using RulesServiceBase = Chain<v1::RulesService::WithRawCallbackMethod_ListVariants,
                               v1::RulesService::WithRawCallbackMethod_StartGame,
                               v1::RulesService::WithRawCallbackMethod_LegalMoves,
                               v1::RulesService::WithRawCallbackMethod_ApplyMoves,
                               v1::RulesService::WithRawCallbackMethod_EnumerateOutcomes,
                               v1::RulesService::WithRawCallbackMethod_Adjudicate,
                               v1::RulesService::WithRawCallbackMethod_ValidateGame,
                               v1::RulesService::WithRawCallbackMethod_ConvertMoves,
                               v1::RulesService::WithRawCallbackMethod_RenderBoard,
                               v1::RulesService::WithRawCallbackMethod_Perft,
                               v1::RulesService::WithRawCallbackMethod_ReadPgn,
                               v1::RulesService::WithRawCallbackMethod_WritePgn,
                               v1::RulesService::WithRawCallbackMethod_Batch>::Type;

class RulesService final : public RulesServiceBase {
 public:
  explicit RulesService(const CallEnvironment* environment)
      : environment_(environment),
        list_variants_(environment, kListVariants, "ListVariants", &Encode<&arbiter::ListVariants>),
        start_game_(environment, kStartGame, "StartGame", &Encode<&arbiter::StartGame>),
        legal_moves_(environment, kLegalMoves, "LegalMoves", &EncodeLegalMoves),
        apply_moves_(environment, kApplyMoves, "ApplyMoves", &Encode<&arbiter::ApplyMoves>),
        enumerate_outcomes_(environment, kEnumerateOutcomes, "EnumerateOutcomes",
                            &Encode<&arbiter::EnumerateOutcomes>),
        adjudicate_(environment, kAdjudicate, "Adjudicate", &Encode<&arbiter::Adjudicate>),
        validate_game_(environment, kValidateGame, "ValidateGame", &Encode<&arbiter::ValidateGame>),
        convert_moves_(environment, kConvertMoves, "ConvertMoves", &Encode<&arbiter::ConvertMoves>),
        render_board_(environment, kRenderBoard, "RenderBoard", &Encode<&arbiter::RenderBoard>),
        perft_(environment, kPerft, "Perft", &Encode<&arbiter::Perft>),
        read_pgn_(environment, kReadPgn, "ReadPgn", &Encode<&arbiter::ReadPgn>),
        write_pgn_(environment, kWritePgn, "WritePgn", &Encode<&arbiter::WritePgn>),
        batch_metrics_(
            environment->metrics.AddMethod(CallType::kBidiStream, kRulesServiceName, "Batch")) {}

  grpc::ServerUnaryReactor* ListVariants(grpc::CallbackServerContext* context,
                                         const grpc::ByteBuffer* request,
                                         grpc::ByteBuffer* response) override {
    return list_variants_.Serve(context, request, response);
  }
  grpc::ServerUnaryReactor* StartGame(grpc::CallbackServerContext* context,
                                      const grpc::ByteBuffer* request,
                                      grpc::ByteBuffer* response) override {
    return start_game_.Serve(context, request, response);
  }
  grpc::ServerUnaryReactor* LegalMoves(grpc::CallbackServerContext* context,
                                       const grpc::ByteBuffer* request,
                                       grpc::ByteBuffer* response) override {
    return legal_moves_.Serve(context, request, response);
  }
  grpc::ServerUnaryReactor* ApplyMoves(grpc::CallbackServerContext* context,
                                       const grpc::ByteBuffer* request,
                                       grpc::ByteBuffer* response) override {
    return apply_moves_.Serve(context, request, response);
  }
  grpc::ServerUnaryReactor* EnumerateOutcomes(grpc::CallbackServerContext* context,
                                              const grpc::ByteBuffer* request,
                                              grpc::ByteBuffer* response) override {
    return enumerate_outcomes_.Serve(context, request, response);
  }
  grpc::ServerUnaryReactor* Adjudicate(grpc::CallbackServerContext* context,
                                       const grpc::ByteBuffer* request,
                                       grpc::ByteBuffer* response) override {
    return adjudicate_.Serve(context, request, response);
  }
  grpc::ServerUnaryReactor* ValidateGame(grpc::CallbackServerContext* context,
                                         const grpc::ByteBuffer* request,
                                         grpc::ByteBuffer* response) override {
    return validate_game_.Serve(context, request, response);
  }
  grpc::ServerUnaryReactor* ConvertMoves(grpc::CallbackServerContext* context,
                                         const grpc::ByteBuffer* request,
                                         grpc::ByteBuffer* response) override {
    return convert_moves_.Serve(context, request, response);
  }
  grpc::ServerUnaryReactor* RenderBoard(grpc::CallbackServerContext* context,
                                        const grpc::ByteBuffer* request,
                                        grpc::ByteBuffer* response) override {
    return render_board_.Serve(context, request, response);
  }
  grpc::ServerUnaryReactor* Perft(grpc::CallbackServerContext* context,
                                  const grpc::ByteBuffer* request,
                                  grpc::ByteBuffer* response) override {
    return perft_.Serve(context, request, response);
  }
  grpc::ServerUnaryReactor* ReadPgn(grpc::CallbackServerContext* context,
                                    const grpc::ByteBuffer* request,
                                    grpc::ByteBuffer* response) override {
    return read_pgn_.Serve(context, request, response);
  }
  grpc::ServerUnaryReactor* WritePgn(grpc::CallbackServerContext* context,
                                     const grpc::ByteBuffer* request,
                                     grpc::ByteBuffer* response) override {
    return write_pgn_.Serve(context, request, response);
  }
  grpc::ServerBidiReactor<grpc::ByteBuffer, grpc::ByteBuffer>* Batch(
      grpc::CallbackServerContext* context) override {
    return BatchReactor::Start(environment_, &batch_metrics_, context);
  }

 private:
  const CallEnvironment* const environment_;
  Method<v1::ListVariantsRequest> list_variants_;
  Method<v1::StartGameRequest> start_game_;
  Method<v1::LegalMovesRequest> legal_moves_;
  Method<v1::ApplyMovesRequest> apply_moves_;
  Method<v1::EnumerateOutcomesRequest> enumerate_outcomes_;
  Method<v1::AdjudicateRequest> adjudicate_;
  Method<v1::ValidateGameRequest> validate_game_;
  Method<v1::ConvertMovesRequest> convert_moves_;
  Method<v1::RenderBoardRequest> render_board_;
  Method<v1::PerftRequest> perft_;
  Method<v1::ReadPgnRequest> read_pgn_;
  Method<v1::WritePgnRequest> write_pgn_;
  const MethodMetrics batch_metrics_;
};

}  // namespace

std::unique_ptr<grpc::Service> MakeRulesService(const CallEnvironment* environment) {
  return std::make_unique<RulesService>(environment);
}

}  // namespace arbiter
