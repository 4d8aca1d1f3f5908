\\ A*x = b over the rationals. Returns ["SOLUTION", values, free columns from 0, kernel rows] or ["INCONSISTENT", y] with
\\ y*A = 0 and y*b = 1. Rows are made integral first, so that gp solves modulo primes and keeps fractions out.
linear_rational_solution_compute(rows, columns, rhs) =
{
  my(n = #rows, scale, a, b, pivots, free, inner, right, solved, values, kernel, residual, bad = 0);
  scale = vector(n, i, denominator(concat(rows[i], [rhs[i]])));
  a = jg_matrix(vector(n, i, rows[i] * scale[i]), columns);
  b = vector(n, i, rhs[i] * scale[i])~;
  pivots = if(n && columns, matindexrank(a), [Vecsmall([]), Vecsmall([])]);
  free = setminus([1 .. columns], Vec(pivots[2]));
  \\ One solve for the solution and the kernel: the columns of the pivots against b and the free columns.
  inner = linear_rational_solution_compute_core(a, pivots);
  right = matrix(#pivots[1], 1 + #free, i, k, if(k == 1, b[pivots[1][i]], -a[pivots[1][i], free[k - 1]]));
  solved = if(#pivots[1], matsolve(inner, right), matrix(0, 1 + #free));
  values = vector(columns);
  for (i = 1, #pivots[2], values[pivots[2][i]] = solved[i, 1]);
  residual = if(columns, b - a * values~, b);
  for (i = 1, n, if(residual[i] != 0, bad = i; break));
  if (bad, return(["INCONSISTENT", linear_rational_solution_compute_witness(a, inner, pivots, bad, residual[bad], scale)]));
  kernel = vector(#free, k, my(v = vector(columns)); v[free[k]] = 1;
    for (i = 1, #pivots[2], v[pivots[2][i]] = solved[i, k + 1]); v);
  ["SOLUTION", values, vector(#free, k, free[k] - 1), kernel];
}

linear_rational_solution_compute_core(a, pivots) =
{
  matrix(#pivots[1], #pivots[2], i, j, a[pivots[1][i], pivots[2][j]]);
}

\\ Row `bad` of A is a combination c of the pivot rows, but its right-hand side is not: y is 1 there and -c at those rows.
linear_rational_solution_compute_witness(a, inner, pivots, bad, gap, scale) =
{
  my(r = #pivots[1], y = vector(#scale), c);
  if (r, c = matsolve(inner~, vector(r, j, a[bad, pivots[2][j]])~));
  for (i = 1, r, y[pivots[1][i]] = -c[i] * scale[pivots[1][i]] / gap);
  y[bad] = scale[bad] / gap;
  y;
}
