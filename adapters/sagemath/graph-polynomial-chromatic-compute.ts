import { z } from 'zod';
import { call, readReply } from '../../backends/sagemath/dialect.js';
import {
  fromCoefficients,
  hasLoop,
  type Input,
  type Output,
} from '../../catalog/graph/polynomial-chromatic-compute.js';
import { ReplyError, type Adapter } from '../../src/contracts/adapter.js';
import { ok } from '../../src/contracts/outcome.js';
import { indexGraph } from '../../src/values/graph.js';

const reply = z.array(z.string().regex(/^-?[0-9]+$/));

export const adapter: Adapter<Input, Output> = {
  operation: 'graph.polynomial.chromatic.compute',
  backend: 'sagemath',
  // The method is our own; its polynomials are FLINT's.
  kernels: ['flint'],
  encode: ({ graph }) => {
    const indexed = indexGraph(graph);
    // The engine's function takes no loops: such a graph is asked about without edges and its answer known.
    const edges = hasLoop(indexed) ? [] : indexed.edges;
    return call('graph_polynomial_chromatic_compute', hasLoop(indexed) ? 0 : indexed.order, edges);
  },
  decode: (answer, { graph }) => {
    const coefficients = readReply(answer, reply);
    if (coefficients.length === 0) throw new ReplyError('no coefficients');
    return ok({ kind: 'CHROMATIC', polynomial: fromCoefficients(hasLoop(indexGraph(graph)) ? [] : coefficients) });
  },
};
