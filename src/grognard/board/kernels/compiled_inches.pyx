# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The hot kernels of the inch table, compiled: each is the twin of a function in plain Python and gives the same to the bit.

Built into the wheel where there is a C compiler; without it the plain functions are used, which the tests try beside it.
"""

import math

from cpython.array cimport array, clone
from libc.math cimport INFINITY, atan2, fabs, floor, sqrt
from libc.stdlib cimport free, malloc, realloc


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


def point_ahead(point, long facing, double inches):
    """`inches.ahead`"""
    facing = turned(facing)
    return <double> point[0] + SINES[facing] * inches, <double> point[1] + SINES[(facing + 900) % 3600] * inches


def point_beside(point, long facing, double inches):
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


def distance_between_outlines(tuple a, tuple b):
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
    return measured(front[0], front[1], turned(facing), width, depth)


def boxes_in(anchor, long facing, offsets, double width, double depth):
    """`bases.boxes_in`"""
    facing = turned(facing)
    cdef double dx = SINES[facing], dy = SINES[(facing + 900) % 3600], x = anchor[0], y = anchor[1], on, aside
    cdef list found = []
    for on, aside in offsets:
        found.append(measured(x + dx * on + dy * aside, y + dy * on - dx * aside, facing, width, depth))
    return found


cdef tuple measured(double x, double y, long facing, double width, double depth):
    cdef double dx = SINES[facing], dy = SINES[(facing + 900) % 3600]
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
    return runs(a, b, length, points, shape)


cdef list runs(a, b, double length, tuple points, tuple shape):
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


# ------------------------------------------------------------------ ways round (routes.py)


cdef struct Waiting:  # a square, and what the way from it costs as far as is known
    double cost
    int square


cdef struct Heap:  # the cheapest is first
    Waiting *entries
    int used
    int room


cdef int push(Heap *heap, double cost, int square) except -1:
    cdef int i = heap.used, above
    if heap.used == heap.room:
        heap.room *= 2
        heap.entries = <Waiting *> realloc(heap.entries, heap.room * sizeof(Waiting))
        if heap.entries == NULL:
            raise MemoryError
    heap.used += 1
    while i:
        above = (i - 1) // 2
        if heap.entries[above].cost <= cost:
            break
        heap.entries[i] = heap.entries[above]
        i = above
    heap.entries[i] = Waiting(cost, square)
    return 0


cdef Waiting pop(Heap *heap) noexcept:
    cdef Waiting first = heap.entries[0], last
    cdef int i = 0, below = 1
    heap.used -= 1
    last = heap.entries[heap.used]
    while below < heap.used:
        if below + 1 < heap.used and heap.entries[below + 1].cost < heap.entries[below].cost:
            below += 1
        if last.cost <= heap.entries[below].cost:
            break
        heap.entries[i] = heap.entries[below]
        i, below = below, 2 * below + 1
    heap.entries[i] = last
    return first


cdef array NUMBERS = array("d")


def costs_to(goal, list prices, double step):
    """`routes.costs_to`"""
    cdef int columns = len(prices), rows = len(<list> prices[0]), x, y, nx, ny, there
    cdef array dear = clone(NUMBERS, columns * rows, False), known = clone(NUMBERS, columns * rows, False)
    cdef double *price = dear.data.as_doubles
    cdef double *costs = known.data.as_doubles
    cdef double slanted = step * sqrt(2.0), cost
    cdef Heap heap
    cdef Waiting here
    for x in range(columns):
        for y in range(rows):
            inch = (<list> prices[x])[y]
            price[x * rows + y] = INFINITY if inch is None else inch
            costs[x * rows + y] = INFINITY
    x, y = goal
    costs[x * rows + y] = 0.0
    heap.used, heap.room = 0, columns * rows
    heap.entries = <Waiting *> malloc(heap.room * sizeof(Waiting))
    if heap.entries == NULL:
        raise MemoryError
    push(&heap, 0.0, x * rows + y)
    while heap.used:
        here = pop(&heap)
        if here.cost > costs[here.square]:
            continue
        x, y = here.square // rows, here.square % rows
        for nx in range(max(x - 1, 0), min(x + 2, columns)):
            for ny in range(max(y - 1, 0), min(y + 2, rows)):
                there = nx * rows + ny
                cost = here.cost + price[there] * (slanted if nx != x and ny != y else step)
                if cost < costs[there]:
                    costs[there] = cost
                    push(&heap, cost, there)
    free(heap.entries)
    return [[costs[x * rows + y] for y in range(rows)] for x in range(columns)]


# ------------------------------------------------------------------ what hides (veils.py)


def clear_to_any(eye, marks, list boxes, list veils, double edge, level_at):
    """`veils.clear_to_any`"""
    for mark in marks:
        for target in boxes:
            if meets(eye, mark, target):
                break
        else:
            if not veils or not veiled(eye, mark, veils, edge, level_at):
                return True
    return False


cdef bint veiled(a, b, list veils, double edge, level_at) except -1:
    cdef double ax = a[0], ay = a[1], bx = b[0], by = b[1], length, start, end, depth
    cdef int level, top = -1
    cdef dict depths = {}
    cdef tuple veil
    if bx < ax or (bx == ax and by < ay):
        a, b, ax, ay, bx, by = b, a, bx, by, ax, ay
    length = sqrt((ax - bx) * (ax - bx) + (ay - by) * (ay - by))
    for it in veils:
        veil = <tuple> it
        depth, level = veil[2], veil[4]
        for start, end in runs(a, b, length, <tuple> veil[0], <tuple> veil[1]):
            if level:
                if top < 0:
                    top = max(<int> level_at(a), <int> level_at(b))
                if level > top:
                    return True
            elif depth == 0:
                if end - start > 1e-6:
                    return True
            elif not looks_out(start, end, length, a, b, <tuple> veil[0], edge):
                end = <double> depths.get(veil[3], 0.0) + (end - start)
                if end > depth + TOLERANCE:
                    return True
                depths[veil[3]] = end
    return False


cdef bint looks_out(double start, double end, double length, a, b, tuple wood, double edge) except -1:
    if edge == 0:
        return False
    if start <= 1e-6 and sqrt(square_to_sides((a,), wood)) <= edge + TOLERANCE:
        return end - start <= 2 * edge + TOLERANCE
    if end >= length - 1e-6 and sqrt(square_to_sides((b,), wood)) <= edge + TOLERANCE:
        return end - start <= 2 * edge + TOLERANCE
    return False
