"""Reads a QR code as a phone would (ISO/IEC 18004): byte mode, versions 1 to 10, level L; every block must be sound."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

Grid = list[list[int]]
Spots = set[tuple[int, int]]

CENTRES = {2: [18], 3: [22], 4: [26], 5: [30], 6: [34], 7: [22, 38], 8: [24, 42], 9: [26, 46], 10: [28, 50]}
# By version: bytes of error correction a block, blocks of the shorter kind with their data bytes, and longer ones.
BLOCKS = {
    1: (7, 1, 19, 0),
    2: (10, 1, 34, 0),
    3: (15, 1, 55, 0),
    4: (20, 1, 80, 0),
    5: (26, 1, 108, 0),
    6: (18, 2, 68, 0),
    7: (20, 2, 78, 0),
    8: (24, 2, 97, 0),
    9: (30, 2, 116, 0),
    10: (18, 2, 68, 2),
}
MASKS: list[Callable[[int, int], bool]] = [
    lambda x, y: (x + y) % 2 == 0,
    lambda x, y: y % 2 == 0,
    lambda x, y: x % 3 == 0,
    lambda x, y: (x + y) % 3 == 0,
    lambda x, y: (y // 2 + x // 3) % 2 == 0,
    lambda x, y: x * y % 2 + x * y % 3 == 0,
    lambda x, y: (x * y % 2 + x * y % 3) % 2 == 0,
    lambda x, y: ((x + y) % 2 + x * y % 3) % 2 == 0,
]


def read(grid: Grid) -> str:
    """The text of a code, given as rows of 0 and 1."""
    version = (len(grid) - 17) // 4
    level_and_mask = (_format(grid) ^ 0x5412) >> 10
    assert level_and_mask >> 3 == 1, "not of level L"
    blocks = _blocks(_bytes(grid, version, level_and_mask & 7), version)
    bits = "".join(f"{byte:08b}" for block in blocks for byte in block)
    assert bits[:4] == "0100", "not in byte mode"
    wide = 8 if version < 10 else 16
    count, rest = int(bits[4 : 4 + wide], 2), bits[4 + wide :]
    return bytes(int(rest[i : i + 8], 2) for i in range(0, count * 8, 8)).decode()


def _format(grid: Grid) -> int:
    """The fifteen bits of the format, which stand there twice."""
    size = len(grid)
    column = [grid[y][8] for y in (0, 1, 2, 3, 4, 5, 7, 8)] + [grid[8][x] for x in (7, 5, 4, 3, 2, 1, 0)]
    row = [grid[8][size - 1 - i] for i in range(8)] + [grid[y][8] for y in range(size - 7, size)]
    assert column == row, "the two formats differ"
    return sum(bit << i for i, bit in enumerate(column))


def _fixed(version: int) -> Spots:
    """The squares that hold no data."""
    size = 17 + 4 * version
    corners = [(range(9), range(9)), (range(size - 8, size), range(9)), (range(9), range(size - 8, size))]
    found = {spot for xs, ys in corners for spot in product(xs, ys)}
    found |= {(6, i) for i in range(size)} | {(i, 6) for i in range(size)}
    for x, y in product([6, *CENTRES.get(version, [])], repeat=2):
        if version > 1 and (x, y) not in {(6, 6), (6, size - 7), (size - 7, 6)}:
            found |= set(product(range(x - 2, x + 3), range(y - 2, y + 3)))
    if version > 6:
        found |= set(product(range(6), range(size - 11, size - 8))) | set(product(range(size - 11, size - 8), range(6)))
    return found


def _bytes(grid: Grid, version: int, mask: int) -> list[int]:
    """What stands in the squares, two columns at a time, upwards and downwards from the right."""
    size, fixed, bits = len(grid), _fixed(version), list[int]()
    columns = [*range(size - 1, 6, -2), *range(5, 0, -2)]
    for n, right in enumerate(columns):
        rows = range(size - 1, -1, -1) if n % 2 == 0 else range(size)
        spots = [(x, y) for y in rows for x in (right, right - 1) if (x, y) not in fixed]
        bits += [grid[y][x] ^ MASKS[mask](x, y) for x, y in spots]
    return [int("".join(map(str, bits[i : i + 8])), 2) for i in range(0, len(bits) - 7, 8)]


def _blocks(words: list[int], version: int) -> list[list[int]]:
    """The data of every block, which must divide by the polynomial of its correction."""
    count, short, length, long = BLOCKS[version]
    sizes, at = [length] * short + [length + 1] * long, iter(words)
    data: list[list[int]] = [[] for _ in sizes]
    for i, (block, size) in product(range(max(sizes)), zip(data, sizes, strict=True)):
        block += [next(at)] if i < size else []
    checks = [[next(at) for _ in data] for _ in range(count)]
    for n, block in enumerate(data):
        assert _sound([*block, *(check[n] for check in checks)], count), "a block is damaged"
    return data


def _sound(block: list[int], count: int) -> bool:
    """Has the polynomial of these bytes the roots 2^0, 2^1, … of the field of 256?"""
    root = 1
    for _ in range(count):
        value = 0
        for byte in block:
            value = _times(value, root) ^ byte
        if value:
            return False
        root = _times(root, 2)
    return True


def _times(a: int, b: int) -> int:
    product_ = 0
    while b:
        product_ ^= a if b & 1 else 0
        a, b = a << 1 ^ (0x11D if a & 0x80 else 0), b >> 1
    return product_
