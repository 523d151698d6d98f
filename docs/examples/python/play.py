"""A game of Makruk against an opponent at level 3, with a refused move, until White resigns."""

import os

from arbiter_client import Arbiter, IllegalActionError

arbiter = Arbiter(os.environ.get("ARBITER_SERVER", "127.0.0.1:50051"))
variant = "makruk"

# A site stores these for each game. The actions are the game, and the snapshot in the latest state
# saves the service from replaying them.
actions = []
state = arbiter.start_game(variant=variant).state


def position():
    return {"variant": variant, "snapshot": state.snapshot}


def play(action):
    global state
    try:
        answer = arbiter.apply_moves(position=position(), actions=[action])
    except IllegalActionError as error:
        # Nothing has changed: show the player the message.
        print(f"refused: {error.message}")
        return
    actions.append(answer.applied[0].text)
    state = answer.state
    print(f"{answer.applied[0].text}: {state.adjudication.message}")


def move_of_opponent():
    for update in arbiter.analyze(position=position(), strength=3, limits={"depth": 8}):
        if update.HasField("best_move"):
            return update.best_move.action


play("e3e4")
play(move_of_opponent())
play("e4e6")
play("white:resign")
print("to be stored:", *actions)
arbiter.close()
