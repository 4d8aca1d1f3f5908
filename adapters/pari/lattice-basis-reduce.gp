\\ [rows of the reduced basis, rows of T]. gp works by columns; qflll removes dependent vectors and reduces with
\\ delta 0.99, eta 0.51.
lattice_basis_reduce(rows, columns) =
{
  my(m, t);
  if (#rows == 0 || columns == 0, return([[], []]));
  m = jg_matrix(rows, columns)~;
  t = qflll(m);
  if (#t == 0, return([[], []]));
  [jg_rows((m * t)~), jg_rows(t~)];
}
