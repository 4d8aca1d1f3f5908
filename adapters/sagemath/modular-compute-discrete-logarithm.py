def modular_compute_discrete_logarithm(base, target, modulus):
    """[x, period], [x] where x is the only solution, or []: the least x >= 0 with base^x = target modulo the modulus.

    m = m1*m2 with m2 prime to the base and m1 | base^k for a least k: the powers are periodic from k on, and modulo m2.
    """
    m = ZZ(modulus)
    a, t = ZZ(base) % m, ZZ(target) % m
    m2 = m
    while a.gcd(m2) > 1:
        m2 //= a.gcd(m2)
    m1 = m // m2
    k, power = ZZ(0), ZZ(1) % m
    while power % m1 != 0:
        if power == t:
            return [str(k)]
        power = power * a % m
        k += 1
    if t % m1 != 0 or t.gcd(m2) > 1:
        return []
    solution = modular_compute_discrete_logarithm_unit(a, t, m2.factor(proof=True))
    if solution is None:
        return []
    x, period = solution
    if x < k:
        x += period * -((x - k) // period)
    return [str(x), str(period)]


def modular_compute_discrete_logarithm_unit(a, t, factors):
    """(x, order of a) modulo the product of the factors, or None. a and t are units."""
    local_orders = []
    for p, e in factors:
        q = p**e
        first = ZZ(Mod(a, p).multiplicative_order())
        order, u = first, a.powermod(first, q)
        while u != 1 % q:
            u, order = u.powermod(p, q), order * p
        if t.powermod(order, q) != 1 % q:
            return None
        local_orders.append((p, e, first, order))
    x, period = ZZ(0), ZZ(1)
    for p, e, first, order in local_orders:
        if p == 2:
            y = modular_compute_discrete_logarithm_two(a, t, 2**e, order)
        else:
            y = modular_compute_discrete_logarithm_odd(a, t, p, e, first, order)
        g, u, _ = period.xgcd(order)
        if y is None or (y - x) % g != 0:
            return None
        x += period * ((y - x) // g * u % (order // g))
        period *= order // g
    return x, period


def modular_compute_discrete_logarithm_odd(a, t, p, e, first, order):
    """The logarithm modulo p^e; `first` is the order of a modulo p, `order` the one modulo p^e."""
    y = ZZ(0) if first == 1 else ZZ(pari(Mod(t, p)).znlog(pari(Mod(a, p)), first))
    if order == first:
        return y
    # What is left lies in the p-group of units = 1 modulo p: a quotient of p-adic logarithms.
    q, rest = p**e, order // first
    u = modular_compute_discrete_logarithm_log(a.powermod(first, q), p, e)
    w = modular_compute_discrete_logarithm_log(t * a.powermod(-y, q) % q, p, e)
    v = p ** u.valuation(p)
    return y + first * (w // v * (u // v).inverse_mod(rest) % rest)


def modular_compute_discrete_logarithm_log(u, p, e):
    """log u modulo p^e for u = 1 modulo p, p odd: (u^(p^e) - 1) / p^e modulo p^e."""
    return (u.powermod(p**e, p ** (2 * e)) - 1) // p**e


def modular_compute_discrete_logarithm_two(a, t, q, order):
    """Modulo q = 2^e, bit by bit: the order of a is a power of 2. None where there is no logarithm."""
    y, bit = ZZ(0), ZZ(1)
    while bit < order:
        if (t * a.powermod(-y, q)).powermod(order // (2 * bit), q) != 1 % q:
            y += bit
        bit *= 2
    return y if a.powermod(y, q) == t % q else None
