#!/usr/bin/env python3
"""A bot for Carrozza in plain Python: claims the longest route it can, keeps cheap tickets, draws what it has most of.

Try it: carrozza terminal usa --bots exec:examples/bots/example.py
"""

import json
import sys

lengths, ticket_points = {}, {}  # what hello tells of the board
view = {}  # the last view


def learn(hello):
    lengths.update((route["id"], route["length"]) for route in hello["board"]["routes"])
    ticket_points.update((ticket["id"], ticket["points"]) for ticket in hello["board"]["tickets"])


def worth(move):
    """How much a legal move is liked: moves are text, such as `claim boston-montreal 2 red`."""
    verb, *words = move.split()
    if verb == "claim":
        locomotives = int(words[words.index("locomotive") - 1]) if "locomotive" in words else 0
        return 10 * lengths[words[0]] - locomotives
    if verb == "draw":
        return 9 if words[0] == "locomotive" else view["hand"].get(words[0], 0.5)
    if verb == "keep":
        return -sum(ticket_points[ticket] for ticket in words)
    return {"pay": 2, "decline": 1}.get(verb, 0)


def say(message):
    print(json.dumps(message), flush=True)  # one line, at once


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        learn(message)
        say({"type": "hello", "protocol": 2})
    elif message["type"] == "view":
        view = message
    elif message["type"] == "decide":
        say({"question": message["question"], "move": max(message["moves"], key=worth)})
    elif message["type"] == "bye":
        break
