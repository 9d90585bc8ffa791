# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The hot kernels of the board, compiled: each is the twin of a function in plain Python and gives the same to the bit.

Built into the wheel where there is a C compiler; without it the plain functions are used, which the tests try beside it.
"""

from cpython.array cimport array, clone
from cpython.bytearray cimport PyByteArray_AS_STRING, PyByteArray_FromStringAndSize
from libc.math cimport INFINITY, fabs, sqrt
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


def settle(table, grid, start, int limit, blocked, stop, tolls):
    """`paths.settle`: the points to every hex within a limit, cheapest first, and the hex before each of them."""
    cdef array flat = table.flat  # six steps out of each hex, two numbers each
    cdef int *steps = flat.data.as_ints
    cdef dict index = grid.index, points = {}
    cdef list before = []
    cdef tuple names = grid.hexes
    cdef int size = len(names), farthest = max(limit, 0), least = table.least, here, there, spent, entry, step
    cdef long long left, zone_cost = tolls[2]
    cdef Queue queue = begin(farthest)
    cdef int *best = <int *> calloc(3 * size, sizeof(int))  # one more than the points left; nought: not reached
    cdef int *came = best + size
    cdef int *extra = came + size
    cdef unsigned char *stops = <unsigned char *> calloc(2 * size, 1)
    cdef unsigned char *zone = stops + size
    cdef bint asks = farthest * farthest < len(blocked) and not isinstance(blocked, (list, tuple))
    try:
        if best == NULL or stops == NULL:
            raise MemoryError
        if not asks:  # a short search asks after the few hexes that it comes to
            for h in blocked:
                best[<int> index[h]] = limit + 2  # nothing is cheaper, so it is never entered
        for h in stop:
            stops[<int> index[h]] = 1
        for h, more in tolls[0].items():
            extra[<int> index[h]] = more
        for h in tolls[1]:
            zone[<int> index[h]] = 1
        here = index[start]
        best[here], came[here], stops[here] = limit + 1, here, 0
        push(&queue, 0, here)
        for spent in range(farthest + 1):
            entry = queue.first[spent]
            while entry >= 0:
                here = queue.entries[entry].node
                if best[here] == limit + 1 - spent:
                    points[names[here]] = spent
                    before.append(names[came[here]])
                    if not stops[here] and spent + least <= limit:
                        for step in range(12 * here, 12 * here + 12, 2):
                            there = steps[step]
                            if there < 0:
                                break
                            left = <long long> limit + 1 - spent - steps[step + 1] - extra[there]
                            if zone[here] and zone[there]:
                                left -= zone_cost
                            if left > best[there]:
                                if asks and not best[there] and names[there] in blocked:
                                    best[there] = limit + 2
                                    continue
                                best[there] = left
                                came[there] = here
                                push(&queue, limit + 1 - <int> left, there)
                entry = queue.entries[entry].following
        return points, before
    finally:
        free(queue.entries)
        free(queue.first)
        free(best)
        free(stops)


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


def to_box(p, b):
    """`inches.to_box`"""
    cdef Oblong it = oblong(b)
    return sqrt(square_to_oblong((p,), &it))


def between_boxes(a, b):
    """`inches.between_boxes`"""
    cdef Oblong one = oblong(a), other = oblong(b)
    if overlap(&one, &other):
        return 0.0
    return sqrt(min(square_to_oblong(<tuple> (<tuple> a)[0], &other), square_to_oblong(<tuple> (<tuple> b)[0], &one)))


def segment_meets_box(a, b, target):
    """`inches.segment_meets_box`"""
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
