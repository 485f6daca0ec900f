"""The press: drawings as PNG and PDF, boards and cards on paper."""

from carrozza.atlas.press.printing import DEFAULT_PARTS, PARTS, print_board, print_command
from carrozza.atlas.print_error import PrintError

__all__ = ["DEFAULT_PARTS", "PARTS", "PrintError", "print_board", "print_command"]
