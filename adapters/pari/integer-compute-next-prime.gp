\\ The least prime > n, proved. nextprime is inclusive and answers with a pseudoprime.
integer_compute_next_prime(n) =
{
  my(p = if(n < 2, 2, nextprime(n + 1)));
  while(!isprime(p), p = nextprime(p + 1));
  p;
}
