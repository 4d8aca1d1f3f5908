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

\\ A session is used again only where a request left everything as it was. jg_remember takes the names of all functions and
\\ variables of ours; jg_same() then tells whether they and the settings are what they were. It is made as one closure
\\ without a loop or a copy, because every request pays for it.
jg_remember(names) =
{
  my(settings = [Str("default(", name, ")") | name <- jg_settings, jg_is_setting(name)], now, same);
  now = Str("[", jg_joined(settings, ","), "]");
  jg_saved = [eval(now), [eval(name) | name <- names], concat(names, ["jg_saved", "jg_same", "jg_kept", "jg_text"])];
  same = vector(#names, i, Str(names[i], "===jg_saved[2][", i, "]"));
  jg_same = eval(Str("()->", now, "===jg_saved[1]&&addprimes()==[]&&", jg_joined(same, "&&")));
  jg_kept = jg_same;
  0;
}

jg_settings =
{
["TeXstyle", "breakloop", "colors", "compatible", "datadir", "debug", "debugfiles", "debugmem", "echo",
  "factor_add_primes", "factor_proven", "factorlimit", "format", "histsize", "lines", "linewrap", "log", "nbthreads",
  "new_galois_format", "output", "parisize", "parisizemax", "path", "prettyprinter", "primelimit", "prompt",
  "realbitprecision", "realprecision", "recover", "secure", "seriesprecision", "simplify", "strictargs", "strictmatch",
  "threadsize", "threadsizemax", "timer"];
}

jg_is_setting(name) = iferr(eval(Str("default(", name, ")")); 1, E, 0);

jg_joined(texts, separator) = concat(vector(2 * #texts - 1, i, if(i % 2, texts[(i + 1) / 2], separator)));

\\ Whether none of these names has a value that it did not have, and the check is itself. Names of gp's own functions are no
\\ variables, and are left out.
jg_unassigned(names) =
{
  my(others = setminus(Set(names), Set(jg_saved[3])), quoted);
  quoted = select(name -> #iferr([jg_value(name)], E, []), [Str("'", name) | name <- others]);
  for (i = 1, #quoted, if (!(jg_value(quoted[i]) === jg_value(concat(Vec(quoted[i])[^1]))), return(0)));
  jg_same === jg_kept;
}

\\ In a function of its own, because eval sees the local names of the one it stands in.
jg_value(jg_text) = eval(jg_text);
