def matrix_determinant_compute(rows, order, p):
    """[numerator, denominator] of the determinant over QQ or ZZ (p = "0"), or modulo p. Entries are text."""
    if ZZ(p):
        field = GF(ZZ(p))
        value = matrix(field, order, order, [field(ZZ(x)) for row in rows for x in row]).det()
        return [str(value.lift() if order else 1), "1"]
    # Sage's determinant of integers may ask PARI; that of a rational matrix clears the denominator and does the same.
    value = matrix(QQ, order, order, [QQ(x) for row in rows for x in row]).det()
    return [str(value.numerator()), str(value.denominator())]
