\\ ["REDUCIBLE"], or [class number, discriminant, [r1, r2], basis, [[order, ideal], ...]] for a monic polynomial given by its
\\ coefficients: basis elements in powers of the root, ideals as rows in that basis (GP has columns). bnfcertify needs units.
number_field_class_group_compute(coefficients, certified) =
{
  my(f = Pol(coefficients, jg_variables[1]), bnf);
  if (!polisirreducible(f), return(["REDUCIBLE"]));
  bnf = bnfinit(f, certified);
  if (certified && !bnfcertify(bnf), error("the class group is not certified"));
  [bnf.no, bnf.disc, bnf.sign,
    apply(w -> Vecrev(w, poldegree(f)), bnf.zk),
    vector(#bnf.cyc, i, [bnf.cyc[i], jg_rows(bnf.gen[i]~)])];
}
