\\ All positive divisors of value, ascending, or ["TOO_MANY"] where there are more than limit.
integer_compute_divisors(value, limit) =
{
  my(f = factor(abs(value)));
  if(numdiv(f) > limit, return(["TOO_MANY"]));
  divisors(f);
}
