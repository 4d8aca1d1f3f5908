import { createHash } from 'node:crypto';
import { GatewayError } from '../../contracts/diagnostic.js';
import type { FindQuery } from '../../contracts/wire.js';

/**
 * Opaque positions in a list. A cursor is bound to everything that decides the list, the catalog included, and to its
 * own position; only the page size may change under it.
 */
export interface Cursors {
  position(cursor: string | undefined, total: number): number;
  cursor(position: number, total: number): string | null;
}

export function cursorsFor(query: FindQuery, catalogDigest: string): Cursors {
  const binding = JSON.stringify([
    catalogDigest,
    query.query ?? null,
    query.namespace ?? null,
    query.domain ?? null,
    query.query === undefined ? null : (query.search_mode ?? 'precise'),
    query.mode ?? null,
    query.input_kind ?? null,
    query.artifact_type ?? null,
  ]);
  const encode = (position: number) => {
    const seal = createHash('sha256')
      .update(`${String(position)}|${binding}`)
      .digest('base64url')
      .slice(0, 22);
    return Buffer.from(`${String(position)}.${seal}`).toString('base64url');
  };
  return {
    position: (cursor, total) => {
      if (cursor === undefined) return 0;
      const position = Number(/^([1-9][0-9]{0,8})\./.exec(Buffer.from(cursor, 'base64url').toString('latin1'))?.[1]);
      if (!(position < total) || encode(position) !== cursor) throw invalidCursor();
      return position;
    },
    cursor: (position, total) => (position < total ? encode(position) : null),
  };
}

function invalidCursor(): GatewayError {
  return new GatewayError(
    'INVALID_CURSOR',
    'operation_resolution',
    'The cursor is not one of ours, or belongs to another request.',
    { hint: 'Repeat the request without a cursor; only limit may change from page to page.' },
  );
}
