# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The hot kernels of boards of hexes, compiled: each is the twin of a function in plain Python and gives the same to the bit.

Built into the wheel where there is a C compiler; without it the plain functions are used, which the tests try beside it.
"""

from cpython.array cimport array, clone
from cpython.bytearray cimport PyByteArray_AS_STRING, PyByteArray_FromStringAndSize
from cpython.bytes cimport PyBytes_FromStringAndSize
from cpython.dict cimport PyDict_GetItem
from cpython.ref cimport Py_INCREF, PyObject
from cpython.tuple cimport PyTuple_New, PyTuple_SET_ITEM
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memchr, memcpy, memset


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


cdef array IN_TURN = array("h"), NONE_BEFORE = array("h")  # every hex by its own number, and no node before any


cdef int make_room(int size) except -1:
    """Long enough for a map of so many hexes."""
    global IN_TURN, NONE_BEFORE
    cdef int i
    if len(IN_TURN) < size:
        IN_TURN, NONE_BEFORE = clone(SHORTS, size, False), clone(SHORTS, 3 * size, False)
        for i in range(size):
            IN_TURN.data.as_shorts[i] = i
        for i in range(3 * size):
            NONE_BEFORE.data.as_shorts[i] = NOWHERE
    return 0


cdef void shut_out(unsigned char *prices, const unsigned char *hazards, int size) noexcept:
    """Nothing is cheaper than nought: nobody enters where the enemy is."""
    cdef const unsigned char *enemy = <const unsigned char *> memchr(hazards, 2, size)
    cdef int here
    while enemy != NULL:
        here = enemy - hazards
        prices[here] = prices[here + size] = prices[here + 2 * size] = 0
        enemy = <const unsigned char *> memchr(enemy + 1, 2, size - here - 1)


def spread(list rows, bytearray dangers, tuple gaits, frozenset barred, list starts, int allowance):
    """`gaits.spread`: from the starts, cheapest first. A node below nought counts from the end of a list."""
    cdef int size = len(rows), count = 3 * size, many = len(gaits), bars = len(barred)
    cdef int here, gait, spent, node, there, then, total, entry, hazard, i
    cdef int[3][2][2] pays, leads  # by gait, from a free hex or a zone, into a free hex or a zone
    cdef int *steps
    cdef int *table = steps_of(rows)
    cdef tuple change, into, start
    cdef list order = []
    cdef const unsigned char *hazards = <const unsigned char *> PyByteArray_AS_STRING(dangers)
    cdef bytearray by_node = PyByteArray_FromStringAndSize(NULL, count)
    cdef unsigned char *prices = <unsigned char *> PyByteArray_AS_STRING(by_node)
    cdef array by_hex = clone(SHORTS, size, False), before = clone(SHORTS, count, False)
    cdef short *nodes = by_hex.data.as_shorts
    cdef short *came = before.data.as_shorts
    cdef Queue queue = begin(allowance)
    cdef unsigned char *known = <unsigned char *> calloc(size, 1)
    try:
        make_room(size)
        memcpy(nodes, IN_TURN.data.as_shorts, size * sizeof(short))
        memcpy(came, NONE_BEFORE.data.as_shorts, count * sizeof(short))
        memset(prices, allowance + 1, count)
        shut_out(prices, hazards, size)
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


def distance_field(list rows, const unsigned char[::1] tolls, list starts):
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


# ------------------------------------------------------------------ where a mover can go, and the way (trails.py)


cdef struct Point:  # of a trail
    int place
    int spent
    int before


cdef struct Trodden:  # a hex in a search
    int best  # one more than the points left; nought: not reached
    int came  # the point before
    int last  # one more than the point at which it is reached; nought: at none so far
    bint closed
    bint told


cdef struct Laying:
    Point *points
    int used
    int room


cdef int add_point(Laying *laying, int place, int spent, int before) except -1:
    if laying.used == laying.room:
        laying.room *= 2
        laying.points = <Point *> realloc(laying.points, laying.room * sizeof(Point))
        if laying.points == NULL:
            raise MemoryError
    laying.points[laying.used] = Point(place, spent, before)
    laying.used += 1
    return laying.used


cdef int lay_by_points(Laying *laying, Trodden *hexes, int *steps, const unsigned char *stop, int limit) except -1:
    cdef Queue queue = begin(limit)
    cdef int start = laying.points[0].place, spent, entry, here, i, step, left, point
    cdef Trodden *cell
    try:
        hexes[start].best = limit + 1
        push(&queue, 0, start)
        for spent in range(limit + 1):
            entry = queue.first[spent]
            while entry >= 0:
                here = queue.entries[entry].node
                if hexes[here].best == limit + 1 - spent:
                    point = 0
                    if here != start:
                        point = add_point(laying, here, spent, hexes[here].came) - 1
                        hexes[here].last = point + 1
                    if not stop[here] or here == start:
                        for step in range(12 * here, 12 * here + 12, 2):
                            i = steps[step]
                            if i < 0:
                                break
                            cell = hexes + i
                            left = limit + 1 - spent - steps[step + 1]
                            if left > cell.best and not cell.closed:
                                cell.best, cell.came = left, point
                                push(&queue, limit + 1 - left, i)
                entry = queue.entries[entry].following
    finally:
        free(queue.entries)
        free(queue.first)
    return 0


cdef int lay_by_hexes(Laying *laying, Trodden *hexes, int *steps, const unsigned char *stop, int limit, int most) except -1:
    cdef int first, after = 0, point, here, i, step, total
    cdef Trodden *cell
    for _ in range(most):
        first, after = after, laying.used
        if first == after:
            break
        for point in range(first, after):
            here = laying.points[point].place
            if stop[here] and point:
                continue
            for step in range(12 * here, 12 * here + 12, 2):
                i = steps[step]
                if i < 0:
                    break
                cell, total = hexes + i, laying.points[point].spent + steps[step + 1]
                if total > limit or cell.closed or cell.last and total >= laying.points[cell.last - 1].spent:
                    continue
                if cell.last > after:
                    laying.points[cell.last - 1].spent, laying.points[cell.last - 1].before = total, point
                else:
                    cell.last = add_point(laying, i, total, point)
    return 0


def lay_trails(table, grid, start, int limit, int most, blocked, bytes stop):
    """`trails.lay_trails`: every hex that can be reached, the points to it and the points of all trails."""
    cdef array flat = table.flat, spent, ends, places, before
    cdef dict index = grid.index
    cdef tuple names = grid.hexes
    cdef int here = index[start], i, many = 0
    cdef tuple found
    cdef Laying laying
    cdef const unsigned char *marks = <const unsigned char *> <const char *> stop
    cdef Trodden *hexes = <Trodden *> calloc(len(names), sizeof(Trodden))
    laying.used, laying.room = 0, 256
    laying.points = <Point *> malloc(laying.room * sizeof(Point))
    try:
        if hexes == NULL or laying.points == NULL:
            raise MemoryError
        for h in blocked:
            hexes[<int> index[h]].closed = True
        hexes[here].last = add_point(&laying, here, 0, 0)
        if limit >= 0 and most < 0:
            lay_by_points(&laying, hexes, flat.data.as_ints, marks, limit)
        elif limit >= 0:
            lay_by_hexes(&laying, hexes, flat.data.as_ints, marks, limit, most)
        places, before = clone(INTEGERS, laying.used, False), clone(INTEGERS, laying.used, False)
        for i in range(laying.used):
            here = laying.points[i].place
            places.data.as_ints[i], before.data.as_ints[i] = here, laying.points[i].before
            if not hexes[here].told:  # a hex comes where it was reached first, and has its best trail
                hexes[here].told = True
                laying.points[many].place = here
                many += 1
        spent, ends = clone(INTEGERS, many - 1, False), clone(INTEGERS, many - 1, False)
        found = PyTuple_New(many - 1)
        for i in range(1, many):
            here = laying.points[i].place
            name = names[here]
            Py_INCREF(name)
            PyTuple_SET_ITEM(found, i - 1, name)
            here = hexes[here].last - 1
            spent.data.as_ints[i - 1], ends.data.as_ints[i - 1] = laying.points[here].spent, here
        return found, spent, ends, places, before
    finally:
        free(hexes)
        free(laying.points)


# ------------------------------------------------------------------ sets of hexes that spread (hexset.py)


ctypedef unsigned long long Word


cdef struct Flood:  # the hexes that may still be entered, those looked for, and those found so far, in their order
    Word *left
    Word *goals
    int *found
    int used
    int words


cdef Flood pour(spread, start, within, goal) except *:
    """Begin with some hexes."""
    cdef Flood flood
    cdef int i, size = 8 * <int> spread.words
    cdef Word word
    cdef bytes first = (start & within & spread.everywhere).to_bytes(size, "little")
    cdef bytes open_ = (within & ~start & spread.everywhere).to_bytes(size, "little")
    cdef bytes ends = (goal & spread.everywhere).to_bytes(size, "little")
    flood.words, flood.used = spread.words, 0
    flood.left = <Word *> malloc(2 * size + 8 * size * sizeof(int))
    if flood.left == NULL:
        raise MemoryError
    flood.goals = flood.left + flood.words
    flood.found = <int *> (flood.goals + flood.words)
    memcpy(flood.left, <const char *> open_, size)
    memcpy(flood.goals, <const char *> ends, size)
    for i in range(flood.words):
        word = (<const Word *> <const char *> first)[i]
        while word:
            flood.found[flood.used] = 64 * i + lowest(word)
            flood.used += 1
            word &= word - 1
    return flood


cdef int lowest(Word word) noexcept:
    """The number of its lowest bit."""
    cdef int found = 0
    while not word & 255:
        word >>= 8
        found += 8
    while not word & 1:
        word >>= 1
        found += 1
    return found


cdef inline bint holds(const Word *bits, int i) noexcept:
    return bits[i >> 6] >> (i & 63) & 1


cdef int flow_on(Flood *flood, const int *steps, int first) noexcept:
    """One step on from those found since the first; how many had been found before."""
    cdef int last = flood.used, i, step, there
    for i in range(first, last):
        for step in range(6 * flood.found[i], 6 * flood.found[i] + 6):
            there = steps[step]
            if there < 0:
                break
            if holds(flood.left, there):
                flood.left[there >> 6] ^= <Word> 1 << (there & 63)
                flood.found[flood.used] = there
                flood.used += 1
    return last


cdef bint meets(Flood *flood, int first) noexcept:
    """Is one of those found since the first looked for?"""
    cdef int i
    for i in range(first, flood.used):
        if holds(flood.goals, flood.found[i]):
            return True
    return False


cdef object as_number(Flood *flood, int first):
    """Those found since the first as a set."""
    cdef bytes words = PyBytes_FromStringAndSize(NULL, 8 * flood.words)
    cdef Word *bits = <Word *> <char *> words
    cdef int i
    memset(bits, 0, 8 * flood.words)
    for i in range(first, flood.used):
        bits[flood.found[i] >> 6] |= <Word> 1 << (flood.found[i] & 63)
    return int.from_bytes(words, "little")


cdef bint sweep_up(Word *found, const Word *open_, int words, int by) noexcept:
    """Steps to hexes of higher numbers, each word going on from what was found before it; is anything new?"""
    cdef int over = by >> 6, bits = by & 63, i = 0
    cdef Word come, new = 0
    while i < words:
        come = (found[i - over] << bits | found[i - over - 1] >> 1 >> (63 - bits)) & open_[i] & ~found[i]
        found[i] |= come
        new |= come
        if not come or over:
            i += 1  # else the steps may go on within the word
    return new != 0


cdef bint sweep_down(Word *found, const Word *open_, int words, int by) noexcept:
    """The same to hexes of lower numbers."""
    cdef int over = by >> 6, bits = by & 63, i = words - 1
    cdef Word come, new = 0
    while i >= 0:
        come = (found[i + over] >> bits | found[i + over + 1] << 1 << (63 - bits)) & open_[i] & ~found[i]
        found[i] |= come
        new |= come
        if not come or over:
            i -= 1
    return new != 0


def flooded(spread, start, within):
    """`hexset.flooded`: everything that is reached, by sweeps in every direction until none finds anything new."""
    cdef array shifts = spread.shifts
    cdef int words = spread.words, ways = len(shifts), beyond = words + 1, way = 0, idle = 0, by, i
    cdef bytes into = spread.into
    cdef bytes free_ = (within & spread.everywhere).to_bytes(8 * words, "little")
    cdef bytes first = (start & within & spread.everywhere).to_bytes(8 * words, "little")
    cdef Word *found = <Word *> calloc(words * (ways + 1) + 2 * beyond, sizeof(Word))  # nothing lies beyond its ends
    cdef Word *open_ = found + words + 2 * beyond  # what may be entered in each direction
    if found == NULL:
        raise MemoryError
    try:
        memcpy(found + beyond, <const char *> first, 8 * words)
        for i in range(words * ways):
            open_[i] = (<const Word *> <const char *> into)[i] & (<const Word *> <const char *> free_)[i % words]
        while idle < ways:
            by = shifts.data.as_ints[way]
            if by > 0 and sweep_up(found + beyond, open_ + way * words, words, by):
                idle = 0
            elif by < 0 and sweep_down(found + beyond, open_ + way * words, words, -by):
                idle = 0
            else:
                idle += 1
            way = (way + 1) % ways
        return int.from_bytes((<char *> (found + beyond))[: 8 * words], "little")
    finally:
        free(found)


def joined(spread, start, goal, within):
    """`hexset.joined`: is some of the goal reached?"""
    cdef array steps = spread.steps
    cdef Flood flood = pour(spread, start, within, goal)
    cdef int first = 0
    try:
        while first < flood.used:
            if meets(&flood, first):
                return True
            first = flow_on(&flood, steps.data.as_ints, first)
        return False
    finally:
        free(flood.left)


def ringed(spread, start, within, goal):
    """`hexset.ringed`: the hexes by their steps from the start."""
    cdef array steps = spread.steps
    cdef Flood flood = pour(spread, start, within, goal)
    cdef int first = 0
    cdef list found = [as_number(&flood, 0)]
    try:
        while first < flood.used and not meets(&flood, first):
            first = flow_on(&flood, steps.data.as_ints, first)
            found.append(as_number(&flood, first))
        return found
    finally:
        free(flood.left)


# ------------------------------------------------------------------ ways hex by hex (onward.py)


cdef tuple quietest(prices, dict beside, dict index, h, int limit, loud, dict known):
    cdef tuple found = known.get(h), best = None, way
    cdef int least = limit, price
    cdef PyObject *paid
    cdef list before = []
    if found is not None:
        return found
    for n in <tuple> beside[h]:
        paid = PyDict_GetItem(prices, n)
        price = limit if paid == NULL else <object> paid
        if price < least:
            least, before = price, [n]
        elif price == least < limit:
            before.append(n)
    for n in before:
        way = quietest(prices, beside, index, n, limit, loud, known)
        if best is None or way < best:
            best = way
    found = known[h] = (best[0] + (loud >> index[h] & 1), best[1] + (h,))
    return found


def least_watched_path(grid, prices, start, end, int limit, loud):
    """`onward.quietest_way`: of the cheapest ways the one with the fewest loud hexes, then the first by name."""
    return list(quietest(prices, grid.neighbours, grid.index, end, limit, loud, {start: (0, ())})[1])


def retreat_paths(grid, away, start, int length, int least, free, closed):
    """`onward.layers_away`: every way of so many steps that leads away from a hex, step by step."""
    cdef dict key = grid._key, known = grid._beyond[least], across = grid.across, layer
    cdef list layers = [{start: []}]
    cdef tuple six
    cdef int origin = key[away], step, d
    for step in range(length):
        layer = {}
        for here in <dict> layers[step]:
            ways = known.get(<int> key[here] - origin)
            if ways is None:
                grid.beyond(away, here, least)  # which keeps it
                ways = known[<int> key[here] - origin]
            six = across[here]
            for d in <list> ways:
                h = six[d]
                if h is None:
                    continue
                before = layer.get(h)
                if before is not None:
                    (<list> before).append(here)
                elif h not in closed and h in free:
                    layer[h] = [here]
        layers.append(layer)
    return layers
