"""Hatch's build hook: a wheel, or an archive of the source, carries the page; players need no Node."""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PageHook(BuildHookInterface):  # type: ignore[type-arg]
    """Builds the page before it is packed. An editable install is left alone: `make play` builds the page there."""

    PLUGIN_NAME = "page"

    def dependencies(self) -> list[str]:
        """What an isolated build has to install first: Node, where there is none and something is to be built."""
        page = self._page_tool()
        return [] if page.is_current() or page.find_node() else [page.NODE_PACKAGE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version != "editable":
            self._page_tool().build(may_install=False)

    def _page_tool(self) -> Any:
        if str(Path(self.root)) not in sys.path:
            sys.path.insert(0, str(Path(self.root)))
        from tools import page

        return page
