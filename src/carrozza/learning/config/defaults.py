"""What is usual on each device beside the model's own defaults. What a file or an option says goes before it."""

from typing import Any, Final

Tree = dict[str, Any]

USUAL: Final[dict[str, Tree]] = {
    "cpu": {},
    "cuda": {
        "games": {"number": 32_768, "steps": 64},
        "improvement": {"epochs": 2, "minibatch": 65_536, "learning_rate": 3e-4, "precision": "bfloat16"},
        "league": {"bots_pace": 4},
        "evaluation": {"deals": 1024},
    },
}


def merged(below: Tree, above: Tree) -> Tree:
    """Both trees; where both have a value, that of `above`.

    >>> merged({"a": {"b": 1, "c": 2}}, {"a": {"b": 3}})
    {'a': {'b': 3, 'c': 2}}
    """
    made = dict(below)
    for key, value in above.items():
        both = isinstance(value, dict) and isinstance(made.get(key), dict)
        made[key] = merged(made[key], value) if both else value
    return made
