import { expect, it } from 'vitest';
import { laneGateway } from '../support/gateway.js';

/** Problems of the size that the engines are made for. */
const gateway = laneGateway();

it.each(['subprocess', 'embedded'] as const)('queen6_6 has chromatic number 7 (%s)', async (transport) => {
  const graph = queens(6);
  const colourable = async (colors: number) =>
    (await gateway.run('graph.coloring.k_colorability.decide', { graph, colors }, { transport })).output.colorable;
  expect(await colourable(6)).toBe(false);
  expect(await colourable(7)).toBe(true);
});

it('a determinant of order 200 with entries of 20 digits', async () => {
  // Upper triangular with a dense part below that row operations of determinant 1 have made: the answer is known.
  const n = 200;
  const diagonal = Array.from({ length: n }, (_, i) => 10n ** 19n + BigInt(i));
  const rows = diagonal.map((entry, i) =>
    Array.from({ length: n }, (_, j) => (i === j ? entry : j > i ? BigInt(i + j) : 0n)),
  );
  for (let i = 1; i < n; i += 1) rows[i] = (rows[i] ?? []).map((entry, j) => entry + (rows[i - 1]?.[j] ?? 0n));
  const expected = diagonal.reduce((product, entry) => product * entry, 1n);
  const { output } = await gateway.run('matrix.determinant.compute', {
    matrix: rows.map((row) => row.map(String)),
  });
  expect(output.determinant).toEqual({ num: expected.toString(), den: '1' });
});

/** Squares of an n x n board, joined where a queen moves from one to the other. */
function queens(n: number): { vertex_count: number; edges: [number, number][] } {
  const edges: [number, number][] = [];
  for (let a = 0; a < n * n; a += 1) {
    for (let b = a + 1; b < n * n; b += 1) {
      const rows = Math.abs(Math.floor(a / n) - Math.floor(b / n));
      const columns = Math.abs((a % n) - (b % n));
      if (rows === 0 || columns === 0 || rows === columns) edges.push([a, b]);
    }
  }
  return { vertex_count: n * n, edges };
}
