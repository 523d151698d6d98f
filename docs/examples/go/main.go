// Command site plays a game of Makruk on an Arbiter server and has the result analysed.
package main

import (
	"context"
	"fmt"
	"io"
	"log"
	"os"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	arbiterv1 "example.com/site/arbiter/v1"
)

const variant = "makruk"

func main() {
	if len(os.Args) != 2 {
		log.Fatal("usage: site HOST:PORT")
	}
	if err := run(os.Args[1]); err != nil {
		log.Fatal(err)
	}
}

func run(address string) error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	// From version 1.63 of grpc-go on, this is
	// grpc.NewClient(address, grpc.WithTransportCredentials(insecure.NewCredentials())).
	conn, err := grpc.DialContext(ctx, address, grpc.WithInsecure())
	if err != nil {
		return err
	}
	defer conn.Close()

	state, err := play(ctx, arbiterv1.NewRulesServiceClient(conn))
	if err != nil {
		return err
	}
	return analyze(ctx, arbiterv1.NewAnalysisServiceClient(conn), state)
}

// play plays the moves of the game, as they might come from browsers, and returns its last state.
func play(ctx context.Context, rules arbiterv1.RulesServiceClient) (*arbiterv1.State, error) {
	started, err := rules.StartGame(ctx, &arbiterv1.StartGameRequest{Variant: variant})
	if err != nil {
		return nil, err
	}
	// The server keeps no games: a site stores the snapshot from each answer.
	state := started.State
	fmt.Println("start:", state.Fen)
	for _, move := range []string{"e3e4", "d6d5", "e4e6", "e4d5"} {
		applied, err := rules.ApplyMoves(ctx, &arbiterv1.ApplyMovesRequest{
			Position: positionOf(state),
			Actions:  []string{move},
		})
		if status.Code(err) == codes.FailedPrecondition {
			// The rules forbid the move: the player sees why, and the game stays as it was.
			printRefusal(status.Convert(err))
			continue
		}
		if err != nil {
			return nil, err
		}
		state = applied.State
		fmt.Printf("%s: %s\n", applied.Applied[0].San, state.Fen)
	}
	return state, nil
}

// printRefusal prints what the details of an error say.
func printRefusal(refusal *status.Status) {
	fmt.Println("refused:", refusal.Message())
	for _, detail := range refusal.Details() {
		switch detail := detail.(type) {
		case *errdetails.ErrorInfo:
			fmt.Println("  reason:", detail.Reason)
		case *errdetails.BadRequest:
			for _, violation := range detail.FieldViolations {
				fmt.Println("  field:", violation.Field)
			}
		}
	}
}

// analyze prints the best move at each depth as soon as it is known, and finally the best move.
func analyze(ctx context.Context, engine arbiterv1.AnalysisServiceClient, state *arbiterv1.State) error {
	stream, err := engine.Analyze(ctx, &arbiterv1.AnalyzeRequest{
		Position: positionOf(state),
		Limits:   &arbiterv1.AnalysisLimits{Depth: 6},
		// Without this, the server may answer with the stored result of an earlier analysis.
		Fresh: true,
	})
	if err != nil {
		return err
	}
	for {
		update, err := stream.Recv()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		switch update := update.Update.(type) {
		case *arbiterv1.AnalyzeResponse_Progress:
			fmt.Printf("depth %d: %s\n", update.Progress.Depth, update.Progress.Lines[0].PvSan[0])
		case *arbiterv1.AnalyzeResponse_BestMove:
			fmt.Println("best move:", update.BestMove.San)
		}
	}
}

// positionOf returns the position of a state, to which the next request refers.
func positionOf(state *arbiterv1.State) *arbiterv1.Position {
	return &arbiterv1.Position{
		Variant: variant,
		State:   &arbiterv1.Position_Snapshot{Snapshot: state.Snapshot},
	}
}
