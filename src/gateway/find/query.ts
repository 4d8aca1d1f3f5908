import { asksToDecide, meanings, notations, stopWords, weakWords } from './synonyms.js';
import { fold, stem, stems, words } from './tokens.js';

/** One thing a question speaks of. */
export interface Concept {
  /** As the question says it. */
  readonly text: string;
  /** Stems that mean it, with how close they are (0..1]. */
  readonly alternatives: ReadonlyMap<string, number>;
  readonly weight: number;
  /** Not said, only suggested by the form of the question: helps to order, is no match. */
  readonly implied: boolean;
}

export interface Query {
  readonly concepts: readonly Concept[];
  /** The stems of the question in order, stop words left out: for phrases. */
  readonly stems: readonly string[];
}

const weakStems: ReadonlySet<string> = new Set(weakWords.map(stem));
/** Words beyond this say nothing new about which operation is meant, and cost time. */
const maximumWords = 200;

const lexicon = Object.entries(meanings)
  .map(([phrase, alternatives]) => ({
    key: stems(phrase).join(' '),
    length: stems(phrase).length,
    alternatives: new Map(Object.entries(alternatives).map(([word, closeness]) => [stem(word), closeness])),
  }))
  .filter(({ key }) => key !== '');
const lexiconByKey = new Map(lexicon.map(({ key, alternatives }) => [key, alternatives]));
const powerOfVariable = /\b[0-9]*[a-z]\s*(?:\^|\*\*)\s*[0-9]/;
const longestPhrase = Math.max(...lexicon.map(({ length }) => length));

/** Reads a question: notation, phrases and synonyms turned into stems of the catalog. */
export function readQuery(text: string): Query {
  let folded = fold(text);
  const decides = asksToDecide.test(folded);
  for (const [notation, word] of notations) folded = folded.replace(notation, word);
  const all = words(folded).slice(0, maximumWords);
  const own = all.filter(meaningful).map(stem);
  const concepts = conceptsOf(all);
  if (decides) concepts.push(implied('decide', { decide: 1, check: 0.6 }));
  // "factor x^4-1" means a polynomial, "gcd of 12 and 18" integers.
  if (powerOfVariable.test(folded)) concepts.push(implied('polynomial', { polynomial: 1 }));
  else if (all.some((word) => /^[0-9]+$/.test(word)) || asksOnlyToFactor(own))
    concepts.push(implied('integer', { integer: 1 }));
  return { concepts, stems: own };
}

/** Without a word of what is to be factored, it is a number. */
function asksOnlyToFactor(own: readonly string[]): boolean {
  return own.length === 1 && own[0] === stem('factor');
}

function conceptsOf(all: readonly string[]): Concept[] {
  const allStems = all.map(stem);
  const concepts = new Map<string, Concept>();
  for (let at = 0; at < all.length;) {
    const phrase = longestMeaning(allStems, at);
    const length = phrase?.length ?? 1;
    const word = all.slice(at, at + length).join(' ');
    if (phrase !== null || meaningful(word)) {
      const found = phrase === null ? wordConcept(word) : phraseConcept(word, phrase);
      concepts.set(found.text, found);
    }
    at += length;
  }
  return [...concepts.values()];
}

function longestMeaning(
  allStems: readonly string[],
  at: number,
): { length: number; alternatives: ReadonlyMap<string, number> } | null {
  for (let length = Math.min(longestPhrase, allStems.length - at); length > 0; length -= 1) {
    const alternatives = lexiconByKey.get(allStems.slice(at, at + length).join(' '));
    if (alternatives !== undefined) return { length, alternatives };
  }
  return null;
}

function wordConcept(word: string): Concept {
  const key = stem(word);
  return { text: word, alternatives: new Map([[key, 1]]), weight: weakStems.has(key) ? 0.25 : 1, implied: false };
}

function phraseConcept(
  text: string,
  { length, alternatives }: { length: number; alternatives: ReadonlyMap<string, number> },
): Concept {
  // A phrase is worth its words; where nothing of the catalog has its meaning, they count by themselves.
  const words = text.split(' ').filter(meaningful);
  const own = length === 1 ? [] : words.map((word): [string, number] => [stem(word), 0.3]);
  return {
    text,
    alternatives: new Map([...own, ...alternatives]),
    weight: 1 + 0.5 * Math.max(0, words.length - 1),
    implied: false,
  };
}

function implied(text: string, closeness: Readonly<Record<string, number>>): Concept {
  const alternatives = new Map(Object.entries(closeness).map(([word, value]) => [stem(word), value]));
  return { text, alternatives, weight: 0.5, implied: true };
}

/** Stems of a text without stop words: what phrases are compared by. */
export function contentStems(text: string): string[] {
  return words(fold(text)).filter(meaningful).map(stem);
}

/** Numbers and single letters are values and names of the question at hand. */
function meaningful(word: string): boolean {
  return word.length > 1 && !stopWords.has(word) && !/^[0-9]+$/.test(word);
}
