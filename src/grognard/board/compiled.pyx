# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The hot kernels of the board, compiled: each is the twin of a function in plain Python and gives the same to the bit.

Built into the wheel where there is a C compiler; without it the plain functions are used, which the tests try beside it.
"""

import math

from cpython.array cimport array, clone
from cpython.bytearray cimport PyByteArray_AS_STRING, PyByteArray_FromStringAndSize
from libc.math cimport INFINITY, atan2, fabs, floor, sqrt
from libc.stdlib cimport calloc, free, malloc, realloc


# ------------------------------------------------------------------ a search over hexes and gaits (gaits.py)


cdef enum:
    NOWHERE = -1 << 15

cdef struct Entry:
    int node
    int following


cdef struct Queue:  # a list of nodes for each sum of points, first come first served
    Entry *entries
    int used
    int room
    int *first
    int *last


cdef Queue begin(int allowance) except *:
    cdef Queue queue
    cdef int spent
    queue.used, queue.room = 0, 512
    queue.entries = <Entry *> malloc(queue.room * sizeof(Entry))
    queue.first = <int *> malloc(2 * (allowance + 1) * sizeof(int))
    queue.last = queue.first + allowance + 1
    if queue.entries == NULL or queue.first == NULL:
        raise MemoryError
    for spent in range(allowance + 1):
        queue.first[spent] = -1
    return queue


cdef int push(Queue *queue, int spent, int node) except -1:
    if queue.used == queue.room:
        queue.room *= 2
        queue.entries = <Entry *> realloc(queue.entries, queue.room * sizeof(Entry))
        if queue.entries == NULL:
            raise MemoryError
    queue.entries[queue.used] = Entry(node, -1)
    if queue.first[spent] < 0:
        queue.first[spent] = queue.used
    else:
        queue.entries[queue.last[spent]].following = queue.used
    queue.last[spent] = queue.used
    queue.used += 1
    return 0


cdef array INTEGERS = array("i"), SHORTS = array("h")
cdef dict TABLES = {}  # by the identity of rows: they themselves, so that it stays theirs, and their steps as numbers
cdef int SIX = 13  # numbers for each hex: points and neighbour of up to six steps, then -1


cdef int *steps_of(list rows) except NULL:
    """The steps out of every hex, side by side in memory: a table of steps is never changed, another one is made."""
    cdef tuple fan, kept = <tuple> TABLES.get(id(rows), ())
    cdef array table
    cdef int i, place
    if not kept:
        if len(TABLES) > 200:
            TABLES.clear()
        table = clone(INTEGERS, SIX * len(rows), False)
        for i in range(len(rows)):
            place = SIX * i
            for fan in <tuple> rows[i]:
                for there in <tuple> fan[1]:
                    table.data.as_ints[place], table.data.as_ints[place + 1] = fan[0], there
                    place += 2
            table.data.as_ints[place] = -1
        kept = TABLES[id(rows)] = rows, table
    table = <array> kept[1]
    return table.data.as_ints


def spread(list rows, const unsigned char[::1] hazards, tuple gaits, frozenset barred, list starts, int allowance):
    """`gaits.spread`: from the starts, cheapest first. A node below nought counts from the end of a list."""
    cdef int size = len(rows), count = 3 * size, many = len(gaits), bars = len(barred)
    cdef int here, gait, spent, node, there, then, total, entry, hazard, i
    cdef int[3][2][2] pays, leads  # by gait, from a free hex or a zone, into a free hex or a zone
    cdef int *steps
    cdef int *table = steps_of(rows)
    cdef tuple change, into, start
    cdef list order = []
    cdef bytearray by_node = PyByteArray_FromStringAndSize(NULL, count)
    cdef unsigned char *prices = <unsigned char *> PyByteArray_AS_STRING(by_node)
    cdef array by_hex = clone(SHORTS, size, False), before = clone(SHORTS, count, False)
    cdef short *nodes = by_hex.data.as_shorts
    cdef short *came = before.data.as_shorts
    cdef Queue queue = begin(allowance)
    cdef unsigned char *known = <unsigned char *> calloc(size, 1)
    try:
        for here in range(size):
            nodes[here] = here
            prices[here] = prices[here + size] = prices[here + 2 * size] = 0 if hazards[here] == 2 else allowance + 1
            came[here] = came[here + size] = came[here + 2 * size] = NOWHERE
        for gait in range(many):
            for i in range(2):
                change = <tuple> (<tuple> gaits[gait])[i]
                for hazard in range(2):
                    pays[gait][i][hazard], leads[gait][i][hazard] = 0, -1
                    if change[hazard] is not None:
                        into = <tuple> change[hazard]
                        pays[gait][i][hazard], leads[gait][i][hazard] = into[0], into[1]
        for start in starts:
            here, gait, spent = start[0], start[1], start[2]
            if spent <= allowance:
                node = (gait - 1) * size + here
                prices[node if node >= 0 else node + count] = spent
                push(&queue, spent, node)
        for spent in range(allowance + 1):
            entry = queue.first[spent]
            while entry >= 0:
                node = queue.entries[entry].node
                gait = 0 if node < 0 else 1 if node < size else 2
                here = node - (gait - 1) * size
                if prices[node if node >= 0 else node + count] != spent or known[here] and nodes[here] > node:
                    entry = queue.entries[entry].following
                    continue
                if not known[here]:
                    order.append(here)
                    nodes[here] = node
                    known[here] = 1
                elif prices[nodes[here] if nodes[here] >= 0 else nodes[here] + count] == spent:
                    nodes[here] = node
                steps = table + SIX * here
                while steps[0] >= 0 and spent + steps[0] <= allowance:
                    total, there, hazard = spent + steps[0], steps[1], hazards[steps[1]]
                    steps += 2
                    if hazard > 1 or leads[gait][hazards[here]][hazard] < 0:
                        continue
                    total += pays[gait][hazards[here]][hazard]
                    then = (leads[gait][hazards[here]][hazard] - 1) * size + there
                    i = then if then >= 0 else then + count
                    if total > allowance or total >= prices[i]:
                        continue
                    if bars and hazard and hazards[here] and (here, there) in barred:
                        continue
                    prices[i] = total
                    came[i] = node
                    push(&queue, total, then)
                entry = queue.entries[entry].following
    finally:
        free(queue.entries)
        free(queue.first)
        free(known)
    return order, by_node, by_hex, before


def straight_steps(going, tuple start, int allowance):
    """`gaits.straight_steps`: the hexes that one step leads to."""
    cdef list rows = (<tuple> going)[0], found = []
    cdef bytearray hazards = (<tuple> going)[1]
    cdef tuple gaits = (<tuple> going)[2]
    cdef frozenset barred = (<tuple> going)[3]
    cdef int *steps
    cdef int here = start[0], gait = start[1], spent = start[2], total, hazard
    cdef tuple into, change = <tuple> (<tuple> gaits[gait])[hazards[here]]
    cdef bint bars = hazards[here] != 0 and len(barred) > 0
    steps = steps_of(rows) + SIX * here
    while steps[0] >= 0 and spent + steps[0] <= allowance:
        total, there, hazard = spent + steps[0], steps[1], hazards[steps[1]]
        steps += 2
        if change[hazard] is None or bars and hazard and (here, there) in barred:
            continue
        into = <tuple> change[hazard]
        total += <int> into[0]
        if total <= allowance:
            found.append((there, into[1], total))
    return found


# ------------------------------------------------------------------ how far every hex is (fields.py)


cdef int FAR = 9999, ROUND = 512  # more than any step costs: the lists of nodes are used again, round and round


def far_from(list rows, const unsigned char[::1] tolls, list starts):
    """`fields.far_from`: the points from the nearest start to every hex."""
    cdef int size = len(rows), spent = 0, waiting = 0, here, there, entry, total
    cdef int *steps
    cdef int *table = steps_of(rows)
    cdef int *field = <int *> malloc(size * sizeof(int))
    cdef Queue queue = begin(ROUND - 1)
    try:
        for here in range(size):
            field[here] = FAR
        for here in starts:
            field[here] = 0
            push(&queue, 0, here)
            waiting += 1
        while waiting:
            entry = queue.first[spent % ROUND]
            while entry >= 0:
                here = queue.entries[entry].node
                waiting -= 1
                steps = table + SIX * here
                while field[here] == spent and steps[0] >= 0:
                    total, there = spent + tolls[here] + steps[0], steps[1]
                    steps += 2
                    if total < field[there]:
                        field[there] = total
                        push(&queue, total % ROUND, there)
                        waiting += 1
                entry = queue.entries[entry].following
            queue.first[spent % ROUND] = -1
            spent += 1
        return [field[here] for here in range(size)]
    finally:
        free(queue.entries)
        free(queue.first)
        free(field)


# ------------------------------------------------------------------ a search over a table of steps (paths.py)


cdef struct Cell:  # a hex in a search; what an earlier search has left there is told by its number
    int search
    int best  # one more than the points left; nought: not reached
    int came
    int extra
    unsigned char stops
    unsigned char zone


cdef Cell *CELLS = NULL  # kept from search to search, so that a short one need not clear the whole map
cdef int CELLS_ROOM = 0
cdef int SEARCHES = 0
cdef bint SEARCHING = False


cdef inline Cell *cell_of(Cell *cells, int i, int search) noexcept:
    cdef Cell *cell = cells + i
    if cell.search != search:
        cell.search, cell.best, cell.extra, cell.stops, cell.zone = search, 0, 0, 0, 0
    return cell


cdef Cell *take_cells(int size) except NULL:
    """Cells for one search; whoever searches while another does has his own."""
    global CELLS, CELLS_ROOM, SEARCHES, SEARCHING
    cdef Cell *cells
    if not SEARCHING and size <= CELLS_ROOM and SEARCHES < 2000000000:
        SEARCHING = True
        SEARCHES += 1
        return CELLS
    cells = <Cell *> calloc(size, sizeof(Cell))
    if cells == NULL:
        raise MemoryError
    if not SEARCHING:
        free(CELLS)
        CELLS, CELLS_ROOM, SEARCHES, SEARCHING = cells, size, 1, True
    return cells


cdef void give_cells(Cell *cells) noexcept:
    global SEARCHING
    if cells == CELLS:
        SEARCHING = False
    else:
        free(cells)


def settle(table, grid, start, int limit, blocked, stop, tolls, goals=()):
    """`paths.settle`: the points to every hex within a limit, cheapest first, and the hex before each of them."""
    cdef array flat = table.flat  # six steps out of each hex, two numbers each
    cdef int *steps = flat.data.as_ints
    cdef dict index = grid.index, points = {}
    cdef list before = []
    cdef tuple names = grid.hexes
    cdef int farthest = max(limit, 0), least = table.least, now, i, here, spent, entry, step
    cdef long long left, zone_cost = tolls[2]
    cdef bint asks = farthest * farthest < len(blocked) and not isinstance(blocked, (list, tuple)), ends = len(goals) > 0
    cdef Cell *from_cell
    cdef Cell *cell
    cdef Queue queue = begin(farthest)
    cdef Cell *cells = take_cells(len(names))
    now = SEARCHES if cells == CELLS else 1
    try:
        if not asks:  # a short search asks after the few hexes that it comes to
            for h in blocked:
                cell_of(cells, index[h], now).best = limit + 2  # nothing is cheaper, so it is never entered
        for h in stop:
            cell_of(cells, index[h], now).stops = 1
        for h, more in tolls[0].items():
            cell_of(cells, index[h], now).extra = more
        for h in tolls[1]:
            cell_of(cells, index[h], now).zone = 1
        here = index[start]
        cell = cell_of(cells, here, now)
        cell.best, cell.came, cell.stops = limit + 1, here, 0
        push(&queue, 0, here)
        for spent in range(farthest + 1):
            entry = queue.first[spent]
            while entry >= 0:
                here = queue.entries[entry].node
                from_cell = cells + here
                if from_cell.best == limit + 1 - spent:
                    points[names[here]] = spent
                    before.append(names[from_cell.came])
                    if ends and names[here] in goals:
                        return points, before
                    if not from_cell.stops and spent + least <= limit:
                        for step in range(12 * here, 12 * here + 12, 2):
                            i = steps[step]
                            if i < 0:
                                break
                            cell = cell_of(cells, i, now)
                            left = <long long> limit + 1 - spent - steps[step + 1] - cell.extra
                            if from_cell.zone and cell.zone:
                                left -= zone_cost
                            if left > cell.best:
                                if asks and not cell.best and names[i] in blocked:
                                    cell.best = limit + 2
                                    continue
                                cell.best = <int> left
                                cell.came = here
                                push(&queue, limit + 1 - <int> left, i)
                entry = queue.entries[entry].following
        return points, before
    finally:
        free(queue.entries)
        free(queue.first)
        give_cells(cells)


# ------------------------------------------------------------------ sight from corner to corner (corner_sight.py)


def unblocked(window, ring):
    """`corner_sight.unblocked`: the numbers of the hexes of a ring to which some line meets no obstacle."""
    cdef array first = ring.first
    cdef int *lines = first.data.as_ints
    cdef int many = len(first) - 1, i, line, word, wide
    cdef bytes blockers = ring.words
    cdef const unsigned long long *blocks = <const unsigned long long *> <const char *> blockers
    cdef const unsigned long long *blocking
    cdef bytes around
    cdef const unsigned long long *obstacles
    cdef list found = []
    wide = len(blockers) // (8 * lines[many]) if lines[many] else 0  # words of a line
    around = window.to_bytes(max(8 * wide, (window.bit_length() + 7) // 8), "little")
    obstacles = <const unsigned long long *> <const char *> around
    for i in range(many):
        for line in range(lines[i], lines[i + 1]):
            blocking = blocks + line * wide
            for word in range(wide):
                if obstacles[word] & blocking[word]:
                    break
            else:
                found.append(i)
                break
    return found


# ------------------------------------------------------------------ along roads and other links (paths.py)


def link_distances(net, start, closed=()):
    """`paths.link_distances`: steps along the links to every hex they lead to, nearest first."""
    cdef dict far = {start: 0}, index = net.index
    cdef tuple names = net.hexes
    cdef array first = net.first, ends = net.ends
    cdef int size = len(names), here, there, link, done = 0, used = 0
    cdef int *steps = <int *> calloc(2 * size + 1, sizeof(int))  # one more than the steps to a hex; nought: not found
    cdef int *found = steps + size
    try:
        if steps == NULL:
            raise MemoryError
        for h in closed:
            if h in index:
                steps[<int> index[h]] = -1
        if start in index:
            found[0], used = index[start], 1
            steps[found[0]] = 1
        while done < used:
            here = found[done]
            done += 1
            for link in range(first.data.as_ints[here], first.data.as_ints[here + 1]):
                there = ends.data.as_ints[link]
                if not steps[there]:
                    steps[there] = steps[here] + 1
                    far[names[there]] = steps[here]
                    found[used] = there
                    used += 1
        return far
    finally:
        free(steps)


def link_route(net, start, goals, closed=()):
    """`paths.link_route`: the shortest way along the links to the nearest of several hexes, or None."""
    cdef dict index = net.index
    cdef tuple names = net.hexes
    cdef array first = net.first, ends = net.ends
    cdef int size = len(names), here, there, link, done = 0, used = 0
    cdef int *came = <int *> calloc(2 * size + 1, sizeof(int))  # one more than the hex before; nought: not found
    cdef int *found = came + size
    cdef unsigned char *wanted = <unsigned char *> calloc(size + 1, 1)
    cdef list path
    try:
        if came == NULL or wanted == NULL:
            raise MemoryError
        for h in goals:
            if h == start:
                return [start]
            if h in index:
                wanted[<int> index[h]] = 1
        for h in closed:
            if h in index:
                came[<int> index[h]] = -1
        if start in index:
            found[0], used = index[start], 1
            came[found[0]] = found[0] + 1
        while done < used:
            here = found[done]
            done += 1
            for link in range(first.data.as_ints[here], first.data.as_ints[here + 1]):
                there = ends.data.as_ints[link]
                if came[there]:
                    continue
                came[there] = here + 1
                if wanted[there]:
                    path = [names[there]]
                    while there != found[0]:
                        there = came[there] - 1
                        path.append(names[there])
                    return path[::-1]
                found[used] = there
                used += 1
        return None
    finally:
        free(came)
        free(wanted)


# ------------------------------------------------------------------ the inch table (inches.py)


cdef double TOLERANCE = 0.005  # inches
cdef double[3600] SINES
cdef int _tenth
for _tenth in range(3600):
    SINES[_tenth] = round(math.sin(math.radians(_tenth / 10.0)), 12)
cdef double DEGREES = 180.0 / math.pi


def hundredths(double inches):
    """`inches.hundredths`"""
    return <long> floor(inches * 100 + 0.5) if inches >= 0 else -<long> floor(-inches * 100 + 0.5)


cdef inline long turned(long facing) noexcept:
    """A facing from 0 to 3599."""
    facing = facing % 3600
    return facing + 3600 if facing < 0 else facing


cdef inline long towards(double dx, double dy) noexcept:
    return turned(<long> floor(atan2(dx, dy) * DEGREES * 10 + 0.5))


cdef inline long off(long a, long b) noexcept:
    """The angle between two facings."""
    cdef long turn = (a - b if a > b else b - a) % 3600
    return turn if turn < 3600 - turn else 3600 - turn


def heading(long facing):
    """`inches.heading`"""
    facing = turned(facing)
    return SINES[facing], SINES[(facing + 900) % 3600]


def facing_of(double dx, double dy):
    """`inches.facing_of`"""
    return towards(dx, dy)


def facing_to(start, end):
    """`inches.facing_to`"""
    return towards(<double> end[0] - <double> start[0], <double> end[1] - <double> start[1])


def turn_between(long a, long b):
    """`inches.turn_between`"""
    return off(a, b)


def ahead(point, long facing, double inches):
    """`inches.ahead`"""
    facing = turned(facing)
    return <double> point[0] + SINES[facing] * inches, <double> point[1] + SINES[(facing + 900) % 3600] * inches


def beside(point, long facing, double inches):
    """`inches.beside`"""
    facing = turned(facing)
    return <double> point[0] + SINES[(facing + 900) % 3600] * inches, <double> point[1] - SINES[facing] * inches


def any_in_arc(origin, long facing, long half_angle, points):
    """`inches.any_in_arc`"""
    if half_angle >= 1800:
        return True
    facing = turned(facing)
    cdef double fx = SINES[facing], fy = SINES[(facing + 900) % 3600]
    cdef double surely = SINES[(turned(half_angle - 1) + 900) % 3600]
    cdef double hardly = SINES[(turned(half_angle + 1) + 900) % 3600]
    cdef double x = origin[0], y = origin[1], dx, dy, far, forward
    for p in points:
        dx, dy = <double> p[0] - x, <double> p[1] - y
        far, forward = sqrt(dx * dx + dy * dy), dx * fx + dy * fy
        if forward < far * hardly:
            continue
        if forward > far * surely or off(towards(dx, dy), facing) <= half_angle:
            return True
    return False


def distance(a, b):
    """`inches.distance`"""
    cdef double dx = <double> a[0] - <double> b[0], dy = <double> a[1] - <double> b[1]
    return sqrt(dx * dx + dy * dy)


def close_by(list circles, p, double reach):
    """`inches.close_by`"""
    cdef double x = p[0], y = p[1], dx, dy, far
    cdef list found = []
    cdef tuple circle
    for circle in circles:
        dx, dy, far = <double> circle[0] - x, <double> circle[1] - y, reach + <double> circle[2]
        if dx * dx + dy * dy <= far * far:
            found.append(circle[3])
    return found


cdef double to_side(double px, double py, double ax, double ay, double bx, double by) noexcept:
    """The square of the distance from a point to a segment."""
    cdef double dx = bx - ax, dy = by - ay, length = dx * dx + dy * dy, t = 0.0
    if length:
        t = ((px - ax) * dx + (py - ay) * dy) / length
        t = 0.0 if t < 0 else 1.0 if t > 1 else t
    cdef double x = px - (ax + t * dx), y = py - (ay + t * dy)
    return x * x + y * y


def nearest_on(p, a, b):
    """`inches.nearest_on`"""
    cdef double ax = a[0], ay = a[1], dx = <double> b[0] - ax, dy = <double> b[1] - ay, length = dx * dx + dy * dy, t
    if length == 0:
        return a
    t = ((<double> p[0] - ax) * dx + (<double> p[1] - ay) * dy) / length
    t = 0.0 if t < 0 else 1.0 if t > 1 else t
    return ax + t * dx, ay + t * dy


def to_segment(p, a, b):
    """`inches.to_segment`"""
    return sqrt(to_side(p[0], p[1], a[0], a[1], b[0], b[1]))


def near_segment(p, a, b, double limit):
    """`inches.near_segment`"""
    cdef double x = p[0], y = p[1], ax = a[0], ay = a[1], bx = b[0], by = b[1], wide = limit + 0.01
    if (x < ax - wide and x < bx - wide) or (x > ax + wide and x > bx + wide):
        return False
    if (y < ay - wide and y < by - wide) or (y > ay + wide and y > by + wide):
        return False
    return sqrt(to_side(x, y, ax, ay, bx, by)) <= limit + TOLERANCE


def crossing(a, b, c, d):
    """`inches.crossing`"""
    cdef double ax = a[0], ay = a[1], cx = c[0], cy = c[1]
    cdef double rx = <double> b[0] - ax, ry = <double> b[1] - ay, sx = <double> d[0] - cx, sy = <double> d[1] - cy
    cdef double cross = rx * sy - ry * sx, qx = cx - ax, qy = cy - ay, t, u
    if cross == 0:
        return None
    t = (qx * sy - qy * sx) / cross
    if t < 0 or t > 1:
        return None
    u = (qx * ry - qy * rx) / cross
    return t if 0 <= u <= 1 else None


def strictly_inside(p, tuple outline):
    """`inches.strictly_inside`"""
    cdef double x = p[0], y = p[1], x1, y1, x2, y2
    cdef bint found = False
    x1, y1 = outline[len(outline) - 1]
    for corner in outline:
        x2, y2 = corner
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            found = not found
        x1, y1 = x2, y2
    return found


def on_boundary(p, tuple outline):
    """`inches.on_boundary`"""
    cdef double x = p[0], y = p[1], x1, y1, x2, y2, off
    x1, y1 = outline[len(outline) - 1]
    for corner in outline:
        x2, y2 = corner
        if (x1 - 1e-9 <= x <= x2 + 1e-9 or x2 - 1e-9 <= x <= x1 + 1e-9) and (
            y1 - 1e-9 <= y <= y2 + 1e-9 or y2 - 1e-9 <= y <= y1 + 1e-9
        ):
            off = (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1)
            if off * off <= 1e-18 * ((x2 - x1) * (x2 - x1) + (y2 - y1) * (y2 - y1)):
                return True
        x1, y1 = x2, y2
    return False


def to_outline(p, tuple outline):
    """`inches.to_outline`"""
    if strictly_inside(p, outline) or on_boundary(p, outline):
        return 0.0
    return sqrt(square_to_sides((p,), outline))


def square_to_sides(tuple points, tuple outline):
    """`inches.square_to_sides`"""
    cdef double best = INFINITY, ax, ay, bx, by, px, py, square
    ax, ay = outline[len(outline) - 1]
    for corner in outline:
        bx, by = corner
        for point in points:
            px, py = point
            square = to_side(px, py, ax, ay, bx, by)
            if square < best:
                best = square
        ax, ay = bx, by
    return best


def between(tuple a, tuple b):
    """`inches.between`"""
    cdef double px, py, qx, qy, rx, ry, sx, sy, cross, t, u
    px, py = a[len(a) - 1]
    for corner in a:
        qx, qy = corner
        rx, ry = b[len(b) - 1]
        for other in b:
            sx, sy = other
            cross = (qx - px) * (sy - ry) - (qy - py) * (sx - rx)
            if cross != 0:
                t = ((rx - px) * (sy - ry) - (ry - py) * (sx - rx)) / cross
                u = ((rx - px) * (qy - py) - (ry - py) * (qx - px)) / cross
                if 0 <= t and t <= 1 and 0 <= u and u <= 1:
                    return 0.0
            rx, ry = sx, sy
        px, py = qx, qy
    if (
        strictly_inside(a[0], b) or on_boundary(a[0], b) or strictly_inside(b[0], a) or on_boundary(b[0], a)
    ):
        return 0.0
    return sqrt(min(<double> square_to_sides(a, b), <double> square_to_sides(b, a)))


def measures(front, long facing, double width, double depth):
    """`inches.measures`"""
    facing = turned(facing)
    cdef double x = front[0], y = front[1], dx = SINES[facing], dy = SINES[(facing + 900) % 3600]
    cdef double wide = width / 2, deep = depth / 2, back_x = dx * depth, back_y = dy * depth
    cdef double left_x = x - dy * wide, left_y = y + dx * wide, right_x = x + dy * wide, right_y = y - dx * wide
    corners = (
        (left_x, left_y), (right_x, right_y), (right_x - back_x, right_y - back_y), (left_x - back_x, left_y - back_y)
    )
    return corners, (x - dx * deep, y - dy * deep), facing, wide, deep, (dx, dy)


cdef struct Oblong:  # a box, as numbers
    double x, y, wide, deep, fx, fy


cdef Oblong oblong(box) except *:
    cdef tuple b = <tuple> box
    cdef Oblong it
    it.x, it.y = <tuple> b[1]
    it.wide, it.deep = b[3], b[4]
    it.fx, it.fy = <tuple> b[5]
    return it


cdef bint overlap(Oblong *a, Oblong *b) noexcept:
    cdef double dx = b.x - a.x, dy = b.y - a.y, reach = a.wide + a.deep + b.wide + b.deep, slack = 4 * TOLERANCE
    if dx * dx + dy * dy > reach * reach:
        return False
    cdef double along = fabs(a.fx * b.fx + a.fy * b.fy), across = fabs(a.fx * b.fy - a.fy * b.fx)
    if fabs(dx * a.fx + dy * a.fy) >= a.deep + b.deep * along + b.wide * across - slack:
        return False
    if fabs(dx * a.fy - dy * a.fx) >= a.wide + b.deep * across + b.wide * along - slack:
        return False
    if fabs(dx * b.fx + dy * b.fy) >= b.deep + a.deep * along + a.wide * across - slack:
        return False
    return fabs(dx * b.fy - dy * b.fx) < b.wide + a.deep * across + a.wide * along - slack


cdef double square_to_oblong(tuple points, Oblong *b) except -1:
    cdef double best = INFINITY, x, y, dx, dy, deep, wide, square
    for point in points:
        x, y = point
        dx, dy = x - b.x, y - b.y
        deep, wide = fabs(dx * b.fx + dy * b.fy) - b.deep, fabs(dx * b.fy - dy * b.fx) - b.wide
        square = (deep * deep if deep > 0 else 0.0) + (wide * wide if wide > 0 else 0.0)
        if square < best:
            best = square
    return best


def boxes_overlap(a, b):
    """`inches.boxes_overlap`"""
    cdef Oblong one = oblong(a), other = oblong(b)
    return overlap(&one, &other)


def any_overlap(some, others):
    """`crossed.any_overlap`"""
    cdef Oblong one, other
    for a in some:
        one = oblong(a)
        for b in others:
            other = oblong(b)
            if overlap(&one, &other):
                return True
    return False


def to_box(p, b):
    """`inches.to_box`"""
    cdef Oblong it = oblong(b)
    return sqrt(square_to_oblong((p,), &it))


def between_boxes(a, b):
    """`inches.between_boxes`"""
    return gap_between(a, b)


def least_between(some, others):
    """`crossed.least_between`"""
    cdef double best = INFINITY, gap
    for a in some:
        for b in others:
            gap = gap_between(a, b)
            if gap < best:
                best = gap
    return best


cdef double gap_between(a, b) except -1:
    cdef Oblong one = oblong(a), other = oblong(b)
    if overlap(&one, &other):
        return 0.0
    return sqrt(min(square_to_oblong(<tuple> (<tuple> a)[0], &other), square_to_oblong(<tuple> (<tuple> b)[0], &one)))


def segment_meets_box(a, b, target):
    """`inches.segment_meets_box`"""
    return meets(a, b, target)


cdef bint meets(a, b, target) except -1:
    cdef Oblong it = oblong(target)
    cdef double ax = <double> a[0] - it.x, ay = <double> a[1] - it.y
    cdef double dx = <double> b[0] - <double> a[0], dy = <double> b[1] - <double> a[1]
    cdef double round_it = it.wide + it.deep, off = ax * dy - ay * dx, low = 0.0, high = 1.0
    if off * off > round_it * round_it * (dx * dx + dy * dy):
        return False
    return within(ax * it.fx + ay * it.fy, dx * it.fx + dy * it.fy, it.deep - 1e-6, &low, &high) and within(
        ax * it.fy - ay * it.fx, dx * it.fy - dy * it.fx, it.wide - 1e-6, &low, &high
    )


cdef bint within(double start, double run, double half, double *low, double *high) noexcept:
    """Is some of a way between two sides of a box? The part of it that is so far is cut to that."""
    if fabs(run) < 1e-12:
        return fabs(start) <= half
    cdef double t = (-half - start) / run, u = (half - start) / run
    low[0], high[0] = max(low[0], min(t, u)), min(high[0], max(t, u))
    return low[0] <= high[0]


# ------------------------------------------------------------------ what a straight way meets (crossed.py)


def bounds_met(list rows, a, b, double aside):
    """`crossed.bounds_met`"""
    cdef double ax = a[0], ay = a[1], bx = b[0], by = b[1]
    cdef double west = min(ax, bx) - aside, south = min(ay, by) - aside
    cdef double east = max(ax, bx) + aside, north = max(ay, by) + aside
    cdef list found = []
    cdef tuple row, bounds
    for row in rows:
        bounds = <tuple> row[0]
        if (
            <double> bounds[0] <= east and west <= <double> bounds[2]
            and <double> bounds[1] <= north and south <= <double> bounds[3]
        ):
            found.append(row[1])
    return found


def circles_met(list circles, a, b, double aside):
    """`crossed.circles_met`"""
    cdef double ax = a[0], ay = a[1], dx = <double> b[0] - ax, dy = <double> b[1] - ay, square = dx * dx + dy * dy
    cdef double px, py, limit, along, wide
    cdef list found = []
    cdef tuple circle
    for circle in circles:
        px, py, limit = <double> circle[0] - ax, <double> circle[1] - ay, <double> circle[2] + aside
        along = px * dx + py * dy
        if along <= 0:
            if px * px + py * py > limit * limit:
                continue
        elif along >= square:
            if (px - dx) * (px - dx) + (py - dy) * (py - dy) > limit * limit:
                continue
        else:
            wide = px * dy - py * dx
            if wide * wide > limit * limit * square:
                continue
        found.append(circle[3])
    return found


def near_way(list circles, a, b, double reach):
    """`crossed.near_way`"""
    cdef double ax = a[0], ay = a[1], bx = b[0], by = b[1], x, y, limit, wide
    cdef list found = []
    cdef tuple circle
    for circle in circles:
        x, y, limit = circle[0], circle[1], reach + <double> circle[2]
        wide = limit + 0.01
        if (x < ax - wide and x < bx - wide) or (x > ax + wide and x > bx + wide):
            continue
        if (y < ay - wide and y < by - wide) or (y > ay + wide and y > by + wide):
            continue
        if sqrt(to_side(x, y, ax, ay, bx, by)) <= limit + TOLERANCE:
            found.append(circle[3])
    return found


def meets_any(a, b, list boxes):
    """`crossed.meets_any`"""
    for target in boxes:
        if meets(a, b, target):
            return True
    return False


def runs_in(a, b, double length, tuple points, tuple shape):
    """`crossed.runs_in`"""
    cdef double ax = a[0], ay = a[1], dx = <double> b[0] - ax, dy = <double> b[1] - ay
    cdef double x = shape[0], y = shape[1], radius = shape[2], cx, cy, sx, sy, last, off, cross, t, u, m, low, high
    cdef list cuts, found
    off, t = (x - ax) * dy - (y - ay) * dx, (x - ax) * dx + (y - ay) * dy
    if fabs(off) > radius * length or not (-radius * length <= t and t <= (length + radius) * length):
        return []
    cuts, found = [], []
    cx, cy = <tuple> points[len(points) - 1]
    last = (cx - ax) * dy - (cy - ay) * dx
    for corner in points:
        x, y = <tuple> corner
        off = (x - ax) * dy - (y - ay) * dx
        if (last >= 0) != (off >= 0):
            sx, sy = x - cx, y - cy
            cross = dx * sy - dy * sx
            cuts.append(((cx - ax) * sy - (cy - ay) * sx) / (cross if cross else INFINITY))
        cx, cy, last = x, y, off
    if not cuts:
        return found
    if shape[3]:
        low, high = max(0.0, <double> min(cuts)), min(1.0, <double> max(cuts))
        return [(low * length, high * length)] if high - low > 1e-9 else found
    cuts = sorted([0.0, 1.0, *[cut for cut in cuts if 0 <= cut <= 1]])
    for i in range(len(cuts) - 1):
        t, u = cuts[i], cuts[i + 1]
        m = (t + u) / 2
        if u - t <= 1e-9 or not strictly_inside((ax + dx * m, ay + dy * m), points):
            continue
        if found and <double> found[len(found) - 1][1] >= t * length - 1e-9:
            found[len(found) - 1] = (found[len(found) - 1][0], u * length)
        else:
            found.append((t * length, u * length))
    return found
