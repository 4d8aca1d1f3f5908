def polynomial_factor_compute(terms, arity, p):
    """[[terms, multiplicity], ...]: the irreducible factors of positive degree, each up to a constant.

    Terms are [[coefficient, [exponents]], ...]. The ring has the variables that occur, and one of them is a univariate ring.
    """
    used = [k for k in range(arity) if any(e[k] for _, e in terms)]
    if not used:
        return []
    base = GF(ZZ(p)) if p != "0" else QQ
    if len(used) == 1:
        ring = PolynomialRing(base, "v")
        f = ring({e[used[0]]: base(c) for c, e in terms})
    else:
        ring = PolynomialRing(base, len(used), "v")
        f = ring({tuple(e[k] for k in used): base(c) for c, e in terms})
    return [[polynomial_factor_compute_terms(g, used, arity), int(m)] for g, m in f.factor()]


def polynomial_factor_compute_terms(g, used, arity):
    out = []
    for exponents, c in g.dict().items():
        full = [0] * arity
        for k, e in zip(used, exponents if len(used) > 1 else [exponents]):
            full[k] = int(e)
        out.append([str(c), full])
    return out
