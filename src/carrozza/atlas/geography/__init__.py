"""Where things are: the globe on the plane, bent through the cities of a board, with its shores and rivers."""

from carrozza.atlas.geography.background import Background as Background
from carrozza.atlas.geography.background import background as background
from carrozza.atlas.geography.background import board_warp as board_warp
from carrozza.atlas.geography.background import on_land as on_land
from carrozza.atlas.geography.errors import GeographyError as GeographyError
from carrozza.atlas.geography.projection import Projection as Projection
from carrozza.atlas.geography.projection import project as project
from carrozza.atlas.geography.warp import Warp as Warp
from carrozza.atlas.geography.warp import bending as bending
