\\ [[terms, multiplicity], ...]: the irreducible factors of positive degree, each up to a constant; one may come several
\\ times. Over GF(p) one variable occurs: with more, factor loses factors for small p (seen in 2.15).
polynomial_factor_compute(terms, arity, p) =
{
  my(f = jg_poly(terms), m);
  if (type(f) != "t_POL" || #variables(f) == 0, return([]));
  m = if (p, factormod(f, p), polynomial_factor_compute_rational(f));
  vector(#m~, i, [jg_terms(m[i, 1], arity), m[i, 2]]);
}

\\ In three variables or more, factor takes a minute where this takes a tenth of a second: Kronecker's substitution after a
\\ shift, which as a rule leaves one univariate factor for each factor of f. Smaller subsets come first, so that what divides
\\ is irreducible; a subset and its complement are accepted when their preimages multiply to f.
polynomial_factor_compute_rational(f) =
{
  my(v = variables(f), n = #v, d = apply(u -> poldegree(f, u) + 1, v), shift = vector(n, i, (-1)^i * prime(i)));
  my(g = f, image, items, k = 1, e = 1, hit, a, b, found = List());
  if (n < 3 || vecprod(d) > 4000, return(factor(f)));
  for (i = 1, n, g = subst(g, v[i], v[i] + shift[i]));
  image = g;
  forstep (i = n, 1, -1, image = subst(image, v[i], 'jgt^e); e *= d[i]);
  items = factor(image);
  items = concat(vector(#items~, i, vector(items[i, 2], j, items[i, 1])));
  if (#items > 16, return(factor(f)));
  while (2 * k <= #items,
    hit = 0;
    forsubset([#items, k], s,
      a = polynomial_factor_compute_preimage(vecprod(vector(k, j, items[s[j]])), v, d);
      b = polynomial_factor_compute_preimage(image \ vecprod(vector(k, j, items[s[j]])), v, d);
      if (a * b == g, hit = s; break));
    if (!hit, k++; next);
    listput(found, a);
    g = b;
    image = image \ vecprod(vector(k, j, items[hit[j]]));
    items = [items[i] | i <- [1 .. #items], !setsearch(Set(Vec(hit)), i)]);
  listput(found, g);
  for (i = 1, n, found = apply(h -> subst(h, v[i], v[i] - shift[i]), Vec(found)));
  Mat(vector(#found, i, [found[i], 1]~))~;
}

\\ The polynomial whose exponents are the digits of those of h, the last variable the least.
polynomial_factor_compute_preimage(h, v, d) =
{
  my(c = Vec(h), n = #v, out = 0, e, m);
  for (i = 1, #c,
    if (c[i] != 0,
      e = #c - i;
      m = c[i];
      forstep (j = n, 1, -1, m *= v[j]^(e % d[j]); e = e \ d[j]);
      out += m));
  out;
}
