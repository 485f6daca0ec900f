"""A new board from pasted lists of cities, routes and tickets."""

from carrozza.workshop.new_board.asking import Choose, Near, Question
from carrozza.workshop.new_board.beginning import Lists, NewBoard, new_board
from carrozza.workshop.new_board.board_file import board_file_text
from carrozza.workshop.new_board.line_faults import LineFault
from carrozza.workshop.new_board.new_document import new_document

__all__ = [
    "Choose",
    "LineFault",
    "Lists",
    "Near",
    "NewBoard",
    "Question",
    "board_file_text",
    "new_board",
    "new_document",
]
