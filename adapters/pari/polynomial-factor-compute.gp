\\ [[terms, multiplicity], ...]: the irreducible factors of positive degree, each up to a constant. Over GF(p) one variable
\\ occurs: with more, factor loses factors for small p (seen in 2.15).
polynomial_factor_compute(terms, arity, p) =
{
  my(f = jg_poly(terms), m);
  if (type(f) != "t_POL" || #variables(f) == 0, return([]));
  m = if (p, factormod(f, p), factor(f));
  vector(#m~, i, [jg_terms(m[i, 1], arity), m[i, 2]]);
}
