def integer_compute_euler_totient(n):
    """[phi(n), [[prime, power], ...]] for n > 0, primes proved and ascending."""
    factors = ZZ(n).factor(proof=True)
    phi = prod(p ** (e - 1) * (p - 1) for p, e in factors)
    return [str(phi), [[str(p), int(e)] for p, e in factors]]
