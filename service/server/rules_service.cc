#include "service/server/rules_service.h"

#include "arbiter/v1/rules_service.grpc.pb.h"
#include "service/handlers.h"
#include "service/server/batch_reactor.h"
#include "service/server/unary_call.h"

namespace arbiter {
namespace {

using enum v1::BatchRequest::RequestCase;

// A unary method: what gRPC needs to call its handler.
template <typename Request, typename Response>
class Method {
 public:
  using Handler = typename UnaryCall<Request, Response>::Handler;

  // `request_case`: the same method in a batch.
  Method(const CallEnvironment* environment, v1::BatchRequest::RequestCase request_case,
         const char* name, Handler handler)
      : environment_(environment),
        metrics_(environment->metrics.AddMethod(CallType::kUnary, kRulesServiceName, name)),
        case_(request_case),
        handler_(handler) {}

  // Answers a call on this thread or on the work pool.
  grpc::ServerUnaryReactor* Serve(grpc::CallbackServerContext* context, const Request* request,
                                  Response* response) {
    using Call = UnaryCall<Request, Response>;
    if (!BelongsOnPool(case_, request->ByteSizeLong())) {
      Call call(environment_, &metrics_, handler_, context, request, response);
      call.Finish(call.Answer());
      return call.reactor();
    }
    auto call =
        std::make_shared<Call>(environment_, &metrics_, handler_, context, request, response);
    const bool accepted = environment_->pool.TrySubmit([call]() -> WorkPool::Delivery {
      return [call, status = call->Answer()] { call->Finish(status); };
    });
    if (!accepted) call->Finish(OverloadedError());
    return call->reactor();
  }

  ArenaAllocator<Request, Response>* allocator() { return &allocator_; }

 private:
  const CallEnvironment* const environment_;
  const MethodMetrics metrics_;
  const v1::BatchRequest::RequestCase case_;
  const Handler handler_;
  ArenaAllocator<Request, Response> allocator_;
};

// As v1::RulesService::CallbackService, but Batch handles messages as they are on the wire.
using Raw = v1::RulesService::WithRawCallbackMethod_Batch<v1::RulesService::Service>;
template <template <typename> typename... Methods>
struct Chain {
  using Type = Raw;
};
template <template <typename> typename Method, template <typename> typename... Methods>
struct Chain<Method, Methods...> {
  using Type = Method<typename Chain<Methods...>::Type>;
};
using RulesServiceBase = Chain<v1::RulesService::WithCallbackMethod_ListVariants,
                               v1::RulesService::WithCallbackMethod_StartGame,
                               v1::RulesService::WithCallbackMethod_LegalMoves,
                               v1::RulesService::WithCallbackMethod_ApplyMoves,
                               v1::RulesService::WithCallbackMethod_EnumerateOutcomes,
                               v1::RulesService::WithCallbackMethod_Adjudicate,
                               v1::RulesService::WithCallbackMethod_ValidateGame,
                               v1::RulesService::WithCallbackMethod_ConvertMoves,
                               v1::RulesService::WithCallbackMethod_RenderBoard,
                               v1::RulesService::WithCallbackMethod_Perft>::Type;

class RulesService final : public RulesServiceBase {
 public:
  explicit RulesService(const CallEnvironment* environment)
      : environment_(environment),
        list_variants_(environment, kListVariants, "ListVariants", &arbiter::ListVariants),
        start_game_(environment, kStartGame, "StartGame", &arbiter::StartGame),
        legal_moves_(environment, kLegalMoves, "LegalMoves", &arbiter::LegalMoves),
        apply_moves_(environment, kApplyMoves, "ApplyMoves", &arbiter::ApplyMoves),
        enumerate_outcomes_(environment, kEnumerateOutcomes, "EnumerateOutcomes",
                            &arbiter::EnumerateOutcomes),
        adjudicate_(environment, kAdjudicate, "Adjudicate", &arbiter::Adjudicate),
        validate_game_(environment, kValidateGame, "ValidateGame", &arbiter::ValidateGame),
        convert_moves_(environment, kConvertMoves, "ConvertMoves", &arbiter::ConvertMoves),
        render_board_(environment, kRenderBoard, "RenderBoard", &arbiter::RenderBoard),
        perft_(environment, kPerft, "Perft", &arbiter::Perft),
        batch_metrics_(
            environment->metrics.AddMethod(CallType::kBidiStream, kRulesServiceName, "Batch")) {
    SetMessageAllocatorFor_ListVariants(list_variants_.allocator());
    SetMessageAllocatorFor_StartGame(start_game_.allocator());
    SetMessageAllocatorFor_LegalMoves(legal_moves_.allocator());
    SetMessageAllocatorFor_ApplyMoves(apply_moves_.allocator());
    SetMessageAllocatorFor_EnumerateOutcomes(enumerate_outcomes_.allocator());
    SetMessageAllocatorFor_Adjudicate(adjudicate_.allocator());
    SetMessageAllocatorFor_ValidateGame(validate_game_.allocator());
    SetMessageAllocatorFor_ConvertMoves(convert_moves_.allocator());
    SetMessageAllocatorFor_RenderBoard(render_board_.allocator());
    SetMessageAllocatorFor_Perft(perft_.allocator());
  }

