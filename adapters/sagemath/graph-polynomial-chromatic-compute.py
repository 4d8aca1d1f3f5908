def graph_polynomial_chromatic_compute(order, edges):
    """Coefficients of the chromatic polynomial, ascending, as decimal strings.

    Vertices 0..order-1; edges are distinct pairs without loops. Vertices are coloured one after the other. A state is
    the partition by colour of those coloured vertices that still have an uncoloured neighbour; its weight counts the
    colourings that lead to it, as a polynomial in the number of colours. A vertex joins a class without a neighbour of
    its own, or takes one of the x - b colours that none of the b classes has. Few states where the graph is narrow
    (grids, trees) and where few sets of vertices are independent (dense graphs), unlike deletion and contraction.
    """
    ring = ZZ["x"]
    x = ring.gen()
    near = [set() for _ in range(order)]
    for u, v in edges:
        near[u].add(v)
        near[v].add(u)
    # Sets of vertices are Python integers from here on: bit v stands for vertex v.
    mask = [sum(int(1) << u for u in neighbours) for neighbours in near]
    states = {(): ring(1)}
    coloured = int(0)
    for v in graph_polynomial_chromatic_compute_sequence(near):
        bit = int(1) << v
        coloured |= bit
        keep = ~sum(int(1) << u for u in near[v] | {v} if not mask[u] & ~coloured)
        after = {}
        for classes, weight in states.items():
            free = [i for i, members in enumerate(classes) if not mask[v] & members]
            for i in free + [len(classes)]:
                new = i == len(classes)
                grown = list(classes)
                grown[i : i + 1] = [bit if new else classes[i] | bit]
                state = tuple(sorted(members & keep for members in grown if members & keep))
                value = weight * (x - i) if new else weight
                after[state] = after[state] + value if state in after else value
        states = after
    return [str(c) for c in states[()].list()]


def graph_polynomial_chromatic_compute_sequence(near):
    """An order of the vertices in which few coloured vertices have uncoloured neighbours: the best over some first ones."""
    order = len(near)
    starts = range(order) if order <= 100 else sorted(range(order), key=lambda v: len(near[v]))[:3]
    found = [graph_polynomial_chromatic_compute_from(near, start) for start in starts]
    return min(found)[1] if found else []


def graph_polynomial_chromatic_compute_from(near, start):
    """(cost, order), cost growing as the number of states does. Next is the vertex that leaves the narrowest boundary."""
    open_count = [len(neighbours) for neighbours in near]
    rest = set(range(len(near)))
    active = set()
    coloured = set()
    sequence = []
    total = 0

    def score(v):
        closed = sum(1 for u in near[v] if u in coloured and open_count[u] == 1)
        return ((1 if open_count[v] > 0 else 0) - closed, -len(near[v] & coloured), len(near[v]), v)

    while rest:
        boundary = set(u for v in active for u in near[v] if u in rest)
        v = min(boundary or rest, key=score) if sequence else start
        rest.discard(v)
        coloured.add(v)
        sequence.append(v)
        for u in near[v]:
            open_count[u] -= 1
        active = set(u for u in active | {v} if open_count[u] > 0)
        total += int(4) ** len(active)
    return total, sequence
