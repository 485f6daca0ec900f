"""Make the pages and schemas that follow from the sources: `python -m docs.make`."""

import json
from collections.abc import Iterator
from pathlib import Path

from carrozza import boards
from carrozza.arena.tables.declaration import described
from carrozza.boards.model import MAX_SEATS
from carrozza.game.referee import json_schema
from carrozza.game.sentences.rulebook import ROWS, RULES, Words, chapters, rule_in_full, words_of
from carrozza.kernel.board import compiled_board
from carrozza.observation.declaration import SLICES
from carrozza.observation.spec import ObservationSpec
from carrozza.words import languages

HERE = Path(__file__).parent
PAGES = {"en": "rules.md", "it": "rules.it.md"}
TABLES = "data.md"
SCHEMA = "<!-- The tables, as arena/tables/declaration.py declares them. -->"
SCHEMA_END = "<!-- End of the tables. -->"
OBSERVATION = "observation.md"
SLICE_TABLE = "<!-- The slices, as observation/declaration.py declares them. -->"
SLICE_TABLE_END = "<!-- End of the slices. -->"


def generated() -> dict[str, str]:
    """Every generated file of this folder: its name and its text."""
    schemas = {f"{of}.schema.json": json_schema(of) for of in ("case", "verdict")}
    schemas |= {"board.schema.json": boards.json_schema(), "bundle.schema.json": boards.bundle_schema()}
    files = {name: json.dumps(schema, indent=2) + "\n" for name, schema in schemas.items()}
    files[TABLES] = with_schema((HERE / TABLES).read_text(encoding="utf-8"))
    files[OBSERVATION] = with_slices((HERE / OBSERVATION).read_text(encoding="utf-8"))
    return files | {PAGES[language]: rules_page(language) for language in languages()}


def with_schema(page: str) -> str:
    """The page with the tables as they are declared."""
    before, _, rest = page.partition(SCHEMA)
    return f"{before}{SCHEMA}\n{described()}{SCHEMA_END}{rest.partition(SCHEMA_END)[2]}"


def with_slices(page: str) -> str:
    """The page with the slices of observations as they are declared."""
    before, _, rest = page.partition(SLICE_TABLE)
    made = "\n".join(("", *slice_table(), "", *size_table(), ""))
    return f"{before}{SLICE_TABLE}\n{made}\n{SLICE_TABLE_END}{rest.partition(SLICE_TABLE_END)[2]}"


def slice_table() -> Iterator[str]:
    every = [compiled_board(boards.load(name), variants) for name, variants in observed_boards()]
    titles = [" with ".join((name, *variants)) for name, variants in observed_boards()]
    yield "| slice | of each | times | unit | boards | meaning |"
    yield "|---|---|---|---:|---|---|"
    for found in SLICES:
        having = [title for title, board in zip(titles, every, strict=True) if found.when(board)]
        where = "all" if len(having) == len(every) else ", ".join(having)
        unit = 1 << found.halvings
        yield f"| `{found.name}` | {found.per} | {found.planes} | {unit} | {where} | {found.meaning} |"


def size_table() -> Iterator[str]:
    seats = range(2, MAX_SEATS + 1)
    yield f"| cells of the flat form | {' | '.join(f'{n} seats' for n in seats)} |"
    yield f"|---{'|---:' * len(seats)}|"
    for name, variants in observed_boards():
        rules = boards.load(name).rules
        cells = [
            str(ObservationSpec.of(name, variants, n).size) if rules.min_seats <= n <= rules.max_seats else ""
            for n in seats
        ]
        yield f"| {' with '.join((name, *variants))} | {' | '.join(cells)} |"


def observed_boards() -> Iterator[tuple[str, tuple[str, ...]]]:
    for name in boards.names():
        yield name, ()
        for variant in boards.load(name).variants:
            yield name, (variant,)


def rules_page(language: str) -> str:
    return "\n".join(_rules_page(language, words_of(language))) + "\n"


def _rules_page(language: str, words: Words) -> Iterator[str]:
    yield f"<!-- {words['made']} -->"
    yield f"# {words['title']}"
    for paragraph in words["intro"]:
        yield f"\n{paragraph}"
    yield f"\n## {words['boards']}\n"
    yield from (f"- **{words['board'][name]}**: {message}" for name, message in words["credit"].items())
    yield f"\n{words['trademark']}"
    yield f"\n## {words['uses']}\n"
    yield from board_table(words)
    for letter, rules in chapters(RULES):
        yield f"\n## {words['group'][letter]} ({letter})\n"
        for rule in rules:
            yield _rule(rule, language)
    yield f"\n## {words['decisions']}\n"
    yield words["decided"].format(rules=", ".join(decisions(language)))
    yield f"\n## {words['knowledge']}\n"
    yield from words["known"]


def _rule(rule: str, language: str) -> str:
    return f"- **{rule}** {rule_in_full(rule, language)}"


def decisions(language: str) -> list[str]:
    """The rules that say, here or in the game's own words, that we decided something."""
    ours = words_of(language)["ours"]
    return [rule for rule in RULES if ours in rule_in_full(rule, language)]


def board_table(words: Words) -> Iterator[str]:
    every = [boards.load(name) for name in boards.names()]
    yield f"| | {' | '.join(words['board'][board.id] for board in every)} |"
    yield f"|---{'|---' * len(every)}|"
    for key, cell in ROWS.items():
        yield f"| {words['row'][key]} | {' | '.join(cell(board, words) for board in every)} |"


def main() -> None:
    for name, text in generated().items():
        (HERE / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
