import { z } from 'zod';
import { call, readReply } from '../../backends/sagemath/dialect.js';
import { answerOf, type Input, type Output } from '../../catalog/graph/symmetry-automorphism-group-compute.js';
import { ReplyError, type Adapter, type Reply } from '../../src/contracts/adapter.js';
import { ok, type AnswerReport, type Outcome } from '../../src/contracts/outcome.js';
import { colourNumbers } from '../../src/values/colored-graph.js';
import { indexGraph } from '../../src/values/graph.js';
import { isPermutation } from '../../src/values/permutation-group.js';

const shape = z.strictObject({ generators: z.array(z.array(z.int())), order: z.string().regex(/^[1-9][0-9]*$/) });

export const adapter: Adapter<Input, Output> = {
  operation: 'graph.symmetry.automorphism_group.compute',
  backend: 'sagemath',
  // Sage's own partition refinement: the function names it, so that neither bliss nor nauty is called.
  kernels: ['sage'],
  encode: ({ graph: { graph, vertex_colors, edge_colors } }) => {
    const { order, edges } = indexGraph(graph);
    const vertexColours = colourNumbers(vertex_colors, order);
    const edgeColours = colourNumbers(edge_colors, edges.length);
    return call('graph_symmetry_automorphism_group_compute', order, edges, vertexColours, edgeColours, graph.directed);
  },
  decode: (reply: Reply, { graph }): Outcome<Output> => {
    const { generators, order } = readReply(reply, shape);
    const degree = graph.graph.vertices.length;
    if (!generators.every((images) => isPermutation(images, degree)))
      throw new ReplyError('a generator is no permutation');
    const output = answerOf(graph, generators, order);
    return ok(output, report(output));
  },
};

function report(output: Output): AnswerReport {
  const checked = output.generated_group_order !== undefined;
  return { obligations: checked ? [maximal] : [maximal, generated] };
}

const maximal = {
  code: 'AUTOMORPHISM_COUNT_NOT_CHECKED',
  text: 'Every generator was checked; that there are no further automorphisms rests on one engine.',
};

const generated = {
  code: 'GENERATED_ORDER_NOT_CHECKED',
  text: 'That the generators generate as many elements as are counted was not checked: the group is too large for that.',
};
