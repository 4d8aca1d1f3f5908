\\ [x, period], [x] where x is the only solution, or []: the least x >= 0 with base^x = target modulo m.
\\ m = m1*m2 with m2 prime to the base and m1 | base^k for a least k: the powers are periodic from k on, and modulo m2.
modular_compute_discrete_logarithm(base, target, m) =
{
  my(a = base % m, t = target % m, m2 = m, m1, g, k = 0, power = 1 % m, s);
  while((g = gcd(m2, a)) > 1, m2 /= g);
  m1 = m / m2;
  while(power % m1,
    if(power == t, return([k]));
    power = power * a % m;
    k++);
  if(t % m1 || gcd(t, m2) > 1, return([]));
  s = modular_compute_discrete_logarithm_unit(a, t, factor(m2));
  if(#s == 0, return([]));
  if(s[1] < k, s[1] += s[2] * ceil((k - s[1]) / s[2]));
  s;
}

\\ [x, order of a] modulo the product of f, or []. a and t are units. The orders are looked at before any logarithm.
modular_compute_discrete_logarithm_unit(a, t, f) =
{
  my(n = #f~, orders = vector(n), x = 0, period = 1, y, b);
  for(i = 1, n,
    orders[i] = modular_compute_discrete_logarithm_order(a, f[i, 1], f[i, 2]);
    if(Mod(t, f[i, 1]^f[i, 2])^orders[i] != 1, return([])));
  for(i = 1, n,
    y = modular_compute_discrete_logarithm_local(a, t, f[i, 1], f[i, 2], orders[i]);
    if(y < 0, return([]));
    b = gcdext(period, orders[i]);
    if((y - x) % b[3], return([]));
    x += period * ((y - x) / b[3] * b[1] % (orders[i] / b[3]));
    period *= orders[i] / b[3]);
  [x, period];
}

modular_compute_discrete_logarithm_order(a, p, e) =
{
  my(o = znorder(Mod(a, p)), u = Mod(a, p^e)^o);
  while(u != 1, u = u^p; o *= p);
  o;
}

\\ The logarithm modulo p^e, where o is the order of a and t^o = 1; -1 where there is none (p = 2 only: odd p^e is cyclic).
modular_compute_discrete_logarithm_local(a, t, p, e, o) =
{
  my(q = p^e, y, o1, u, w, v);
  if(p == 2, return(modular_compute_discrete_logarithm_two(Mod(a, q), Mod(t, q), o)));
  o1 = znorder(Mod(a, p));
  y = if(o1 == 1, 0, znlog(Mod(t, p), Mod(a, p), o1));
  if(o == o1, return(y));
  \\ What is left lies in the p-group of units = 1 modulo p: a quotient of p-adic logarithms.
  u = modular_compute_discrete_logarithm_log(Mod(a, q)^o1, p, e);
  w = modular_compute_discrete_logarithm_log(Mod(t, q) / Mod(a, q)^y, p, e);
  v = p^valuation(u, p);
  y + o1 * lift(Mod(w / v, o / o1) / Mod(u / v, o / o1));
}

\\ log u modulo p^e for u = 1 modulo p, p odd: (u^(p^e) - 1) / p^e modulo p^e.
modular_compute_discrete_logarithm_log(u, p, e) = (lift(Mod(lift(u), p^(2*e))^(p^e)) - 1) / p^e;

\\ Modulo 2^e, bit by bit: the order of a is a power of 2.
modular_compute_discrete_logarithm_two(a, t, o) =
{
  my(y = 0, bit = 1, u);
  while(bit < o,
    u = (t / a^y)^(o / (2 * bit));
    if(u != 1, y += bit);
    bit *= 2);
  if(a^y == t, y, -1);
}
