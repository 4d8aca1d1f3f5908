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
    states = {(): ring(1)}
    coloured = set()
    for v in graph_polynomial_chromatic_compute_sequence(near):
        coloured.add(v)
        done = set(u for u in near[v] | {v} if near[u] <= coloured)
        after = {}
        for classes, weight in states.items():
            following = [(i, weight) for i, members in enumerate(classes) if near[v].isdisjoint(members)]
            following.append((len(classes), weight * (x - len(classes))))
            for i, value in following:
                grown = list(classes) + [()] if i == len(classes) else list(classes)
                grown[i] = grown[i] + (v,)
                kept = (tuple(sorted(u for u in members if u not in done)) for members in grown)
                state = tuple(sorted(members for members in kept if members))
                after[state] = after.get(state, 0) + value
        states = after
    return [str(c) for c in states[()].list()]


def graph_polynomial_chromatic_compute_sequence(near):
    """Next is the vertex that leaves the fewest coloured vertices with uncoloured neighbours; then most coloured neighbours."""
    order = len(near)
    coloured = set()
    open_count = [len(neighbours) for neighbours in near]
    rest = set(range(order))
    active = set()
    while rest:

        def cost(v):
            closed = sum(1 for u in near[v] if u in coloured and open_count[u] == 1)
            back = len(near[v] & coloured)
            return ((1 if open_count[v] > 0 else 0) - closed, -back, len(near[v]), v)

        boundary = set(u for v in active for u in near[v] if u in rest)
        v = min(boundary or rest, key=cost)
        rest.discard(v)
        coloured.add(v)
        for u in near[v]:
            open_count[u] -= 1
        active = set(u for u in active | {v} if open_count[u] > 0)
        yield v
