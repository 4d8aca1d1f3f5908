/** Text to stems: the same for queries and for the catalog, so that inflections and spellings meet. */

const symbols: readonly (readonly [RegExp, string])[] = [
  [/[φϕ]/g, ' phi '],
  [/σ/g, ' sigma '],
  [/μ|µ/g, ' mu '],
  [/χ/g, ' chromatic '],
  [/ℚ/g, ' rational '],
  [/ℤ/g, ' integer '],
  [/[∃∀]/g, ' quantifier '],
  [/≡/g, ' congruent '],
  [/\b(?:mod|modulo)\b/g, ' modulus '],
];

/** Lower case without accents, symbols by their names. */
export function fold(text: string): string {
  let named = text.toLowerCase();
  for (const [symbol, name] of symbols) named = named.replace(symbol, name);
  return named
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/\s+/g, ' ')
    .replace(/['’]s\b/g, '')
    .replace(/['’]/g, '');
}

/** Words of folded text: runs of letters and digits. */
export function words(folded: string): string[] {
  return folded.match(/[\p{L}\p{N}]+/gu) ?? [];
}

export function stems(text: string): string[] {
  return words(fold(text)).map(stem);
}

const irregular: Readonly<Record<string, string>> = {
  matrices: 'matrix',
  vertices: 'vertex',
  indices: 'index',
  bases: 'basis',
  basis: 'basis',
  formulae: 'formula',
  modulo: 'modulus',
  moduli: 'modulus',
  primality: 'prime',
  primes: 'prime',
  series: 'series',
  radius: 'radius',
  modulus: 'modulus',
  congruences: 'congruent',
  congruence: 'congruent',
  inverse: 'invers',
  invert: 'invers',
  inverting: 'invers',
  inversion: 'invers',
  division: 'divisor',
  divide: 'divisor',
  divides: 'divisor',
  divisible: 'divisor',
  divisibility: 'divisor',
  proof: 'prove',
  proofs: 'prove',
  prove: 'prove',
  proves: 'prove',
  proved: 'prove',
  proven: 'prove',
  proving: 'prove',
  prover: 'prove',
  solution: 'solve',
  solutions: 'solve',
  solvable: 'solve',
  solver: 'solve',
  solvers: 'solve',
  symmetric: 'symmetry',
  reduction: 'reduce',
  reductions: 'reduce',
  verification: 'verify',
  simplification: 'simplify',
  euclidean: 'euclid',
  gaussian: 'gauss',
  multiplication: 'multiply',
  multiplicative: 'multiply',
};

/** Longest first; what is left must keep four letters. */
const suffixes = [
  'izations',
  'iability',
  'ization',
  'ability',
  'ations',
  'ation',
  'iable',
  'izers',
  'izing',
  'ators',
  'ating',
  'izer',
  'ized',
  'izes',
  'ator',
  'ated',
  'ates',
  'able',
  'ings',
  'ions',
  'ize',
  'ate',
  'ing',
  'ion',
  'ied',
  'ies',
  'ers',
  'ed',
  'er',
  'es',
  'e',
  's',
  'y',
];

/** One word of folded text to its stem. Light on purpose: two words share one only where they mean the same here. */
export function stem(word: string): string {
  const known = irregular[word];
  if (known !== undefined) return stripped(known);
  const american = word
    .replace(/colour/, 'color')
    .replace(/neighbour/, 'neighbor')
    .replace(/is(e|es|ed|er|ers|ing|ation|ations)$/, (_, end: string) =>
      word.length > end.length + 5 ? `iz${end}` : `is${end}`,
    );
  return stripped(american);
}

function stripped(word: string): string {
  let left = word;
  // `satisfying` needs two steps: -ing, then -y.
  for (let step = 0; step < 2; step += 1) {
    const suffix = suffixes.find((end) => left.endsWith(end) && left.length - end.length >= 4);
    if (suffix === undefined || (suffix === 's' && /[su]s$/.test(left))) return left;
    left = left.slice(0, -suffix.length);
  }
  return left;
}
