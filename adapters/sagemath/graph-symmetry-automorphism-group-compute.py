def graph_symmetry_automorphism_group_compute(order, edges, vertex_colors, edge_colors, directed):
    """Generators (lists of images of 0..order-1) and the order of the group of colour-preserving automorphisms.

    Edges are distinct and without loops; colours are numbers, along the vertices and along the edges.
    """
    graph = DiGraph(order) if directed else Graph(order)
    coloured = len(set(edge_colors)) > 1
    graph.add_edges((u, v, c if coloured else None) for (u, v), c in zip(edges, edge_colors))
    cells = {}
    for vertex, color in enumerate(vertex_colors):
        cells.setdefault(color, []).append(vertex)
    if order == 0:
        return {"generators": [], "order": "1"}
    group, size = graph.automorphism_group(
        partition=list(cells.values()), edge_labels=coloured, order=True, algorithm="sage"
    )
    generators = [[int(g(vertex)) for vertex in range(order)] for g in group.gens() if not g.is_one()]
    return {"generators": generators, "order": str(size)}
