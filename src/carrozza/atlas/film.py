"""A game as a film: the map after every move that changes it, as an animated GIF, WebP or PNG."""

from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Any, Final, NamedTuple

from carrozza.atlas.drawing import draw
from carrozza.atlas.drawing.palette import Theme
from carrozza.atlas.drawing.pieces import pieces_of
from carrozza.atlas.drawing.svg import Markup, element, escaped, group, number, placed
from carrozza.atlas.print_error import PrintError
from carrozza.atlas.render import to_png, view_box
from carrozza.folders import write_whole
from carrozza.game.game import Game
from carrozza.game.sentences.description import describe_move
from carrozza.game.sentences.rulebook import board_title
from carrozza.words import say

SUFFIXES: Final = (".gif", ".webp", ".png")
FIRST_MS, MOVE_MS, LAST_MS = 1200, 600, 5000
COLOURS: Final = 255
CAPTION: Final = 0.085
LETTER: Final = 0.024
"""Of the map's width: how high the caption is, and its letters."""
NARROW: Final = 0.56
"""How wide a letter is for its height, about."""


class Shot(NamedTuple):
    """One picture of the film: an SVG, and how long it is seen."""

    svg: str
    milliseconds: int


class Caption(NamedTuple):
    """Under the map: what happened, and everybody's points."""

    sentence: str
    points: tuple[tuple[str, int], ...]


def shots(game: Game, *, theme: Theme = "light", language: str = "en") -> Iterator[Shot]:
    """The beginning, every move that changes the map, and the end of a game that is over."""
    before = None
    for played, state in enumerate([*game._earlier, game.state]):
        here = game.copy()
        here.state = state
        lying = pieces_of(here, ())
        if lying == before:
            continue
        before = lying
        sentence = describe_move(game.history[played - 1], game.board, None, language) if played else ""
        caption = Caption(sentence or _title(game, language), tuple((name, here.points(name)) for name in game.seats))
        drawn = draw(here, theme=theme, language=language, history=game.history[:played])
        yield Shot(_with_caption(drawn.svg, caption), MOVE_MS if played else FIRST_MS)
    if game.finished:
        drawn = draw(game, theme=theme, language=language)
        yield Shot(_with_caption(drawn.svg, _result(game, language)), MOVE_MS)


def film(
    game: Game,
    file: Path,
    *,
    theme: Theme = "light",
    width_px: int = 1000,
    language: str = "en",
    progress: Callable[[str, float], None] | None = None,
) -> int:
    """Write the film by the name of its file, and say how many pictures it has."""
    if file.suffix.lower() not in SUFFIXES:
        raise ValueError(f"{file}: a film is kept as {', '.join(SUFFIXES)}; end the name with one of them")
    image = _pillow()
    taken = list(shots(game, theme=theme, language=language))
    pictures = []
    for at, shot in enumerate(taken):
        if progress is not None:
            progress(f"{at + 1} of {len(taken)}", at / len(taken))
        pictures.append(image.open(BytesIO(to_png(shot.svg, width_px))).convert("RGB"))
    _save(pictures, [*(shot.milliseconds for shot in taken[:-1]), LAST_MS], file)
    return len(taken)


def _save(pictures: list[Any], milliseconds: list[int], file: Path) -> None:
    if file.suffix.lower() == ".gif":
        # The last picture has all the colours; the same ones throughout keep what does not change still.
        palette = pictures[-1].quantize(COLOURS, dither=0)
        pictures = [picture.quantize(palette=palette, dither=0) for picture in pictures]
    first, *others = pictures
    made = BytesIO()
    kind = file.suffix.lower().removeprefix(".")
    first.save(made, kind, save_all=True, append_images=others, duration=milliseconds, loop=0, minimize_size=True)
    write_whole(file, made.getvalue())


def _title(game: Game, language: str) -> str:
    return f"{board_title(game.board, language)}: {', '.join(game.seats)}"


def _result(game: Game, language: str) -> Caption:
    result = game.result()
    key = "describe.winner" if len(result.winners) == 1 else "describe.winners"
    winners = ", ".join(result.winners)
    sentence = say(key, language, player=winners, players=winners)
    return Caption(sentence, tuple((name, result.scores[name].total) for name in game.seats))


def _with_caption(svg: str, caption: Caption) -> str:
    """The drawing with a strip under it."""
    _, _, width, height = view_box(svg)
    strip = width * CAPTION
    box = f'viewBox="0 0 {number(width)} '
    taller = svg.replace(f'{box}{number(height)}"', f'{box}{number(height + strip)}"', 1)
    return taller.removesuffix("</svg>") + _drawn(caption, width, height, strip) + "</svg>"


def _drawn(caption: Caption, width: float, top: float, strip: float) -> Markup:
    letter, edge = width * LETTER, width * 0.02
    column = (width - 2 * edge) / len(caption.points)
    parts = [element("rect", class_="page", x="0", y=top, width=width, height=strip)]
    parts.append(_text(caption.sentence, width / 2, top + strip * 0.4, letter, width - 2 * edge, "middle"))
    for seat, (name, points) in enumerate(caption.points):
        x, y = edge + seat * column, top + strip * 0.8
        place = placed(x + letter, y - letter * 0.35, scale=letter / 11)
        parts.append(element("use", class_="train", href=f"#wagon-{seat}", transform=place))
        parts.append(_text(f"{name} {points}", x + letter * 2.2, y, letter, column - letter * 2.6, "start"))
    return group(parts)


def _text(text: str, x: float, y: float, letter: float, room: float, anchor: str) -> Markup:
    size = min(letter, room / (len(text) * NARROW))
    return element("text", escaped(text), class_=anchor, x=x, y=y, font_size=size)


def _pillow() -> Any:
    try:
        from PIL import Image
    except ImportError:
        raise PrintError("films need the extra: pip install 'carrozza[print]'") from None
    return Image
