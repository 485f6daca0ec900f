"""Small networks that have learned nothing: deciding once by one compiles what every other of its kind needs."""

from carrozza.bots.neural.forward import Network, make_network
from carrozza.bots.neural.tokens.matrices import TokenSizes
from carrozza.bots.neural.tokens.untrained import untrained_token_weights
from carrozza.bots.neural.untrained import untrained_weights
from carrozza.bots.neural.weights import Kind
from carrozza.game.names import Names


def ignorant_network(kind: Kind, names: Names) -> Network:
    if kind == "tokens":
        return make_network(untrained_token_weights(TokenSizes(width=8, table_width=8, exchanges=1)), names)
    return make_network(untrained_weights(names.board, width=8, blocks=1), names)
