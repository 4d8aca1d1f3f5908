\\ The determinant over QQ or ZZ (p = 0) or modulo p. Rows are made integral first: matdet of integers is modular and
\\ keeps its entries small, that of fractions does not.
matrix_determinant_compute(rows, order, p) =
{
  my(dens, m);
  if (order == 0, return(1));
  if (p, return(lift(matdet(jg_matrix(rows, order) * Mod(1, p)))));
  dens = vector(order, i, denominator(rows[i]));
  m = jg_matrix(vector(order, i, rows[i] * dens[i]), order);
  matdet(m) / vecprod(dens);
}
