def matrix_normal_form_smith_compute(rows, row_count, column_count):
    """The invariant factors as text, zeros among them. Entries are text. Empty matrices have none."""
    if not row_count or not column_count:
        return []
    entries = [ZZ(x) for row in rows for x in row]
    return [str(d) for d in matrix(ZZ, row_count, column_count, entries).elementary_divisors()]
