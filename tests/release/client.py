import sys

from arbiter_client import Arbiter, IllegalActionError

with Arbiter(sys.argv[1]) as arbiter:
    position = {"variant": "makruk"}
    print(len(arbiter.legal_moves(position=position).texts), "moves")
    try:
        arbiter.apply_moves(position=position, actions=["e3e5"])
    except IllegalActionError as error:
        print(error.reason.value, error.field)
    mate = {"variant": "makruk", "fen": "4k3/8/4K3/8/8/8/8/R7 w - - 0 1"}
    for update in arbiter.analyze(position=mate, limits={"depth": 4}):
        if update.HasField("best_move"):
            print("best:", update.best_move.san)
