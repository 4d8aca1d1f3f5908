\\ The invariant factors in gp's own order (descending), zeros among them. Empty matrices have none.
matrix_normal_form_smith_compute(rows, columns) =
{
  if (#rows == 0 || columns == 0, return([]));
  matsnf(jg_matrix(rows, columns));
}
