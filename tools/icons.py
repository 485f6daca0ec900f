"""Draw the icons of the installed page from `web/public/wagon.svg`: `python -m tools.icons`."""

from typing import Final

from carrozza.atlas.render import to_png
from tools.local_server import ROOT

PUBLIC: Final = ROOT / "web" / "public"
SIZES: Final = (192, 512)
MASKED: Final = 512
SAFE: Final = 0.78
"""How much of a maskable icon the wagon takes: what lies outside the inner circle may be cut off."""
GROUND: Final = '<rect width="64" height="64" rx="14" fill="#14181d"/>'


def main() -> None:
    icon = (PUBLIC / "wagon.svg").read_text(encoding="utf-8")
    for size in SIZES:
        (PUBLIC / f"icon-{size}.png").write_bytes(to_png(icon, size))
    (PUBLIC / f"icon-maskable-{MASKED}.png").write_bytes(to_png(maskable(icon), MASKED))


def maskable(icon: str) -> str:
    """The ground to every edge, and the rest smaller, in the middle."""
    head, rest = icon.split(GROUND)
    ground = '<rect width="64" height="64" fill="#14181d"/>'
    margin = 32 * (1 - SAFE)
    drawn = rest.replace("</svg>", "</g></svg>")
    return f'{head}{ground}<g transform="translate({margin:g} {margin:g}) scale({SAFE:g})">{drawn}'


if __name__ == "__main__":
    main()
