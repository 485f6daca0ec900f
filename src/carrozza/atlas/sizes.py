"""The measures of a board in millimetres, as it is printed at full size."""

SPACE_LENGTH = 20.0
SPACE_WIDTH = 9.0
SPACE_TOLERANCE = 0.15
"""How far the length of a space may be from the common one, as a share of it."""

PARALLEL_GAP = 1.5
"""Between the routes of a double or triple, edge to edge."""

CITY_RADIUS = 5.0
LABEL_SIZE = 7.5
"""The font size of city names."""

LABEL_LEADING = 0.95
"""The height of a line of a name, in font sizes."""

MARGIN = 16.0
"""From the edge of the board to anything that belongs to the game."""
