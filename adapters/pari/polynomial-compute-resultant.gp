\\ Terms, in the variables after the first, of the resultant in the first variable. A constant c gives c^degree.
polynomial_compute_resultant(left, right, arity, p) =
{
  my(f = jg_poly(left, p), g = jg_poly(right, p), x = jg_variables[1], m, n, r);
  if (f == 0 || g == 0, return([]));
  m = poldegree(f, x);
  n = poldegree(g, x);
  r = if (m == 0, f^n, n == 0, g^m, polresultant(f, g, x));
  jg_terms(r, arity, 2);
}
