"""Elements and tables of HTML; text is escaped as in drawings."""

from collections.abc import Iterable, Sequence

from carrozza.atlas.drawing.svg import Markup, element, escaped


def tag(name: str, *content: Markup, **attributes: str | float | None) -> Markup:
    """An element that is closed even where it is empty, as HTML wants it.

    >>> tag("td", class_="number"), tag("p", escaped("a < b"))
    ('<td class="number"></td>', '<p>a &lt; b</p>')
    """
    made = element(name, *content, **attributes)
    return made if any(content) else Markup(f"{made.removesuffix('/>')}></{name}>")


def text(name: str, words: str, **attributes: str | float | None) -> Markup:
    return tag(name, escaped(words), **attributes)


def table(head: Sequence[str], rows: Iterable[Sequence[str]], label: str) -> Markup:
    """The first column names the row; the others are numbers. It scrolls by itself where it is too wide."""
    titles = [text("th", title, scope="col") for title in head]
    body = [tag("tr", text("th", row[0], scope="row"), *(text("td", value) for value in row[1:])) for row in rows]
    made = tag("table", tag("thead", tag("tr", *titles)), tag("tbody", *body))
    return tag("div", made, class_="wide", role="region", tabindex="0", aria_label=label)


def section(title: str, *content: Markup) -> Markup:
    return tag("section", text("h2", title), *content)
