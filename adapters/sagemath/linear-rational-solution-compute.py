def linear_rational_solution_compute(rows, row_count, column_count, rhs):
    """A*x = b over the rationals; entries are text.

    Returns ["SOLUTION", values, free columns from 0, kernel rows] or ["INCONSISTENT", y] with y*A = 0 and y*b = 1,
    read off the reduced echelon form of (A | b).
    """

    def echelon(m):
        # FLINT by name: the default of Sage 9 takes minutes where FLINT takes seconds. Later releases choose it.
        try:
            reduced = m.echelon_form(algorithm="flint")
        except ValueError:
            reduced = m.echelon_form()
        pivots = [next((j for j, x in enumerate(row) if x), None) for row in reduced.rows()]
        return reduced, [j for j in pivots if j is not None]

    entries = [QQ(x) for row, right in zip(rows, rhs) for x in row + [right]]
    full = matrix(QQ, row_count, column_count + 1, entries)
    reduced, pivots = echelon(full)
    if column_count in pivots:
        target = matrix(QQ, column_count + 1, 1, [0] * column_count + [1])
        witness, places = echelon(full.transpose().augment(target))
        y = [QQ(0)] * row_count
        for i, place in enumerate(places):
            y[place] = witness[i, row_count]
        return ["INCONSISTENT", [str(x) for x in y]]
    free = sorted(set(range(column_count)) - set(pivots))
    values = [QQ(0)] * column_count
    for i, pivot in enumerate(pivots):
        values[pivot] = reduced[i, column_count]
    kernel = []
    for j in free:
        row = [QQ(0)] * column_count
        row[j] = QQ(1)
        for i, pivot in enumerate(pivots):
            row[pivot] = -reduced[i, j]
        kernel.append([str(x) for x in row])
    return ["SOLUTION", [str(x) for x in values], free, kernel]
