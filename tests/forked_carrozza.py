"""`carrozza` forked from a process that has imported it: `python -I -S tests/forked_carrozza.py ADDRESS ARGUMENTS...`.

Hands its streams, folder and environment to the fork server at this address, and ends as the command does. It imports
next to nothing, so that it starts at once.
"""

import json
import os
import socket
import sys


def main(address: str, *arguments: str) -> int:
    ended, told = os.pipe()
    order = {
        "program": ["carrozza.cli:main", *arguments],
        "folder": os.getcwd(),
        "environment": dict(os.environ),
        "session": False,
        "several": False,
    }
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as asked:
        asked.connect(address)
        socket.send_fds(asked, [json.dumps(order).encode()], [0, 1, 2, told])
        asked.recv(16)
        os.close(told)
        return int(os.read(ended, 16)) & 255


if __name__ == "__main__":
    sys.exit(main("\0" + sys.argv[1], *sys.argv[2:]))
