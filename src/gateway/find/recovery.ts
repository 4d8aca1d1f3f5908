import type { AnyOperation } from '../../contracts/operation.js';
import type { FindQuery } from '../../contracts/wire.js';
import type { Routing } from './routing.js';

/** Ways on from an answer that found little: unranked, and none claims that something is impossible. */
export function recoveryPaths(
  query: FindQuery,
  routing: Routing,
  operations: readonly AnyOperation[],
): { kind: string; text: string }[] {
  const namespaces = [...new Set(operations.map(({ id }) => id.split('.')[0] ?? id))].slice(0, 60);
  const paths = [
    {
      kind: 'REPHRASE',
      text: 'Name the object and the result in standard terms, such as "determinant of a matrix" or "integer factorization"; leave out data and context.',
    },
    {
      kind: 'BROWSE',
      text: `Call math.find without a query, or with a namespace: ${namespaces.join(', ')}.`,
    },
  ];
  if (query.query !== undefined && query.search_mode !== 'broad') {
    paths.push({
      kind: 'BROAD_SEARCH',
      text: 'Repeat the query with search_mode "broad" to see every operation that shares a word.',
    });
  }
  if (query.namespace !== undefined || query.domain !== undefined || query.mode !== undefined) {
    paths.push({ kind: 'DROP_FILTERS', text: 'Repeat without namespace, domain and mode: they leave out operations.' });
  }
  if (routing.kind !== null && routing.status === 'NO_ROUTE') {
    paths.push({
      kind: 'CHANGE_INPUT_KIND',
      text: 'No operation takes this kind of input. State the claim formally (a formula, a Lean source) or extract the computation it rests on, and search for that.',
    });
  }
  if (query.query !== undefined) {
    paths.push({
      kind: 'DECOMPOSE',
      text: 'Split the task into standard computations and search for each; constraints over integers, reals or bit-vectors can often be written as SMT-LIB.',
    });
  }
  return paths;
}
