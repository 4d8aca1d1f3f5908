def integer_compute_extended_gcd(left, right):
    """[gcd, u, v] with left*u + right*v = gcd >= 0."""
    return [str(n) for n in ZZ(left).xgcd(ZZ(right))]
