\\ [gcd, u, v] with left*u + right*v = gcd >= 0.
integer_compute_extended_gcd(left, right) =
{
  my(b = gcdext(left, right));
  [b[3], b[1], b[2]];
}
