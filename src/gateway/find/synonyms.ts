/** What words of a question mean in the words of the catalog. Words here are looked up by their stems. */

/** Notation that would fall apart as words; the replacement is a key of `meanings`. Matched on folded text. */
export const notations: readonly (readonly [RegExp, string])[] = [
  [/\b[am]\s*[*·.]?\s*x\s*=\s*[bcvy]\b/g, ' linearsystem '],
  [/\bphi\s*\(/g, ' totient ('],
  [/\bsigma\s*\(/g, ' divisor sum ('],
  [/\bpi\s*\(/g, ' primecount ('],
  [/\b[a-z0-9]+\s*(?:\^|\*\*)\s*[({]?\s*x\b/g, ' discretelog '],
  // How many there are is the totient; whether two are is a gcd.
  [/\b(?:how many|number of|count)\b.*\b(?:coprime|relatively prime)\b/gs, '$& totient '],
  [/\b[gf]f\s*\(/g, ' finite field ('],
  [/\bk[- ]?colou?r/g, ' color'],
  // Two congruences at least.
  [/\bmodulus\b.*\bmodulus\b/gs, '$& crt '],
];

/** A word or phrase, and the catalog's words for it with how close they are. The first that is there best counts. */
export const meanings: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  linearsystem: { linear: 1, system: 0.7 },
  'system of linear equations': { linear: 1, system: 0.8 },
  'linear equations': { linear: 1, system: 0.7 },
  'simultaneous equations': { linear: 0.9, system: 0.8 },
  // What the coefficients are is not what is asked for.
  'integer coefficients': { coefficient: 0.5, integer: 0.3 },
  'rational coefficients': { coefficient: 0.5, rational: 0.5 },
  'real coefficients': { coefficient: 0.5 },
  'gaussian elimination': { linear: 0.8, rref: 0.8 },
  'greatest common divisor': { gcd: 1 },
  'greatest common factor': { gcd: 1 },
  'highest common factor': { gcd: 1 },
  'common divisor': { gcd: 0.9 },
  'common factor': { gcd: 0.9 },
  'euclidean algorithm': { gcd: 0.9 },
  hcf: { gcd: 1 },
  gcf: { gcd: 1 },
  bezout: { bezout: 1, gcd: 0.7 },
  'prime decomposition': { factor: 0.9 },
  'decompose into primes': { factor: 1 },
  phi: { phi: 1, totient: 1 },
  totient: { totient: 1, phi: 0.8 },
  'chinese remainder': { remainder: 1, crt: 1 },
  'simultaneous congruences': { remainder: 0.9, crt: 1 },
  'system of congruences': { remainder: 0.9, crt: 1 },
  crt: { crt: 1, remainder: 0.9 },
  congruence: { congruence: 1, remainder: 0.7, modulus: 0.5 },
  'discrete log': { logarithm: 1 },
  'discrete logarithm': { logarithm: 1 },
  discretelog: { logarithm: 0.8 },
  dlog: { dlog: 1, logarithm: 1 },
  dlp: { dlp: 1, logarithm: 1 },
  log: { logarithm: 0.8, log: 1 },
  det: { determinant: 1 },
  lll: { lll: 1, lattice: 0.7 },
  'short vector': { lattice: 0.8 },
  'reduced basis': { lattice: 0.7, groebner: 0.7 },
  snf: { smith: 1, snf: 1 },
  'elementary divisors': { smith: 0.9 },
  'invariant factors': { smith: 0.9 },
  'primality test': { prime: 1 },
  'chromatic number': { colorability: 0.9, color: 0.9, chromatic: 0.8 },
  color: { color: 1, chromatic: 0.6 },
  chromatic: { chromatic: 1, color: 0.7 },
  'property b': { hypergraph: 0.9 },
  'set system': { hypergraph: 0.7 },
  satisfiable: { satisfiable: 1, sat: 0.9, smt: 0.85 },
  unsatisfiable: { unsatisfiable: 1, satisfiable: 0.9, sat: 0.8, smt: 0.75 },
  unsat: { unsat: 1, satisfiable: 0.9, sat: 0.8, smt: 0.75 },
  sat: { sat: 1, satisfiable: 0.8 },
  boolean: { boolean: 1, sat: 0.7, cnf: 0.6 },
  propositional: { propositional: 1, sat: 0.8, cnf: 0.7 },
  tautology: { tautology: 1, sat: 0.7, smt: 0.6 },
  dimacs: { dimacs: 1, cnf: 0.8, sat: 0.7 },
  'satisfiability modulo theories': { smt: 1 },
  formula: { formula: 1, smt: 0.5, cnf: 0.5 },
  constraints: { constraints: 1, smt: 0.7, sat: 0.5 },
  inequalities: { inequalities: 1, smt: 0.6 },
  quantifier: { quantifier: 1, smt: 0.7 },
  bitvector: { bitvector: 1, smt: 0.8 },
  'truth assignment': { assignment: 1 },
  theorem: { theorem: 1, lean: 0.7 },
  prove: { prove: 1, lean: 0.8 },
  mathlib: { lean: 1, mathlib: 1 },
  'type check': { lean: 0.8 },
  symmetry: { symmetry: 1, automorphism: 0.8 },
  automorphism: { automorphism: 1, symmetry: 0.6 },
  sylvester: { sylvester: 1, resultant: 0.9 },
  'common root': { resultant: 0.9, gcd: 0.6 },
  substitute: { evaluate: 0.9, substitute: 1 },
  'plug in': { evaluate: 0.9 },
  'class number': { class: 1 },
  'quadratic field': { field: 1 },
  bipartite: { bipartite: 1, color: 0.5 },
  coprime: { coprime: 1, gcd: 0.8 },
  'relatively prime': { coprime: 1, gcd: 0.8 },
  'integer programming': { smt: 1 },
  'linear programming': { smt: 0.9 },
  feasible: { feasible: 1, smt: 0.8 },
  feasibility: { feasible: 1, smt: 0.8 },
  inverse: { inverse: 1 },
  roots: { roots: 1, factor: 0.3 },
};

/** Words that carry no meaning in a question. */
export const stopWords: ReadonlySet<string> = new Set(
  (
    'a an and are as at be been but by can could do does doing done for from get give given gives had has have having ' +
    'here how i if in into is it its itself let lets like may me might must my need needs no not now of off on only ' +
    'onto or our out over please shall she should so some such tell than that the their them then there these they ' +
    'this those to too under up us use used using want wants was we were what when where which who whose why will ' +
    'with within would you your about across after all also any because before below between both each every just more most ' +
    'much other same very via whether whose per show me help know one two three please thanks thank am im id ill ive like really quickly kindly someone something anything everything'
  ).split(' '),
);

/** Words that say little about which operation is meant: counted a quarter, and never a match alone. */
export const weakWords: readonly string[] = (
  'compute computation calculate calculation find determine decide check test solve solver construct evaluate obtain ' +
  'derive work number value result answer problem question example large big small huge long exact exactly quick fast ' +
  'math mathematics mathematical algorithm method function object input output return list form set type general ' +
  'simple complete given possible exist exists true false'
).split(' ');

/** A question that begins so asks for a decision. */
export const asksToDecide = /^\s*(?:is|are|does|do|can|whether|decide|check|test)\b/;
