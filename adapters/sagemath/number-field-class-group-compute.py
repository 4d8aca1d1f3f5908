def number_field_class_group_compute(coefficients, certified):
    """"REDUCIBLE", or the class group of the field of a monic polynomial given by its coefficients, descending.

    Basis elements are in powers of the root, ideals are rows in that basis.
    """
    f = PolynomialRing(QQ, "x")([QQ(c) for c in reversed(coefficients)])
    if not f.is_irreducible():
        return "REDUCIBLE"
    field = NumberField(f, "a", check=False)
    group = field.class_group(proof=bool(certified))
    basis = matrix(QQ, [w.list() for w in field.integral_basis()])
    real, pairs = field.signature()

    def rows(ideal):
        return (matrix(QQ, [w.list() for w in ideal.basis()]) * basis.inverse()).change_ring(ZZ)

    return {
        "class_number": str(group.order()),
        "discriminant": str(field.discriminant()),
        "real_embedding_count": int(real),
        "complex_embedding_pair_count": int(pairs),
        "basis": [[[str(c.numerator()), str(c.denominator())] for c in row] for row in basis],
        "cyclic": [
            {"order": str(order), "ideal": [[str(c) for c in row] for row in rows(g.ideal())]}
            for order, g in zip(group.gens_orders(), group.gens())
        ],
    }
