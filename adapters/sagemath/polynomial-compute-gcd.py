def polynomial_compute_gcd(left, right, arity, p, bezout):
    """Terms of [gcd, left cofactor, right cofactor, u, v], the gcd up to a constant.

    u and v are 0 unless bezout is 1 (one variable over a field): gcd = u*left + v*right, deg u < deg(right cofactor).
    The ring has the variables that occur; with at most one it is univariate.
    """
    used = [k for k in range(arity) if any(e[k] for _, e in left + right)]
    base = GF(ZZ(p)) if p != "0" else QQ
    single = len(used) <= 1
    ring = PolynomialRing(base, "v") if single else PolynomialRing(base, len(used), "v")

    def read(terms):
        if single:
            return ring({(e[used[0]] if used else 0): base(c) for c, e in terms})
        return ring({tuple(e[k] for k in used): base(c) for c, e in terms})

    f, g = read(left), read(right)
    if f.is_zero() and g.is_zero():
        return [[], [], [], [], []]
    d = f.gcd(g)
    a, b = f // d, g // d
    u = v = ring.zero()
    if bezout:
        if b.degree() == 0:
            v = ring(~b[0])
        else:
            u = ring(~a[0]) if a.degree() == 0 else a.xgcd(b)[1] % b
            v = (1 - u * a) // b if b else v
    return [polynomial_compute_gcd_terms(h, used, arity) for h in (d, a, b, u, v)]


def polynomial_compute_gcd_terms(h, used, arity):
    out = []
    for exponents, c in h.dict().items():
        full = [0] * arity
        for k, e in zip(used, exponents if len(used) > 1 else [exponents]):
            full[k] = int(e)
        out.append([str(c), full])
    return out
