import type { Concept, Query } from './query.js';
import { fieldNames, type FieldName, type Posting, type SearchIndex } from './search-index.js';

/** What the ranking knows of one operation. */
export interface Ranked {
  /** Position in the index. */
  readonly operation: number;
  readonly score: number;
  readonly coverageMilli: number;
  readonly fit: 'STRONG' | 'WEAK';
  readonly matchedOn: readonly FieldName[];
  readonly matchedTerms: readonly string[];
}

/** Share of the question that an operation must speak of to be a strong match. */
const strongCoverage = 0.55;
const leastCoverage = 0.15;
/** What a mention outside of id, title, terms and tags is worth. */
const mention = 0.35;
/** A concept that is only remotely meant does not make a strong match. */
const strongCloseness = 0.5;
/** In a precise search, matches far below the best one are left out. */
const strongShareOfBest = 0.25;
const weakShareOfBest = 0.55;

interface Tally {
  score: number;
  covered: number;
  strong: boolean;
  matched: boolean;
  readonly fields: Set<FieldName>;
  readonly terms: Set<string>;
  readonly stems: Set<string>;
}

/**
 * Operations by relevance: lexical, weighted by field and by how rare a word is in the catalog, with bonuses for whole
 * phrases and for a subject that is named completely. The same question gives the same order; ties go by position.
 */
export function rank(query: Query, index: SearchIndex, mode: 'precise' | 'broad'): Ranked[] {
  const tallies = new Map<number, Tally>();
  // A word that the catalog does not have says most of all that something else is meant.
  const unknown = 0.75 * (1 + Math.log(index.size + 1));
  let total = 0;
  for (const concept of query.concepts) {
    const hits = bestPostings(concept, index);
    const rarity = hits.size === 0 ? unknown : 1 + Math.log((index.size + 1) / (spread(hits) + 1));
    const worth = concept.weight * rarity;
    if (!concept.implied && (concept.weight >= 1 || hits.size > 0)) total += worth;
    for (const [operation, hit] of hits) count(tallies, operation, concept, hit, worth);
  }
  const ranked = [...tallies]
    .filter(([, tally]) => tally.matched)
    .map(([operation, tally]) => finish(operation, tally, total, query, index))
    .sort((a, b) => b.score - a.score || a.operation - b.operation);
  return mode === 'broad' ? ranked : applicable(ranked);
}

/** What is likely meant: strong matches, and whatever is near the best one. */
function applicable(ranked: readonly Ranked[]): Ranked[] {
  const best = ranked[0]?.score ?? 0;
  const near = (share: number) => (match: Ranked) => match.score >= share * best;
  return ranked
    .filter(({ coverageMilli }) => coverageMilli >= leastCoverage * 1000)
    .filter((match) => near(match.fit === 'STRONG' ? strongShareOfBest : weakShareOfBest)(match));
}

interface Hit {
  readonly posting: Posting;
  readonly closeness: number;
  readonly stem: string;
}

/** The best way in which each operation speaks of a concept. */
function bestPostings(concept: Concept, index: SearchIndex): Map<number, Hit> {
  const best = new Map<number, Hit>();
  for (const [stem, closeness] of concept.alternatives) {
    for (const posting of index.postings.get(stem) ?? []) {
      const known = best.get(posting.operation);
      if (known === undefined || known.posting.weight * known.closeness < posting.weight * closeness) {
        best.set(posting.operation, { posting, closeness, stem });
      }
    }
  }
  return best;
}

/** In how many operations a concept is at home; a mention in passing counts little. */
function spread(hits: ReadonlyMap<number, Hit>): number {
  let sum = 0;
  for (const { posting, closeness } of hits.values()) sum += closeness * (posting.primary ? 1 : mention);
  return sum;
}

function count(tallies: Map<number, Tally>, operation: number, concept: Concept, hit: Hit, worth: number): void {
  const tally: Tally = tallies.get(operation) ?? {
    score: 0,
    covered: 0,
    strong: false,
    matched: false,
    fields: new Set(),
    terms: new Set(),
    stems: new Set(),
  };
  tallies.set(operation, tally);
  tally.score += worth * hit.posting.weight * hit.closeness;
  tally.stems.add(hit.stem);
  if (concept.implied) return;
  tally.covered += worth * Math.min(1, hit.closeness + 0.2) * (hit.posting.primary ? 1 : mention);
  if (concept.weight >= 1) {
    tally.matched = true;
    if (hit.posting.primary && hit.closeness >= strongCloseness) tally.strong = true;
  }
  for (const field of hit.posting.fields) tally.fields.add(field);
  tally.terms.add(concept.text);
}

function finish(operation: number, tally: Tally, total: number, query: Query, index: SearchIndex): Ranked {
  const subject = [...(index.subjects[operation] ?? [])];
  const named = subject.filter((stem) => tally.stems.has(stem)).length / Math.max(1, subject.length);
  const phrases = phraseBonus(index.phrases[operation] ?? [], query.stems);
  const coverage = total === 0 ? 0 : Math.min(1, tally.covered / total);
  const score = (tally.score * (1 + 0.5 * named * named) + phrases) * (0.5 + 0.5 * coverage);
  return {
    operation,
    score: Math.round(score * 1000),
    coverageMilli: Math.round(coverage * 1000),
    fit: tally.strong && coverage >= strongCoverage ? 'STRONG' : 'WEAK',
    matchedOn: fieldNames.filter((field) => tally.fields.has(field)),
    matchedTerms: [...tally.terms].slice(0, 16),
  };
}

/** A title or term that stands in the question word by word; the longest counts, the whole question most. */
function phraseBonus(phrases: readonly string[], query: readonly string[]): number {
  const text = ` ${query.join(' ')} `;
  let best = 0;
  for (const phrase of phrases) {
    const length = phrase.split(' ').length;
    const whole = text === ` ${phrase} `;
    if (whole || (length > 1 && text.includes(` ${phrase} `))) best = Math.max(best, 3 * length + (whole ? 6 : 0));
  }
  return best;
}
