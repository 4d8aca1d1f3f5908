def integer_compute_divisors(value, limit):
    """All positive divisors of value, ascending, or "TOO_MANY" where there are more than limit."""
    factors = ZZ(value).abs().factor(proof=True)
    if prod(e + 1 for _, e in factors) > limit:
        return "TOO_MANY"
    divisors = [ZZ(1)]
    for p, e in factors:
        divisors = [d * p**i for d in divisors for i in range(e + 1)]
    return [str(d) for d in sorted(divisors)]
