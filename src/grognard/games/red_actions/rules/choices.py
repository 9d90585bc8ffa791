"""What a player of Red Actions! may click, beyond a piece and a button."""

from __future__ import annotations

from grognard.engine import Action, Press


class Go(Action, frozen=True):
    """Move the anchor to a point, in hundredths of an inch from the south-west corner."""

    x: int
    y: int


class Face(Action, frozen=True):
    """Turn in place to a facing in tenths of a degree, 0 being north."""

    facing: int


class Fire(Action, frozen=True):
    """Shoot at a unit; `wagon` is the vehicle of a train that shoots."""

    piece: str
    wagon: int = -1


class Lob(Action, frozen=True):
    """RA-ART.15 Shoot indirectly at a unit that an officer sees."""

    piece: str
    wagon: int = -1


class Gas(Action, frozen=True):
    """RA-ART.18 Shoot gas at a unit."""

    piece: str


class Search(Action, frozen=True):
    """RA-SHO.19 Speculative fire at a point."""

    x: int
    y: int
    wagon: int = -1


class Shell(Action, frozen=True):
    """RA-ART.21 Shoot at an empty building."""

    place: str
    wagon: int = -1


class Charge(Action, frozen=True):
    """Charge a unit."""

    piece: str


class Scout(Action, frozen=True):
    """RA-AMB.3 Look for an ambush in a piece of terrain."""

    place: str


class Claim(Action, frozen=True):
    """RA-ACT.11 Take possession of a building or an object."""

    place: str


class Attach(Action, frozen=True):
    """RA-ACT.17 A senior officer joins a unit."""

    piece: str


class Detach(Action, frozen=True):
    """RA-ACT.17 A senior officer leaves his unit."""

    piece: str


class Form(Action, frozen=True):
    """RA-FRM.9 Change formation; `formed` is formed order of cavalry."""

    formation: str
    formed: bool = False


class Divide(Action, frozen=True):
    """RA-ACT.6 Split off some bases; `officer` says whether the junior goes with them."""

    bases: int
    officer: bool = False


class Combine(Action, frozen=True):
    """RA-ACT.7 Take another unit in."""

    piece: str


class Board(Action, frozen=True):
    """RA-ACT.15 Embark in a train."""

    piece: str


class Buy(Action, frozen=True):
    """RA-SCN.4 Buy a unit of a pick-up army."""

    troops: str
    bases: int
    stiff: bool = False  # RA-TRT.19 one of the bases is of White officers


class Ambush(Action, frozen=True):
    """RA-AMB.1 Put a unit in ambush where it stands, or take it out again."""

    piece: str


Main = Go | Fire | Lob | Gas | Search | Shell | Charge | Claim | Divide | Combine | Board | Press
