\\ Terms of [gcd, left cofactor, right cofactor, u, v], the gcd up to a constant; u and v are 0 unless bezout is 1 (one
\\ variable over a field): gcd = u*left + v*right with deg u < deg(right cofactor). The inverse in a quotient ring is
\\ modular in GP, the function bezout is not and grows; division is quick without denominators.
polynomial_compute_gcd(left, right, arity, p, bezout) =
{
  my(f = jg_poly(left, p), g = jg_poly(right, p), d = gcd(f, g), a, b, u = 0, v = 0, c);
  if (d == 0, return(vector(5, i, [])));
  a = f / d;
  b = g / d;
  if (bezout,
    if (poldegree(b) <= 0 && b != 0,
      v = 1 / b,
      u = if (poldegree(a) <= 0, 1 / a, lift(1 / Mod(a, b)));
      if (b != 0,
        c = denominator(content(u));
        v = (c - (c * u) * a) / b / c)));
  apply(h -> jg_terms(h, arity), [d, a, b, u, v]);
}
