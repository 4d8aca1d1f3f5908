/** Inputs beyond the published examples, larger or nastier, on which engines must agree. */
export const harderInputs: Readonly<Record<string, readonly { name: string; input: unknown }[]>> = {
  'integer.compute.prime_factorization': [
    { name: 'a 40-digit semiprime', input: { value: '1000000000000000000117*1000000000000000000193' } },
    { name: '2^128+1', input: { value: '2^128+1' } },
    { name: 'a prime power', input: { value: '-(10^9+7)^5' } },
  ],
  'integer.compute.divisors': [{ name: '20!', input: { value: '12!' } }],
  'integer.compute.euler_totient': [{ name: '2^64-1', input: { n: '2^64-1' } }],
  'integer.compute.next_prime': [
    { name: 'below a prime', input: { n: '2^89-2' } },
    { name: 'negative', input: { n: '-17' } },
  ],
  'integer.decide.prime': [
    { name: 'Mersenne 127', input: { value: '2^127-1' } },
    { name: 'Carmichael', input: { value: '349407515342287435050603204719587201' } },
  ],
  'modular.compute.discrete_logarithm': [
    { name: 'a prime modulus', input: { base: '5', target: '1234567', modulus: '10000019' } },
    { name: 'a prime power modulus', input: { base: '3', target: '2', modulus: '625' } },
    { name: 'no unit', input: { base: '6', target: '24', modulus: '96' } },
  ],
};
