"""The style sheet of the page: both themes, by what the reader's system prefers."""

from typing import Final

HEAT_BY_DAY: Final = (
    *("#f3ead9", "#f6dcb8", "#f5c98e", "#f0b168", "#e7954b"),
    *("#d97836", "#c65b29", "#ad4121", "#8d2b1c", "#691a17"),
)
HEAT_BY_NIGHT: Final = (
    *("#2a2430", "#3d2836", "#55303a", "#71393b", "#8f4439"),
    *("#ad5338", "#c9683b", "#e08246", "#f0a15d", "#fbc684"),
)

_SHEET: Final = """
:root{color-scheme:light dark;--page:#fbf7ec;--ink:#2b2a33;--soft:#6b665c;--line:#ddd3bd;--card:#fffdf7;
--accent:#8a5a10;--grid:#e4dbc8;--ring:#12507c}
*{box-sizing:border-box}
body{margin:0 auto;padding:1.5rem 1rem 4rem;max-width:70rem;background:var(--page);color:var(--ink);
font:1rem/1.5 'Source Sans 3','Segoe UI',system-ui,sans-serif}
h1,h2{font-family:Fraunces,Georgia,serif;line-height:1.2}
h1{font-size:2rem;margin:0 0 .3rem}h2{font-size:1.35rem;margin:2.4rem 0 .4rem}
h3{font-size:1.05rem;margin:1.4rem 0 .3rem}
p{max-width:46rem;margin:.3rem 0 .8rem}.soft{color:var(--soft)}
ol{padding-left:1.4rem}li{margin:.5rem 0;max-width:46rem}.mend{display:block;color:var(--accent)}
.wide{overflow-x:auto}table{border-collapse:collapse;font-variant-numeric:tabular-nums;font-size:.92rem}
th,td{padding:.25rem .6rem;border-bottom:1px solid var(--line);text-align:right;white-space:nowrap}
th[scope=row],thead th:first-child{text-align:left}thead th{font-weight:600;color:var(--soft);vertical-align:bottom}
th[scope=row]{font-weight:400}
svg{max-width:100%;height:auto;display:block}svg.chart{width:100%;max-width:40rem;margin:.6rem 0}
.chart text,.plain text{font-size:13px;fill:var(--ink)}
.chart .row{text-anchor:end}.chart .tick{text-anchor:middle;fill:var(--soft)}
.grid{stroke:var(--grid)}.share{stroke:var(--soft);stroke-dasharray:4 4}.whisker{stroke:var(--ink);stroke-width:1.5}
.dot{fill:var(--accent)}.dot.unsure{fill:var(--page);stroke:var(--accent);stroke-width:1.5}
.box{fill:var(--accent);fill-opacity:.35;stroke:var(--accent)}.median{stroke:var(--ink);stroke-width:2.5}
.heat rect{stroke:var(--ink);stroke-width:.5}.heat .rare rect{stroke-dasharray:2.4 1.6;stroke-width:.9}
.heat.lines line{stroke-width:7;stroke-linecap:round}.heat.lines .rare line{stroke-dasharray:3 10}
.heat .ring{fill:none;stroke:var(--ring);stroke-width:3}
.plain .city{fill:var(--ink)}.plain .name{text-anchor:middle;paint-order:stroke;stroke:var(--page);stroke-width:4px}
.key{display:flex;align-items:center;gap:.5rem;font-size:.9rem;margin:.4rem 0}.key svg{width:12rem}
"""
_NIGHT: Final = (
    ":root{--page:#14181d;--ink:#ede6d6;--soft:#a9a294;--line:#36414b;--card:#1b2127;--accent:#e2b45f;"
    "--grid:#2b343c;--ring:#7cc4f2}"
)


def style_sheet() -> str:
    return f"{_SHEET}{_steps(HEAT_BY_DAY)}@media(prefers-color-scheme:dark){{{_NIGHT}{_steps(HEAT_BY_NIGHT)}}}"


def _steps(colours: tuple[str, ...]) -> str:
    return "".join(
        f".heat .step-{step} rect,.key .step-{step}{{fill:{colour}}}.heat.lines .step-{step} line{{stroke:{colour}}}"
        for step, colour in enumerate(colours)
    )
