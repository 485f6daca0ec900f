"""Specs are read as they are written, print to what reads back the same, and say what is wrong with them."""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carrozza.bots import BadSpec, UnknownBot, parse_spec, parse_specs, split_specs
from carrozza.bots.specs.notation import CLASS_FILE, Budget, Spec, Value, read_spec

SECOND = Budget(milliseconds=1000)


@pytest.mark.parametrize(
    ("text", "spec"),
    [
        ("planner", Spec("planner")),
        ("  Planner ", Spec("planner")),
        ("planner()", Spec("planner")),
        ("planner(blocking=0.3)", Spec("planner", settings=(("blocking", 0.3),))),
        ("planner( risk = 1 , blocking=-.5 )", Spec("planner", settings=(("blocking", -0.5), ("risk", 1)))),
        ("search", Spec("search", SECOND)),
        ("search:1s", Spec("search", SECOND)),
        ("search:1.5s", Spec("search", Budget(milliseconds=1500))),
        ("search:500ms", Spec("search", Budget(milliseconds=500))),
        ("search:2000", Spec("search", Budget(iterations=2000))),
        ("search:1s(threads=2)", Spec("search", SECOND, (("threads", 2),))),
        ("exec:./mybot", Spec("exec", command=("./mybot",))),
        ("exec:./mybot --fast", Spec("exec", command=("./mybot", "--fast"))),
        ("exec:'./my bot' 'a,b' \"(c)\"", Spec("exec", command=("./my bot", "a,b", "(c)"))),
        (r"exec:./my\ bot", Spec("exec", command=("./my bot",))),
        (
            "exec:./mybot --fast(start=5s,move=1000ms)",
            Spec("exec", None, (("move", "1s"), ("start", "5s")), ("./mybot", "--fast")),
        ),
        ("easy", Spec("easy")),
    ],
)
def test_specs_are_read(text: str, spec: Spec) -> None:
    assert parse_spec(text) == spec
    assert parse_spec(str(spec)) == spec
    assert pickle.loads(pickle.dumps(spec)) == spec


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("Planner", "planner"),
        ("search", "search:1s"),
        ("search:0.25s", "search:250ms"),
        ("search:60000ms", "search:60s"),
        ("search:1s(threads=2.0)", "search:1s(threads=2)"),
        ("planner(risk=.5,blocking=1e-1)", "planner(blocking=0.1,risk=0.5)"),
        ("exec:./a,b", "exec:'./a,b'"),
        ('exec:./a ""', "exec:./a ''"),
    ],
)
def test_there_is_one_way_to_print_a_spec(text: str, canonical: str) -> None:
    assert str(parse_spec(text)) == canonical


def test_only_what_the_compiled_loop_knows_is_compiled() -> None:
    told = {text: parse_spec(text).compiled for text in ("random", "greedy", "planner", "search:1", "easy", "exec:a")}
    assert [name for name, compiled in told.items() if compiled] == ["random", "greedy", "planner"]


