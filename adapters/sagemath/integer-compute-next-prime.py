def integer_compute_next_prime(n):
    """The least prime > n, proved."""
    return str(ZZ(n).next_prime(proof=True))
