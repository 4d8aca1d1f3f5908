def linear_rational_solution_compute(rows, row_count, column_count, rhs):
    """A*x = b over the rationals; entries are text.

    Returns ["SOLUTION", values, free columns from 0, kernel rows] or ["INCONSISTENT", y] with y*A = 0 and y*b = 1,
    read off the reduced echelon form of (A | b).
    """
    entries = [QQ(x) for row, right in zip(rows, rhs) for x in row + [right]]
    full = matrix(QQ, row_count, column_count + 1, entries)
    reduced = full.echelon_form()
    pivots = full.pivots()
    if column_count in pivots:
        target = vector(QQ, [0] * column_count + [1])
        return ["INCONSISTENT", [str(y) for y in full.solve_left(target)]]
    free = [j for j in range(column_count) if j not in set(pivots)]
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
