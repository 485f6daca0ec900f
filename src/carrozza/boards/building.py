"""From a board file's document to a board: check everything, then choose the ruleset."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from carrozza.boards.checking import faults_in
from carrozza.boards.document import Document, with_ids
from carrozza.boards.faults import BoardError, Fault, guessing, reason
from carrozza.boards.model import Board, Rules
from carrozza.boards.values import value_faults


def document_faults(document: Mapping[str, Any]) -> tuple[Fault, ...]:
    """Every fault of a document; where it is unfit to be read, only why."""
    if not isinstance(document, Mapping):
        return (Fault("board", reason("no_table")),)
    return tuple(value_faults(document)) or faults_in(with_ids(document))


def build(
    document: Mapping[str, Any],
    source: str,
    ruleset: str | None = None,
    file: Path | None = None,
    layout: Mapping[str, Any] | None = None,
) -> Board:
    """The board of a document that has no fault, with the ruleset that is chosen."""
    named = with_ids(document)
    checked = Document.model_validate(named)
    chosen = _chosen_ruleset(checked, source, ruleset)
    return Board(
        id=board_name(checked.id, chosen),
        map=checked.id,
        ruleset=chosen,
        title=checked.title,
        notes=checked.notes,
        cities=checked.cities,
        routes=checked.routes,
        tickets=checked.tickets,
        rules=_rules(named, chosen),
        variants=checked.variants,
        drawing=checked.drawing,
        file=file,
        layout=layout,
    )


def board_name(map_id: str, ruleset: str | None) -> str:
    """
    >>> board_name("italy", "basic"), board_name("usa", None)
    ('italy-basic', 'usa')
    """
    return f"{map_id}-{ruleset}" if ruleset else map_id


def rulesets_in(document: Mapping[str, Any]) -> tuple[str | None, ...]:
    """The names of a document's rulesets; one without a name where it lists none."""
    listed = document.get("rulesets")
    return (tuple(listed) if isinstance(listed, Mapping) else ()) or (None,)


def names_in(document: Mapping[str, Any]) -> tuple[str, ...]:
    """The names of the boards that a document gives, one for each ruleset."""
    return tuple(board_name(str(document.get("id")), ruleset) for ruleset in rulesets_in(document))


def _chosen_ruleset(document: Document, source: str, ruleset: str | None) -> str | None:
    known = tuple(document.rulesets)
    if ruleset in known:
        return ruleset
    if ruleset is None and len(known) < 2:
        return known[0] if known else None
    if ruleset is None:
        found = reason("several_rulesets", rulesets=", ".join(known), source=source, first=known[0])
    elif known:
        found = guessing("unknown_ruleset", ruleset, known, ruleset=ruleset, rulesets=", ".join(known))
    else:
        found = reason("no_rulesets", ruleset=ruleset)
    raise BoardError(source, [Fault("rulesets", found)])


def _rules(document: Mapping[str, Any], ruleset: str | None) -> Rules:
    own = document["rulesets"][ruleset] if ruleset else {}
    return Rules.model_validate({**document.get("rules", {}), **own})
