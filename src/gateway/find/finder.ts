import type { IsolationState } from '../../contracts/isolation.js';
import type { AnyOperation } from '../../contracts/operation.js';
import type { TransportName } from '../../contracts/transport.js';
import {
  wireAvailability,
  type BrowseAnswer,
  type FindAnswer,
  type MatchesAnswer,
  type OperationAnswer,
  type OperationView,
} from '../../contracts/wire-answers.js';
import { findQuerySchema, type FindQuery, type View } from '../../contracts/wire.js';
import { digestJson } from '../digest.js';
import { argumentsRejected } from '../issues.js';
import { unknownOperation } from '../refusals.js';
import { alternatives, type Selection } from '../select.js';
import { bytes, cardAvailability, staticCard, type StaticCard } from './cards.js';
import { exportedOperation, operationView } from './contract.js';
import { cursorsFor } from './cursor.js';
import { readQuery } from './query.js';
import { rank, type Ranked } from './rank.js';
import { recoveryPaths } from './recovery.js';
import { route } from './routing.js';
import { schemasOf } from './schemas.js';
import { buildIndex, type SearchIndex } from './search-index.js';

export interface FinderDependencies extends Selection {
  readonly operations: readonly AnyOperation[];
  /** Whether engines can be isolated on this machine. */
  readonly isolation: () => Promise<IsolationState>;
}

/** Search, browse and inspection of a catalog. Nothing here runs an operation, and only inspection probes. */
export interface Finder {
  find(query: FindQuery): FindAnswer;
  inspect(id: string, view: View): Promise<OperationAnswer>;
  exportCatalog(): string;
}

/** Bytes of a search or browse answer. */
const maximumAnswerBytes = 16 * 1024;
const defaultLimit = 5;
/** A longer query is repeated in the answer up to here. */
const maximumEchoBytes = 6 * 1024;

/** The restrictions of the operator, as far as there are any. */
const policy = { denied_operations: [], denied_domains: [], denied_tags: [], denied_modes: [] };

export function createFinder(dependencies: FinderDependencies): Finder {
  const operations = dependencies.operations.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const byId = new Map(operations.map((operation) => [operation.id, operation]));
  // Made at the first question: printing all schemas has no place in the start of a server.
  const prepared = once(() => prepare(operations));
  return {
    find: (raw) => {
      const parsed = findQuerySchema.safeParse(raw);
      if (!parsed.success) throw argumentsRejected(parsed.error);
      return answer(parsed.data, operations, prepared(), dependencies);
    },
    inspect: async (id, view) => {
      const operation = byId.get(id);
      if (operation === undefined) throw unknownOperation(id, byId);
      const pairs = alternatives(operation, {}, dependencies);
      const found = await Promise.all(
        pairs.map(({ requirement, transport }) => dependencies.prober.availability(requirement, transport)),
      );
      const { catalogDigest, policyDigest } = prepared();
      const serving = found.find(({ location }) => location !== null)?.transport;
      const isolation = view === 'FULL' ? { isolation: await isolationView(serving, dependencies) } : {};
      return {
        kind: 'operation',
        view,
        operation: { ...operationView(operation, view, dependencies), ...isolation },
        backend_availability: found.map(wireAvailability),
        catalog_digest: catalogDigest,
        policy_digest: policyDigest,
      };
    },
    exportCatalog: () => prepared().exported,
  };
}

/** Of the transport that serves the operation here, as far as one does. */
async function isolationView(
  serving: TransportName | undefined,
  { settings, isolation }: FinderDependencies,
): Promise<OperationView['isolation']> {
  const setting = settings.isolation;
  if (serving === 'container')
    return {
      setting,
      isolated: true,
      detail: "A container: no network, no files but the image's own, run as a user without rights",
    };
  if (setting === 'off')
    return { setting, isolated: false, detail: 'Turned off by the operator: engines run limited only.' };
  const state = await isolation();
  return state.available
    ? { setting, isolated: true, detail: `${state.version}: no network, no files but the engine's own` }
    : { setting, isolated: false, detail: `${state.reason}. ${state.hint}` };
}

interface Prepared {
  readonly index: SearchIndex;
  readonly cards: ReadonlyMap<string, StaticCard>;
  readonly exported: string;
  readonly catalogDigest: string;
  readonly policyDigest: string;
}

function prepare(operations: readonly AnyOperation[]): Prepared {
  const catalog = { operations: operations.map(exportedOperation) };
  const catalogDigest = digestJson(catalog);
  return {
    index: buildIndex(operations, (operation) => {
      const { inputFields, outputFields } = schemasOf(operation);
      return [...inputFields, ...outputFields].map(({ name }) => name);
    }),
    cards: new Map(operations.map((operation) => [operation.id, staticCard(operation)])),
    exported: JSON.stringify({ ...catalog, catalog_digest: catalogDigest }),
    catalogDigest,
    policyDigest: digestJson(policy),
  };
}

