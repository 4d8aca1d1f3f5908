\\ ["SOLUTION", residue, lcm], or ["INCONSISTENT", i, j]: 1-based, the first j that contradicts an earlier i.
modular_solve_chinese_remainder(residues, moduli) =
{
  my(x = 0, all = 1, m, d, b);
  for(j = 1, #moduli,
    m = moduli[j];
    d = (residues[j] - x) % m;
    b = gcdext(all % m, m);
    if(d % b[3], return(modular_solve_chinese_remainder_conflict(residues, moduli, j)));
    x += all * (d / b[3] * b[1] % (m / b[3]));
    all *= m / b[3]);
  ["SOLUTION", x, all];
}

\\ The congruences before j have a common solution, so one of them alone contradicts j.
modular_solve_chinese_remainder_conflict(residues, moduli, j) =
{
  for(i = 1, j - 1,
    if((residues[i] - residues[j]) % gcd(moduli[i], moduli[j]), return(["INCONSISTENT", i, j])));
  error("no conflicting pair");
}