  grpc::ServerUnaryReactor* ListVariants(grpc::CallbackServerContext* context,
                                         const v1::ListVariantsRequest* request,
                                         v1::ListVariantsResponse* response) override {
    return list_variants_.Serve(context, request, response);
  }

  grpc::ServerUnaryReactor* StartGame(grpc::CallbackServerContext* context,
                                      const v1::StartGameRequest* request,
                                      v1::StartGameResponse* response) override {
    return start_game_.Serve(context, request, response);
  }

  grpc::ServerUnaryReactor* LegalMoves(grpc::CallbackServerContext* context,
                                       const v1::LegalMovesRequest* request,
                                       v1::LegalMovesResponse* response) override {
    return legal_moves_.Serve(context, request, response);
  }

  grpc::ServerUnaryReactor* ApplyMoves(grpc::CallbackServerContext* context,
                                       const v1::ApplyMovesRequest* request,
                                       v1::ApplyMovesResponse* response) override {
    return apply_moves_.Serve(context, request, response);
  }

  grpc::ServerUnaryReactor* EnumerateOutcomes(grpc::CallbackServerContext* context,
                                              const v1::EnumerateOutcomesRequest* request,
                                              v1::EnumerateOutcomesResponse* response) override {
    return enumerate_outcomes_.Serve(context, request, response);
  }

  grpc::ServerUnaryReactor* Adjudicate(grpc::CallbackServerContext* context,
                                       const v1::AdjudicateRequest* request,
                                       v1::AdjudicateResponse* response) override {
    return adjudicate_.Serve(context, request, response);
  }

  grpc::ServerUnaryReactor* ValidateGame(grpc::CallbackServerContext* context,
                                         const v1::ValidateGameRequest* request,
                                         v1::ValidateGameResponse* response) override {
    return validate_game_.Serve(context, request, response);
  }

  grpc::ServerUnaryReactor* ConvertMoves(grpc::CallbackServerContext* context,
                                         const v1::ConvertMovesRequest* request,
                                         v1::ConvertMovesResponse* response) override {
    return convert_moves_.Serve(context, request, response);
  }

  grpc::ServerUnaryReactor* RenderBoard(grpc::CallbackServerContext* context,
                                        const v1::RenderBoardRequest* request,
                                        v1::RenderBoardResponse* response) override {
    return render_board_.Serve(context, request, response);
  }

  grpc::ServerUnaryReactor* Perft(grpc::CallbackServerContext* context,
                                  const v1::PerftRequest* request,
                                  v1::PerftResponse* response) override {
    return perft_.Serve(context, request, response);
  }

  grpc::ServerBidiReactor<grpc::ByteBuffer, grpc::ByteBuffer>* Batch(
      grpc::CallbackServerContext* context) override {
    return BatchReactor::Start(environment_, &batch_metrics_, context);
  }

 private:
  const CallEnvironment* const environment_;
  Method<v1::ListVariantsRequest, v1::ListVariantsResponse> list_variants_;
  Method<v1::StartGameRequest, v1::StartGameResponse> start_game_;
  Method<v1::LegalMovesRequest, v1::LegalMovesResponse> legal_moves_;
  Method<v1::ApplyMovesRequest, v1::ApplyMovesResponse> apply_moves_;
  Method<v1::EnumerateOutcomesRequest, v1::EnumerateOutcomesResponse> enumerate_outcomes_;
  Method<v1::AdjudicateRequest, v1::AdjudicateResponse> adjudicate_;
  Method<v1::ValidateGameRequest, v1::ValidateGameResponse> validate_game_;
  Method<v1::ConvertMovesRequest, v1::ConvertMovesResponse> convert_moves_;
  Method<v1::RenderBoardRequest, v1::RenderBoardResponse> render_board_;
  Method<v1::PerftRequest, v1::PerftResponse> perft_;
  const MethodMetrics batch_metrics_;
};

}  // namespace

std::unique_ptr<grpc::Service> MakeRulesService(const CallEnvironment* environment) {
  return std::make_unique<RulesService>(environment);
}

}  // namespace arbiter
