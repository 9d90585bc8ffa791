"""How much one visitor may ask of the table. Whoever runs it can say otherwise in a file: `--limits FILE`."""

from __future__ import annotations

import functools
import ipaddress
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from grognard.engine import GrognardError
from grognard.engine.game.plain_text import from_toml

SITE, PLACE = 64, 48  # bits of an IPv6 address: what one visitor has, and what one customer of a network has at most
ROOMY = 8  # as much as one visitor, all those of such a customer together may
LARGEST = 64 * 1024  # bytes of a file
Network = ipaddress.IPv4Network | ipaddress.IPv6Network
Many = Annotated[int, Meta(ge=1, le=1_000_000)]
Rate = Annotated[float, Meta(gt=0, le=1_000_000)]


class CannotAllow(GrognardError):
    """A file of limits that cannot be read; the message says why."""


class Club(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Many people behind one address: it has every limit so many times."""

    address: str
    times: Annotated[float, Meta(ge=1, le=10_000)]


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one address may. `_at_once` is how much it may save up while it asks nothing."""

    requests: Rate = 40.0  # and orders, a second
    requests_at_once: Rate = 200.0
    looks: Rate = 40.0  # at pages, pictures and lists, a second
    looks_at_once: Rate = 600.0
    matches: Rate = 0.5  # made a second, and whatever costs as much
    matches_at_once: Rate = 40.0
    words: Rate = 1.0  # of chat, a second
    words_at_once: Rate = 8.0
    pages: Many = 60  # open at once
    connections: Many = 200
    own: Annotated[int, Meta(ge=1, le=1024)] = 4  # MiB of scenarios from elsewhere that are kept for it
    club: tuple[Club, ...] = ()

    def times(self, whom: str) -> float:
        """How many times the limits an address has."""
        return _times(self.club, whom)


STANDARD = Limits()


def read_limits(path: Path) -> Limits:
    """The limits in a TOML file; what it does not name is as usual. Or CannotAllow."""
    try:
        with path.open("rb") as file:
            found = msgspec.convert(from_toml(file.read(LARGEST).decode()), Limits)
        for club in found.club:
            ipaddress.ip_network(club.address, strict=False)
    except OSError as error:
        raise CannotAllow(f"{path} cannot be read: {error.strerror}. Check the file name.") from error
    except ValueError as error:
        known = ", ".join(Limits.__struct_fields__)
        raise CannotAllow(f"{path} does not say what limits there are: {error}. It may name {known}.") from error
    return found


# ------------------------------------------------------------------ addresses


@functools.lru_cache(10_000)
def counted_as(address: str) -> str:
    """Whom to count an address as: an IPv6 address as its /64, for a visitor has all of that."""
    found = _address(address)
    if isinstance(found, ipaddress.IPv6Address):
        found = found.ipv4_mapped or found
    return str(_network(found, SITE)) if isinstance(found, ipaddress.IPv6Address) else str(found or address)


@functools.lru_cache(10_000)
def place_of(whom: str) -> str:
    """The wider network that an IPv6 visitor is counted in too; "" for any other."""
    found = _address(whom.partition("/")[0])
    return str(_network(found, PLACE)) if isinstance(found, ipaddress.IPv6Address) else ""


@functools.lru_cache(10_000)
def _times(clubs: tuple[Club, ...], whom: str) -> float:
    here = _address(whom.partition("/")[0])
    mine = [club.times for club in clubs if here is not None and _is_in(here, club.address)]
    return max(mine, default=1.0)


def _is_in(address: ipaddress.IPv4Address | ipaddress.IPv6Address, network: str) -> bool:
    wide = ipaddress.ip_network(network, strict=False)
    if isinstance(address, ipaddress.IPv6Address) and isinstance(wide, ipaddress.IPv6Network):
        return _network(address, SITE).overlaps(wide)  # of an address no more is known than this
    return address in wide


def _address(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(text)
    except ValueError:
        return None


def _network(address: ipaddress.IPv6Address, bits: int) -> ipaddress.IPv6Network:
    return ipaddress.IPv6Network((int(address) >> (128 - bits) << (128 - bits), bits))


class Count:
    """How many of something each visitor has, and each place."""

    def __init__(self, most: float, times: Callable[[str], float] = STANDARD.times) -> None:
        self.most, self.times = most, times
        self._here: Counter[str] = Counter()

    def come(self, whom: str) -> bool:
        """One more; False if it is one too many. It must `go` in any case."""
        place, most = place_of(whom), self.most * self.times(whom)
        self._here.update(filter(None, (whom, place)))
        return self._here[whom] <= most and (not place or self._here[place] <= most * ROOMY)

    def go(self, whom: str) -> None:
        """One less."""
        for name in filter(None, (whom, place_of(whom))):
            self._here[name] -= 1
            if self._here[name] <= 0:
                del self._here[name]