function answer(
  query: FindQuery,
  operations: readonly AnyOperation[],
  prepared: Prepared,
  dependencies: FinderDependencies,
): FindAnswer {
  const routing = route(query, operations);
  const passes = (operation: AnyOperation) => routing.accepts(operation) && passesFilters(operation, query);
  const card = (operation: AnyOperation) => fullCard(operation, prepared, dependencies);
  const common = {
    next_cursor: null,
    catalog_resource: 'operation://catalog' as const,
    catalog_digest: prepared.catalogDigest,
    policy_digest: prepared.policyDigest,
    routing_status: routing.status,
    routing_basis: routing.basis,
  };
  const recovery = () => ({ recovery: recoveryPaths(query, routing, operations) });
  const paging = { query, digest: prepared.catalogDigest };

  if (query.query === undefined) {
    const chosen = operations.filter(passes);
    const frame: BrowseAnswer = {
      kind: 'browse',
      operations: [],
      total_operations: chosen.length,
      ...common,
      ...(chosen.length === 0 ? recovery() : {}),
    };
    const { items, next } = page(chosen, card, bytes(frame), paging);
    return { ...frame, operations: items, next_cursor: next };
  }

  const mode = query.search_mode ?? 'precise';
  const chosen = rank(readQuery(query.query), prepared.index, mode).flatMap((match) => {
    const operation = operations[match.operation];
    return operation !== undefined && passes(operation) ? [{ match, operation }] : [];
  });
  const fit = fitOf(chosen.map(({ match }) => match));
  const frame: MatchesAnswer = {
    kind: 'matches',
    query: echo(query.query),
    search_mode: mode,
    matches: [],
    total_matches: chosen.length,
    portfolio_fit: fit,
    ...common,
    ...(fit === 'STRONG' ? {} : recovery()),
  };
  const { items, next } = page(
    chosen,
    ({ match, operation }) => ({ ...card(operation), ...relevance(match) }),
    bytes(frame),
    paging,
  );
  return { ...frame, matches: items, next_cursor: next };
}

function passesFilters({ id, tags, modes }: AnyOperation, query: FindQuery): boolean {
  const namespace = id.split('.')[0] ?? id;
  return (
    (query.namespace === undefined || namespace === query.namespace) &&
    (query.domain === undefined || namespace === query.domain || tags.includes(query.domain)) &&
    (query.mode === undefined || modes.includes(query.mode))
  );
}

function fullCard(operation: AnyOperation, { cards }: Prepared, dependencies: FinderDependencies) {
  const known = alternatives(operation, {}, dependencies).map(({ requirement, transport }) => ({
    requirement,
    transport,
    known: dependencies.prober.lastKnown(requirement, transport),
  }));
  return { ...(cards.get(operation.id) ?? staticCard(operation)), availability: cardAvailability(known) };
}

function relevance(match: Ranked) {
  return {
    relevance_score: match.score,
    query_coverage_milli: match.coverageMilli,
    lexical_fit: match.fit,
    matched_on: [...match.matchedOn],
    matched_terms: [...match.matchedTerms],
  };
}

function fitOf(ranked: readonly Ranked[]): MatchesAnswer['portfolio_fit'] {
  if (ranked.length === 0) return 'NO_LEXICAL_MATCH';
  return ranked.some(({ fit }) => fit === 'STRONG') ? 'STRONG' : 'WEAK_LEXICAL_MATCH';
}

/** One page of whole cards that fit into the answer beside its frame. */
function page<T, C>(
  list: readonly T[],
  card: (item: T) => C,
  frameBytes: number,
  { query, digest }: { readonly query: FindQuery; readonly digest: string },
): { items: C[]; next: string | null } {
  const cursors = cursorsFor(query, digest);
  const start = cursors.position(query.cursor, list.length);
  const items: C[] = [];
  // The frame was measured with null for the cursor, which takes up to 64 bytes.
  let left = maximumAnswerBytes - frameBytes - 64;
  for (const item of list.slice(start, start + (query.limit ?? defaultLimit))) {
    const made = card(item);
    left -= bytes(made) + 1;
    if (left < 0) break;
    items.push(made);
  }
  return { items, next: cursors.cursor(start + items.length, list.length) };
}

function echo(query: string): string {
  if (bytes(query) <= maximumEchoBytes) return query;
  let cut = query;
  while (bytes(cut) > maximumEchoBytes) cut = cut.slice(0, Math.floor(cut.length * 0.8));
  return `${cut.replace(/[\uD800-\uDBFF]$/, '')}…`;
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}