def test_parameters_are_a_dictionary() -> None:
    assert parse_spec("planner(risk=1,blocking=0.5)").parameters == {"risk": 1, "blocking": 0.5}


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("", []),
        ("planner", ["planner"]),
        ("planner,random", ["planner", "random"]),
        (" planner , random ,", ["planner", "random"]),
        ("planner(a=1,b=2),random", ["planner(a=1,b=2)", "random"]),
        ("exec:./bot 'a,b',search:1s(threads=2)", ["exec:./bot 'a,b'", "search:1s(threads=2)"]),
        ('exec:./bot "it\'s, (well",random', ['exec:./bot "it\'s, (well"', "random"]),
        (r"exec:./bot a\,b,random", [r"exec:./bot a\,b", "random"]),
    ],
)
def test_a_list_is_parted_at_its_own_commas(text: str, pieces: list[str]) -> None:
    assert split_specs(text) == pieces


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "'' names no bot: write one such as planner, search:1s or exec:./mybot"),
        (":1s", "':1s' names no bot"),
        ("a b", "'a b' is no name of a bot"),
        ("planner(", "'planner(': a parenthesis is not closed"),
        ("planner)", "'planner)': the ) at character 8 closes nothing"),
        ("planner(risk=1)x", "parameters stand once, at the end"),
        ("planner(risk=1)(risk=2)", "parameters stand once, at the end"),
        ("planner(risk)", "'risk' sets no parameter: write name=value"),
        ("planner(risk=)", "'risk=' sets no parameter"),
        ("planner(=1)", "'=1' sets no parameter"),
        ("planner(risk=1,)", "'' sets no parameter"),
        ("planner(risk=1,risk=2)", "risk is set twice; leave one out"),
        ("planner(risk=1e999)", "1e999 is too large a number"),
        ("planner(risk=much)", "risk is a number, such as 0.418, and not 'much'"),
        ("planner(risk='0.5')", "risk is a number"),
        ("planner(blokking=1)", "planner has no parameter 'blokking' (did you mean 'blocking'?); it has turn, "),
        ("random(luck=1)", "random has no parameter 'luck'; it has none"),
        ("planner:1s", "planner takes no budget; leave ':1s' out"),
        ("search:fast", "'search:fast': 'fast' is no budget: write a time such as 500ms or 1.5s, or a whole number"),
        ("search:", "'search:': '' is no budget"),
        ("search:1.5", "'1.5' is no budget"),
        ("search:-1s", "'-1s' is no budget"),
        ("search:0", "'0' is too small a budget: the least is 1ms, or 1 iteration"),
        ("search:0.1ms", "'0.1ms' is too small a budget"),
        ("search:1s(thread=2)", "search has no parameter 'thread' (did you mean 'threads'?); it has threads"),
        ("search:1s(seed=2)", "search has no parameter 'seed'"),
        ("exec:", "'exec:' names no program: write exec:./mybot"),
        ("exec", "'exec' names no program"),
        ("exec:''", "names no program"),
        ("exec:./bot 'x", "the quote at character 12 is not closed"),
        ("exec:./bot (x", "a parenthesis is not closed"),
        ("exec:./bot\\", "ends in a lone backslash"),
        ("exec:./bot(fast=1)", "a program has no parameter 'fast'; it has start and move"),
        ("exec:./bot(move=soon)", "move is a time, such as 2s or 500ms, and not 'soon'"),
        ("exec:./bot(move=5)", "move is a time, such as 2s or 500ms, and not '5'"),
        ("./mybot.py", "'./mybot.py' names no class: write ./mybot.py:ClassName, or exec:./mybot.py for a program"),
        ("./mybot.py:A B", "is no name of a bot"),
        ("./mybot.py:Eager:soon", "'soon' is no budget"),
        ("easy:1s", "easy is a level, with nothing to set; write easy alone"),
        ("hard(threads=2)", "hard is a level, with nothing to set; write hard alone"),
    ],
)
def test_what_is_wrong_is_said(text: str, told: str) -> None:
    with pytest.raises(BadSpec) as raised:
        parse_spec(text)
    assert told in str(raised.value)


def test_an_unknown_bot_is_answered_with_the_known_ones() -> None:
    with pytest.raises(UnknownBot) as raised:
        parse_spec("randon:1s")
    told = "no bot 'randon' (did you mean 'random'?); choose random, greedy, planner, search, "
    assert str(raised.value).startswith(told)
    assert str(raised.value).endswith("expert, a program by exec:COMMAND, or a class by FILE.py:CLASS")


words = st.text(st.characters(codec="utf-8", exclude_characters="\0"), min_size=1, max_size=12)
budgets = st.builds(lambda n: Budget(milliseconds=n), st.integers(1, 10**7)) | st.builds(
    lambda n: Budget(iterations=n), st.integers(1, 10**9)
)
values: st.SearchStrategy[Value] = st.integers() | st.floats(allow_nan=False, allow_infinity=False) | words
settings = st.dictionaries(st.from_regex(r"[a-z_]{1,8}", fullmatch=True), values, max_size=4)
plain_specs = st.builds(
    lambda name, budget, set_to: Spec(name, budget, tuple(sorted(set_to.items()))),
    st.sampled_from(["planner", "search", "my-bot_2"]),
    st.none() | budgets,
    settings,
)
program_specs = st.builds(
    lambda command, set_to: Spec("exec", None, tuple(sorted(set_to.items())), tuple(command)),
    st.lists(words, min_size=1, max_size=4),
    settings,
)
file_specs = st.builds(
    lambda folder, name, budget, set_to: Spec(
        CLASS_FILE, budget, tuple(sorted(set_to.items())), file=f"{folder}/bot.py", class_name=name
    ),
    words.filter(lambda text: text.isprintable() and text.strip() == text),
    st.from_regex(r"[A-Za-z_]\w{0,8}", fullmatch=True),
    st.none() | budgets,
    settings,
)


@given(plain_specs | program_specs | file_specs)
def test_every_spec_reads_back_from_what_it_prints(spec: Spec) -> None:
    assert read_spec(str(spec)) == spec


@given(st.lists(plain_specs | program_specs | file_specs, max_size=4))
def test_a_list_of_printed_specs_is_parted_into_them(specs: list[Spec]) -> None:
    assert [read_spec(piece) for piece in split_specs(",".join(map(str, specs)))] == specs


@given(st.text(max_size=30))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        for piece in split_specs(text):
            read_spec(piece)
    except BadSpec:
        pass


def test_a_list_is_read_whole() -> None:
    assert parse_specs("planner(risk=1,slack=2),random") == [
        Spec("planner", settings=(("risk", 1), ("slack", 2))),
        Spec("random"),
    ]
