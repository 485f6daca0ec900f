"""The curves of a run as one page that needs nothing else: SVG inside HTML, and the configuration below."""

from collections.abc import Sequence
from html import escape
from typing import Final

from carrozza.learning.config.model import Config
from carrozza.learning.config.reading import config_toml
from carrozza.learning.curve.chart import chart
from carrozza.learning.curve.series import calibration_series, loss_series, seats_in, share_series
from carrozza.learning.runs.log import Entry

REFRESH_SECONDS: Final = 15
STYLE: Final = """
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; color: #2b2a27;
  background: #fbf8f1 }
figure { margin: 1.5rem 0 } figcaption { font-weight: 600 } svg { width: 100%; height: auto }
svg text { font-size: 12px; fill: #2b2a27 } .end { text-anchor: end } .middle { text-anchor: middle }
.rule { stroke: #d9d2c3 } pre { background: #f1ecdf; padding: 1rem; overflow: auto }
"""


def curve_page(entries: Sequence[Entry], title: str, config: Config) -> str:
    last = entries[-1] if entries else {"seconds": 0.0, "decisions": 0, "round": 0}
    told = f"{last['round']:,} rounds, {last['decisions']:,} decisions, {last['seconds'] / 60:.1f} minutes"
    charts = [
        chart(
            f"Games won with {seats} players, on fixed deals from every seat (fair share {1 / seats:.0%})",
            found,
            0,
            1,
            True,
        )
        for seats in seats_in(entries)
        if (found := share_series(entries, seats))
    ]
    if calibration := calibration_series(entries):
        charts.append(chart("Expected calibration error of the chance to win", calibration, 0, None, True))
    charts += [
        chart(f"Loss: {name}", [series])
        for name in ("policy", "value", "win", "margin", "belief", "entropy")
        if any((series := loss_series(entries, name)).values)
    ]
    body = "\n".join(charts) or "<p>No evaluation yet.</p>"
    return f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="refresh" content="{REFRESH_SECONDS}">
<meta name="viewport" content="width=device-width"><title>Training on {escape(title)}</title>
<style>{STYLE}</style></head>
<body><h1>Training on {escape(title)}</h1>
<p>{told}. Dashed: opponents held out of training. Bands: 95% intervals.</p>
{body}
<h2>Configuration</h2><pre>{escape(config_toml(config))}</pre></body></html>
"""
