"""Ed25519 signatures (RFC 8032), so that a record tells which server vouches for it. Checked by the RFC's examples.

Slow (some milliseconds) and not proof against whoever measures them: enough to sign the end of a match.
"""

from __future__ import annotations

import hashlib
from functools import cache

P = 2**255 - 19
Q = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
ROOT = pow(2, (P - 1) // 4, P)  # of -1

Point = tuple[int, int, int, int]  # extended coordinates: x = X/Z, y = Y/Z, xy = T/Z
ZERO: Point = (0, 1, 1, 0)


def public_key(secret: bytes) -> bytes:
    """What everybody may know of a key of 32 bytes."""
    return _write(_times(_scalar(secret), _base()))


def sign(secret: bytes, message: bytes) -> bytes:
    """64 bytes that nobody without the key can make."""
    scalar, public = _scalar(secret), public_key(secret)
    r = _number(hashlib.sha512(secret).digest()[32:] + message)
    point = _write(_times(r, _base()))
    s = (r + _number(point + public + message) * scalar) % Q
    return point + s.to_bytes(32, "little")


def is_signed(public: bytes, message: bytes, signature: bytes) -> bool:
    """Has the holder of the key signed this message?"""
    key, point = _read(public), _read(signature[:32])
    s = int.from_bytes(signature[32:], "little")
    if key is None or point is None or len(signature) != 64 or s >= Q:
        return False
    h = _number(signature[:32] + public + message)
    return _same(_times(s, _base()), _plus(point, _times(h, key)))


def _scalar(secret: bytes) -> int:
    number = int.from_bytes(hashlib.sha512(secret).digest()[:32], "little")
    return number & ((1 << 254) - 8) | (1 << 254)


def _number(data: bytes) -> int:
    return int.from_bytes(hashlib.sha512(data).digest(), "little") % Q


@cache
def _base() -> Point:
    """The point everything is a multiple of: y = 4/5."""
    y = 4 * pow(5, -1, P) % P
    found = _read(y.to_bytes(32, "little"))
    assert found is not None
    return found


def _plus(one: Point, other: Point) -> Point:
    a = (one[1] - one[0]) * (other[1] - other[0]) % P
    b = (one[1] + one[0]) * (other[1] + other[0]) % P
    c = 2 * one[3] * other[3] * D % P
    d = 2 * one[2] * other[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def _times(n: int, point: Point) -> Point:
    found = ZERO
    while n:
        if n & 1:
            found = _plus(found, point)
        point = _plus(point, point)
        n >>= 1
    return found


def _same(one: Point, other: Point) -> bool:
    return not ((one[0] * other[2] - other[0] * one[2]) % P or (one[1] * other[2] - other[1] * one[2]) % P)


def _write(point: Point) -> bytes:
    inverse = pow(point[2], -1, P)
    x, y = point[0] * inverse % P, point[1] * inverse % P
    return (y | (x & 1) << 255).to_bytes(32, "little")


def _read(data: bytes) -> Point | None:
    """A point as it is written; None if it is none."""
    number = int.from_bytes(data, "little")
    odd, y = number >> 255, number & ((1 << 255) - 1)
    if len(data) != 32 or y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * ROOT % P
    if (x * x - square) % P or (not x and odd):
        return None
    x = P - x if x & 1 != odd else x
    return x, y, 1, x * y % P
