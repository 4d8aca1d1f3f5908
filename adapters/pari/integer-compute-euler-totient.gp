\\ [phi(n), [[prime, power], ...]] for n > 0. factor_proven = 1 (driver) makes every prime a proved one.
integer_compute_euler_totient(n) =
{
  my(f = factor(n));
  [eulerphi(f), vector(#f~, i, [f[i, 1], f[i, 2]])];
}
