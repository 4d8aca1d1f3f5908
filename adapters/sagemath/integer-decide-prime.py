def integer_decide_prime(value):
    """True or False, proved."""
    n = ZZ(value)
    return bool(n > 1 and n.is_prime(proof=True))
