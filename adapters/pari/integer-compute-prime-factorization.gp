\\ [[prime, power], ...] of |value|, primes ascending. factor_proven = 1 (driver) makes every prime a proved one.
integer_compute_prime_factorization(value) =
{
  my(f = factor(abs(value)));
  vector(#f~, i, [f[i, 1], f[i, 2]]);
}
