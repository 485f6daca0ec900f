"""A program that speaks the bot protocol and misbehaves as it is told: `python mischief.py MISCHIEF [FILE]`."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any, TextIO

Message = dict[str, Any]

FOREVER = 1000
LONG_LINE = 100_000_000
SPAWNED = [sys.executable, "-c", f"import time; time.sleep({FOREVER})"]


def say(message: object) -> None:
    print(json.dumps(message), flush=True)


def answer(question: Message, move: str | None = None, **more: object) -> None:
    """Question 5 is answered with the fifth move, and so on round the list."""
    moves = question["moves"]
    say({"question": question["question"], "move": move or moves[question["question"] % len(moves)], **more})


def hang(question: Message) -> None:
    time.sleep(FOREVER)


HELD_BACK: list[Message] = []


def answer_late(question: Message) -> None:
    """Question 2 is answered when question 3 has come, and then both."""
    if question["question"] == 2:
        HELD_BACK.append(question)
        return
    while HELD_BACK:
        answer(HELD_BACK.pop())
    answer(question)


def leave(question: Message) -> None:
    if question["question"] == 3:
        print("something long\nValueError: out of steam", file=sys.stderr)
        sys.exit(3)
    answer(question)


def babble(question: Message) -> None:
    print("I think that", question["moves"][0], "would be nice")
    answer(question)


def binary(question: Message) -> None:
    sys.stdout.buffer.write(b"\xff\x00\xfe\x1b[2J\n")
    sys.stdout.flush()


def not_an_object(question: Message) -> None:
    say([1, 2, question["question"]])


def no_move(question: Message) -> None:
    say({"question": question["question"]})


def deep(question: Message) -> None:
    print("[" * 50_000, flush=True)


def million_lines(question: Message) -> None:
    for number in range(1_000_000):
        print("line", number)
    answer(question)


def long_line(question: Message) -> None:
    for _ in range(LONG_LINE // 1_000_000):
        sys.stdout.write("x" * 1_000_000)
    answer(question)


def cheat(question: Message) -> None:
    answer(question, move="finish")


def imagine(question: Message) -> None:
    answer(question, move="claim atlantis-eldorado 6 gold")


def overdraw(question: Message) -> None:
    answer(question, move="claim boston-montreal 2 blue")


def foretell(question: Message) -> None:
    say({"question": question["question"] + 7, "move": question["moves"][0]})


def repeat(question: Message) -> None:
    """Every answer twice: the second is to a question that has been answered."""
    answer(question)
    answer(question)


def no_number(question: Message) -> None:
    say({"move": question["moves"][0]})


def complain(question: Message) -> None:
    sys.stderr.write("no\n" * 1_000_000 + "the last word\n")
    answer(question)


def spawn(question: Message) -> None:
    """Leave a child behind that holds the pipes open."""
    if question["question"] == 1:
        child = subprocess.Popen(SPAWNED)
        print(child.pid, file=sys.stderr, flush=True)
    answer(question)


def spawn_and_leave(question: Message) -> None:
    """The child is silent: that the program has ended shows."""
    child = subprocess.Popen(SPAWNED, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    print(child.pid, file=sys.stderr, flush=True)
    sys.exit(1)


def close_output(question: Message) -> None:
    os.close(1)
    time.sleep(FOREVER)


def plain(question: Message) -> None:
    """Moves as short as can be: tickets turned round, and no cards for a claim."""
    verb, *words = question["moves"][-1].split()
    short = " ".join((verb, *reversed(words))) if verb == "keep" else " ".join((verb, *words[:1]))
    answer(question, move=short, remark="whatever")


AT_A_MOVE: dict[str, Callable[[Message], None]] = {
    mischief.__name__: mischief
    for mischief in (
        hang, answer_late, leave, babble, binary, not_an_object, no_move, deep, million_lines, long_line, cheat,
        imagine, overdraw, foretell, repeat, no_number, complain, spawn, spawn_and_leave, close_output, plain,
    )
}  # fmt: skip
HELLOS: dict[str, object] = {
    "hello_garbage": "good morning",
    "hello_too_new": {"type": "hello", "protocol": 3},
    "hello_move": {"question": 1, "move": "pass"},
    "speaks_1": {"type": "hello", "protocol": 1},
}


def greet(mischief: str) -> None:
    if mischief == "hang_at_hello":
        time.sleep(FOREVER)
    say(HELLOS.get(mischief, {"type": "hello", "protocol": 2}))


def main(mischief: str, log: TextIO) -> None:
    if mischief == "exit_at_once":
        sys.exit(0)
    if mischief == "deaf":
        say({"type": "hello", "protocol": 2})
        time.sleep(FOREVER)
    for line in sys.stdin:
        print(line, end="", file=log, flush=True)
        message = json.loads(line)
        if message["type"] == "hello":
            greet(mischief)
        elif message["type"] == "decide":
            AT_A_MOVE.get(mischief, answer)(message)
        elif message["type"] == "bye" and mischief == "stay":
            time.sleep(FOREVER)


if __name__ == "__main__":
    with open(sys.argv[2] if len(sys.argv) > 2 else os.devnull, "w") as file:
        main(sys.argv[1], file)
