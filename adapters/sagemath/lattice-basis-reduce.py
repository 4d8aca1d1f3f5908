def lattice_basis_reduce(rows, row_count, column_count):
    """[rows of the reduced basis, rows of T], as text; entries are text. Zero rows and what led to them are removed."""
    if not row_count or not column_count:
        return [[], []]
    basis = matrix(ZZ, row_count, column_count, [ZZ(x) for row in rows for x in row])
    reduced, transformation = basis.LLL(delta=0.99, eta=0.51, transformation=True)
    kept = [i for i in range(reduced.nrows()) if not reduced.row(i).is_zero()]
    return [[[str(x) for x in m.row(i)] for i in kept] for m in (reduced, transformation)]
