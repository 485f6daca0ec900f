"""The press: drawings as PNG and PDF, boards and cards on paper."""

from carrozza.atlas.errors import PrintError
from carrozza.atlas.press.printing import DEFAULT_PARTS, PARTS, print_board, print_command

__all__ = ["DEFAULT_PARTS", "PARTS", "PrintError", "print_board", "print_command"]
