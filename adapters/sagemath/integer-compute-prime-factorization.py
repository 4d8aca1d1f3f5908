def integer_compute_prime_factorization(value):
    """[[prime, power], ...] of |value|, primes proved and ascending. ZZ(value) is not 0."""
    return [[str(p), int(e)] for p, e in ZZ(value).abs().factor(proof=True)]
