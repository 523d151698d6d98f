# Plays a game of Makruk on an Arbiter server and has the result analysed.

require "arbiter/v1/analysis_service_services_pb"
require "arbiter/v1/rules_service_services_pb"
require "google/protobuf/well_known_types"
require "google/rpc/error_details_pb"

VARIANT = "makruk"

# Returns the position of a state, to which the next request refers.
def position_of(state)
  Arbiter::V1::Position.new(variant: VARIANT, snapshot: state.snapshot)
end

# Plays the moves of the game, as they might come from browsers, and returns its last state.
def play(rules)
  # The server keeps no games: a site stores the snapshot from each answer.
  state = rules.start_game(Arbiter::V1::StartGameRequest.new(variant: VARIANT)).state
  puts "start: #{state.fen}"
  %w[e3e4 d6d5 e4e6 e4d5].each do |move|
    applied = rules.apply_moves(
      Arbiter::V1::ApplyMovesRequest.new(position: position_of(state), actions: [move]))
    state = applied.state
    puts "#{applied.applied.first.san}: #{state.fen}"
  rescue GRPC::FailedPrecondition => error
    # The rules forbid the move: the player sees why, and the game stays as it was.
    print_refusal(error.to_rpc_status)
  end
  state
end

# Prints what the details of an error say.
def print_refusal(refusal)
  puts "refused: #{refusal.message}"
  refusal.details.each do |detail|
    if detail.is(Google::Rpc::ErrorInfo)
      puts "  reason: #{detail.unpack(Google::Rpc::ErrorInfo).reason}"
    elsif detail.is(Google::Rpc::BadRequest)
      detail.unpack(Google::Rpc::BadRequest).field_violations.each do |violation|
        puts "  field: #{violation.field}"
      end
    end
  end
end

# Prints the best move at each depth as soon as it is known, and finally the best move.
def analyze(engine, state)
  request = Arbiter::V1::AnalyzeRequest.new(
    position: position_of(state),
    limits: Arbiter::V1::AnalysisLimits.new(depth: 6),
    # Without this, the server may answer with the stored result of an earlier analysis.
    fresh: true)
  engine.analyze(request).each do |response|
    case response.update
    when :progress
      puts "depth #{response.progress.depth}: #{response.progress.lines.first.pv_san.first}"
    when :best_move
      puts "best move: #{response.best_move.san}"
    end
  end
end

abort "usage: site.rb HOST:PORT" unless ARGV.length == 1
address = ARGV.first
rules = Arbiter::V1::RulesService::Stub.new(address, :this_channel_is_insecure, timeout: 10)
engine = Arbiter::V1::AnalysisService::Stub.new(address, :this_channel_is_insecure, timeout: 60)
analyze(engine, play(rules))
