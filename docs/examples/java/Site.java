import arbiter.v1.AnalysisLimits;
import arbiter.v1.AnalysisServiceGrpc;
import arbiter.v1.AnalysisServiceGrpc.AnalysisServiceBlockingStub;
import arbiter.v1.AnalyzeRequest;
import arbiter.v1.AnalyzeResponse;
import arbiter.v1.ApplyMovesRequest;
import arbiter.v1.ApplyMovesResponse;
import arbiter.v1.Position;
import arbiter.v1.RulesServiceGrpc;
import arbiter.v1.RulesServiceGrpc.RulesServiceBlockingStub;
import arbiter.v1.StartGameRequest;
import arbiter.v1.State;
import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.rpc.BadRequest;
import com.google.rpc.ErrorInfo;
import com.google.rpc.Status;
import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Plays a game of Makruk on an Arbiter server and has the result analysed. */
public final class Site {
  private static final String VARIANT = "makruk";

  public static void main(String[] arguments) throws Exception {
    if (arguments.length != 1) {
      System.err.println("usage: Site HOST:PORT");
      System.exit(2);
    }
    ManagedChannel channel = ManagedChannelBuilder.forTarget(arguments[0]).usePlaintext().build();
    try {
      State state = play(RulesServiceGrpc.newBlockingStub(channel));
      analyze(AnalysisServiceGrpc.newBlockingStub(channel), state);
    } finally {
      channel.shutdownNow();
    }
  }

  /** Plays the moves of the game, as they might come from browsers, and returns its last state. */
  private static State play(RulesServiceBlockingStub rules) throws InvalidProtocolBufferException {
    StartGameRequest start = StartGameRequest.newBuilder().setVariant(VARIANT).build();
    // The server keeps no games: a site stores the snapshot from each answer.
    State state = rules.withDeadlineAfter(10, TimeUnit.SECONDS).startGame(start).getState();
    System.out.println("start: " + state.getFen());
    for (String move : List.of("e3e4", "d6d5", "e4e6", "e4d5")) {
      ApplyMovesRequest request =
          ApplyMovesRequest.newBuilder().setPosition(positionOf(state)).addActions(move).build();
      ApplyMovesResponse applied;
      try {
        applied = rules.withDeadlineAfter(10, TimeUnit.SECONDS).applyMoves(request);
      } catch (StatusRuntimeException refusal) {
        if (refusal.getStatus().getCode() != io.grpc.Status.Code.FAILED_PRECONDITION) {
          throw refusal;
        }
        // The rules forbid the move: the player sees why, and the game stays as it was.
        printRefusal(StatusProto.fromThrowable(refusal));
        continue;
      }
      state = applied.getState();
      System.out.println(applied.getApplied(0).getSan() + ": " + state.getFen());
    }
    return state;
  }

  /** Prints what the details of an error say. */
  private static void printRefusal(Status refusal) throws InvalidProtocolBufferException {
    System.out.println("refused: " + refusal.getMessage());
    for (Any detail : refusal.getDetailsList()) {
      if (detail.is(ErrorInfo.class)) {
        System.out.println("  reason: " + detail.unpack(ErrorInfo.class).getReason());
      } else if (detail.is(BadRequest.class)) {
        for (BadRequest.FieldViolation violation :
            detail.unpack(BadRequest.class).getFieldViolationsList()) {
          System.out.println("  field: " + violation.getField());
        }
      }
    }
  }

  /** Prints the best move at each depth as soon as it is known, and finally the best move. */
  private static void analyze(AnalysisServiceBlockingStub engine, State state) {
    AnalyzeRequest request =
        AnalyzeRequest.newBuilder()
            .setPosition(positionOf(state))
            .setLimits(AnalysisLimits.newBuilder().setDepth(6))
            // Without this, the server may answer with the stored result of an earlier analysis.
            .setFresh(true)
            .build();
    Iterator<AnalyzeResponse> updates =
        engine.withDeadlineAfter(60, TimeUnit.SECONDS).analyze(request);
    while (updates.hasNext()) {
      AnalyzeResponse update = updates.next();
      if (update.hasProgress()) {
        String san = update.getProgress().getLines(0).getPvSan(0);
        System.out.println("depth " + update.getProgress().getDepth() + ": " + san);
      } else if (update.hasBestMove()) {
        System.out.println("best move: " + update.getBestMove().getSan());
      }
    }
  }

  /** Returns the position of a state, to which the next request refers. */
  private static Position positionOf(State state) {
    return Position.newBuilder().setVariant(VARIANT).setSnapshot(state.getSnapshot()).build();
  }
}
