\\ Shared by the engine-side functions. Polynomials travel as sparse terms [[coefficient, [exponents]], ...] in descending
\\ lex order over the variables jgv1 > jgv2 > ... of ours, so that no name of a caller reaches GP. The order of creation is
\\ the priority.
jg_variables = vector(32, i, eval(Str("jgv", i)));

\\ The polynomial of terms; p is a prime for coefficients in GF(p), 0 for rationals.
jg_poly(terms, p = 0) =
{
  my(f);
  if (#terms == 0, return(if (p, Mod(0, p), 0)));
  f = jg_build(terms, 1, 1, #terms);
  if (p, f * Mod(1, p), f);
}

\\ Terms low..high agree in the exponents before the k-th: the coefficients of jgv_k are runs of them.
jg_build(terms, k, low, high) =
{
  my(top, coefficients, end, e);
  if (k > #terms[low][2], return(terms[low][1]));
  top = terms[low][2][k];
  coefficients = vector(top + 1);
  while (low <= high,
    e = terms[low][2][k];
    end = low;
    while (end < high && terms[end + 1][2][k] == e, end++);
    coefficients[top + 1 - e] = jg_build(terms, k + 1, low, end);
    low = end + 1);
  if (top == 0, coefficients[1], Pol(coefficients, jg_variables[k]));
}

\\ Terms of f in the variables k..n, descending lex order; residues become integers.
jg_terms(f, n, k = 1) =
{
  my(out = List());
  jg_collect(~out, lift(f), k, n, []);
  Vec(out);
}

jg_collect(~out, f, k, n, exponents) =
{
  my(c);
  if (f == 0, return);
  if (k > n, listput(~out, [simplify(f), exponents]); return);
  c = if (type(f) == "t_POL" && variable(f) == jg_variables[k], Vec(f), [f]);
  for (i = 1, #c, jg_collect(~out, c[i], k + 1, n, concat(exponents, #c - i)));
}

\\ A matrix from its rows, and back. An empty matrix keeps its column count.
jg_matrix(rows, columns) =
{
  if (#rows == 0, return(matrix(0, columns)));
  matrix(#rows, columns, i, j, rows[i][j]);
}

jg_rows(m) =
{
  my(size = matsize(m));
  vector(size[1], i, vector(size[2], j, m[i, j]));
}
