"""The rules by number: the kernel refuses with a small integer, people read the id."""

from typing import Final

IDS: Final = (
    "", "S1", "S2", "S3", "S4", "S5", "S6",
    "T1", "T2", "T3",
    "D1", "D2", "D3", "D4", "D5", "D6", "D7", "D8", "D9",
    "C1", "C2", "C3", "C4", "C5", "C6", "C7", "C8",
    "U1", "U2", "U3", "U4", "U5", "U6",
    "K1", "K2", "K3", "K4", "K5",
    "B1", "B2", "B3", "B4", "B5", "B6",
    "W1", "W2", "W3", "W4", "W5", "W6", "W7", "W8",
    "A1", "A2", "A3", "A4", "A5",
    "N1",
    "E1", "E2", "E3", "E4", "E5",
)  # fmt: skip

LEGAL: Final = 0
S3: Final = IDS.index("S3")
S6: Final = IDS.index("S6")
T1: Final = IDS.index("T1")
T2: Final = IDS.index("T2")
D1: Final = IDS.index("D1")
D2: Final = IDS.index("D2")
D3: Final = IDS.index("D3")
D7: Final = IDS.index("D7")
D8: Final = IDS.index("D8")
C1: Final = IDS.index("C1")
C2: Final = IDS.index("C2")
C3: Final = IDS.index("C3")
C5: Final = IDS.index("C5")
C6: Final = IDS.index("C6")
C7: Final = IDS.index("C7")
C8: Final = IDS.index("C8")
U1: Final = IDS.index("U1")
U2: Final = IDS.index("U2")
U3: Final = IDS.index("U3")
U4: Final = IDS.index("U4")
K1: Final = IDS.index("K1")
K4: Final = IDS.index("K4")
B1: Final = IDS.index("B1")
B2: Final = IDS.index("B2")
W2: Final = IDS.index("W2")
W3: Final = IDS.index("W3")
A1: Final = IDS.index("A1")
A2: Final = IDS.index("A2")
E5: Final = IDS.index("E5")
