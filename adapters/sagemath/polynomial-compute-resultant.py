def polynomial_compute_resultant(left, right, arity, p):
    """Terms, in the variables after the first, of the resultant in the first variable. A constant c gives c^degree."""
    if not left or not right:
        return []
    base = GF(ZZ(p)) if p != "0" else QQ
    used = [0] + [k for k in range(1, arity) if any(e[k] for _, e in left + right)]
    single = len(used) == 1
    ring = PolynomialRing(base, "v") if single else PolynomialRing(base, len(used), "v")

    def read(terms):
        if single:
            return ring({e[0]: base(c) for c, e in terms})
        return ring({tuple(e[k] for k in used): base(c) for c, e in terms})

    f, g = read(left), read(right)
    m, n = max(e[0] for _, e in left), max(e[0] for _, e in right)
    if m == 0 or n == 0:
        r = f**n if m == 0 else g**m
    else:
        r = f.resultant(g) if single else f.resultant(g, ring.gen(0))
    if single:
        c = base(r)
        return [[str(c), [0] * (arity - 1)]] if c else []
    out = []
    for exponents, c in r.dict().items():
        full = [0] * arity
        for k, e in zip(used, exponents):
            full[k] = int(e)
        out.append([str(c), full[1:]])
    return out
